"""Where a tenant's backends want to be told of events; secrets leave for signing only."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.delivery import Afterwards, Posted
from nightcrew.domain.webhook import FAILING_AFTER, UNPROVED, Trouble, Webhook
from nightcrew.store.rows import value
from nightcrew.store.tables import webhooks

_SHOWN = """
select w.id, w.url, w.events, w.created_at, w.disabled_at, w.disabled_reason, w.waits_until,
       case when w.former_until > clock_timestamp() then w.former_until end as former_until,
       w.last_success_at, w.last_failure_at, w.last_failure, w.last_status, w.consecutive_failures,
       (select count(*) from deliveries d where d.tenant_id = w.tenant_id
          and d.webhook_id = w.id and d.state in ('ready', 'leased')) as waiting,
       (select count(*) from deliveries d where d.tenant_id = w.tenant_id
          and d.webhook_id = w.id and d.state = 'dead') as dead_letters
from webhooks w where w.tenant_id = :tenant
"""
_LIST = text(f"{_SHOWN} order by w.created_at, w.id")
_ONE = text(f"{_SHOWN} and w.id = :webhook")


async def add(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    url: str,
    events: Sequence[str],
    secret: str,
    proved: bool = True,
) -> UUID:
    """Write down an address. proved: False keeps it from being told anything until enabled."""
    made = uuid4()
    row = {"tenant_id": tenant, "id": made, "url": url, "events": list(events), "secret": secret}
    pending = {"disabled_at": func.clock_timestamp(), "disabled_reason": UNPROVED}
    await connection.execute(insert(webhooks).values(row if proved else row | pending))
    return made


async def count(connection: AsyncConnection, tenant: UUID) -> int:
    """How many addresses the tenant has."""
    wanted = select(func.count()).select_from(webhooks).where(webhooks.c.tenant_id == tenant)
    return int(await connection.scalar(wanted) or 0)


async def listed(connection: AsyncConnection, tenant: UUID) -> tuple[Webhook, ...]:
    """All of them with their health, the oldest first."""
    found = await connection.execute(_LIST, {"tenant": tenant})
    return tuple(value(Webhook, row) for row in found.mappings())


async def one(connection: AsyncConnection, tenant: UUID, webhook: UUID) -> Webhook | None:
    """One of them."""
    found = await connection.execute(_ONE, {"tenant": tenant, "webhook": webhook})
    row = found.mappings().first()
    return value(Webhook, row) if row else None


async def drop(connection: AsyncConnection, tenant: UUID, webhook: UUID) -> bool:
    """Delete one with what waits for it; False when there is none."""
    done = await connection.execute(
        delete(webhooks).where(webhooks.c.tenant_id == tenant, webhooks.c.id == webhook)
    )
    return bool(done.rowcount)


async def rotate(
    connection: AsyncConnection, tenant: UUID, webhook: UUID, secret: str, beside: timedelta
) -> bool:
    """Sign with a new secret, and with the one before for a while; False when there is none."""
    done = await connection.execute(
        update(webhooks)
        .where(webhooks.c.tenant_id == tenant, webhooks.c.id == webhook)
        .values(
            secret=secret,
            former_secret=webhooks.c.secret,
            former_until=func.clock_timestamp() + beside,
        )
    )
    return bool(done.rowcount)


async def enable(connection: AsyncConnection, tenant: UUID, webhook: UUID) -> bool:
    """Let one be told again; False when there is none."""
    done = await connection.execute(
        update(webhooks)
        .where(webhooks.c.tenant_id == tenant, webhooks.c.id == webhook)
        .values(disabled_at=None, disabled_reason=None, waits_until=None, consecutive_failures=0)
    )
    return bool(done.rowcount)


_SIGNERS = text("""
select url, secret, case when former_until > clock_timestamp() then former_secret end as former
from webhooks where tenant_id = :tenant and id = :webhook
""")


async def signers(
    connection: AsyncConnection, tenant: UUID, webhook: UUID
) -> tuple[str, tuple[str, ...]] | None:
    """The address and the secrets that sign now, the newest first; None when it is gone."""
    row = (await connection.execute(_SIGNERS, {"tenant": tenant, "webhook": webhook})).first()
    if row is None:
        return None
    return row.url, tuple(each for each in (row.secret, row.former) if each)


async def server_time(connection: AsyncConnection) -> datetime:
    """This moment by the database's clock, by which webhooks are signed."""
    now: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
    return now


_WELL = text("""
update webhooks set last_success_at = clock_timestamp(), last_status = :status,
  consecutive_failures = 0
where tenant_id = :tenant and id = :webhook
""")
_ILL = text("""
update webhooks set last_failure_at = clock_timestamp(), last_failure = :failure,
  last_status = :status, consecutive_failures = consecutive_failures + 1,
  waits_until = case when :throttle then greatest(waits_until,
    coalesce(cast(:now as timestamptz), clock_timestamp()) + make_interval(secs => :wait))
    else waits_until end,
  disabled_at = case when :disable then coalesce(disabled_at, clock_timestamp())
    else disabled_at end,
  disabled_reason = case when :disable then coalesce(disabled_reason, :failure)
    else disabled_reason end
where tenant_id = :tenant and id = :webhook
""")


async def note_attempt(
    connection: AsyncConnection,
    tenant: UUID,
    webhook: UUID,
    posted: Posted,
    *,
    after: Afterwards,
    now: datetime | None,
) -> None:
    """Keep how the endpoint did. now: what the run was asked for, None for the server's time."""
    told = {"tenant": tenant, "webhook": webhook, "status": posted.status}
    if posted.accepted:
        await connection.execute(_WELL, told)
        return
    ill = {
        **told,
        "failure": after.reason,
        "throttle": after.throttle,
        "disable": after.disable,
        "wait": after.wait.total_seconds() if after.wait else 0.0,
        "now": now,
    }
    await connection.execute(_ILL, ill)


_TROUBLE = text("""
select count(*) filter (where disabled_at is null and consecutive_failures >= :many) as failing,
       count(*) filter (where disabled_at is not null) as disabled,
       (select count(*) from deliveries d where d.tenant_id = :tenant and d.state = 'dead')
         as dead_letters
from webhooks where tenant_id = :tenant
""")


async def trouble(connection: AsyncConnection, tenant: UUID) -> Trouble:
    """Numbers for an operator."""
    found = await connection.execute(_TROUBLE, {"tenant": tenant, "many": FAILING_AFTER})
    return value(Trouble, found.mappings().one())
