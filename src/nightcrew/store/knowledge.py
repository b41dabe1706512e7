"""Items of knowledge: a tenant's own are written one by one, those that ship file by file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, Table, delete, func, literal, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert as insert_or
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.knowledge import ANSWERING, ItemState, KnowledgeItem, Origin
from nightcrew.domain.lexemes import as_tsvector, weighted_length
from nightcrew.store.rows import value
from nightcrew.store.tables import knowledge_items, shipped_knowledge

_FIELDS = tuple(KnowledgeItem.__dataclass_fields__)
ROWS_AT_ONCE = 1_000  # a statement has at most 65,535 values
_DERIVED = ("lexemes", "length")
_NO_VECTORS: dict[str, Any] = dict.fromkeys(("embedding", "asked_embeddings", "model"))
_OWN, _SHIPPED = knowledge_items.c, shipped_knowledge.c
_IN_ORDER = (_OWN.written_at, _OWN.position, _OWN.id)
Place = tuple[datetime, int, UUID]  # in the order of _IN_ORDER


@dataclass(frozen=True, slots=True, kw_only=True)
class DueSource:
    """An address of a collection whose items should be looked at again."""

    collection: str
    url: str
    title: str


async def held(
    connection: AsyncConnection, tenant: UUID, collection: str, digests: Sequence[str]
) -> Mapping[str, KnowledgeItem]:
    """The tenant's items of these contents, by content, whatever their state; locked."""
    wanted = _items().where(
        _OWN.tenant_id == tenant, _OWN.collection == collection, _OWN.digest.in_(digests)
    )
    return {item.digest: item for item in await _read(connection, wanted.with_for_update())}


async def of_source(
    connection: AsyncConnection, tenant: UUID, collection: str, url: str
) -> tuple[KnowledgeItem, ...]:
    """What a tenant's collection holds of a fetched address and may answer from; locked."""
    wanted = _items().where(
        _OWN.tenant_id == tenant,
        _OWN.collection == collection,
        _OWN.origin == Origin.WEB,
        _OWN.url == url,
        _OWN.state.in_(ANSWERING),
    )
    return await _read(connection, wanted.order_by(_OWN.position, _OWN.id).with_for_update())


async def of_title(
    connection: AsyncConnection, tenant: UUID, collection: str, title: str
) -> tuple[KnowledgeItem, ...]:
    """What a tenant's collection answers from under a title; locked."""
    wanted = _items().where(
        _OWN.tenant_id == tenant,
        _OWN.collection == collection,
        _OWN.title == title,
        _OWN.state.in_(ANSWERING),
    )
    return await _read(connection, wanted.with_for_update())


async def add(connection: AsyncConnection, tenant: UUID, items: Sequence[KnowledgeItem]) -> int:
    """Write new items; one whose content is there already is passed over. Says how many."""
    if not items:
        return 0
    rows = [{"tenant_id": tenant, **_row(item)} for item in items]
    adding = insert_or(knowledge_items).values(rows).on_conflict_do_nothing()
    return len((await connection.execute(adding.returning(_OWN.id))).all())


async def keep(connection: AsyncConnection, tenant: UUID, item: KnowledgeItem) -> None:
    """Write what is now known of an item beside its words."""
    changed = {
        name: getattr(item, name)
        for name in _FIELDS
        if name not in ("id", "collection", "heading", "text", "asked", "digest")
    }
    await connection.execute(
        update(knowledge_items)
        .where(_OWN.tenant_id == tenant, _OWN.id == item.id)
        .values(**changed, written_at=func.clock_timestamp())
    )


async def ask_otherwise(connection: AsyncConnection, tenant: UUID, item: KnowledgeItem) -> None:
    """Let an item be asked for in other ways; its vectors are made anew."""
    row = _row(item)
    await connection.execute(
        update(knowledge_items)
        .where(_OWN.tenant_id == tenant, _OWN.id == item.id)
        .values({name: row[name] for name in ("asked", *_DERIVED)} | _NO_VECTORS)
    )


async def settle(
    connection: AsyncConnection, tenant: UUID, ids: Sequence[UUID], state: ItemState
) -> int:
    """Put items into a state; says how many."""
    done = await connection.execute(
        update(knowledge_items)
        .where(_OWN.tenant_id == tenant, _OWN.id.in_(ids))
        .values(state=state, written_at=func.clock_timestamp())
    )
    return int(done.rowcount)


async def put_off(
    connection: AsyncConnection, tenant: UUID, source: DueSource, recheck_on: date
) -> None:
    """Let a source be looked at another day; nothing else of its items changes."""
    await connection.execute(
        update(knowledge_items)
        .where(
            _OWN.tenant_id == tenant,
            _OWN.collection == source.collection,
            _OWN.url == source.url,
            _OWN.origin == Origin.WEB,
            _OWN.state.in_(ANSWERING),
        )
        .values(recheck_on=recheck_on)
    )


async def due(connection: AsyncConnection, tenant: UUID, today: date) -> tuple[DueSource, ...]:
    """The fetched addresses whose day has come, the longest due first."""
    found = await connection.execute(
        select(_OWN.collection, _OWN.url, func.min(_OWN.title).label("title"))
        .where(
            _OWN.tenant_id == tenant,
            _OWN.origin == Origin.WEB,
            _OWN.state.in_(ANSWERING),
            _OWN.recheck_on <= today,
        )
        .group_by(_OWN.collection, _OWN.url)
        .order_by(func.min(_OWN.recheck_on), _OWN.collection, _OWN.url)
    )
    return tuple(DueSource(**row) for row in found.mappings())


