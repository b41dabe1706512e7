"""What memories said before, and since when they are off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.pair import Pair
from nightcrew.domain.version import Version
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import memories, memory_versions
from nightcrew.store.turn_sql import REVERTED


async def versions(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    memory: UUID,
    *,
    before: int | None = None,
    limit: int | None = None,
) -> tuple[Version, ...]:
    """Every value the memory had, newest first. before: only those under this number."""
    wanted = select(*columns_of(memory_versions, Version)).where(*_of(tenant, user, memory))
    if before is not None:
        wanted = wanted.where(memory_versions.c.version < before)
    newest_first = wanted.order_by(memory_versions.c.version.desc()).limit(limit)
    found = await connection.execute(newest_first)
    return tuple(value(Version, row) for row in found.mappings())


async def count(connection: AsyncConnection, tenant: UUID, user: UUID, memory: UUID) -> int:
    """How many values the memory had."""
    wanted = select(func.count()).select_from(memory_versions)
    return int(await connection.scalar(wanted.where(*_of(tenant, user, memory))) or 0)


def _of(tenant: UUID, user: UUID, memory: UUID) -> tuple[ColumnElement[bool], ...]:
    mine = memory_versions.c
    return mine.tenant_id == tenant, mine.user_id == user, mine.memory_id == memory


async def off_moments(
    connection: AsyncConnection, tenant: UUID, memory_ids: Sequence[UUID]
) -> dict[UUID, datetime]:
    """Since when memories are off, by id; those that are on are left out."""
    if not memory_ids:
        return {}
    found = await connection.execute(
        select(memories.c.id, memories.c.off_at).where(
            memories.c.tenant_id == tenant,
            memories.c.id.in_(memory_ids),
            memories.c.off_at.is_not(None),
        )
    )
    return {row.id: row.off_at for row in found}


async def decided_at(
    connection: AsyncConnection, pair: Pair, memory_ids: Sequence[UUID]
) -> dict[UUID, datetime]:
    """When the user decided last about memories, by id; those nobody decided on are left out."""
    v = memory_versions.c
    found = await connection.execute(
        select(v.memory_id, func.max(v.at).label("at"))
        .where(
            v.tenant_id == pair.tenant,
            v.user_id == pair.user,
            v.memory_id.in_(memory_ids),
            v.actor == "user",
        )
        .group_by(v.memory_id)
    )
    return {row.memory_id: row.at for row in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """When a memory was made and when it was changed last, in the product's time."""

    made_at: datetime
    changed_at: datetime


async def moments(connection: AsyncConnection, tenant: UUID, user: UUID) -> dict[UUID, Moments]:
    """The moments of every memory of a user, on or off, by id."""
    made = (
        select(memory_versions.c.memory_id, func.min(memory_versions.c.at).label("made_at"))
        .where(memory_versions.c.tenant_id == tenant, memory_versions.c.user_id == user)
        .group_by(memory_versions.c.memory_id)
        .subquery()
    )
    found = await connection.execute(
        select(
            memories.c.id,
            func.coalesce(made.c.made_at, memories.c.changed_at).label("made_at"),
            memories.c.changed_at,
        )
        .join(made, made.c.memory_id == memories.c.id, isouter=True)
        .where(memories.c.tenant_id == tenant, memories.c.user_id == user)
    )
    return {row.id: Moments(made_at=row.made_at, changed_at=row.changed_at) for row in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueThen:
    """What a memory that is on today said on an earlier day; said_on: since when it was so."""

    id: UUID
    crew: str
    kind: Kind
    scope: Scope
    subject: str | None
    text: str
    from_on: date | None
    to_on: date | None
    said_on: date


# One row a memory: the newest value said until then, whenever we heard of it.
_AS_OF = text(f"""
select distinct on (m.id) m.id, m.crew, w.kind, w.scope, w.subject, w.text, w.from_on, w.to_on,
  w.said_on
from memories m
join (
  select v.*,
         min(v.restored_from) filter (where v.cause = '{REVERTED}') over (
           partition by v.memory_id order by v.version desc
           rows between unbounded preceding and 1 preceding) as undone_after,
         max(v.version) filter (where v.actor <> 'review' and v.status = 'active')
           over (partition by v.memory_id) as standing
  from memory_versions v where v.tenant_id = :tenant and v.user_id = :user
) w on w.tenant_id = m.tenant_id and w.memory_id = m.id
where m.tenant_id = :tenant and m.user_id = :user and m.status = 'active'
  and (cast(:crew as text) is null or m.crew = :crew or m.scope = 'shared')
  and w.actor <> 'review' and w.status = 'active' and w.text is not null and w.said_on <= :day
  and (w.undone_after is null or w.version <= w.undone_after)
order by m.id, (w.version = w.standing) desc, w.said_on desc, w.version desc
""")


async def as_of(
    connection: AsyncConnection, tenant: UUID, user: UUID, day: date, *, crew: str | None = None
) -> tuple[ValueThen, ...]:
    """What was so on a day, newest said first; a memory first said later is not among them."""
    wanted = {"tenant": tenant, "user": user, "crew": crew, "day": day}
    found = await connection.execute(_AS_OF, wanted)
    values = [value(ValueThen, row) for row in found.mappings()]
    return tuple(sorted(values, key=lambda then: (then.said_on, then.id), reverse=True))
