"""What the gate looks at and what sending writes, for many messages in one statement each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.follow_up import FollowUp, WaitingOccurrence
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.person import Person
from nightcrew.domain.speaking_budget import Sent
from nightcrew.store.due_times import as_rows
from nightcrew.store.rows import as_array, columns_of, value, values
from nightcrew.store.tables import follow_ups, users
from nightcrew.store.traces import among

LOOK_BACK = timedelta(days=2)  # longer than any day of a person, wherever they are


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFacts:
    """One waiting occurrence with all the gate asks about; what was sent: since LOOK_BACK."""

    occurrence: WaitingOccurrence
    follow_up: FollowUp
    person: Person
    tombstones: tuple[Tombstone, ...]
    sent: tuple[Sent, ...]


_FOLLOW_UP = columns_of(follow_ups, FollowUp)
_PERSON = columns_of(users, Person)
_TOMBSTONES = text("""
select b.user_id, b.id, b.memory_id, b.crew, b.kind, b.subject, b.claim_hashes, b.wording_hash,
       b.created_at
from tombstones b
where b.tenant_id = :tenant and b.user_id = any(cast(:users as uuid[])) and b.lifted_at is null
""")
_SENT = text("""
select o.user_id, o.crew, o.created_at, o.unasked
from outbox o join users u on u.tenant_id = o.tenant_id and u.id = o.user_id
where o.tenant_id = :tenant and o.user_id = any(cast(:users as uuid[]))
  and (o.created_at > :since
       or (o.unasked and o.created_at > coalesce(u.last_spoke_at, '-infinity')))
""")


async def gate_facts(
    connection: AsyncConnection,
    tenant: UUID,
    waiting: Sequence[WaitingOccurrence],
    now: datetime,
    *,
    lock: bool = False,
) -> tuple[GateFacts, ...]:
    """Read what the gate asks about each; those whose user or follow-up is gone are left out.

    lock: nobody else changes these users' memories or messages before the commit.
    """
    user_ids = tuple({each.user_id for each in waiting})
    whose = {"tenant": tenant, "users": as_array(user_ids)}
    people = await _people(connection, tenant, user_ids, lock=lock)
    promised = await _promised(connection, tenant, {each.follow_up_id for each in waiting})
    tombstones = await _by_user(connection, _TOMBSTONES, whose, Tombstone)
    sent = await sent_to(connection, tenant, user_ids, now)
    return tuple(
        GateFacts(
            occurrence=each,
            follow_up=promised[each.follow_up_id],
            person=people[each.user_id],
            tombstones=tuple(
                one for one in tombstones[each.user_id] if one.crew in (None, each.crew)
            ),
            sent=tuple(sent.get(each.user_id, ())),
        )
        for each in waiting
        if each.user_id in people and each.follow_up_id in promised
    )


async def sent_to(
    connection: AsyncConnection, tenant: UUID, user_ids: Sequence[UUID], now: datetime
) -> Mapping[UUID, Sequence[Sent]]:
    """What crews sent first since LOOK_BACK, and all that was unasked since the user spoke."""
    asked = {"tenant": tenant, "users": as_array(user_ids), "since": now - LOOK_BACK}
    return await _by_user(connection, _SENT, asked, Sent)


async def _people(
    connection: AsyncConnection, tenant: UUID, user_ids: Sequence[UUID], *, lock: bool
) -> dict[UUID, Person]:
    query = (
        select(*_PERSON)
        .where(users.c.tenant_id == tenant, among(users.c.id, user_ids))
        # In one order, so that two senders never wait for each other.
        .order_by(users.c.id)
    )
    found = await connection.execute(query.with_for_update() if lock else query)
    return {each.id: each for each in values(Person, found)}


async def _promised(
    connection: AsyncConnection, tenant: UUID, wanted: Iterable[UUID]
) -> dict[UUID, FollowUp]:
    found = await connection.execute(
        select(*_FOLLOW_UP).where(follow_ups.c.tenant_id == tenant, among(follow_ups.c.id, wanted))
    )
    return {each.id: each for each in values(FollowUp, found)}


async def _by_user(
    connection: AsyncConnection, query: Any, asked: Mapping[str, Any], kind: type[Any]
) -> dict[UUID, list[Any]]:
    found = await connection.execute(query, asked)
    by_user: dict[UUID, list[Any]] = defaultdict(list)
    for row in found.mappings():
        parts = dict(row)
        by_user[parts.pop("user_id")].append(value(kind, parts))
    return by_user


_WAITING_AT = text("""
select user_id, count(*) as waiting from occurrences
where tenant_id = :tenant and ended_at is null and state = 'deferred'
  and deliver_after >= :opening and deliver_after <= :widest
