"""Buckets of keys, filled by the database's clock and never by the product's `now`."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.limits import BURST_SECONDS, HANDFULS_A_SECOND, Handful
from nightcrew.store.rows import value
from nightcrew.store.tables_limits import key_limits

# The row is held from the reading to the writing, so that two processes never take the same.
_TAKE = text(f"""
with held as (
  select id, coalesce(per_second, :usual) as per_second, tokens, filled_at from key_limits
  where tenant_id = :tenant and id = :key for update),
filled as (
  select id, per_second, least(per_second * {BURST_SECONDS}, tokens + :back + per_second
    * greatest(0, extract(epoch from clock_timestamp() - filled_at))) as tokens from held),
given as (
  select id, per_second, tokens,
    least(greatest(1, ceil(per_second::numeric / {HANDFULS_A_SECOND})), floor(tokens)) as granted
  from filled)
update key_limits set tokens = given.tokens - given.granted, filled_at = clock_timestamp()
from given where key_limits.tenant_id = :tenant and key_limits.id = given.id
returning given.per_second, cast(given.granted as integer) as granted,
  cast(given.tokens - given.granted as double precision) as left
""")


async def take(
    connection: AsyncConnection, tenant: UUID, key: UUID, *, usual: int, back: int
) -> Handful | None:
    """A handful of requests of a key; None for a key that has no bucket yet.

    usual: requests a second where the key has no figure of its own. back: what was not spent of
    the handful before.
    """
    values = {"tenant": tenant, "key": key, "usual": usual, "back": back}
    row = (await connection.execute(_TAKE, values)).mappings().first()
    return value(Handful, row) if row else None


async def add(
    connection: AsyncConnection, tenant: UUID, key: UUID, *, per_second: int | None, usual: int
) -> None:
    """Give a key a full bucket, once. per_second: None for a key without a figure of its own."""
    full = float((per_second or usual) * BURST_SECONDS)
    made = insert(key_limits).values(tenant_id=tenant, id=key, per_second=per_second, tokens=full)
    await connection.execute(made.on_conflict_do_nothing())
