"""What dreams did and did not do: one row a run, one row a proposed change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Memory
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import dream_changes, dreams, suggestions


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamRun:
    """One dream as it is kept; usage, evidence and prompts hold names and numbers only."""

    id: UUID
    user_id: UUID
    crew: str
    flow: str
    mode: str
    at: datetime
    outcome: str
    usage: Mapping[str, Any]
    evidence: Mapping[str, int]
    prompts: Mapping[str, int]
    same_model_verifies: bool
    reverted_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptChange:
    """One proposed change as it is kept, applied or refused with its reason.

    merged_into: the number of the update that a removal stands or falls with.
    """

    number: int
    action: str
    memory_id: UUID | None
    memory_version: int | None
    kind: str
    scope: str
    subject: str
    text: str
    from_on: date | None
    to_on: date | None
    cites: tuple[UUID, ...]
    applied: bool
    reason: str | None
    detail: str
    why: str
    verdict: str | None
    merged_into: int | None = None


async def keep(
    connection: AsyncConnection, pair: Pair, run: DreamRun, changes: Sequence[KeptChange]
) -> None:
    """Store a run with its changes."""
    plain = named_fields(run)
    await connection.execute(insert(dreams).values(tenant_id=pair.tenant, **plain))
    if changes:
        await connection.execute(
            insert(dream_changes),
            [
                {
                    "tenant_id": pair.tenant,
                    "id": uuid4(),
                    "user_id": pair.user,
                    "dream_id": run.id,
                    **asdict(change),
                    "cites": list(change.cites),
                }
                for change in changes
            ],
        )


_RUN = columns_of(dreams, DreamRun)


async def one(connection: AsyncConnection, tenant: UUID, dream: UUID) -> DreamRun | None:
    """One run by its id."""
    found = await connection.execute(
        select(*_RUN).where(dreams.c.tenant_id == tenant, dreams.c.id == dream)
    )
    row = found.mappings().first()
    return value(DreamRun, row) if row else None


async def changes_of(
    connection: AsyncConnection, tenant: UUID, dream: UUID
) -> tuple[KeptChange, ...]:
    """The changes of one run, in the order they were proposed."""
    found = await connection.execute(
        select(*columns_of(dream_changes, KeptChange))
        .where(dream_changes.c.tenant_id == tenant, dream_changes.c.dream_id == dream)
        .order_by(dream_changes.c.number)
    )
    return tuple(value(KeptChange, row) for row in found.mappings())


async def changes_by_dream(
    connection: AsyncConnection, tenant: UUID, dream_ids: Sequence[UUID]
) -> dict[UUID, tuple[KeptChange, ...]]:
    """The changes of several runs, each in the order they were proposed."""
    found = await connection.execute(
        select(
            dream_changes.c.dream_id,
            *columns_of(dream_changes, KeptChange),
        )
        .where(dream_changes.c.tenant_id == tenant, dream_changes.c.dream_id.in_(dream_ids))
        .order_by(dream_changes.c.dream_id, dream_changes.c.number)
    )
    grouped: dict[UUID, tuple[KeptChange, ...]] = {}
    for row in found.mappings():
        kept = dict(row)
        dream = kept.pop("dream_id")
        grouped[dream] = (*grouped.get(dream, ()), value(KeptChange, kept))
    return grouped


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    user: UUID | None,
    crew: str | None,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> tuple[DreamRun, ...]:
    """A page of runs, newest first."""
    query = select(*_RUN).where(*_wanted(tenant, user, crew))
    if after is not None:
        query = query.where(
            (dreams.c.at < after[0]) | ((dreams.c.at == after[0]) & (dreams.c.id < after[1]))
        )
    found = await connection.execute(
        query.order_by(dreams.c.at.desc(), dreams.c.id.desc()).limit(limit)
    )
    return tuple(value(DreamRun, row) for row in found.mappings())


async def count(
    connection: AsyncConnection, tenant: UUID, *, user: UUID | None, crew: str | None
) -> int:
    """How many runs `listed` would page through."""
    query = select(func.count()).select_from(dreams).where(*_wanted(tenant, user, crew))
    return int(await connection.scalar(query) or 0)


def _wanted(tenant: UUID, user: UUID | None, crew: str | None) -> list[Any]:
    wanted = [dreams.c.tenant_id == tenant]
    if user is not None:
        wanted.append(dreams.c.user_id == user)
    if crew is not None:
        wanted.append(dreams.c.crew == crew)
    return wanted


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
            suggestions.c.state.in_(("open", "dismissed")),
        )
    )
    if there is None:
        plain = asdict(suggestion)
        plain["cites"] = list(suggestion.cites)
        await connection.execute(
            insert(suggestions).values(tenant_id=pair.tenant, user_id=pair.user, **plain)
        )


async def suggested(
    connection: AsyncConnection, tenant: UUID, user: UUID, *, dismissed_since: datetime
) -> tuple[Suggestion, ...]:
    """Open suggestions, and the ten newest dismissed ones of the last days; newest first."""
    columns = columns_of(suggestions, Suggestion)
    base = select(*columns).where(suggestions.c.tenant_id == tenant, suggestions.c.user_id == user)
    newest = suggestions.c.created_at.desc()
    still_open = await connection.execute(
        base.where(suggestions.c.state == "open").order_by(newest)
    )
    put_away = await connection.execute(
        base.where(suggestions.c.state == "dismissed", suggestions.c.decided_at > dismissed_since)
        .order_by(newest)
        .limit(10)
    )
    rows = [*still_open.mappings(), *put_away.mappings()]
    return tuple(value(Suggestion, row) for row in rows)


async def suggestion(
    connection: AsyncConnection, tenant: UUID, user: UUID, wanted: UUID
) -> Suggestion | None:
    """One suggestion in any state."""
    found = await connection.execute(
        select(*columns_of(suggestions, Suggestion)).where(
            suggestions.c.tenant_id == tenant,
            suggestions.c.user_id == user,
            suggestions.c.id == wanted,
        )
    )
    row = found.mappings().first()
    return value(Suggestion, row) if row else None


async def discard_suggestions(
    connection: AsyncConnection, tenant: UUID, user: UUID, memory_ids: Sequence[UUID], at: datetime
) -> None:
    """Nothing is suggested any more about memories that are off."""
    await connection.execute(
        update(suggestions)
        .where(
            suggestions.c.tenant_id == tenant,
            suggestions.c.user_id == user,
            suggestions.c.memory_id.in_(memory_ids),
            suggestions.c.state.in_(("open", "dismissed")),
        )
        .values(state="discarded", decided_at=at)
    )


async def decide_suggestion(
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
        .where(
            suggestions.c.tenant_id == tenant,
            suggestions.c.user_id == user,
            suggestions.c.id == suggestion,
            suggestions.c.state.in_(("open", "dismissed")),
        )
        .values(state=state, decided_at=at)
        .returning(*columns_of(suggestions, Suggestion))
    )
    row = done.mappings().first()
    return value(Suggestion, row) if row else None
