"""What is known of deliveries beside their queue: whose they are, how they ended, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.delivery import Delivery
from nightcrew.store.rows import value


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryStatus:
    """One delivery as an operator sees it: ids and codes. message_id: the `webhook-id`."""

    id: UUID
    event: str
    event_id: UUID
    crew: str | None
    state: str
    reason: str | None
    attempts: int
    uncertain: bool
    last_status: int | None
    run_at: datetime | None
    created_at: datetime
    ended_at: datetime | None
    written_at: datetime


_END_OPEN = text("""
update deliveries set state = 'cancelled', reason = :reason, ended_at = :at, person = null
where tenant_id = :tenant and webhook_id = :webhook and state = 'ready'
""")


async def end_open(
    connection: AsyncConnection, tenant: UUID, webhook: UUID, *, reason: str, at: datetime
) -> int:
    """Cancel what waits for an endpoint; says how many."""
    asked = {"tenant": tenant, "webhook": webhook, "reason": reason, "at": at}
    return int((await connection.execute(_END_OPEN, asked)).rowcount)


_NAMES = text("""
select (select external_id from users where tenant_id = :tenant and id = :user) as person,
       (select turn_id from turns where tenant_id = :tenant and id = :subject) as turn
""")


async def names(
    connection: AsyncConnection, tenant: UUID, delivery: Delivery
) -> tuple[str | None, str | None]:
    """The backend's ids of the user and of the turn it is about, when they are there."""
    asked = {"tenant": tenant, "user": delivery.user_id, "subject": delivery.subject_id}
    row = (await connection.execute(_NAMES, asked)).one()
    return delivery.person or row.person, row.turn


_PULLED = text("""
select o.state <> 'ready' and not exists (
  select from deliveries d where d.tenant_id = o.tenant_id and d.event_id = o.id
    and d.state = 'done')
from outbox o where o.tenant_id = :tenant and o.id = :message
""")


async def pulled(connection: AsyncConnection, tenant: UUID, message: UUID) -> bool:
    """Whether the backend took a message out of the outbox itself."""
    return bool(await connection.scalar(_PULLED, {"tenant": tenant, "message": message}))


_LOCK_MESSAGE = text("select 1 from outbox where tenant_id = :tenant and id = :message for update")
# Another endpoint that has it, or may still get it, has the last word.
_CONCLUDE = text("""
with over as (
  update outbox o set state = :state, acked_at = :at
  where o.tenant_id = :tenant and o.id = :message and o.state = 'ready'
    and (:state = 'delivered' or not exists (
      select from deliveries d where d.tenant_id = o.tenant_id and d.event_id = o.id
        and d.state in ('ready', 'leased', 'done')))
  returning o.occurrence_id)
update occurrences c set state = :occurrence, reason = coalesce(:reason, c.reason), ended_at = :at
from over where c.tenant_id = :tenant and c.id = over.occurrence_id and c.state = 'queued'
""")


async def conclude(
    connection: AsyncConnection,
    tenant: UUID,
    message: UUID,
    *,
    state: str,
    occurrence: str,
    reason: str | None = None,
    at: datetime,
) -> None:
    """Tell the outbox and the occurrence how their message ended, once no endpoint may get it."""
    await connection.execute(_LOCK_MESSAGE, {"tenant": tenant, "message": message})
    asked = {
        "tenant": tenant,
        "message": message,
        "state": state,
        "occurrence": occurrence,
        "reason": reason,
        "at": at,
    }
    await connection.execute(_CONCLUDE, asked)


_PAGE = text("""
select d.id, d.event, d.event_id, d.crew, d.state, d.reason, d.attempts, d.uncertain,
       d.last_status, d.run_at, d.created_at, d.ended_at, d.written_at
from deliveries d
where d.tenant_id = :tenant and d.webhook_id = :webhook
  and (cast(:states as text[]) is null or d.state = any(:states))
  and (cast(:after_at as timestamptz) is null
       or (d.written_at, d.id) < (cast(:after_at as timestamptz), cast(:after_id as uuid)))
order by d.written_at desc, d.id desc limit :limit
""")
_TOTAL = text("""
select count(*) from deliveries where tenant_id = :tenant and webhook_id = :webhook
  and (cast(:states as text[]) is null or state = any(:states))
""")


async def page(
    connection: AsyncConnection,
    tenant: UUID,
    webhook: UUID,
    *,
    states: Sequence[str] | None,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> tuple[tuple[DeliveryStatus, ...], int]:
    """Deliveries of an endpoint, the newest first, and how many there are."""
    asked = {
        "tenant": tenant,
        "webhook": webhook,
        "states": None if states is None else list(states),
    }
    place = {"after_at": after and after[0], "after_id": after and after[1], "limit": limit}
    found = await connection.execute(_PAGE, {**asked, **place})
    total = await connection.scalar(_TOTAL, asked)
    return tuple(value(DeliveryStatus, row) for row in found.mappings()), int(total or 0)