group by user_id
""")


async def waiting_at(
    connection: AsyncConnection, tenant: UUID, opening: datetime, widest: timedelta
) -> Counter[Hashable]:
    """How many messages wait for an opening already, by user."""
    found = await connection.execute(
        _WAITING_AT, {"tenant": tenant, "opening": opening, "widest": opening + widest}
    )
    return Counter({row.user_id: row.waiting for row in found})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """How one claimed occurrence goes on. ended_at: None while it waits.

    untried: 1 when the gate said no before anything was tried, so that it was no attempt.
    """

    id: UUID
    lease_token: UUID | None
    state: str
    reason: str | None = None
    deliver_after: datetime | None = None
    first_allowed_at: datetime | None = None
    ended_at: datetime | None = None
    untried: int = 0


_SETTLE = text("""
update occurrences o
set state = r.state, reason = r.reason, lease_token = null, lease_until = null,
    deliver_after = coalesce(r.deliver_after, o.deliver_after),
    first_allowed_at = coalesce(r.first_allowed_at, o.first_allowed_at), ended_at = r.ended_at,
    attempts = o.attempts - r.untried
from jsonb_to_recordset(cast(:rows as jsonb)) as r(
  id uuid, lease_token uuid, state text, reason text, deliver_after timestamptz,
  first_allowed_at timestamptz, ended_at timestamptz, untried int)
where o.tenant_id = :tenant and o.id = r.id and o.state = 'claimed'
  and o.lease_token = r.lease_token
returning o.id
""")


async def settle(
    connection: AsyncConnection, tenant: UUID, settled: Sequence[Settled]
) -> frozenset[UUID]:
    """Change claimed occurrences and let go of them; says whose lease still held."""
    return frozenset(
        row.id
        for row in await connection.execute(_SETTLE, {"tenant": tenant, "rows": as_rows(settled)})
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GateDecision:
    """What the gate said of one message, as it is kept."""

    id: UUID
    user_id: UUID
    crew: str
    sender: str
    occurrence_id: UUID | None
    verdict: str
    reason: str | None
    decided_at: datetime
    until: datetime | None


_DECISIONS = text("""
insert into gate_decisions (tenant_id, id, user_id, crew, sender, occurrence_id, verdict, reason,
                            decided_at, until)
select :tenant, r.* from jsonb_to_recordset(cast(:rows as jsonb)) as r(
  id uuid, user_id uuid, crew text, sender text, occurrence_id uuid, verdict text, reason text,
  decided_at timestamptz, until timestamptz)
""")


async def keep_decisions(
    connection: AsyncConnection, tenant: UUID, decisions: Sequence[GateDecision]
) -> None:
    """Keep what the gate said, whatever it was."""
    await connection.execute(_DECISIONS, {"tenant": tenant, "rows": as_rows(decisions)})


_DONE = text("""
update follow_ups set state = 'done', ended_at = :now
where tenant_id = :tenant and id = any(cast(:ids as uuid[])) and kind = 'one_shot'
  and state = 'open'
""")
_ASKED = text("""
update follow_ups set still_asked_at = :now
where tenant_id = :tenant and id = any(cast(:ids as uuid[]))
""")


async def finish_one_shots(
    connection: AsyncConnection, tenant: UUID, ids: Sequence[UUID], now: datetime
) -> None:
    """A one-shot that has spoken, or never will, is done."""
    if ids:
        asked = {"tenant": tenant, "ids": as_array(ids), "now": now}
        await connection.execute(_DONE, asked)


async def note_asked(
    connection: AsyncConnection, tenant: UUID, ids: Sequence[UUID], now: datetime
) -> None:
    """Remember which routines asked whether they are still wanted."""
    if ids:
        asked = {"tenant": tenant, "ids": as_array(ids), "now": now}
        await connection.execute(_ASKED, asked)
