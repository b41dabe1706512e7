"""Pairs in which something dated is near or has just passed, and what was said about it."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import follow_ups, memories

_FOLLOW_UP = columns_of(follow_ups, FollowUp)


async def pairs_with_dates(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    first: date,
    last: date,
    user: UUID | None = None,
    crew: str | None = None,
) -> list[Pair]:
    """Pairs with a memory that begins or ends between two days, both included."""
    ends = func.coalesce(memories.c.to_on, memories.c.from_on)
    query = select(memories.c.user_id, memories.c.crew).where(
        memories.c.tenant_id == tenant,
        memories.c.status == "active",
        memories.c.kind != "style",
        or_(memories.c.from_on.between(first, last), ends.between(first, last)),
    )
    if user is not None:
        query = query.where(memories.c.user_id == user)
    if crew is not None:
        query = query.where(memories.c.crew == crew)
    found = await connection.execute(query.distinct().order_by(memories.c.user_id, memories.c.crew))
    return [Pair(tenant=tenant, user=row.user_id, crew=row.crew) for row in found]


async def promised_to(
    connection: AsyncConnection, tenant: UUID, user: UUID, since: datetime
) -> tuple[FollowUp, ...]:
    """The user's follow-ups of all crews that are open, or were made or over since a moment."""
    found = await connection.execute(
        select(*_FOLLOW_UP).where(
            follow_ups.c.tenant_id == tenant,
            follow_ups.c.user_id == user,
            or_(
                follow_ups.c.created_at >= since,
                follow_ups.c.ended_at >= since,
                follow_ups.c.state.in_(("open", "paused")),
            ),
        )
    )
    return tuple(value(FollowUp, row) for row in found.mappings())


async def slots_taken(connection: AsyncConnection, tenant: UUID, user: UUID) -> frozenset[str]:
    """What crews have opened with before, whatever became of it."""
    return frozenset(
        await connection.scalars(
            select(follow_ups.c.slot).where(
                follow_ups.c.tenant_id == tenant,
                follow_ups.c.user_id == user,
                follow_ups.c.opens_talk,
            )
        )
    )
