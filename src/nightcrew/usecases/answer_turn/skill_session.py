"""A procedure that is open: it stays until another one, `end`, or 30 quiet minutes."""

from __future__ import annotations

from uuid import uuid4

from nightcrew.domain.crew import Skill
from nightcrew.domain.needs import END_OF_SKILL, Needs
from nightcrew.store import conversations
from nightcrew.store.connection import Connection
from nightcrew.usecases.answer_turn.parts import Stage


def skill_of(stage: Stage, needs: Needs) -> Skill | None:
    """The procedure of this turn: the one just chosen, or the one that is open.

    A name that is none of the crew's procedures changes nothing.
    """
    mine = {skill.name: skill for skill in stage.crew.skills}
    chosen = needs.skill.name
    if chosen in mine:
        return mine[chosen]
    is_over = chosen == END_OF_SKILL or stage.claim.quiet
    return None if is_over else mine.get(stage.claim.skill or "")


def same_skill(stage: Stage, skill: str | None) -> bool:
    """Whether the turn leaves the session as it was."""
    return skill == stage.claim.skill and not (skill and stage.claim.quiet)


async def note_skill(connection: Connection, stage: Stage, skill: str | None) -> None:
    """Record that a procedure was opened or ended; the session stays with the conversation."""
    if same_skill(stage, skill):
        return
    if skill is None:
        await conversations.end_skills(connection, stage.pair, at=stage.now)
        return
    await conversations.open_skill(
        connection,
        stage.pair,
        skill=skill,
        conversation=stage.claim.conversation_id,
        turn=stage.claim.turn,
        bundle=stage.crew.digest,
        at=stage.now,
        new_id=uuid4(),
    )
