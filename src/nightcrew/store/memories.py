"""Memories: the current rows, a version for every change, and what was forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import delete, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.memory import Memory, Status, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import value
from nightcrew.store.tables import memories, memory_cites, memory_index, memory_versions, tombstones
from nightcrew.store.turn_sql import EARLIER, MEMORY_ROWS, SEEN_BY_CREW, TOMBSTONE_ROWS

ACTIVE_LIMIT = 2000  # memories a user, the most a house may allow; seed 003, AS-19
_SEEN = text(f"select to_jsonb(m) from ({MEMORY_ROWS} where {SEEN_BY_CREW} for update of m) m")
_STANDING = text(f"select to_jsonb(b) from ({TOMBSTONE_ROWS}) b")
_ONE = text(
    f"select to_jsonb(m) from ({MEMORY_ROWS}"
    " where m.tenant_id = :tenant and m.user_id = :user and m.id = :memory) m"
)
_LISTED = text(f"""
select to_jsonb(m) from ({MEMORY_ROWS}
  where m.tenant_id = :tenant and m.user_id = :user
    and (cast(:crew as text) is null or m.crew = :crew or m.scope = 'shared')
    and (cast(:scope as text) is null or m.scope = :scope)
    and (cast(:kind as text) is null or m.kind = :kind)
    and (:status = 'all' or m.status = :status)
    and (cast(:after_on as date) is null or (m.said_on, m.id) < (cast(:after_on as date),
                                                                 cast(:after_id as uuid)))
  order by m.said_on desc, m.id desc limit :limit) m
""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Who changes a memory, why, and when (product time)."""

    actor: str
    cause: str
    at: datetime
    dream_id: UUID | None = None
    restored_from: int | None = None


async def seen_by(connection: AsyncConnection, pair: Pair) -> tuple[Memory, ...]:
    """Active memories the pair's crew may see, locked until the transaction ends."""
    found = await connection.scalars(_SEEN, _names(pair))
    return tuple(value(Memory, body) for body in found)


async def standing_tombstones(connection: AsyncConnection, pair: Pair) -> tuple[Tombstone, ...]:
    """What the user asked this crew, or all crews, to forget."""
    found = await connection.scalars(_STANDING, _names(pair))
    return tuple(value(Tombstone, body) for body in found)


async def one(connection: AsyncConnection, tenant: UUID, user: UUID, memory: UUID) -> Memory | None:
    """One memory of the user, on or off."""
    body = await connection.scalar(_ONE, {"tenant": tenant, "user": user, "memory": memory})
    return value(Memory, body) if body else None


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None = None,
    scope: str | None = None,
    kind: str | None = None,
    status: str = "active",
    after: tuple[date, UUID] | None = None,
    limit: int = 50,
) -> tuple[Memory, ...]:
    """A page of memories, newest said first; `after` is the last row of the page before."""
    found = await connection.scalars(
        _LISTED,
        {
            "tenant": tenant,
            "user": user,
            "crew": crew,
            "scope": scope,
            "kind": kind,
            "status": status,
            "after_on": after[0] if after else None,
            "after_id": after[1] if after else None,
            "limit": limit,
        },
    )
    return tuple(value(Memory, body) for body in found)


async def active_of(connection: AsyncConnection, tenant: UUID, user: UUID) -> tuple[Memory, ...]:
    """Every active memory of the user, of all crews."""
    return await listed(connection, tenant, user, limit=ACTIVE_LIMIT * 2)


async def count(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    crew: str | None = None,
    scope: str | None = None,
    kind: str | None = None,
    status: str = "active",
) -> int:
    """How many memories `listed` would page through, exactly."""
    query = select(func.count()).where(memories.c.tenant_id == tenant, memories.c.user_id == user)
    if crew is not None:
        query = query.where(or_(memories.c.crew == crew, memories.c.scope == "shared"))
    if scope is not None:
        query = query.where(memories.c.scope == scope)
    if kind is not None:
        query = query.where(memories.c.kind == kind)
    if status != "all":
        query = query.where(memories.c.status == status)
    return int(await connection.scalar(query) or 0)


async def add(connection: AsyncConnection, pair: Pair, memory: Memory, act: Act) -> None:
    """Write a new memory with its first version and its citations."""
    await add_all(connection, pair, [memory], act)


async def add_all(connection: AsyncConnection, pair: Pair, new: Sequence[Memory], act: Act) -> None:
    """Write new memories at once: a trip to the database for each would take the longest."""
    if not new:
        return
    rows = [_new_row(pair, memory, act) for memory in new]
    versions = [_version_row(pair, memory, act) for memory in new]
    await connection.execute(insert(memories), rows)
    await connection.execute(insert(memory_versions), versions)
    for memory in new:
        if memory.cites:
            await _cite(connection, pair, memory.id, memory.cites)


