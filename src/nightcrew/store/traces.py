"""Where the words of a memory or of a line of talk have gone: read before they are erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, any_, cast, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.rows import as_array, columns_of, value
from nightcrew.store.tables import (
    conversations,
    memories,
    memory_cites,
    messages,
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


_LINE = columns_of(messages, TalkLine)


def among(column: Any, ids: Iterable[UUID]) -> Any:
    """Whether a column holds one of these ids; as one array, of however many."""
    return column == any_(cast(literal(as_array(ids)), ARRAY(Uuid)))


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
            among(messages.c.id, ids)
            | among(messages.c.turn, in_turns)
            | among(messages.c.conversation_id, in_talks),
        )
        .order_by(messages.c.position)
    )
    return tuple(value(TalkLine, row) for row in found.mappings())


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
            memory_cites.c.tenant_id == tenant, among(memory_cites.c.memory_id, memory_ids)
        )
    )
    return frozenset(found)


async def resting_on(
    connection: AsyncConnection, tenant: UUID, line_ids: Sequence[UUID]
) -> tuple[UUID, ...]:
    """The memories that cite any of these lines."""
    found = await connection.scalars(
        select(memory_cites.c.memory_id)
        .where(memory_cites.c.tenant_id == tenant, among(memory_cites.c.evidence_id, line_ids))
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
            among(messages.c.id, line_ids),
            messages.c.turn.is_not(None),
        )
    )
    return frozenset(found)


_TURN_WORDS = text("""
select id, concat_ws(' ', answer::text, judged::text) as words from turns
where tenant_id = :tenant and id = any(:turns)
""")


async def turn_words(
    connection: AsyncConnection, tenant: UUID, turn_ids: Sequence[UUID]
) -> dict[UUID, str]:
    """All that turns keep of words besides their lines, by turn."""
    found = await connection.execute(_TURN_WORDS, {"tenant": tenant, "turns": list(turn_ids)})
    return {row.id: row.words for row in found}
