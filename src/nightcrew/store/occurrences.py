"""Times of follow-ups as their owner moves them; sending claims them in `follow_ups`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import and_, func, or_, select, text
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.catch_up import Behind
from nightcrew.domain.coming_times import occurrence_id
from nightcrew.domain.follow_up import FollowUp, WaitingOccurrence
from nightcrew.domain.follow_up_times import as_occurrence
from nightcrew.domain.occurrences import WIDEST_JUMP, Occurrence
from nightcrew.store.rows import columns_of, value, values
from nightcrew.store.tables import occurrences

_COLUMNS = columns_of(occurrences, WaitingOccurrence)
_NOT_SAID = ("missed", "expired", "blocked")
_LEFT_OUT = "cancelled"


async def waiting_of(
    connection: AsyncConnection, tenant: UUID, follow_up_ids: Sequence[UUID]
) -> dict[UUID, WaitingOccurrence]:
    """By follow-up, the soonest time that is due or put off and has not gone out."""
    found = await connection.execute(
        select(*_COLUMNS)
        .ext(distinct_on(occurrences.c.follow_up_id))
        .where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.follow_up_id.in_(follow_up_ids),
            occurrences.c.state.in_(("due", "deferred", "claimed")),
        )
        .order_by(occurrences.c.follow_up_id, occurrences.c.due_at)
    )
    waiting = (value(WaitingOccurrence, row) for row in found.mappings())
    return {each.follow_up_id: each for each in waiting}


async def all_of(
    connection: AsyncConnection,
    tenant: UUID,
    follow_up: UUID,
    *,
    after: tuple[datetime, UUID] | None = None,
    limit: int | None = None,
) -> tuple[WaitingOccurrence, ...]:
    """Every time of a follow-up that was due, newest first; after: only those behind this one."""
    wanted = select(*_COLUMNS).where(
        occurrences.c.tenant_id == tenant, occurrences.c.follow_up_id == follow_up
    )
    if after is not None:
        due_at, same = occurrences.c.due_at, occurrences.c.id > after[1]
        wanted = wanted.where(or_(due_at < after[0], and_(due_at == after[0], same)))
    newest_first = wanted.order_by(occurrences.c.due_at.desc(), occurrences.c.id).limit(limit)
    return values(WaitingOccurrence, await connection.execute(newest_first))


async def count(connection: AsyncConnection, tenant: UUID, follow_up: UUID) -> int:
    """How many times of a follow-up were due."""
    wanted = select(func.count()).select_from(occurrences)
    mine = occurrences.c.tenant_id == tenant, occurrences.c.follow_up_id == follow_up
    return int(await connection.scalar(wanted.where(*mine)) or 0)


async def behind(
    connection: AsyncConnection, tenant: UUID, follow_up_ids: Sequence[UUID], at: datetime
) -> dict[UUID, Behind]:
    """By follow-up, what a next time after `at` must not repeat, also in another zone."""
    found = await connection.execute(
        select(
            occurrences.c.follow_up_id,
            occurrences.c.local,
            occurrences.c.due_at,
            occurrences.c.state,
        ).where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.follow_up_id.in_(follow_up_ids),
            occurrences.c.state.not_in(_NOT_SAID),
            occurrences.c.due_at > at - WIDEST_JUMP,
        )
    )
    said: dict[UUID, list[Occurrence]] = {each: [] for each in follow_up_ids}
    left_out: dict[UUID, set[datetime]] = {each: set() for each in follow_up_ids}
    for row in found:
        one = as_occurrence(row.local, row.due_at)
        if row.state == _LEFT_OUT:
            left_out[row.follow_up_id].add(one.local)
        else:
            said[row.follow_up_id].append(one)
    return {
        each: Behind(said=tuple(said[each]), left_out=frozenset(left_out[each]))
        for each in follow_up_ids
    }


# An occurrence that went out keeps its row; one that did not may be due again.
_PUT_DUE = text("""
insert into occurrences as o (tenant_id, id, user_id, crew, follow_up_id, local, timezone, due_at,
                              state, deliver_after)
values (:tenant, :id, :user, :crew, :follow_up, :local, :timezone, :due_at, 'due', :due_at)
on conflict (tenant_id, follow_up_id, local, timezone) do update set
  state = 'due', reason = null, due_at = excluded.due_at, deliver_after = excluded.deliver_after,
  first_allowed_at = null, attempts = 0, ended_at = null
where o.state in ('due', 'deferred', 'silent', 'missed', 'expired', 'cancelled', 'blocked')
""")


async def put_due(
    connection: AsyncConnection,
    tenant: UUID,
    follow_up: FollowUp,
    *,
    local: str,
    timezone: str,
    due_at: datetime,
) -> WaitingOccurrence:
    """Make a time of a follow-up wait for the sender; one that went out stays as it is."""
    await connection.execute(
        _PUT_DUE,
        {
            "tenant": tenant,
            "id": occurrence_id(follow_up.id, local, timezone),
            "user": follow_up.user_id,
            "crew": follow_up.crew,
            "follow_up": follow_up.id,
            "local": local,
            "timezone": timezone,
            "due_at": due_at,
        },
    )
    found = await connection.execute(
        select(*_COLUMNS).where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.follow_up_id == follow_up.id,
            occurrences.c.local == local,
            occurrences.c.timezone == timezone,
        )
    )
    return value(WaitingOccurrence, found.mappings().one())
