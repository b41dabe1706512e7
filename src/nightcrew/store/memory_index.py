"""Vectors of memories, each with the version it was made of: a cache that can be rebuilt.

A row of another embedding model, or of a version that is no longer current, is as good as absent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.store.one_trip import Order
from nightcrew.store.prepared import driver_of, prepared, send
from nightcrew.store.recall import literal

_CURRENT = """
  i.tenant_id = m.tenant_id and i.id = m.id and i.version = m.version and i.model = :model
"""
_NEARNESS = prepared(f"""
select m.id, 1 - coalesce(nullif(i.embedding <=> cast(:vector as vector), 'NaN'), 1) as nearness
from memories m join memory_index i on {_CURRENT}
where m.tenant_id = :tenant and m.user_id = :user and m.status = 'active'
  and (m.crew = :crew or m.scope = 'shared')
""")
_WAITS = f"""
from memories m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
where m.tenant_id = :tenant and m.status = 'active'
  and not exists (select from memory_index i where {_CURRENT})
"""
_NOT_INDEXED = text(f"""
select m.id, m.version, m.text, m.said_on, u.erase_count {_WAITS}
order by m.changed_at desc, m.id limit :limit
""")
_COUNT = text(f"select count(*) {_WAITS}")

# The locks make an erasure of this user, or a change of the memory, come wholly before or after.
_PUT = text("""
insert into memory_index (tenant_id, id, user_id, crew, scope, version, embedding, model)
select m.tenant_id, m.id, m.user_id, m.crew, m.scope, m.version, cast(r.embedding as vector), :model
from unnest(cast(:ids as uuid[]), cast(:versions as int[]), cast(:embeddings as text[]),
            cast(:erase_counts as int[])) as r(id, version, embedding, erase_count)
join memories m on m.tenant_id = :tenant and m.id = r.id and m.version = r.version
join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.erase_count = r.erase_count
for share of m, u
on conflict (tenant_id, id) do update set crew = excluded.crew, scope = excluded.scope,
  version = excluded.version, embedding = excluded.embedding, model = excluded.model
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryNotIndexed:
    """A memory without a current row of this model, with what is embedded of it.

    erase_count: how often something of this user had been erased when it was read.
    """

    id: UUID
    version: int
    text: str
    said_on: date
    erase_count: int


def nearness_order(pair: Pair, *, vector: str, model: str) -> Order:
    """Asks for the cosine of each indexed memory the crew sees; rows are id and cosine."""
    names = {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew}
    return _NEARNESS, {**names, "vector": vector, "model": model}


async def nearness(
    connection: AsyncConnection, pair: Pair, *, vector: Sequence[float], model: str
) -> Mapping[UUID, float]:
    """The cosine of each indexed memory the crew sees, by id."""
    statement, values = nearness_order(pair, vector=literal(vector), model=model)
    cursor = await send(await driver_of(connection), statement, values)
    return dict(await cursor.fetchall())


async def not_indexed(
    connection: AsyncConnection, tenant: UUID, model: str, limit: int
) -> tuple[MemoryNotIndexed, ...]:
    """Active memories of a tenant that wait for the index, changed last first."""
    names: dict[str, Any] = {"tenant": tenant, "model": model, "limit": limit}
    found = await connection.execute(_NOT_INDEXED, names)
    return tuple(MemoryNotIndexed(**row) for row in found.mappings())


async def count_not_indexed(connection: AsyncConnection, tenant: UUID, model: str) -> int:
    """How many memories wait."""
    return int(await connection.scalar(_COUNT, {"tenant": tenant, "model": model}) or 0)


async def put_index(
    connection: AsyncConnection,
    tenant: UUID,
    model: str,
    rows: Sequence[tuple[MemoryNotIndexed, Sequence[float]]],
) -> int:
    """Write vectors over older ones; memories changed or erased meanwhile are passed over."""
    done = await connection.execute(
        _PUT,
        {
            "tenant": tenant,
            "model": model,
            "ids": [memory.id for memory, _ in rows],
            "versions": [memory.version for memory, _ in rows],
            "embeddings": [literal(vector) for _, vector in rows],
            "erase_counts": [memory.erase_count for memory, _ in rows],
        },
    )
    return int(done.rowcount)
