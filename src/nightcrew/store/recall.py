"""The index of raw talk: a cache that can be rebuilt, and the one statement that searches it.

No approximate index: an exact scan of one pair's rows takes 2 ms at 600 turns, 15 ms at 5,000 and
misses nothing (engineering facts, recall). A vector of another embedding model is never compared;
the words of its row still count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.lexemes import stemmed_terms
from nightcrew.domain.pair import Pair
from nightcrew.domain.recall import of_length_one
from nightcrew.store import word_weights
from nightcrew.store.one_trip import Order
from nightcrew.store.prepared import Row, driver_of, send
from nightcrew.store.recall_sql import (
    DROP,
    FIGURES,
    LINE_COLUMNS,
    MORE_MEMORY,
    NOT_INDEXED_OF_TENANT,
    PUT,
    REACH,
    SEARCHES,
    WAITING_OF_TENANT,
)
from nightcrew.store.rows import value


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the index is asked.

    terms: as `query_terms` gives them. vector: as `direction` writes it; None when only words
    count, as when the embedder is away. model: what made the vector. leave_out: lines that are
    shown anyway.
    """

    terms: Sequence[str]
    vector: str | None
    model: str
    leave_out: Sequence[UUID] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A line of talk and how near it is to the question.

    lexical: share of the question's rare words, 0 to about 0.8. dense_z: standard deviations
    above the pair's own lines. nearness: the cosine, which means nothing by itself; None for a line
    that was embedded by another model, or when no vector was asked for.
    """

    evidence: Evidence
    score: float
    lexical: float
    dense_z: float
    nearness: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a search saw: lines best first, and the newest lines that are in no index yet.

    total: of how many lines in all; 0 when there is none to show.
    """

    found: tuple[Found, ...] = ()
    waiting: tuple[Evidence, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NotIndexed:
    """A line without a row of this model; previous: the two lines before it, oldest first.

    erase_count: how often something of this user had been erased when it was read.
    """

    pair: Pair
    evidence: Evidence
    previous: tuple[str, ...]
    erase_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """What the index keeps of one line; lexemes is a tsvector literal."""

    id: UUID
    length: int
    embedding: Sequence[float]
    lexemes: str
    erase_count: int = 0


def search_orders(pair: Pair, asked: Asked, *, limit: int, newest: int) -> tuple[Order, Order]:
    """The search as orders of one trip; `seen_of` reads the rows of the second.

    The crew's lines stand beside the user's without a handicap: on our 60 turns leaving them out
    found neither more nor fewer answers, and some questions are about what the crew said.
    """
    terms = stemmed_terms(asked.terms)
    values = {
        **_names(pair),
        "vector": asked.vector,
        "model": asked.model,
        **word_weights.asked(terms),
        "limit": limit,
        "newest": newest,
        "leave_out": list(asked.leave_out),
    }
    return (MORE_MEMORY, {}), (word_weights.fitting(SEARCHES, terms), values)


def seen_of(rows: Sequence[Row], *, limit: int) -> Seen:
    """What a search brought; limit: the one it was asked with."""
    found, waiting = list[Found](), list[Evidence]()
    width, total = len(LINE_COLUMNS), 0
    for row in rows:
        line = value(Evidence, dict(zip(LINE_COLUMNS, row[:width], strict=True)))
        *figures, total = row[width:]
        if figures[0] is None:
            waiting.append(line)
        else:
            found.append(Found(evidence=line, **dict(zip(FIGURES, figures, strict=True))))
    return Seen(found=tuple(found[:limit]), waiting=tuple(waiting), total=total)


async def nearest(
    connection: AsyncConnection,
    pair: Pair,
    *,
    vector: Sequence[float] | None,
    model: str,
    terms: Sequence[str],
    limit: int,
    leave_out: Sequence[UUID] = (),
) -> tuple[Found, ...]:
    """The indexed lines of the pair nearest to a question, best first."""
    written = direction(vector) if vector is not None else None
    asked = Asked(terms=terms, vector=written, model=model, leave_out=leave_out)
    driver = await driver_of(connection)
    for statement, values in search_orders(pair, asked, limit=limit, newest=0):
        cursor = await send(driver, statement, values)
    return seen_of(await cursor.fetchall(), limit=limit).found


async def not_indexed(
    connection: AsyncConnection, tenant: UUID, model: str, limit: int
) -> tuple[NotIndexed, ...]:
    """Lines of a tenant that wait for the index or are of another model, newest first."""
    found = await connection.execute(
        NOT_INDEXED_OF_TENANT, {"tenant": tenant, "model": model, "limit": limit}
    )
    return tuple(_not_indexed(tenant, dict(row)) for row in found.mappings())


async def count_not_indexed(connection: AsyncConnection, tenant: UUID, model: str) -> int:
    """How many lines `not_indexed` would come to in the end."""
    names = {"tenant": tenant, "model": model}
    return int(await connection.scalar(WAITING_OF_TENANT, names) or 0)


async def put_index(
    connection: AsyncConnection, tenant: UUID, model: str, rows: Sequence[IndexRow]
) -> int:
    """Write rows of the index over older ones; lines erased meanwhile are passed over."""
    done = await connection.execute(
        PUT,
        {
            "tenant": tenant,
            "model": model,
            "ids": [row.id for row in rows],
            "lengths": [row.length for row in rows],
            "embeddings": [direction(row.embedding) for row in rows],
            "lexemes": [row.lexemes for row in rows],
            "erase_counts": [row.erase_count for row in rows],
        },
    )
    return int(done.rowcount)


async def drop_index(connection: AsyncConnection, tenant: UUID, lines: Sequence[UUID]) -> int:
    """Take lines out of the index, and the lines after them, which carry some of their words.

    Call it after the lines are marked as erased; the lines after them come back by themselves.
    """
    done = await connection.execute(DROP, {"tenant": tenant, "ids": list(lines), "reach": REACH})
    return int(done.rowcount)


def literal(vector: Sequence[float]) -> str:
    """A vector as PostgreSQL reads it."""
    # Written by one format, which takes half as long as one of each part.
    return f"[{','.join(['%.7g'] * len(vector))}]" % tuple(vector)


def direction(vector: Sequence[float]) -> str:
    """The same of length 1: the inner product of two is their cosine, and costs half as much."""
    return literal(of_length_one(vector))


def _not_indexed(tenant: UUID, row: dict[str, Any]) -> NotIndexed:
    pair = Pair(tenant=tenant, user=row.pop("user_id"), crew=row.pop("crew"))
    previous, erased = tuple(row.pop("previous")), row.pop("erase_count")
    said = value(Evidence, row)
    return NotIndexed(pair=pair, previous=previous, evidence=said, erase_count=erased)


def _names(pair: Pair) -> dict[str, Any]:
    return {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew}
