"""A new release of the zone data: promises keep their wall time, and its moment is found again."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.moments import read_wall
from nightcrew.domain.zones import to_utc, zone, zone_data_version
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
    return [
        NextTime(
            id=each.id,
            state=each.state,
            reason=each.reason,
            next_at=to_utc(read_wall(each.next_local), zone(each.timezone))
            if each.next_local
            else each.next_at,
            next_local=each.next_local,
            timezone=each.timezone,
            zone_data=current,
            ended_at=each.ended_at,
        )
        for each in stale
    ]
