"""Shelves of knowledge for who looks them over: a tenant's own items and the shipped ones alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Subquery, Table, func, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.knowledge import ANSWERING, ItemState, KnowledgeItem
from nightcrew.store.rows import value
from nightcrew.store.tables import knowledge_items, shipped_knowledge

_FIELDS = tuple(KnowledgeItem.__dataclass_fields__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionCounts:
    """A collection in numbers.

    answering: live and stale items. reviewed: those a person let in and that can be looked up.
    due: answering ones whose day to look again has come. newest: the newest day an answering item
    holds for.
    """

    collection: str
    answering: int
    reviewed: int
    waiting: int
    due: int
    newest: date | None


async def collections(
    connection: AsyncConnection, tenant: UUID, today: date
) -> Sequence[CollectionCounts]:
    """Every collection that holds something, by name."""
    both = _both(tenant, ("collection", "state", "reviewed_by", "url", "recheck_on", "as_of"))
    cell = both.c
    answers = cell.state.in_(ANSWERING)
    public = cell.url.startswith("https://")
    found = await connection.execute(
        select(
            cell.collection,
            _count(answers).label("answering"),
            _count((cell.state == ItemState.LIVE) & cell.reviewed_by.is_not(None) & public).label(
                "reviewed"
            ),
            _count(cell.state == ItemState.WAITING).label("waiting"),
            _count(answers & (cell.recheck_on <= today)).label("due"),
            func.max(cell.as_of).filter(answers).label("newest"),
        )
        .group_by(cell.collection)
        .order_by(cell.collection)
    )
    return [value(CollectionCounts, row) for row in found.mappings()]


async def names(connection: AsyncConnection, tenant: UUID) -> frozenset[str]:
    """Every collection that holds something, a tenant's own and those that came along."""
    both = _both(tenant, ("collection",))
    found = await connection.scalars(select(both.c.collection).distinct())
    return frozenset(found)


async def items(
    connection: AsyncConnection, tenant: UUID, collection: str, *, skip: int, limit: int
) -> tuple[tuple[KnowledgeItem, ...], int]:
    """Items of a collection after so many, document by document, and how many there are in all."""
    both = _both(tenant, _FIELDS, collection)
    total = int(await connection.scalar(select(func.count()).select_from(both)) or 0)
    wanted = select(both).order_by(both.c.title, both.c.position, both.c.id)
    found = await connection.execute(wanted.offset(skip).limit(limit))
    return tuple(value(KnowledgeItem, row) for row in found.mappings()), total


def _both(tenant: UUID, names: Sequence[str], collection: str | None = None) -> Subquery:
    own = knowledge_items.c.tenant_id == tenant
    return union_all(
        _of(knowledge_items, names, own, collection),
        _of(shipped_knowledge, names, true(), collection),
    ).subquery()


def _of(
    table: Table, names: Sequence[str], whose: ColumnElement[bool], collection: str | None
) -> Any:
    wanted = select(*(table.c[name] for name in names)).where(whose)
    return wanted if collection is None else wanted.where(table.c.collection == collection)


def _count(which: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count().filter(which)
