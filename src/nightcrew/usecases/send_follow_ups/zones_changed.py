"""A new release of the zone data: promises keep their wall time, and its moment is found again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.moments import is_instant, read_wall
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.zones import to_local, to_utc, zone, zone_data_version
from nightcrew.store import due_times
from nightcrew.store.database import Database
from nightcrew.store.due_times import NextTime


async def recompute(db: Database, tenant: UUID) -> int:
    """Find again the next moments that were computed under another release; says how many.

    What fell due already stays as it was. Batches of their own transactions.
    """
    current, done = zone_data_version(), 0
    while True:
        async with db.begin(tenant) as connection:
            stale = await due_times.computed_under_other_zones(connection, tenant, current)
            if not stale:
                return done
            await due_times.move(connection, tenant, _moments(stale, current))
        done += len(stale)


def _moments(stale: Sequence[FollowUp], current: str) -> list[NextTime]:
    found = ((each, _found_again(each)) for each in stale)
    return [
        NextTime(
            id=each.id,
            state=each.state,
            reason=each.reason,
            next_at=next_at,
            next_local=next_local,
            timezone=each.timezone,
            zone_data=current,
            ended_at=each.ended_at,
        )
        for each, (next_at, next_local) in found
    ]


def _found_again(follow_up: FollowUp) -> tuple[datetime | None, str | None]:
    """Its moment by its wall time; of what is fixed in UTC, its wall time by the moment."""
    next_at, local, place = follow_up.next_at, follow_up.next_local, zone(follow_up.timezone)
    if next_at is not None and is_instant(follow_up.local):
        return next_at, wall(Occurrence(local=to_local(next_at, place), due_at=next_at))
    return to_utc(read_wall(local), place) if local else next_at, local
