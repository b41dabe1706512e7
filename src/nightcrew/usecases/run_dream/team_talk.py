"""What a dream finds for a team: it waits for an admin's word and becomes no memory by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import uuid4

from nightcrew.domain.dream import Change, Screened
from nightcrew.domain.memory import Scope
from nightcrew.domain.memory_changes import next_values
from nightcrew.domain.reason import Reason
from nightcrew.domain.team_change import REVIEW_DAYS, Origin, change_from, expiring
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.store import team_changes, team_memories
from nightcrew.store.connection import Connection
from nightcrew.usecases.run_dream.ground import Reading


async def proposed(
    connection: Connection, reading: Reading, screened: Sequence[Screened], at: datetime
) -> tuple[Screened, ...]:
    """The changes with those of a team put into its queue, also in review mode: it is a review.

    What the team knows already or has forgotten is refused.
    """
    return tuple([await _one(connection, reading, each, at) for each in screened])


async def _one(connection: Connection, reading: Reading, each: Screened, at: datetime) -> Screened:
    change = each.change
    if change is None or each.reason is not None or change.scope is not Scope.TEAM:
        return each
    said_to = {reading.said_to[cite] for cite in change.cites if cite in reading.said_to}
    if len(said_to) != 1:
        return replace(each, reason=Reason.BAD_ACTION, detail="said to more than one team")
    known = await team_memories.known(connection, reading.pair.tenant, said_to.pop())
    if known is None:
        return replace(each, reason=Reason.STALE)
    waiting = await team_changes.own_waiting(connection, reading.pair, known.id, at)
    refused = _refused(replace(known, waiting=waiting), change.text)
    if refused is None:
        await _wait(connection, reading, known, change, at)
    return replace(each, reason=refused or Reason.WAITS_FOR_TEAM)


def _refused(known: TeamKnown, text: str) -> Reason | None:
    if known.said(text) is not None or known.waits(text) is not None:
        return Reason.DUPLICATE
    return Reason.BURIED if known.forgot(text) else None


async def _wait(
    connection: Connection, reading: Reading, known: TeamKnown, change: Change, at: datetime
) -> None:
    memory = next_values(change, reading.ground, new_id=uuid4(), user=reading.pair.user)[-1]
    waiting = change_from(
        replace(memory, subject="team" if memory.subject == "user" else memory.subject),
        new_id=uuid4(),
        team=known.id,
        origin=Origin.DREAM,
        at=at,
    )
    days = reading.crew.house.retention_days.get("team_reviews", REVIEW_DAYS)
    await team_changes.add(connection, reading.pair, expiring(waiting, days))
