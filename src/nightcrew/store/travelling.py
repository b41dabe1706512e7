"""Promises that go by the user's clock, when that clock changes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.follow_up_times import follows_user, moved_on
from nightcrew.store import follow_ups, occurrences

MOST_OPEN = 200  # more than a user may have open


async def move_with_user(
    connection: AsyncConnection, tenant: UUID, user: UUID, zone_name: str, at: datetime
) -> None:
    """Find the next time of whatever follows the user again, on the wall clock of a new zone."""
    promised = await follow_ups.listed(
        connection, tenant, user, only_open=True, after=None, limit=MOST_OPEN
    )
    following = [each for each in promised if follows_user(each)]
    behind = await occurrences.behind(connection, tenant, [each.id for each in following], at)
    for follow_up in following:
        moved = moved_on(follow_up, zone_name, at, after=at, behind=behind[follow_up.id])
        await follow_ups.change(connection, tenant, follow_up.id, **moved)
