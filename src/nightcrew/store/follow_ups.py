"""Promises and the times they fall due; a time is settled once, by whoever holds its lease."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.coming_times import occurrence_id
from nightcrew.domain.follow_up import FollowUp, WaitingOccurrence
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.store.claiming import go_by_index
from nightcrew.store.rows import as_array, columns_of, value, values
from nightcrew.store.tables import follow_ups, occurrences
from nightcrew.store.whose import of_pair

LEASE_SECONDS = 180  # one composed message with its retries; a dead sender's claim ends then
CLAIM_BATCH = 500  # at 200 the trips to the database hold a crowd up: 806 against 1,135 a second
MOST_CLAIMS = 8  # a message whose senders die so often is set aside; reliability.md D6
_FOLLOW_UP = columns_of(follow_ups, FollowUp)


async def add(
    connection: AsyncConnection, pair: Pair, follow_up: FollowUp
) -> tuple[FollowUp, bool]:
    """Keep a follow-up; when an open one has its slot, that one and False."""
    row = named_fields(follow_up)
    row["cites"] = list(follow_up.cites)
    added = (
        insert(follow_ups)
        .values(tenant_id=pair.tenant, **row)
        .on_conflict_do_nothing(
            index_elements=["tenant_id", "user_id", "crew", "slot"],
            index_where=text("state in ('open', 'paused')"),
        )
    )
    done = await connection.execute(added.returning(follow_ups.c.id))
    if done.first() is not None:
        return follow_up, True
    found = await connection.execute(
        select(*_FOLLOW_UP).where(
            *of_pair(follow_ups, pair), follow_ups.c.slot == follow_up.slot, _is_open()
        )
    )
    return value(FollowUp, found.mappings().one()), False


async def open_of(connection: AsyncConnection, pair: Pair) -> tuple[FollowUp, ...]:
    """The pair's open and paused follow-ups, the next one first."""
    found = await connection.execute(
        select(*_FOLLOW_UP)
        .where(*of_pair(follow_ups, pair), _is_open())
        .order_by(follow_ups.c.next_at.nulls_last(), follow_ups.c.id)
    )
    return tuple(value(FollowUp, row) for row in found.mappings())


async def called_off(
    connection: AsyncConnection, pair: Pair, limit: int = 50
) -> tuple[FollowUp, ...]:
    """What the user ended of the pair's follow-ups, the newest first."""
    ended = follow_ups.c.state == "cancelled"
    ended |= (follow_ups.c.state == "ended") & follow_ups.c.reason.is_(None)
    found = await connection.execute(
        select(*_FOLLOW_UP)
        .where(*of_pair(follow_ups, pair), ended)
        .order_by(follow_ups.c.ended_at.desc(), follow_ups.c.id)
        .limit(limit)
    )
    return tuple(value(FollowUp, row) for row in found.mappings())


async def count_open(connection: AsyncConnection, tenant: UUID, user: UUID) -> int:
    """How many follow-ups of all crews are open for this user."""
    return int(
        await connection.scalar(
            select(func.count())
            .select_from(follow_ups)
            .where(follow_ups.c.tenant_id == tenant, follow_ups.c.user_id == user, _is_open())
        )
        or 0
    )


