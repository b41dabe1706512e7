"""What was said, as its owner reads it back: evidence, and the lines of turns without an answer.

A turn whose reply failed has kept the user's words, though no dream may read them before the retry
completes it. An export holds them, so the list holds them too, and they can be erased.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import evidence, messages, turns

_LINES = messages.outerjoin(
    evidence,
    (evidence.c.tenant_id == messages.c.tenant_id) & (evidence.c.id == messages.c.id),
).outerjoin(turns, (turns.c.tenant_id == messages.c.tenant_id) & (turns.c.id == messages.c.turn))
_UNANSWERED = and_(
    messages.c.complete == 0, turns.c.state.in_(("running", "incomplete")), messages.c.text != ""
)
_SHOWN = or_(
    evidence.c.id.is_not(None) & evidence.c.erased_at.is_(None),
    evidence.c.id.is_(None) & _UNANSWERED,
)


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None,
    after: int | None,
    limit: int,
) -> list[dict[str, Any]]:
    """A page of raw turns, newest first, with their `position` as cursor."""
    query = (
        select(
            messages.c.id,
            messages.c.crew,
            messages.c.speaker,
            messages.c.text,
            messages.c.said_at,
            messages.c.timezone,
            func.coalesce(evidence.c.state, turns.c.state).label("state"),
            evidence.c.reason,
            messages.c.position,
        )
        .select_from(_LINES)
        .where(*_of(tenant, user, crew), _SHOWN)
        .order_by(messages.c.position.desc())
        .limit(limit)
    )
    if after is not None:
        query = query.where(messages.c.position < after)
    found = await connection.execute(query)
    return [dict(row) for row in found.mappings()]


async def count(connection: AsyncConnection, tenant: UUID, user: UUID, crew: str | None) -> int:
    """How many raw turns `listed` would page through."""
    mine = [evidence.c.tenant_id == tenant, evidence.c.user_id == user]
    if crew is not None:
        mine.append(evidence.c.crew == crew)
    told = select(func.count()).where(*mine, evidence.c.erased_at.is_(None))
    waiting = select(func.count()).select_from(_LINES)
    waiting = waiting.where(*_of(tenant, user, crew), evidence.c.id.is_(None), _UNANSWERED)
    both = select(told.scalar_subquery() + waiting.scalar_subquery())
    return int(await connection.scalar(both) or 0)


def _of(tenant: UUID, user: UUID, crew: str | None) -> list[ColumnElement[bool]]:
    mine = [messages.c.tenant_id == tenant, messages.c.user_id == user]
    return mine if crew is None else [*mine, messages.c.crew == crew]


async def is_one(connection: AsyncConnection, tenant: UUID, user: UUID, line: UUID) -> bool:
    """Whether this user has such a raw line, erased or not."""
    found = await connection.scalar(
        select(messages.c.id)
        .select_from(_LINES)
        .where(
            *_of(tenant, user, None),
            messages.c.id == line,
            evidence.c.id.is_not(None) | (messages.c.complete == 0),
        )
    )
    return found is not None
