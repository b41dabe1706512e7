"""Judgements that were stored, and what their questions are put together from again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.lint_unused import CrewUse
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Spoken
from nightcrew.store.known_follow_ups import KnownFollowUp
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import follow_ups, messages, turns
from nightcrew.store.whose import of_pair


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTurn:
    """A finished turn with its judgement; judged is gone once the user's words are erased."""

    id: UUID
    turn_id: str
    user_id: UUID
    conversation_id: UUID
    at: datetime
    explain: Mapping[str, Any] | None
    judged: Mapping[str, Any] | None


# One row a crew: how many turns were judged, and the anchors of lines that any of them cited.
_LEANT_ON = text("""
    select t.crew, count(distinct t.id) as turns, coalesce(array_agg(distinct l.anchor)
        filter (where l.anchor is not null), '{}') as anchors
    from (
        select id, crew, explain from turns
        where tenant_id = :tenant and state = 'done' and at >= :since and explain is not null
    ) t
    left join lateral (
        select each ->> 'anchor' as anchor
        from jsonb_array_elements(t.explain -> 'guide_lines') each
    ) l on true
    group by t.crew
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidThen:
    """The line a turn answered, and the lines before it in the same talk, oldest first."""

    line: Spoken
    talk: tuple[Spoken, ...]


async def newest(
    connection: AsyncConnection, tenant: UUID, crew: str, limit: int
) -> tuple[JudgedTurn, ...]:
    """The crew's last finished turns with all users of a tenant, newest first."""
    found = await connection.execute(
        select(*columns_of(turns, JudgedTurn))
        .where(turns.c.tenant_id == tenant, turns.c.crew == crew, turns.c.state == "done")
        .order_by(turns.c.at.desc(), turns.c.id)
        .limit(limit)
    )
    return tuple(value(JudgedTurn, row) for row in found.mappings())


async def leant_on(
    connection: AsyncConnection, tenant: UUID, since: datetime
) -> Mapping[str, CrewUse]:
    """By crew, what judgements of finished turns since a moment cited; no word of anybody."""
    found = await connection.execute(_LEANT_ON, {"tenant": tenant, "since": since})
    return {row["crew"]: value(CrewUse, row) for row in found.mappings()}


async def said_then(
    connection: AsyncConnection, pair: Pair, turn: JudgedTurn, limit: int
) -> SaidThen | None:
    """The words of a turn as they are stored now; None when its line is not there."""
    columns = columns_of(messages, Spoken)
    found = await connection.execute(
        select(*columns, messages.c.position).where(
            messages.c.tenant_id == pair.tenant,
            messages.c.turn == turn.id,
            messages.c.speaker == "user",
        )
    )
    row = found.mappings().first()
    if row is None:
        return None
    before = await connection.execute(
        select(*columns)
        .where(
            *of_pair(messages, pair),
            messages.c.conversation_id == turn.conversation_id,
            messages.c.complete == 1,
            messages.c.text != "",
            messages.c.position < row["position"],
        )
        .order_by(messages.c.position.desc())
        .limit(limit)
    )
    cells = {name: cell for name, cell in row.items() if name != "position"}
    talk = [value(Spoken, each) for each in before.mappings()]
    return SaidThen(line=value(Spoken, cells), talk=tuple(reversed(talk)))


async def open_then(
    connection: AsyncConnection, pair: Pair, at: datetime
) -> tuple[KnownFollowUp, ...]:
    """The follow-ups that were open at a moment, as they are known today."""
    found = await connection.execute(
        select(*columns_of(follow_ups, KnownFollowUp))
        .where(
            *of_pair(follow_ups, pair),
            follow_ups.c.created_at < at,
            or_(follow_ups.c.ended_at.is_(None), follow_ups.c.ended_at >= at),
        )
        .order_by(follow_ups.c.next_at, follow_ups.c.id)
        .limit(20)
    )
    return tuple(value(KnownFollowUp, row) for row in found.mappings())
