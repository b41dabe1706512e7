"""What memories said before, and since when they are off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Kind, Scope, Status
from nightcrew.store.rows import value
from nightcrew.store.tables import memories, memory_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One value a memory had; text is None once it was redacted."""

    id: UUID
    version: int
    text: str | None
    kind: Kind
    scope: Scope
    subject: str | None
    from_on: date | None
    to_on: date | None
    review_on: date | None
    said_on: date
    explicit: bool
    status: Status
    actor: str
    cause: str
    dream_id: UUID | None
    at: datetime
    redacted_at: datetime | None
    restored_from: int | None
    cites: tuple[UUID, ...]


async def versions(
    connection: AsyncConnection, tenant: UUID, user: UUID, memory: UUID
) -> tuple[Version, ...]:
    """Every value the memory had, newest first."""
    found = await connection.execute(
        select(*(memory_versions.c[name] for name in Version.__dataclass_fields__))
        .where(
            memory_versions.c.tenant_id == tenant,
            memory_versions.c.user_id == user,
            memory_versions.c.memory_id == memory,
        )
        .order_by(memory_versions.c.version.desc())
    )
    return tuple(value(Version, row) for row in found.mappings())


async def off_moments(
    connection: AsyncConnection, tenant: UUID, memory_ids: Sequence[UUID]
) -> dict[UUID, datetime]:
    """Since when memories are off, by id; those that are on are left out."""
    if not memory_ids:
        return {}
    found = await connection.execute(
        select(memories.c.id, memories.c.off_at).where(
            memories.c.tenant_id == tenant,
            memories.c.id.in_(memory_ids),
            memories.c.off_at.is_not(None),
        )
    )
    return {row.id: row.off_at for row in found}
