"""A procedure that is open: it stays until another one, `end`, or 30 quiet minutes."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from nightcrew.domain.crew import Skill
from nightcrew.domain.needs import END_OF_SKILL, UNKNOWN_SKILL, Needs, SkillNeed
from nightcrew.store import conversations
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.usecases.answer_turn.parts import Stage


def with_known_skill(stage: Stage, needs: Needs) -> Needs:
    """The same needs; a name that is none of the crew's procedures chooses nothing."""
    name = needs.skill.name
    if name in (None, END_OF_SKILL) or any(skill.name == name for skill in stage.crew.skills):
        return needs
    return replace(needs, skill=SkillNeed(why=UNKNOWN_SKILL))


def skill_of(stage: Stage, needs: Needs) -> Skill | None:
    """The procedure that is open from this turn on: the one just chosen, or the one before it."""
    mine = {skill.name: skill for skill in stage.crew.skills}
    chosen = needs.skill.name
    if chosen in mine:
        return mine[chosen]
    is_over = chosen == END_OF_SKILL or stage.claim.quiet
    return None if is_over else mine.get(stage.claim.skill or "")


def leading(stage: Stage, skill: Skill | None) -> Skill | None:
    """What leads this reply: whoever is in a crisis is led through no procedure meanwhile."""
    return None if stage.safety.level == "crisis" else skill


async def note_skill(db: Database, stage: Stage, skill: Skill | None) -> None:
    """Record at once that a procedure was opened or ended, whatever becomes of the reply."""
    if stage.said.dry_run or _same(stage, skill):
        return
    claim, bundle, at = stage.claim, stage.crew.digest, stage.now
    place = claim.conversation_id
    async with db.begin_pair(stage.pair) as connection:
        if skill is None:
            await conversations.end_skill(
                connection, stage.pair, conversation=place, bundle=bundle, at=at
            )
            return
        await conversations.open_skill(
            connection,
            stage.pair,
            skill=skill.name,
            conversation=place,
            turn=claim.turn,
            bundle=bundle,
            at=at,
            new_id=uuid4(),
        )


async def still_open(connection: Connection, stage: Stage) -> None:
    """Words whose reply never came are no quiet minutes of a conversation that goes on."""
    claim = stage.claim
    if not claim.quiet:
        await conversations.spoke_in(connection, stage.pair, claim.conversation_id, at=stage.now)


def _same(stage: Stage, skill: Skill | None) -> bool:
    """Whether the turn leaves the session as it was."""
    name = skill.name if skill else None
    return name == stage.claim.skill and not (skill and stage.claim.quiet)
