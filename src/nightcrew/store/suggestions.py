"""What dreams would change about memories that only their user may change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import suggestions

# By when it was made, not by its state: one dismissed while pages are read keeps its place.
_NEWEST = (suggestions.c.created_at.desc(), suggestions.c.id.desc())
_UNDECIDED = suggestions.c.state.in_(("open", "dismissed"))
DISMISSED_SHOWN = 10  # contract section 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A change a dream would make to a memory that only the user may change."""

    id: UUID
    crew: str
    memory_id: UUID
    text: str
    kind: str
    from_on: date | None
    to_on: date | None
    cites: tuple[UUID, ...]
    state: str
    created_at: datetime
    decided_at: datetime | None = None


async def suggest(
    connection: AsyncConnection, pair: Pair, memory: Memory, suggestion: Suggestion
) -> None:
    """Keep a suggestion once; the same open words for the same memory are not repeated."""
    there = await connection.scalar(
        select(suggestions.c.id).where(
            suggestions.c.tenant_id == pair.tenant,
            suggestions.c.memory_id == memory.id,
            suggestions.c.text == suggestion.text,
            _UNDECIDED,
        )
    )
    if there is None:
        plain = asdict(suggestion)
        plain["cites"] = list(suggestion.cites)
        await connection.execute(
            insert(suggestions).values(tenant_id=pair.tenant, user_id=pair.user, **plain)
        )


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    dismissed_since: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> tuple[Suggestion, ...]:
    """A page of suggestions: the open ones and the ten newest put aside, newest first."""
    query = select(*columns_of(suggestions, Suggestion)).where(
        *_wanted(tenant, user, dismissed_since)
    )
    if after is not None:
        query = query.where(tuple_(suggestions.c.created_at, suggestions.c.id) < after)
    found = await connection.execute(query.order_by(*_NEWEST).limit(limit))
    return tuple(value(Suggestion, row) for row in found.mappings())


async def count(
    connection: AsyncConnection, tenant: UUID, user: UUID, *, dismissed_since: datetime
) -> int:
    """How many `listed` would page through."""
    wanted = _wanted(tenant, user, dismissed_since)
    query = select(func.count()).select_from(suggestions).where(*wanted)
    return int(await connection.scalar(query) or 0)


def _wanted(tenant: UUID, user: UUID, dismissed_since: datetime) -> tuple[ColumnElement[bool], ...]:
    whose = _of(tenant, user)
    put_away = (
        select(suggestions.c.id)
        .where(*whose, suggestions.c.state == "dismissed")
        .where(suggestions.c.decided_at > dismissed_since)
        .order_by(*_NEWEST)
        .limit(DISMISSED_SHOWN)
    )
    return (*whose, or_(suggestions.c.state == "open", suggestions.c.id.in_(put_away)))


def _of(tenant: UUID, user: UUID) -> tuple[ColumnElement[bool], ...]:
    return suggestions.c.tenant_id == tenant, suggestions.c.user_id == user


async def one(
    connection: AsyncConnection, tenant: UUID, user: UUID, wanted: UUID
) -> Suggestion | None:
    """One suggestion in any state."""
    found = await connection.execute(
        select(*columns_of(suggestions, Suggestion)).where(
            *_of(tenant, user), suggestions.c.id == wanted
        )
    )
    row = found.mappings().first()
    return value(Suggestion, row) if row else None


async def discard_about(
    connection: AsyncConnection, tenant: UUID, user: UUID, memory_ids: Sequence[UUID], at: datetime
) -> None:
    """Nothing is suggested any more about memories that are off."""
    await connection.execute(
        update(suggestions)
        .where(*_of(tenant, user), suggestions.c.memory_id.in_(memory_ids), _UNDECIDED)
        .values(state="discarded", decided_at=at)
    )


async def decide(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    suggestion: UUID,
    *,
    state: str,
    at: datetime,
) -> Suggestion | None:
    """Accept, dismiss or discard an open or dismissed suggestion; None when there is none."""
    done = await connection.execute(
        update(suggestions)
        .where(*_of(tenant, user), suggestions.c.id == suggestion, _UNDECIDED)
        .values(state=state, decided_at=at)
        .returning(*columns_of(suggestions, Suggestion))
    )
    row = done.mappings().first()
    return value(Suggestion, row) if row else None
