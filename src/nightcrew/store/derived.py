"""What dreams proposed and suggested and crews promised: words that came from others' words."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import dream_changes, dreams, follow_ups, suggestions


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """Words that came from talk or memories, with the lines they cite.

    memory, version: of a dream's change and of a suggestion, what it is about or made.
    """

    id: UUID
    texts: tuple[str, ...]
    cites: tuple[UUID, ...]
    memory: UUID | None = None
    version: int | None = None


async def changes(
    connection: AsyncConnection, tenant: UUID, user: UUID, crew: str | None
) -> tuple[Derived, ...]:
    """What dreams proposed, for a crew or for all."""
    query = (
        select(
            dream_changes.c.id,
            dream_changes.c.memory_id.label("memory"),
            dream_changes.c.memory_version.label("version"),
            dream_changes.c.text,
            dream_changes.c.subject,
            dream_changes.c.why,
            func.coalesce(dream_changes.c.verdict, "").label("verdict"),
            dream_changes.c.cites,
        )
        .join(
            dreams,
            (dreams.c.tenant_id == dream_changes.c.tenant_id)
            & (dreams.c.id == dream_changes.c.dream_id),
        )
        .where(dream_changes.c.tenant_id == tenant, dream_changes.c.user_id == user)
    )
    if crew is not None:
        query = query.where(dreams.c.crew == crew)
    return tuple(
        Derived(
            id=row.id,
            texts=(row.text, row.why, row.verdict, row.subject),
            cites=tuple(row.cites),
            memory=row.memory,
            version=row.version,
        )
        for row in await connection.execute(query)
    )


async def suggested(
    connection: AsyncConnection, tenant: UUID, user: UUID, crew: str | None
) -> tuple[Derived, ...]:
    """What was suggested, in any state, for a crew or for all."""
    query = select(
        suggestions.c.id, suggestions.c.text, suggestions.c.cites, suggestions.c.memory_id
    ).where(suggestions.c.tenant_id == tenant, suggestions.c.user_id == user)
    if crew is not None:
        query = query.where(suggestions.c.crew == crew)
    return tuple(
        Derived(id=row.id, texts=(row.text,), cites=tuple(row.cites), memory=row.memory_id)
        for row in await connection.execute(query)
    )


async def promised(
    connection: AsyncConnection, tenant: UUID, user: UUID, crew: str | None
) -> tuple[Derived, ...]:
    """What crews mean to say later or have said, for a crew or for all."""
    looked_up, condition = (
        func.coalesce(follow_ups.c.watch[name].astext, "").label(name)
        for name in ("query", "condition")
    )
    query = select(
        follow_ups.c.id, follow_ups.c.intent, follow_ups.c.cites, looked_up, condition
    ).where(follow_ups.c.tenant_id == tenant, follow_ups.c.user_id == user)
    if crew is not None:
        query = query.where(follow_ups.c.crew == crew)
    return tuple(
        Derived(id=row.id, texts=(row.intent, row.query, row.condition), cites=tuple(row.cites))
        for row in await connection.execute(query)
    )
