"""Memories whose date has passed and that do not say so yet."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Memory, State
from nightcrew.domain.pair import Pair
from nightcrew.store.memories import seen_by
from nightcrew.store.tables import memories

# As `state_of` has it: a fact that began is not over, a style has no dates.
_LAST_DAY = func.coalesce(memories.c.to_on, case((memories.c.kind == "plan", memories.c.from_on)))


async def pairs_with_passed(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    before: date,
    user: UUID | None = None,
    crew: str | None = None,
) -> list[Pair]:
    """Pairs with a memory whose last day lies before `before` and is not noted yet."""
    query = select(memories.c.user_id, memories.c.crew).where(
        memories.c.tenant_id == tenant,
        memories.c.status == "active",
        memories.c.kind != "style",
        memories.c.explicit.is_(False),
        memories.c.passed_noted.is_(False),
        before > _LAST_DAY,
    )
    if user is not None:
        query = query.where(memories.c.user_id == user)
    if crew is not None:
        query = query.where(memories.c.crew == crew)
    found = await connection.execute(query.distinct().order_by(memories.c.user_id, memories.c.crew))
    return [Pair(tenant=tenant, user=row.user_id, crew=row.crew) for row in found]


async def passed(connection: AsyncConnection, pair: Pair, *, today: date) -> tuple[Memory, ...]:
    """Memories of the pair's own crew that have passed and may be marked, locked."""
    return tuple(
        memory
        for memory in await seen_by(connection, pair)
        if memory.crew == pair.crew
        and not memory.explicit
        and not memory.passed_noted
        and memory.state(today) is State.PASSED
    )