async def listed(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    only_open: bool,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> tuple[FollowUp, ...]:
    """A page of the user's follow-ups, newest made first."""
    query = select(*_FOLLOW_UP).where(
        follow_ups.c.tenant_id == tenant, follow_ups.c.user_id == user
    )
    if only_open:
        query = query.where(_is_open())
    if after is not None:
        query = query.where(
            (follow_ups.c.created_at < after[0])
            | ((follow_ups.c.created_at == after[0]) & (follow_ups.c.id < after[1]))
        )
    newest = (follow_ups.c.created_at.desc(), follow_ups.c.id.desc())
    found = await connection.execute(query.order_by(*newest).limit(limit))
    return tuple(value(FollowUp, row) for row in found.mappings())


async def count(connection: AsyncConnection, tenant: UUID, user: UUID, *, only_open: bool) -> int:
    """How many follow-ups `listed` would page through."""
    query = select(func.count()).select_from(follow_ups)
    query = query.where(follow_ups.c.tenant_id == tenant, follow_ups.c.user_id == user)
    if only_open:
        query = query.where(_is_open())
    return int(await connection.scalar(query) or 0)


async def one(
    connection: AsyncConnection, tenant: UUID, follow_up: UUID, *, lock: bool = False
) -> FollowUp | None:
    """One follow-up by id; lock: no one else changes it before the commit."""
    query = select(*_FOLLOW_UP).where(
        follow_ups.c.tenant_id == tenant, follow_ups.c.id == follow_up
    )
    found = await connection.execute(query.with_for_update() if lock else query)
    row = found.mappings().first()
    return value(FollowUp, row) if row else None


async def change(
    connection: AsyncConnection, tenant: UUID, follow_up: UUID, **changed: Any
) -> None:
    """Write some columns of a follow-up."""
    await connection.execute(
        update(follow_ups)
        .where(follow_ups.c.tenant_id == tenant, follow_ups.c.id == follow_up)
        .values(**changed)
    )


async def note_occurrence(
    connection: AsyncConnection,
    tenant: UUID,
    follow_up: FollowUp,
    *,
    local: str,
    due_at: datetime,
    state: str = "due",
    reason: str | None = None,
    now: datetime,
) -> UUID | None:
    """Write one time of a follow-up; None when this local time in this zone is known already."""
    done = await connection.execute(
        insert(occurrences)
        .values(
            tenant_id=tenant,
            id=occurrence_id(follow_up.id, local, follow_up.timezone),
            user_id=follow_up.user_id,
            crew=follow_up.crew,
            follow_up_id=follow_up.id,
            local=local,
            timezone=follow_up.timezone,
            due_at=due_at,
            state=state,
            reason=reason,
            deliver_after=due_at if state == "due" else None,
            ended_at=None if state == "due" else now,
        )
        .on_conflict_do_nothing(index_elements=["tenant_id", "follow_up_id", "local", "timezone"])
        .returning(occurrences.c.id)
    )
    row = done.first()
    return row.id if row else None


# Materialized: a plan that ran the inner query twice would lock more rows than it was asked for.
_CLAIM = """
with next as materialized (
  select id from occurrences
  where tenant_id = :tenant and ended_at is null
    and ({which})
    and (cast(:user as uuid) is null or user_id = :user)
    and (cast(:crew as text) is null or crew = :crew)
  order by deliver_after, id limit :batch
  for update skip locked)
update occurrences o
set state = 'claimed', lease_token = gen_random_uuid(), attempts = o.attempts + 1,
    lease_until = clock_timestamp() + make_interval(secs => :lease)
from next w
where o.tenant_id = :tenant and o.id = w.id
returning o.id, o.follow_up_id, o.user_id, o.crew, o.local, o.timezone, o.due_at, o.state,
          o.reason, o.deliver_after, o.first_allowed_at, o.attempts, o.lease_token
"""

_WAITS = """(state in ('due', 'deferred') and deliver_after <= :now)
         or (state = 'claimed' and lease_until < clock_timestamp() and attempts < 2)"""
_SUSPECT = "state = 'claimed' and lease_until < clock_timestamp() and attempts >= 2"
_CLAIM_WAITING, _CLAIM_SUSPECT = (text(_CLAIM.format(which=each)) for each in (_WAITS, _SUSPECT))


_SET_ASIDE = text("""
update occurrences set state = 'failed', reason = 'poison', ended_at = :now,
    lease_token = null, lease_until = null
where tenant_id = :tenant and ended_at is null and state = 'claimed'
  and lease_until < clock_timestamp() and attempts >= :most
""")


async def claim(
    connection: AsyncConnection,
    tenant: UUID,
    now: datetime,
    *,
    user: UUID | None = None,
    crew: str | None = None,
) -> tuple[WaitingOccurrence, ...]:
    """Take a batch of waiting times under fresh lease tokens; dead senders' claims are rescued.

    One whose senders died twice is taken by itself, when nothing else waits: it may be what they
    died of, and those beside it would be set aside with it.
    """
    await go_by_index(connection)
    asked = {"tenant": tenant, "now": now, "lease": LEASE_SECONDS, "user": user, "crew": crew}
    found = await connection.execute(_CLAIM_WAITING, {**asked, "batch": CLAIM_BATCH})
    if taken := values(WaitingOccurrence, found):
        return taken
    await connection.execute(_SET_ASIDE, {"tenant": tenant, "now": now, "most": MOST_CLAIMS})
    found = await connection.execute(_CLAIM_SUSPECT, {**asked, "batch": 1})
    return values(WaitingOccurrence, found)


_RENEW = text("""
update occurrences set lease_until = clock_timestamp() + make_interval(secs => :lease)
where tenant_id = :tenant and ended_at is null and state = 'claimed'
  and lease_token = any(cast(:tokens as uuid[]))
""")


async def renew(
    connection: AsyncConnection, tenant: UUID, held: Sequence[WaitingOccurrence]
) -> None:
    """Hold on to claimed times whose words take long; slow is not dead."""
    tokens = as_array(each.lease_token for each in held if each.lease_token is not None)
    await connection.execute(_RENEW, {"tenant": tenant, "tokens": tokens, "lease": LEASE_SECONDS})


async def set_occurrence(
    connection: AsyncConnection, tenant: UUID, occurrence: UUID, **changed: Any
) -> None:
    """Change a time by its id, for acknowledgements."""
    await connection.execute(
        update(occurrences)
        .where(occurrences.c.tenant_id == tenant, occurrences.c.id == occurrence)
        .values(**changed)
    )


async def cancel_waiting(
    connection: AsyncConnection, tenant: UUID, follow_ups_ended: Sequence[UUID], now: datetime
) -> int:
    """Cancel the times of ended follow-ups that did not go out yet."""
    if not follow_ups_ended:
        return 0
    done = await connection.execute(
        update(occurrences)
        .where(
            occurrences.c.tenant_id == tenant,
            occurrences.c.follow_up_id.in_(follow_ups_ended),
            occurrences.c.state.in_(("due", "deferred")),
        )
        .values(state="cancelled", reason="cancelled", ended_at=now)
    )
    return int(done.rowcount)


def _is_open() -> Any:
    return follow_ups.c.state.in_(("open", "paused"))