async def count_due_by_hand(connection: AsyncConnection, tenant: UUID, today: date) -> int:
    """How many answering items without a fetched address somebody should look at again."""
    wanted = select(func.count()).where(
        _OWN.tenant_id == tenant,
        _OWN.origin != Origin.WEB,
        _OWN.state.in_(ANSWERING),
        _OWN.recheck_on <= today,
    )
    shipped = select(func.count()).where(_SHIPPED.recheck_on <= today)
    return int(await connection.scalar(wanted) or 0) + int(await connection.scalar(shipped) or 0)


async def waiting(
    connection: AsyncConnection,
    tenant: UUID,
    collection: str | None,
    *,
    after: Place | None = None,
    limit: int,
) -> tuple[tuple[KnowledgeItem, ...], int]:
    """Items that wait for a person, the oldest first, and how many there are in all.

    after: only those behind this place.
    """
    whose = [_OWN.tenant_id == tenant, _OWN.state == ItemState.WAITING]
    if collection is not None:
        whose.append(_OWN.collection == collection)
    total = int(await connection.scalar(select(func.count()).where(*whose)) or 0)
    wanted = _items().where(*whose).order_by(*_IN_ORDER)
    if after is not None:
        wanted = wanted.where(tuple_(*_IN_ORDER) > tuple_(*map(literal, after)))
    return await _read(connection, wanted.limit(limit)), total


async def place_of(connection: AsyncConnection, tenant: UUID, item: UUID) -> Place:
    """Where an item of the tenant stands among those that wait."""
    wanted = select(*_IN_ORDER).where(_OWN.tenant_id == tenant, _OWN.id == item)
    written_at, position, same = (await connection.execute(wanted)).one()
    return written_at, position, same


async def one(connection: AsyncConnection, tenant: UUID, item: UUID) -> KnowledgeItem | None:
    """An item of the tenant by its id; locked."""
    wanted = _items().where(_OWN.tenant_id == tenant, _OWN.id == item).with_for_update()
    found = await _read(connection, wanted)
    return found[0] if found else None


async def reviewed(connection: AsyncConnection, tenant: UUID) -> Mapping[str, int]:
    """How many reviewed live items each collection has, own and shipped ones."""
    counts: Counter[str] = Counter()
    for table, whose in ((knowledge_items, [_OWN.tenant_id == tenant]), (shipped_knowledge, [])):
        wanted = select(table.c.collection, func.count().label("items")).where(
            *whose,
            table.c.state == ItemState.LIVE,
            table.c.reviewed_by.is_not(None),
            table.c.url.startswith("https://"),
        )
        for row in await connection.execute(wanted.group_by(table.c.collection)):
            counts[row.collection] += row.items
    return counts


async def ship(
    connection: AsyncConnection, collections: Mapping[str, Sequence[KnowledgeItem]]
) -> int:
    """Make the shipped items what the files say; what did not change is not written.

    collections: by name; those that are not named are left as they are. Says how many changed.
    """
    there = {
        item.id: item
        for item in await _read(
            connection,
            _items(shipped_knowledge).where(_SHIPPED.collection.in_(list(collections))),
        )
    }
    wanted = {item.id: item for items in collections.values() for item in items}
    gone = list(there.keys() - wanted.keys())
    if gone:
        await connection.execute(delete(shipped_knowledge).where(_SHIPPED.id.in_(gone)))
    changed = [item for item in wanted.values() if there.get(item.id) != item]
    for start in range(0, len(changed), ROWS_AT_ONCE):
        batch = changed[start : start + ROWS_AT_ONCE]
        adding = insert_or(shipped_knowledge).values([_row(item) for item in batch])
        told: dict[str, Any] = {
            name: adding.excluded[name] for name in (*_FIELDS, *_DERIVED) if name != "id"
        }
        told |= _NO_VECTORS
        await connection.execute(adding.on_conflict_do_update(index_elements=["id"], set_=told))
    return len(gone) + len(changed)


async def drop_unshipped(connection: AsyncConnection, collections: Sequence[str]) -> int:
    """Drop shipped items of collections that are no longer among the files; says how many."""
    done = await connection.execute(
        delete(shipped_knowledge).where(_SHIPPED.collection.not_in(list(collections)))
    )
    return int(done.rowcount)


def _items(table: Table = knowledge_items) -> Select[Any]:
    return select(*(table.c[name] for name in _FIELDS))


def _row(item: KnowledgeItem) -> dict[str, Any]:
    own = item.passage.whole
    return {
        **{name: getattr(item, name) for name in _FIELDS},
        "asked": list(item.asked),
        "lexemes": as_tsvector(own, item.asked),
        "length": weighted_length(own, item.asked),
    }


async def _read(connection: AsyncConnection, wanted: Select[Any]) -> tuple[KnowledgeItem, ...]:
    found = await connection.execute(wanted)
    return tuple(value(KnowledgeItem, row) for row in found.mappings())
