"""Follow-ups whose time has come, many at a time: what fell due, and when each comes next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.follow_up import FollowUp
from nightcrew.store.claiming import go_by_index
from nightcrew.store.rows import columns_of, values
from nightcrew.store.tables import follow_ups

BATCH = 500
_FOLLOW_UP = columns_of(follow_ups, FollowUp)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueTime:
    """One time that fell due, or that nobody handled in time.

    deliver_after: when it may go. repeats: there are earlier times of the same promise.
    """

    id: UUID
    user_id: UUID
    crew: str
    follow_up_id: UUID
    local: str
    timezone: str
    due_at: datetime
    deliver_after: datetime
    grace_minutes: int
    state: str = "due"
    reason: str | None = None
    repeats: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTime:
    """What changes in a follow-up when its time has come; next_at: None when none is left."""

    id: UUID
    state: str
    reason: str | None
    next_at: datetime | None
    next_local: str | None
    timezone: str
    zone_data: str
    ended_at: datetime | None


async def fallen_due(
    connection: AsyncConnection, tenant: UUID, now: datetime
) -> tuple[FollowUp, ...]:
    """Open follow-ups whose next time has come, the oldest first, locked; others skip them."""
    await go_by_index(connection)
    found = await connection.execute(
        select(*_FOLLOW_UP)
        .where(
            follow_ups.c.tenant_id == tenant,
            follow_ups.c.state == "open",
            follow_ups.c.kind != "watch",  # a watch looks first; see store/watches.py
            follow_ups.c.next_at <= now,
        )
        .order_by(follow_ups.c.next_at, follow_ups.c.id)
        .limit(BATCH)
        .with_for_update(skip_locked=True)
    )
    return values(FollowUp, found)


_TIMES = text("""
insert into occurrences (tenant_id, id, user_id, crew, follow_up_id, local, timezone, due_at,
                         state, reason, deliver_after, ended_at)
select :tenant, r.id, r.user_id, r.crew, r.follow_up_id, r.local, r.timezone,
       r.due_at, r.state, r.reason, case when r.state = 'due' then r.deliver_after end,
       case when r.state = 'due' then null else cast(:now as timestamptz) end
from jsonb_to_recordset(cast(:rows as jsonb)) as r(
  id uuid, user_id uuid, crew text, follow_up_id uuid, local text, timezone text,
  due_at timestamptz, deliver_after timestamptz, state text, reason text)
on conflict (tenant_id, follow_up_id, local, timezone) do nothing
""")
# A night holds back many times of an hourly routine, and one of them goes when it opens.
_OVERTAKEN = text("""
update occurrences o set state = 'missed', reason = 'missed', ended_at = :now
from jsonb_to_recordset(cast(:rows as jsonb)) as r(follow_up_id uuid, due_at timestamptz)
where o.tenant_id = :tenant and o.follow_up_id = r.follow_up_id
  and o.state in ('due', 'deferred') and o.due_at < r.due_at
""")
_NEXT = text("""
update follow_ups f
set state = r.state, reason = r.reason, next_at = r.next_at, next_local = r.next_local,
    timezone = r.timezone, zone_data = r.zone_data, ended_at = r.ended_at
from jsonb_to_recordset(cast(:rows as jsonb)) as r(
  id uuid, state text, reason text, next_at timestamptz, next_local text, timezone text,
  zone_data text, ended_at timestamptz)
where f.tenant_id = :tenant and f.id = r.id
""")


async def write(
    connection: AsyncConnection,
    tenant: UUID,
    times: Sequence[DueTime],
    nexts: Sequence[NextTime],
    now: datetime,
) -> None:
    """Write what fell due, each local time of a follow-up once, and move the follow-ups on.

    What still waited of the same follow-up is missed: at most one time of it is caught up.
    """
    await connection.execute(_TIMES, {"tenant": tenant, "now": now, "rows": as_rows(times)})
    newest = [each for each in times if each.repeats and each.state == "due"]
    if newest:
        await connection.execute(
            _OVERTAKEN, {"tenant": tenant, "now": now, "rows": as_rows(newest)}
        )
    await move(connection, tenant, nexts)


async def move(connection: AsyncConnection, tenant: UUID, nexts: Sequence[NextTime]) -> None:
    """Write when follow-ups come next."""
    await connection.execute(_NEXT, {"tenant": tenant, "rows": as_rows(nexts)})


# Releases are named in order (2026f, 2026g), and a range goes by the index where "differs" would
# read every row.
_STALE = """
select {columns} from follow_ups
where tenant_id = :tenant and next_at is not null and state in ('open', 'paused')
  and (zone_data < :current or zone_data > :current)
order by id limit :batch
for update skip locked
"""
_STALE_ROWS = text(_STALE.format(columns=", ".join(FollowUp.__dataclass_fields__)))


async def computed_under_other_zones(
    connection: AsyncConnection, tenant: UUID, current: str
) -> tuple[FollowUp, ...]:
    """Follow-ups whose next time was computed under another release of the zone data, locked."""
    found = await connection.execute(
        _STALE_ROWS, {"tenant": tenant, "current": current, "batch": BATCH}
    )
    return values(FollowUp, found)


def as_rows(kept: Sequence[Any]) -> str:
    """Values of one kind as the JSON that `jsonb_to_recordset` takes apart."""
    if not kept:
        return "[]"
    names = tuple(type(kept[0]).__dataclass_fields__)
    read = attrgetter(*names)
    rows = [dict(zip(names, map(_cell, read(each)), strict=True)) for each in kept]
    return json.dumps(rows, ensure_ascii=False)


def _cell(cell: Any) -> Any:
    # The two kinds that JSON has no word for; asked here and not by `default`, at half the cost.
    if cell.__class__ is UUID:
        return cell.hex
    return cell.isoformat() if cell.__class__ is datetime else cell
