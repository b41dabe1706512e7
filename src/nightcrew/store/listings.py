"""Listings of a tenant: written by thousands, read by model and by segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, case, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.price.listing import Listing
from nightcrew.store.prepared import driver_of
from nightcrew.store.rows import value
from nightcrew.store.tables import listings

_FIELDS = tuple(Listing.__dataclass_fields__)
_KINDS = {"id": "uuid", "year": "int", "km": "int", "price": "bigint", "listed_on": "date"}
_CHANGED = ", ".join(
    f"{name} = excluded.{name}" for name in _FIELDS if name not in ("id", "source", "source_id")
)
# COPY refuses a table with row-level security; arrays are the next fastest (docs/price.md).
_ADD = f"""
with written as (
  insert into listings (tenant_id, {", ".join(_FIELDS)})
  select %s, * from unnest({", ".join(f"%s::{_KINDS.get(name, 'text')}[]" for name in _FIELDS)})
  on conflict (tenant_id, source, source_id) do update
    set {_CHANGED}, written_at = clock_timestamp()
  returning (xmax = 0) as is_new
)
select count(*) filter (where is_new), count(*) from written
""".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """How many rows are new, and how many took the place of one known by source and id."""

    stored: int
    replaced: int


async def add(connection: AsyncConnection, tenant: UUID, batch: Sequence[Listing]) -> Written:
    """Write listings; one that is known by source and id is replaced. No id may stand twice."""
    columns = [[getattr(each, name) for each in batch] for name in _FIELDS]
    driver = await driver_of(connection)
    cursor = await driver.execute(_ADD, [tenant, *columns])
    row = await cursor.fetchone()
    new, total = row if row is not None else (0, 0)
    return Written(stored=new, replaced=total - new)


async def moment(connection: AsyncConnection) -> datetime:
    """The database's clock, by which written rows are told from earlier ones."""
    found: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    return found


async def drop_older(
    connection: AsyncConnection, tenant: UUID, source: str, before: datetime
) -> int:
    """Delete the rows of a source that were last written before a moment; says how many."""
    done = await connection.execute(
        delete(listings).where(
            listings.c.tenant_id == tenant,
            listings.c.source == source,
            listings.c.written_at < before,
        )
    )
    return done.rowcount


async def of_model(
    connection: AsyncConnection,
    tenant: UUID,
    model_key: str,
    *,
    year: int,
    since: date,
    limit: int,
) -> tuple[Listing, ...]:
    """A model's offers since a day, those of the nearest years first, of a year the newest."""
    wanted = _since(tenant, since).where(listings.c.model_key == model_key)
    nearest = func.abs(listings.c.year - year)
    return await _read(
        connection, wanted.order_by(nearest, listings.c.listed_on.desc(), listings.c.id), limit
    )


async def of_segment(
    connection: AsyncConnection,
    tenant: UUID,
    segment: str,
    *,
    without: str,
    currency: str,
    year: int,
    since: date,
    limit: int,
) -> tuple[Listing, ...]:
    """Offers of a segment's other models since a day, those of the nearest years first."""
    wanted = _since(tenant, since).where(
        listings.c.segment == segment,
        listings.c.model_key != without,
        listings.c.currency == currency,
    )
    # In steps of three years, so that no year crowds out the others.
    apart = case((func.abs(listings.c.year - year) <= 3, 0), else_=1)
    return await _read(
        connection, wanted.order_by(apart, listings.c.listed_on.desc(), listings.c.id), limit
    )


async def count(connection: AsyncConnection, tenant: UUID) -> int:
    """How many listings a tenant has."""
    wanted = select(func.count()).where(listings.c.tenant_id == tenant)
    return int((await connection.execute(wanted)).scalar_one())


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSource:
    """Listings of one table that was loaded. first_on, last_on: its oldest and newest day."""

    source: str
    listings: int
    models: int
    first_on: date
    last_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedModel:
    """Listings of one model, from whatever table."""

    model: str
    listings: int
    first_on: date
    last_on: date


async def by_source(connection: AsyncConnection, tenant: UUID) -> Sequence[CountedSource]:
    """The loaded tables, the largest first."""
    source = listings.c.source
    models = func.count(listings.c.model_key.distinct()).label("models")
    wanted = _counted(tenant, source, models).group_by(source)
    found = await connection.execute(wanted.order_by(func.count().desc(), source))
    return [value(CountedSource, row) for row in found.mappings()]


async def by_model(connection: AsyncConnection, tenant: UUID, limit: int) -> Sequence[CountedModel]:
    """Models, those with the most listings first; a model is called as most of its listings are."""
    name = func.mode().within_group(listings.c.model).label("model")
    wanted = _counted(tenant, name).group_by(listings.c.model_key)
    most = wanted.order_by(func.count().desc(), listings.c.model_key).limit(limit)
    return [value(CountedModel, row) for row in (await connection.execute(most)).mappings()]


def _counted(tenant: UUID, *told: ColumnElement[Any]) -> Select[Any]:
    day = listings.c.listed_on
    return select(
        *told,
        func.count().label("listings"),
        func.min(day).label("first_on"),
        func.max(day).label("last_on"),
    ).where(listings.c.tenant_id == tenant)


def _since(tenant: UUID, since: date) -> Select[tuple[object, ...]]:
    return select(*(listings.c[name] for name in _FIELDS)).where(
        listings.c.tenant_id == tenant, listings.c.listed_on >= since
    )


async def _read(
    connection: AsyncConnection, wanted: Select[tuple[object, ...]], limit: int
) -> tuple[Listing, ...]:
    found = await connection.execute(wanted.limit(limit))
    return tuple(value(Listing, row) for row in found.mappings())