def _new_row(pair: Pair, memory: Memory, act: Act) -> dict[str, Any]:
    return {
        "tenant_id": pair.tenant,
        "id": memory.id,
        "user_id": pair.user,
        "crew": memory.crew,
        "learned_on": memory.learned_on,
        **_live_columns(memory, act),
    }


async def revise(connection: AsyncConnection, pair: Pair, memory: Memory, act: Act) -> bool:
    """Write the next version; False when the row is no longer the version before it."""
    done = await connection.execute(
        update(memories)
        .where(
            memories.c.tenant_id == pair.tenant,
            memories.c.user_id == pair.user,
            memories.c.id == memory.id,
            memories.c.version == memory.version - 1,
        )
        .values(**_live_columns(memory, act))
    )
    if not done.rowcount:
        return False
    await _drop_vector(connection, pair, memory.id)
    await _keep_version(connection, pair, memory, act)
    return True


async def _drop_vector(connection: AsyncConnection, pair: Pair, memory: UUID) -> None:
    """A vector of the wording before must not outlive it, should that version be redacted."""
    held = (memory_index.c.tenant_id == pair.tenant) & (memory_index.c.id == memory)
    await connection.execute(delete(memory_index).where(held))


async def revise_all(
    connection: AsyncConnection, pair: Pair, values: Sequence[Memory], act: Act
) -> bool:
    """Write several next versions of one memory; False when the row had moved before the first.

    The last one stands; those before it were said before the value that stands, and tell so.
    """
    earlier = replace(act, cause=f"{act.cause}, {EARLIER}")
    for value_after in values:
        why = act if value_after is values[-1] else earlier
        if not await revise(connection, pair, value_after, why):
            return False
    return True


def _live_columns(memory: Memory, act: Act) -> dict[str, Any]:
    off = memory.status is Status.OFF
    return {
        "kind": memory.kind,
        "scope": memory.scope,
        "subject": memory.subject,
        "text": memory.text,
        "from_on": memory.from_on,
        "to_on": memory.to_on,
        "review_on": memory.review_on,
        "explicit": memory.explicit,
        "status": memory.status,
        "version": memory.version,
        "via": memory.via,
        "said_on": memory.said_on,
        "passed_noted": memory.passed_noted,
        "off_at": act.at if off else None,
        "changed_at": act.at,
    }


async def _keep_version(connection: AsyncConnection, pair: Pair, memory: Memory, act: Act) -> None:
    await connection.execute(insert(memory_versions).values(_version_row(pair, memory, act)))
    if memory.cites:
        await _cite(connection, pair, memory.id, memory.cites)


def _version_row(pair: Pair, memory: Memory, act: Act) -> dict[str, Any]:
    shared = {
        name: getattr(memory, name)
        for name in ("version", "text", "kind", "scope", "subject", "from_on", "to_on",
                     "review_on", "said_on", "explicit", "status")
    }  # fmt: skip
    return {
        "tenant_id": pair.tenant,
        "id": uuid4(),
        "user_id": pair.user,
        "memory_id": memory.id,
        "cites": list(memory.cites),
        "actor": act.actor,
        "cause": act.cause,
        "at": act.at,
        "dream_id": act.dream_id,
        "restored_from": act.restored_from,
        **shared,
    }


async def _cite(
    connection: AsyncConnection, pair: Pair, memory: UUID, cites: Sequence[UUID]
) -> None:
    rows = [
        {
            "tenant_id": pair.tenant,
            "id": uuid4(),
            "user_id": pair.user,
            "memory_id": memory,
            "evidence_id": cited,
        }
        for cited in dict.fromkeys(cites)
    ]
    await connection.execute(upsert(memory_cites).values(rows).on_conflict_do_nothing())


async def bury(connection: AsyncConnection, pair: Pair, tombstone: Tombstone) -> None:
    """Keep the keyed hashes of what must not come back."""
    await connection.execute(
        insert(tombstones).values(
            tenant_id=pair.tenant,
            user_id=pair.user,
            id=tombstone.id,
            memory_id=tombstone.memory_id,
            crew=tombstone.crew,
            kind=tombstone.kind,
            subject=tombstone.subject,
            claim_hashes=sorted(tombstone.claim_hashes),
            wording_hash=tombstone.wording_hash,
            created_at=tombstone.created_at,
        )
    )


async def lift(
    connection: AsyncConnection, pair: Pair, tombstone_ids: Sequence[UUID], *, at: datetime, by: str
) -> int:
    """Lift tombstones by an explicit act of the user; says how many."""
    done = await connection.execute(
        update(tombstones)
        .where(
            tombstones.c.tenant_id == pair.tenant,
            tombstones.c.user_id == pair.user,
            tombstones.c.id.in_(tombstone_ids),
            tombstones.c.lifted_at.is_(None),
        )
        .values(lifted_at=at, lifted_by=by)
    )
    return int(done.rowcount)


def _names(pair: Pair) -> dict[str, Any]:
    return {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew}
