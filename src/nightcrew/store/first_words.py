"""Messages a crew sends first, written into the conversation and the outbox together."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.named_fields import named_fields


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstWords:
    """One message the gate allowed; gate_id: its decision, without which no row can exist.

    unasked: nobody asked for it, so that budgets count it. bundle: the crew's text of that moment.
    """

    user_id: UUID
    crew: str
    gate_id: UUID
    kind: str
    words: str
    follow_up: UUID | None
    occurrence: UUID | None
    unasked: bool
    timezone: str
    bundle: str


_TAKE_TURNS = text("select pg_advisory_xact_lock(hashtextextended('outbox ' || :tenant, 0))")
# The user will answer in the pair's newest conversation.
_NEWEST = text("""
select p.user_id, p.crew,
  (select c.id from conversations c
   where c.tenant_id = :tenant and c.user_id = p.user_id and c.crew = p.crew
   order by c.last_turn_at desc limit 1) as id
from jsonb_to_recordset(cast(:pairs as jsonb)) as p(user_id uuid, crew text)
""")
_CONVERSATIONS = text("""
insert into conversations (tenant_id, id, user_id, crew, external_id, bundle, started_at,
                           last_turn_at)
select :tenant, r.id, r.user_id, r.crew, r.id::text, r.bundle, :now, :now
from jsonb_to_recordset(cast(:rows as jsonb)) as r(id uuid, user_id uuid, crew text, bundle text)
""")
_WRITE = text("""
with r as (
  select * from jsonb_to_recordset(cast(:rows as jsonb)) as r(
    place int, id uuid, message_id uuid, conversation_id uuid, user_id uuid, crew text,
    gate_id uuid, kind text, words text, follow_up uuid, occurrence uuid, unasked boolean,
    timezone text)),
said as (
  insert into messages (tenant_id, id, user_id, crew, conversation_id, speaker, text, said_at,
                        timezone, source)
  select :tenant, message_id, user_id, crew, conversation_id, 'assistant', words, :now, timezone,
         'follow_up'
  from r order by place)
insert into outbox (tenant_id, id, user_id, crew, kind, text, follow_up_id, occurrence_id,
                    message_id, gate_id, gate_verdict, created_at, state, unasked)
select :tenant, id, user_id, crew, kind, words, follow_up, occurrence, message_id, gate_id,
       'allow', :now, 'ready', unasked
from r order by place
""")


async def put_all(
    connection: AsyncConnection, tenant: UUID, messages: Sequence[FirstWords], now: datetime
) -> tuple[UUID, ...]:
    """Put messages into their conversations and into the outbox; gives the outbox ids.

    Writers of a tenant take turns until the commit, so that a reader who goes by position never
    passes a message that is still being written.
    """
    await connection.execute(_TAKE_TURNS, {"tenant": str(tenant)})
    where = await _conversations(connection, tenant, messages, now)
    rows = [
        {
            **_cells(message),
            "place": place,
            "id": str(uuid4()),
            "message_id": str(uuid4()),
            "conversation_id": str(where[message.user_id, message.crew]),
        }
        for place, message in enumerate(messages)
    ]
    await connection.execute(_WRITE, {"tenant": tenant, "now": now, "rows": _json(rows)})
    return tuple(UUID(row["id"]) for row in rows)


async def _conversations(
    connection: AsyncConnection, tenant: UUID, messages: Sequence[FirstWords], now: datetime
) -> dict[tuple[UUID, str], UUID]:
    bundles = {(each.user_id, each.crew): each.bundle for each in messages}
    pairs = [{"user_id": str(user), "crew": crew} for user, crew in bundles]
    found = await connection.execute(_NEWEST, {"tenant": tenant, "pairs": _json(pairs)})
    where = {(row.user_id, row.crew): row.id for row in found}
    new = {pair: uuid4() for pair, known in where.items() if known is None}
    if new:
        rows = [
            {"id": str(made), "user_id": str(user), "crew": crew, "bundle": bundles[user, crew]}
            for (user, crew), made in new.items()
        ]
        values = {"tenant": tenant, "now": now, "rows": _json(rows)}
        await connection.execute(_CONVERSATIONS, values)
    return where | new


def _cells(message: FirstWords) -> dict[str, Any]:
    cells = named_fields(message)
    return {name: str(cell) if isinstance(cell, UUID) else cell for name, cell in cells.items()}


def _json(rows: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(rows, ensure_ascii=False)
