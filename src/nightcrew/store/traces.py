"""Where the words of a memory or of a line of talk have gone: read before they are erased."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.rows import value
from nightcrew.store.tables import (
    conversations,
    dream_changes,
    dreams,
    evidence,
    follow_ups,
    memories,
    memory_cites,
    messages,
    suggestions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkLine:
    """One line as it is stored; position orders all lines."""

    id: UUID
    crew: str
    turn: UUID | None
    speaker: str
    text: str
    position: int


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


_LINE = [messages.c[name] for name in TalkLine.__dataclass_fields__]


async def lines(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None,
    after: int,
    limit: int,
) -> tuple[TalkLine, ...]:
    """A page of what was said to a crew, or to all, oldest first; lines without words left out."""
    query = select(*_LINE).where(
        messages.c.tenant_id == tenant,
        messages.c.user_id == user,
        messages.c.position > after,
        messages.c.text != "",
    )
    if crew is not None:
        query = query.where(messages.c.crew == crew)
    found = await connection.execute(query.order_by(messages.c.position).limit(limit))
    return tuple(value(TalkLine, row) for row in found.mappings())


async def some_lines(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    ids: Sequence[UUID] = (),
    in_turns: Sequence[UUID] = (),
    in_talks: Sequence[UUID] = (),
) -> tuple[TalkLine, ...]:
    """Lines by id, by turn or by conversation, oldest first."""
    found = await connection.execute(
        select(*_LINE)
        .where(
            messages.c.tenant_id == tenant,
            messages.c.id.in_(ids)
            | messages.c.turn.in_(in_turns)
            | messages.c.conversation_id.in_(in_talks),
        )
        .order_by(messages.c.position)
    )
    return tuple(value(TalkLine, row) for row in found.mappings())


async def is_evidence(connection: AsyncConnection, tenant: UUID, user: UUID, line: UUID) -> bool:
    """Whether this user has such a raw line, erased or not."""
    found = await connection.scalar(
        select(evidence.c.id).where(
            evidence.c.tenant_id == tenant, evidence.c.user_id == user, evidence.c.id == line
        )
    )
    return found is not None


async def talks(
    connection: AsyncConnection, tenant: UUID, user: UUID, name: str
) -> tuple[UUID, ...]:
    """Our ids of the conversations that the backend calls so, one a crew at the most."""
    found = await connection.scalars(
        select(conversations.c.id).where(
            conversations.c.tenant_id == tenant,
            conversations.c.user_id == user,
            conversations.c.external_id == name,
        )
    )
    return tuple(found)


async def talk_is_there(connection: AsyncConnection, tenant: UUID, user: UUID, talk: UUID) -> bool:
    """Whether this user has such a conversation."""
    found = await connection.scalar(
        select(conversations.c.id).where(
            conversations.c.tenant_id == tenant,
            conversations.c.user_id == user,
            conversations.c.id == talk,
        )
    )
    return found is not None


async def cited_by(
    connection: AsyncConnection, tenant: UUID, memory_ids: Sequence[UUID]
) -> frozenset[UUID]:
    """The lines that any value of these memories rests on."""
    found = await connection.scalars(
        select(memory_cites.c.evidence_id).where(
            memory_cites.c.tenant_id == tenant, memory_cites.c.memory_id.in_(memory_ids)
        )
    )
    return frozenset(found)


async def resting_on(
    connection: AsyncConnection, tenant: UUID, line_ids: Sequence[UUID]
) -> tuple[UUID, ...]:
    """The memories that cite any of these lines."""
    found = await connection.scalars(
        select(memory_cites.c.memory_id)
        .where(memory_cites.c.tenant_id == tenant, memory_cites.c.evidence_id.in_(line_ids))
        .distinct()
        .order_by(memory_cites.c.memory_id)
    )
    return tuple(found)


async def off_memories(
    connection: AsyncConnection, tenant: UUID, user: UUID, crew: str | None
) -> dict[UUID, str]:
    """What memories say that are off, of a crew or of all."""
    query = select(memories.c.id, memories.c.text).where(
        memories.c.tenant_id == tenant, memories.c.user_id == user, memories.c.status == "off"
    )
    if crew is not None:
        query = query.where(memories.c.crew == crew)
    return {row.id: row.text for row in await connection.execute(query)}


_IN_VIEW = text("""
select id from turns
where tenant_id = :tenant and user_id = :user
  and (jsonb_exists_any(explain -> 'memories', :memories)
       or jsonb_exists_any(explain -> 'evidence', :lines))
""")


async def turns_in_view(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    memory_ids: Sequence[UUID],
    line_ids: Sequence[UUID],
) -> frozenset[UUID]:
    """The turns that were answered with one of these memories or lines in view."""
    found = await connection.scalars(
        _IN_VIEW,
        {
            "tenant": tenant,
            "user": user,
            "memories": [str(each) for each in memory_ids],
            "lines": [str(each) for each in line_ids],
        },
    )
    return frozenset(found)


async def turns_of_lines(
    connection: AsyncConnection, tenant: UUID, line_ids: Sequence[UUID]
) -> frozenset[UUID]:
    """The turns in which these lines were said."""
    found = await connection.scalars(
        select(messages.c.turn).where(
            messages.c.tenant_id == tenant,
            messages.c.id.in_(line_ids),
            messages.c.turn.is_not(None),
        )
    )
    return frozenset(found)


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
    watched = func.coalesce(follow_ups.c.watch["query"].astext, "").label("watched")
    query = select(follow_ups.c.id, follow_ups.c.intent, follow_ups.c.cites, watched).where(
        follow_ups.c.tenant_id == tenant, follow_ups.c.user_id == user
    )
    if crew is not None:
        query = query.where(follow_ups.c.crew == crew)
    return tuple(
        Derived(id=row.id, texts=(row.intent, row.watched), cites=tuple(row.cites))
        for row in await connection.execute(query)
    )
