"""A turn said to a team: who may come in, and what the team's members can set going in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.day import today
from nightcrew.domain.explicit import explicit_memory
from nightcrew.domain.memory import Memory, Scope
from nightcrew.domain.pair import Pair
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.team import crew_not_in_team, no_team, not_a_member
from nightcrew.domain.team_change import (
    REVIEW_DAYS,
    Origin,
    TeamAction,
    TeamChange,
    change_from,
    expiring,
)
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.domain.tool import ToolResult
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.turn_words import done
from nightcrew.store import team_changes, team_memories, teams
from nightcrew.store.database import Database
from nightcrew.usecases.answer_turn.parts import Acted, Stage, Writes

TEAM_SUBJECT = "team"


async def come_in(db: Database, pair: Pair, name: str, now: datetime) -> TeamKnown:
    """What the team knows, for a member talking with one of its crews; looked up for every turn.

    The lines are read as this pair, so that policies have their say, too.
    Raises: NotFound `unknown_team`, Refused `not_a_member`, BadInput `crew_not_in_team`.
    """
    async with db.begin(pair.tenant) as connection:
        entrance = await teams.entrance(connection, pair, name)
    if entrance is None:
        raise no_team()
    if not entrance.member:
        raise not_a_member()
    if not entrance.crew:
        raise crew_not_in_team()
    async with db.begin_pair(pair) as connection:
        known = await team_memories.known(connection, pair.tenant, entrance.id)
        if known is None:  # put out of the team between the two looks
            raise not_a_member()
        waiting = await team_changes.own_waiting(connection, pair, known.id, now)
    return replace(known, waiting=waiting)


def propose(stage: Stage, known: TeamKnown, text: str) -> Acted:
    """Offer the user's words to the team; they hold once an admin has approved them."""
    before = known.said(text)
    if before is not None:
        return _told(stage, "team_knows", text=before.text)
    waits = known.waits(text)
    if waits is not None:
        return replace(_told(stage, "team_proposed", text=waits.text), extra=_told_ids((waits,)))
    memory = explicit_memory(
        text,
        new_id=uuid4(),
        user=stage.pair.user,
        crew=stage.pair.crew,
        said_on=today(stage.now, stage.moment.timezone),
        scope=Scope.TEAM,
        cites=(stage.claim.message_id,),
    )
    memory = replace(memory, subject=TEAM_SUBJECT)
    change = change_from(memory, new_id=uuid4(), team=known.id, origin=Origin.ASKED, at=stage.now)
    return _waiting(stage, "team_proposed", (change,), text=memory.text)


def propose_to_forget(stage: Stage, known: TeamKnown, lines: Sequence[Memory]) -> Acted:
    """Ask the team's admins to let lines go; until then they stay."""
    asked = {each.memory for each in known.waiting}
    changes = tuple(
        change_from(
            replace(line, user=stage.pair.user, crew=stage.pair.crew),
            new_id=uuid4(),
            team=known.id,
            origin=Origin.ASKED,
            at=stage.now,
            action=TeamAction.FORGET,
        )
        for line in lines
        if line.id not in asked
    )
    return _waiting(stage, "team_asked_to_forget", changes, count=len(lines))


def both(forgotten: Acted, waiting: Acted) -> Acted:
    """One act over both: the user's own are forgotten, the team's are asked for."""
    return replace(
        forgotten,
        result=replace(forgotten.result, note=waiting.result.note),
        done=(*forgotten.done, *waiting.done),
        writes=replace(forgotten.writes, proposed=waiting.writes.proposed),
        extra=waiting.extra,
    )


def _waiting(stage: Stage, code: str, changes: tuple[TeamChange, ...], **values: object) -> Acted:
    days = stage.crew.house.retention_days.get("team_reviews", REVIEW_DAYS)
    waiting = tuple(expiring(each, days) for each in changes)
    acted = _told(stage, code, **values)
    return replace(acted, writes=Writes(proposed=waiting), extra=_told_ids(waiting))


def _told_ids(waiting: Sequence[TeamChange]) -> dict[str, list[str]]:
    return {"proposed": [str(each.id) for each in waiting]}


def _told(stage: Stage, code: str, **values: object) -> Acted:
    return Acted(
        tool=Tool.MEMORY,
        result=ToolResult(status=ToolStatus.OK, note=code),
        done=(done(code, stage.locale, **values),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What a user's own memories and the team's lines are called by, for one act over both."""

    own: dict[UUID, Memory]
    team: dict[UUID, Memory]

    @classmethod
    def of(cls, stage: Stage) -> Together:
        """Everything that can be meant in this turn."""
        return cls(
            own={memory.id: memory for memory in stage.scene.memories},
            team={line.id: line for line in stage.team.lines} if stage.team else {},
        )

    def texts(self) -> dict[UUID, str]:
        """What each says, with whom it is about."""
        every = {**self.own, **self.team}
        return {each: f"{one.subject} {one.text}" for each, one in every.items()}
