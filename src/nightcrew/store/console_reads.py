"""What only the console's pages read: cited words, talk with its turns, and what dreams cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Float, cast, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.follow_up import WaitingOccurrence
from nightcrew.domain.pair import Pair
from nightcrew.domain.two_weeks import WAITING
from nightcrew.store.evidence import COLUMNS, JOINED
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import (
    dream_changes,
    dreams,
    evidence,
    memories,
    memory_versions,
    messages,
    occurrences,
    turns,
)
from nightcrew.store.whose import of_pair

# Days are the reader's own, so moments come in steps that fit the offset of every zone.
_STEP = text("interval '15 minutes'")
_FROM = text("timestamptz '2000-01-01 00:00:00+00'")


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkRow:
    """One line of a pair's talk; turn_id: of a line that belongs to a turn."""

    id: UUID
    speaker: str
    text: str
    said_at: datetime
    source: str
    complete: int
    turn_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What dreams of a quarter of an hour did and cost; cost: None where no price is known."""

    at: datetime
    dreams: int
    failed: int
    calls: int
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadLines:
    """Lines said in a quarter of an hour that no dream has read to an end."""

    at: datetime
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryLine:
    """A memory in one line, for a place that names it by its id."""

    id: UUID
    text: str
    kind: str
    status: str


async def lines(
    connection: AsyncConnection, tenant: UUID, user: UUID, ids: Sequence[UUID]
) -> dict[str, list[Evidence]]:
    """Lines of one user by id, by the crew they were said to, oldest first."""
    if not ids:
        return {}
    found = await connection.execute(
        select(*COLUMNS, evidence.c.crew)
        .select_from(JOINED)
        .where(
            evidence.c.tenant_id == tenant,
            evidence.c.user_id == user,
            evidence.c.id.in_(ids),
            evidence.c.erased_at.is_(None),
        )
        .order_by(evidence.c.said_at, evidence.c.position)
    )
    by_crew: dict[str, list[Evidence]] = {}
    for row in found.mappings():
        line = dict(row)
        by_crew.setdefault(line.pop("crew"), []).append(value(Evidence, line))
    return by_crew


async def memory_lines(
    connection: AsyncConnection, tenant: UUID, user: UUID, ids: Sequence[UUID]
) -> tuple[MemoryLine, ...]:
    """Memories of one user by id, on or off."""
    found = await connection.execute(
        select(*columns_of(memories, MemoryLine)).where(
            memories.c.tenant_id == tenant, memories.c.user_id == user, memories.c.id.in_(ids)
        )
    )
    return tuple(value(MemoryLine, row) for row in found.mappings())


async def talk(connection: AsyncConnection, pair: Pair, limit: int) -> tuple[TalkRow, ...]:
    """The newest lines of a pair over all conversations, oldest first."""
    names = [name for name in TalkRow.__dataclass_fields__ if name != "turn_id"]
    found = await connection.execute(
        select(*(messages.c[name] for name in names), turns.c.turn_id)
        .select_from(
            messages.outerjoin(
                turns,
                (turns.c.tenant_id == messages.c.tenant_id) & (turns.c.id == messages.c.turn),
            )
        )
        .where(
            *of_pair(messages, pair),
            messages.c.text != "",
        )
        .order_by(messages.c.position.desc())
        .limit(limit)
    )
    return tuple(reversed([value(TalkRow, row) for row in found.mappings()]))


async def times(
    connection: AsyncConnection, tenant: UUID, user: UUID, since: datetime, until: datetime
) -> dict[UUID, list[WaitingOccurrence]]:
    """By follow-up, the times of a user in a span, and those that wait from before it."""
    in_span = occurrences.c.due_at.between(since, until)
    waits = occurrences.c.state.in_(WAITING) & (occurrences.c.due_at < since)
    found = await connection.execute(
        select(*columns_of(occurrences, WaitingOccurrence))
        .where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.user_id == user,
            in_span | waits,
        )
        .order_by(occurrences.c.due_at)
    )
    by_follow_up: dict[UUID, list[WaitingOccurrence]] = {}
    for row in found.mappings():
        one = value(WaitingOccurrence, row)
        by_follow_up.setdefault(one.follow_up_id, []).append(one)
    return by_follow_up


async def befores(
    connection: AsyncConnection, tenant: UUID, dream_ids: Sequence[UUID]
) -> dict[tuple[UUID, int], str | None]:
    """What memories said when a dream read them, by dream and number of the change."""
    found = await connection.execute(
        select(dream_changes.c.dream_id, dream_changes.c.number, memory_versions.c.text)
        .select_from(
            dream_changes.join(
                memory_versions,
                (memory_versions.c.tenant_id == dream_changes.c.tenant_id)
                & (memory_versions.c.memory_id == dream_changes.c.memory_id)
                & (memory_versions.c.version == dream_changes.c.memory_version),
            )
        )
        .where(
            dream_changes.c.tenant_id == tenant,
            dream_changes.c.dream_id.in_(dream_ids),
            dream_changes.c.action != "create",
        )
    )
    return {(row.dream_id, row.number): row.text for row in found}


async def spent(
    connection: AsyncConnection, tenant: UUID, since: datetime, *, user: UUID | None
) -> tuple[Spent, ...]:
    """What dreams did and cost since a moment, a row for each quarter of an hour with any."""
    at = func.date_bin(_STEP, dreams.c.at, _FROM).label("at")

    def number(name: str) -> Any:
        return func.coalesce(cast(dreams.c.usage[name].astext, BigInteger), 0)

    query = (
        select(
            at,
            func.count().label("dreams"),
            func.count()
            .filter(dreams.c.outcome.not_in(("applied", "nothing_to_do", "review", "dry_run")))
            .label("failed"),
            cast(func.sum(number("model_calls")), BigInteger).label("calls"),
            cast(func.sum(number("prompt_tokens") + number("completion_tokens")), BigInteger).label(
                "tokens"
            ),
            func.sum(cast(dreams.c.usage["cost"].astext, Float)).label("cost"),
        )
        .where(dreams.c.tenant_id == tenant, dreams.c.at >= since)
        .group_by(at)
        .order_by(at)
    )
    if user is not None:
        query = query.where(dreams.c.user_id == user)
    found = await connection.execute(query)
    return tuple(value(Spent, row) for row in found.mappings())


async def waiting(
    connection: AsyncConnection, tenant: UUID, *, user: UUID | None
) -> tuple[UnreadLines, ...]:
    """When the lines that wait for a dream were said."""
    at = func.date_bin(_STEP, evidence.c.said_at, _FROM).label("at")
    query = (
        select(at, func.count().label("lines"))
        .where(
            evidence.c.tenant_id == tenant,
            evidence.c.state == "pending",
            evidence.c.erased_at.is_(None),
        )
        .group_by(at)
        .order_by(at)
    )
    if user is not None:
        query = query.where(evidence.c.user_id == user)
    found = await connection.execute(query)
    return tuple(value(UnreadLines, row) for row in found.mappings())


async def parked(connection: AsyncConnection, tenant: UUID, *, user: UUID | None) -> int:
    """How many lines three dreams could make nothing of."""
    query = select(func.count()).where(evidence.c.tenant_id == tenant, evidence.c.state == "parked")
    if user is not None:
        query = query.where(evidence.c.user_id == user)
    return int(await connection.scalar(query) or 0)
