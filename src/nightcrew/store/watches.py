"""Watches: which are due to look, what they saw last, and what waits to be worded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import Integer, cast, func, literal, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ColumnElement

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.watch import WatchFound
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import follow_ups, occurrences, watches

BATCH = 100
_FOLLOW_UP = columns_of(follow_ups, FollowUp)
_NOT_SETTLED = ("due", "deferred", "claimed")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLook:
    """What is known of a watch.

    looked_at: None before the first look. last_said: what became of its last message. told_over:
    whether that one was to say that it ends with nothing found.
    """

    looked_at: datetime | None = None
    seen: str = ""
    last_said: str | None = None
    told_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One look that was taken. status: of the tool. found: None when there is no news."""

    at: datetime
    status: str
    failed: bool
    seen: str = ""
    found: WatchFound | None = None


async def due(
    connection: AsyncConnection,
    tenant: UUID,
    now: datetime,
    *,
    user: UUID | None = None,
    crew: str | None = None,
) -> tuple[FollowUp, ...]:
    """Open watches whose look has come or whose last one is over, locked; others skip them.

    One that has found something waits until its message is settled.
    """
    query = (
        select(*_FOLLOW_UP)
        .where(
            follow_ups.c.tenant_id == tenant,
            follow_ups.c.kind == "watch",
            follow_ups.c.state == "open",
            follow_ups.c.next_at.is_(None) | (follow_ups.c.next_at <= now),
            ~_has_message(),
        )
        .order_by(follow_ups.c.next_at.nulls_first(), follow_ups.c.id)
        .limit(BATCH)
        .with_for_update(skip_locked=True, of=follow_ups)
    )
    if user is not None:
        query = query.where(follow_ups.c.user_id == user)
    if crew is not None:
        query = query.where(follow_ups.c.crew == crew)
    found = await connection.execute(query)
    return tuple(value(FollowUp, row) for row in found.mappings())


def _has_message() -> ColumnElement[bool]:
    waiting = select(occurrences.c.id).where(
        occurrences.c.tenant_id == follow_ups.c.tenant_id,
        occurrences.c.follow_up_id == follow_ups.c.id,
        occurrences.c.state.in_(_NOT_SETTLED),
    )
    return waiting.exists()


async def may_speak(connection: AsyncConnection, tenant: UUID, follow_up: UUID) -> bool:
    """Whether a watch, locked by the caller, is still open and has no message under way."""
    found = await connection.scalar(
        select(func.count())
        .select_from(follow_ups)
        .where(
            follow_ups.c.tenant_id == tenant,
            follow_ups.c.id == follow_up,
            follow_ups.c.state == "open",
            ~_has_message(),
        )
    )
    return bool(found)


_LAST_LOOK = text("""
select w.looked_at, coalesce(w.seen, '') as seen,
  coalesce(w.found ->> 'kind' = 'over', false) as told_over,
  (select o.state from occurrences o
   where o.tenant_id = :tenant and o.follow_up_id = :follow_up
     and o.reason is distinct from 'cancelled'
   order by o.due_at desc, o.id limit 1) as last_said
from (select 1) one
left join watches w on w.tenant_id = :tenant and w.follow_up_id = :follow_up
""")


async def last_look(connection: AsyncConnection, tenant: UUID, follow_up: UUID) -> LastLook:
    """When a watch looked last, and what came of it."""
    found = await connection.execute(_LAST_LOOK, {"tenant": tenant, "follow_up": follow_up})
    return value(LastLook, found.mappings().one())


async def note(connection: AsyncConnection, tenant: UUID, follow_up: FollowUp, look: Look) -> None:
    """Keep what a look came to; what waits to be worded stays until there is something new."""
    counted = {"looks": 1, "failures": int(look.failed)}
    row: dict[str, Any] = {"looked_at": look.at, "status": look.status}
    if look.found is not None:
        row |= {"seen": look.seen, "found": _cells(look.found)}
    added = insert(watches).values(
        tenant_id=tenant,
        id=uuid4(),
        user_id=follow_up.user_id,
        crew=follow_up.crew,
        follow_up_id=follow_up.id,
        **counted,
        **row,
    )
    more = {name: watches.c[name] + cast(literal(by), Integer) for name, by in counted.items()}
    await connection.execute(
        added.on_conflict_do_update(
            index_elements=["tenant_id", "follow_up_id"], set_={**row, **more}
        )
    )


async def found(connection: AsyncConnection, tenant: UUID, follow_up: UUID) -> WatchFound | None:
    """What a watch found that is to be worded; None when nothing is kept."""
    kept = await connection.scalar(
        select(watches.c.found).where(
            watches.c.tenant_id == tenant, watches.c.follow_up_id == follow_up
        )
    )
    return None if kept is None else value(WatchFound, kept)


def _cells(found: WatchFound) -> dict[str, Any]:
    return {**asdict(found), "found_at": found.found_at.isoformat()}


_DONE = text("""
update follow_ups set state = 'done', next_at = null, ended_at = :now
where tenant_id = :tenant and id = any(:ids) and kind = 'watch' and state = 'open'
""")


async def finish(
    connection: AsyncConnection, tenant: UUID, ids: Sequence[UUID], now: datetime
) -> None:
    """A watch that has spoken is done, whatever it would have looked up next."""
    if ids:
        await connection.execute(_DONE, {"tenant": tenant, "ids": list(ids), "now": now})
