"""Events on their way to endpoints: one statement a step, by lease token, by the database's clock.

ready -> leased (token, until) -> done | ready (later) | dead | expired | cancelled. Whoever lost
its lease changes nothing, and what is over never changes again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.delivery import Delivery
from nightcrew.store.claiming import go_by_index
from nightcrew.store.rows import value, values

LEASE_SECONDS = 30.0  # two attempts of 15 s; a dead worker's work is taken over then
RESCUE_BATCH = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck:
    """A lease that ran out: which, by whose token, and after how many attempts."""

    id: UUID
    lease_token: UUID
    lease_until: datetime
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescued:
    """What became of one that was stuck."""

    id: UUID
    event: str
    event_id: UUID
    state: str
    uncertain: bool


# A moment the run was asked for counts as the time; without one it is the database's.
_TIME = "coalesce(cast(:now as timestamptz), clock_timestamp())"

WAITING = text(f"""
select w.id from webhooks w
where w.tenant_id = :tenant and w.disabled_at is null
  and (w.waits_until is null or w.waits_until <= {_TIME})
  and exists (select from deliveries d where d.tenant_id = w.tenant_id and d.webhook_id = w.id
                and d.state = 'ready' and (d.run_at is null or d.run_at <= {_TIME}))
order by w.created_at, w.id
""")

# Materialized: a plan that ran the inner query twice would lock more rows than it was asked for.
CLAIM = text(f"""
with next as materialized (
  select r.id from deliveries r
  where r.tenant_id = :tenant and r.webhook_id = :webhook and r.state = 'ready'
    and (r.run_at is null or r.run_at <= {_TIME})
    and (cast(:user as uuid) is null or r.user_id = :user)
    and (cast(:crew as text) is null or r.crew = :crew)
    and exists (select from webhooks w where w.tenant_id = r.tenant_id and w.id = r.webhook_id
                  and w.disabled_at is null
                  and (w.waits_until is null or w.waits_until <= {_TIME}))
  order by r.run_at nulls first, r.id limit :batch
  for update of r skip locked)
update deliveries d
set state = 'leased', lease_token = gen_random_uuid(), attempts = d.attempts + 1,
    lease_until = clock_timestamp() + make_interval(secs => :lease)
from next
where d.tenant_id = :tenant and d.id = next.id
returning d.id, d.webhook_id, d.event_id, d.event, d.user_id, d.crew, d.subject_id, d.facts,
          d.person, d.created_at, d.attempts, d.uncertain, d.lease_token,
          clock_timestamp() as claimed_at
""")

RENEW = text("""
update deliveries set lease_until = clock_timestamp() + make_interval(secs => :lease)
where tenant_id = :tenant and id = :id and state = 'leased' and lease_token = :token
""")

# until: a moment to wait for, but never so soon that one run meets it again and again; else wait
# is counted from now. unsent: 1 when nothing left, so that it was no attempt.
SETTLE = text(f"""
update deliveries set state = :state, reason = :reason, last_status = :status,
  uncertain = uncertain or :uncertain, attempts = attempts - :unsent,
  run_at = case when :state = 'ready' then case
    when cast(:until as timestamptz) is null then {_TIME} + make_interval(secs => :wait)
    else greatest(cast(:until as timestamptz), {_TIME} + interval '10 seconds') end end,
  ended_at = case when :state <> 'ready' then coalesce(cast(:at as timestamptz),
    clock_timestamp()) end,
  person = case when :state = 'ready' then person end,
  lease_token = null, lease_until = null
where tenant_id = :tenant and id = :id and state = 'leased' and lease_token = :token
""")

RESCUE_READ = text("""
select id, lease_token, lease_until, attempts from deliveries
where tenant_id = :tenant and state = 'leased' and lease_until < clock_timestamp()
  and (cast(:after_until as timestamptz) is null
       or (lease_until, id) > (cast(:after_until as timestamptz), cast(:after_id as uuid)))
order by lease_until, id limit :batch
""")

# It waits behind those that nobody died of, and not beside those it died with: one that kills its
# worker each time must not stand in front of the others, nor take the same ones with it.
RESCUE_APPLY = text(f"""
with stuck as materialized (
  select r.id from deliveries r
  where r.tenant_id = :tenant and r.id = :id and r.state = 'leased' and r.lease_token = :token
    and r.lease_until < clock_timestamp()
  for update skip locked)
