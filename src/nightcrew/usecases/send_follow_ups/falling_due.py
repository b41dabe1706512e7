"""From a follow-up's next time to an occurrence that waits; after downtime one catch-up at most."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from nightcrew.domain.catch_up import overdue_since
from nightcrew.domain.coming_times import occurrence_id
from nightcrew.domain.errors import BadInput
from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import moved_on
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.reason import Silence
from nightcrew.domain.schedule import schedule_zone
from nightcrew.domain.speaking_gate import LATE
from nightcrew.domain.spreading import crowd_delay
from nightcrew.store import due_times, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.due_times import DueTime, NextTime

LANES = 2  # batches under way: one is worked out while the database writes the other


async def let_fall_due(db: Database, tenant: UUID, now: datetime, house_zone: str) -> int:
    """Write the occurrences whose time has come and move each follow-up on; says how many.

    Batches of their own transactions, so that a long list neither waits nor is lost whole. The next
    one is worked out while the database writes the one before it.
    """
    crowd = _Crowd(now=now, house_zone=house_zone)
    return sum(await asyncio.gather(*(_batches(db, tenant, crowd) for _ in range(LANES))))


@dataclass(slots=True, kw_only=True)
class _Crowd:
    """All that fell due. turn: held by who takes a batch. late: how many late ones have a place.

    over: the last batch was taken.
    """

    now: datetime
    house_zone: str
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    late: int = 0
    over: bool = False


async def _batches(db: Database, tenant: UUID, crowd: _Crowd) -> int:
    moved = 0
    while True:
        async with db.begin(tenant) as connection:
            # The oldest come first, and have their places in the crowd before the next are taken.
            async with crowd.turn:
                times, nexts = await _batch(connection, tenant, crowd)
            if not nexts:
                return moved
            await due_times.write(connection, tenant, times, nexts, crowd.now)
        moved += len(nexts)


async def _batch(
    connection: Connection, tenant: UUID, crowd: _Crowd
) -> tuple[list[DueTime], list[NextTime]]:
    if crowd.over:
        return [], []
    due = await due_times.fallen_due(connection, tenant, crowd.now)
    crowd.over = len(due) < due_times.BATCH
    zones = await people.zones_of(connection, tenant, {each.user_id for each in due})
    times, nexts = _moves(due, zones, crowd.house_zone, crowd.now)
    times, crowd.late = _spread(times, crowd.now, crowd.late)
    return times, nexts


def _moves(
    due: Sequence[FollowUp], zones: Mapping[UUID, str | None], house_zone: str, now: datetime
) -> tuple[list[DueTime], list[NextTime]]:
    times: list[DueTime] = []
    nexts: list[NextTime] = []
    for follow_up in due:
        zone_name = zones.get(follow_up.user_id) or house_zone
        try:
            fell, changed = _fell(follow_up, zone_name, now)
        except BadInput as unreadable:
            # A rule that was good once and no longer is: it ends with the code, not in a loop.
            fell, changed = (), {"state": FollowUpState.ENDED, "reason": unreadable.code}
        times += fell
        nexts.append(_next_time(follow_up, changed, now))
    return times, nexts


def _fell(
    follow_up: FollowUp, zone_name: str, now: datetime
) -> tuple[Sequence[DueTime], Mapping[str, Any]]:
    if follow_up.rule is None:
        local = follow_up.next_local or follow_up.local or ""
        due_at = follow_up.next_at or now
        return (_due_time(follow_up, local, due_at),), {}
    spec = follow_up.spec()
    since = (follow_up.next_at or now) - timedelta(seconds=1)
    overdue = overdue_since(spec, schedule_zone(spec, zone_name), since, now)
    return _newest_only(follow_up, overdue), moved_on(follow_up, zone_name, now, after=now)


def _newest_only(follow_up: FollowUp, overdue: Sequence[Occurrence]) -> list[DueTime]:
    times = [_due_time(follow_up, wall(one), one.due_at) for one in overdue]
    missed = [replace(one, state="missed", reason=Silence.MISSED) for one in times[:-1]]
    return [*missed, *times[-1:]]


def _due_time(follow_up: FollowUp, local: str, due_at: datetime) -> DueTime:
    return DueTime(
        id=occurrence_id(follow_up.id, local, follow_up.timezone),
        user_id=follow_up.user_id,
        crew=follow_up.crew,
        follow_up_id=follow_up.id,
        local=local,
        timezone=follow_up.timezone,
        due_at=due_at,
        deliver_after=due_at,
        grace_minutes=follow_up.grace_minutes,
        repeats=follow_up.rule is not None,
    )


def _next_time(follow_up: FollowUp, changed: Mapping[str, Any], now: datetime) -> NextTime:
    """The columns to write; what has no next time falls due no more."""
    state = changed.get("state", follow_up.state)
    return NextTime(
        id=follow_up.id,
        state=state,
        reason=changed.get("reason", follow_up.reason),
        next_at=changed.get("next_at"),
        next_local=changed.get("next_local", follow_up.next_local),
        timezone=changed.get("timezone", follow_up.timezone),
        zone_data=changed.get("zone_data", follow_up.zone_data),
        ended_at=now if state != follow_up.state else follow_up.ended_at,
    )


def _spread(times: Sequence[DueTime], now: datetime, late: int) -> tuple[list[DueTime], int]:
    """After a time away, let a crowd leave over some minutes, but nobody beyond their grace."""
    spread: list[DueTime] = []
    for each in times:
        if each.state == "due" and now - each.due_at > LATE:
            grace_ends = each.due_at + timedelta(minutes=each.grace_minutes)
            leaves = now + crowd_delay(late)
            spread.append(replace(each, deliver_after=_at_most(leaves, grace_ends, now)))
            late += 1
        else:
            spread.append(each)
    return spread, late


def _at_most(leaves: datetime, grace_ends: datetime, now: datetime) -> datetime:
    return leaves if grace_ends < now else min(leaves, grace_ends)
