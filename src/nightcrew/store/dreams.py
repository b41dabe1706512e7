"""What dreams did and did not do: one row a run, one row a proposed change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import dream_changes, dreams


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