update deliveries d
set state = case when d.attempts >= :most then 'dead' else 'ready' end,
    reason = 'worker_lost', uncertain = true,
    run_at = case when d.attempts < :most then {_TIME} + make_interval(secs => :wait) end,
    ended_at = case when d.attempts >= :most then coalesce(cast(:at as timestamptz),
      clock_timestamp()) end,
    person = case when d.attempts >= :most then null else d.person end,
    lease_token = null, lease_until = null
from stuck
where d.tenant_id = :tenant and d.id = stuck.id
returning d.id, d.event, d.event_id, d.state, d.uncertain
""")


async def waiting_webhooks(
    connection: AsyncConnection, tenant: UUID, now: datetime | None
) -> list[UUID]:
    """The endpoints for which something is due and that take it now."""
    return list(await connection.scalars(WAITING, {"tenant": tenant, "now": now}))


async def claim(
    connection: AsyncConnection,
    tenant: UUID,
    webhook: UUID,
    *,
    now: datetime | None,
    batch: int,
    lease_seconds: float = LEASE_SECONDS,
    user: UUID | None = None,
    crew: str | None = None,
) -> tuple[Delivery, ...]:
    """Take what is due for one endpoint under fresh lease tokens; others skip it."""
    await go_by_index(connection)
    found = await connection.execute(
        CLAIM,
        {
            "tenant": tenant,
            "webhook": webhook,
            "now": now,
            "batch": batch,
            "lease": lease_seconds,
            "user": user,
            "crew": crew,
        },
    )
    return values(Delivery, found)


async def renew(
    connection: AsyncConnection,
    tenant: UUID,
    delivery: Delivery,
    lease_seconds: float = LEASE_SECONDS,
) -> bool:
    """Hold it longer; False when the lease was lost."""
    held = {"tenant": tenant, "id": delivery.id, "token": delivery.lease_token}
    done = await connection.execute(RENEW, {**held, "lease": lease_seconds})
    return bool(done.rowcount)


async def settle(
    connection: AsyncConnection,
    tenant: UUID,
    delivery: Delivery,
    *,
    state: str,
    reason: str | None = None,
    status: int | None = None,
    uncertain: bool = False,
    sent: bool = True,
    wait_seconds: float = 0.0,
    until: datetime | None = None,
    now: datetime | None = None,
    at: datetime | None = None,
) -> bool:
    """Write down how an attempt ended and let go of it; False when the lease was lost meanwhile.

    sent: False when nothing left, so that the attempt does not count. until: when to look again,
    else wait_seconds from now. at: when it was over, in the product's time.
    """
    done = await connection.execute(
        SETTLE,
        {
            "tenant": tenant,
            "id": delivery.id,
            "token": delivery.lease_token,
            "state": state,
            "reason": reason,
            "status": status,
            "uncertain": uncertain,
            "unsent": 0 if sent else 1,
            "wait": wait_seconds,
            "until": until,
            "now": now,
            "at": at,
        },
    )
    return bool(done.rowcount)


async def stuck(
    connection: AsyncConnection,
    tenant: UUID,
    after: Stuck | None = None,
    batch: int = RESCUE_BATCH,
) -> tuple[Stuck, ...]:
    """Leases that ran out, a page after the last one seen."""
    page = {
        "tenant": tenant,
        "after_until": after and after.lease_until,
        "after_id": after and after.id,
        "batch": batch,
    }
    found = await connection.execute(RESCUE_READ, page)
    return tuple(value(Stuck, row) for row in found.mappings())


async def rescue(
    connection: AsyncConnection,
    tenant: UUID,
    found: Stuck,
    *,
    most: int,
    wait_seconds: float = 0.0,
    now: datetime | None = None,
    at: datetime | None,
) -> Rescued | None:
    """Take it from a dead worker; None when somebody holds, ended or rescued it meanwhile.

    wait_seconds: until it may be claimed again.
    """
    asked = {
        "tenant": tenant,
        "id": found.id,
        "token": found.lease_token,
        "most": most,
        "wait": wait_seconds,
        "now": now,
        "at": at,
    }
    row = (await connection.execute(RESCUE_APPLY, asked)).mappings().first()
    return value(Rescued, row) if row else None
