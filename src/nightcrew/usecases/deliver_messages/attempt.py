"""One attempt: what it says and whether it may go, then the call, then what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.delivery import Afterwards, Delivery, Posted, afterwards
from nightcrew.domain.webhook import Event, message_id
from nightcrew.domain.webhook_signature import signed
from nightcrew.ports import Crews, WebhookSender
from nightcrew.store import deliveries, delivery_records, webhooks
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.usecases.deliver_messages.wording import Held, Worded, word

LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The time of a run. asked: what it was asked for, None for the server's and the database's."""

    at: datetime
    asked: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Makes attempts; chance: 0 to 1, for the jitter of the next one."""

    db: Database
    crews: Crews
    sender: WebhookSender
    chance: Callable[[], float]
    lease_seconds: float

    async def __call__(self, tenant: UUID, delivery: Delivery, moment: Moment) -> str:
        """Try once; the outcome is `delivered`, `waiting`, `deferred`, `lost` or how it ended."""
        async with self.db.begin(tenant) as connection:
            worded = await word(connection, tenant, delivery, self.crews, moment.at)
            found = await webhooks.signers(connection, tenant, delivery.webhook_id)
            if isinstance(worded, Held):
                return await _hold(connection, tenant, delivery, worded, moment)
        if found is None:
            return LOST
        url, secrets = found
        async with self._held(tenant, delivery):
            posted = await self._post(url, secrets, delivery, worded)
        return await self._settle(tenant, delivery, posted, moment)

    async def _post(
        self, url: str, secrets: tuple[str, ...], delivery: Delivery, worded: Worded
    ) -> Posted:
        headers = signed(secrets, message_id(delivery.event_id), delivery.claimed_at, worded.body)
        return await self.sender.post(url, body=worded.body, headers=headers)

    @asynccontextmanager
    async def _held(self, tenant: UUID, delivery: Delivery) -> AsyncIterator[None]:
        """Keep the lease while somebody is slow."""
        renewing = asyncio.create_task(self._renew(tenant, delivery))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, tenant: UUID, delivery: Delivery) -> None:
        held = True
        while held:
            await asyncio.sleep(self.lease_seconds / 3)
            async with self.db.begin(tenant) as connection:
                held = await deliveries.renew(connection, tenant, delivery, self.lease_seconds)

    async def _settle(
        self, tenant: UUID, delivery: Delivery, posted: Posted, moment: Moment
    ) -> str:
        after = afterwards(posted, delivery.attempts, self.chance())
        async with self.db.begin(tenant) as connection:
            kept = await deliveries.settle(
                connection,
                tenant,
                delivery,
                state=after.state,
                reason=after.reason,
                status=posted.status,
                uncertain=posted.uncertain,
                wait_seconds=after.wait.total_seconds() if after.wait else 0.0,
                now=moment.asked,
                at=moment.at,
            )
            if not kept:
                return LOST
            await webhooks.note_attempt(
                connection,
                tenant,
                delivery.webhook_id,
                posted,
                after=after,
                now=moment.asked,
            )
            if after.disable:
                # Its messages can still be pulled from the outbox.
                await delivery_records.end_open(
                    connection,
                    tenant,
                    delivery.webhook_id,
                    reason="endpoint_disabled",
                    at=moment.at,
                )
            await _conclude(connection, tenant, delivery, posted, after=after, at=moment.at)
        return {"done": "delivered", "ready": "waiting", "dead": "dead"}[after.state]


async def _conclude(
    connection: Connection,
    tenant: UUID,
    delivery: Delivery,
    posted: Posted,
    *,
    after: Afterwards,
    at: datetime,
) -> None:
    if delivery.event != Event.MESSAGE_DUE or after.state == "ready" or after.disable:
        return
    if after.state == "done":
        await delivery_records.conclude(
            connection, tenant, delivery.event_id, state="delivered", occurrence="delivered", at=at
        )
        return
    uncertain = delivery.uncertain or posted.uncertain
    await give_up(connection, tenant, delivery.event_id, uncertain=uncertain, at=at)


async def give_up(
    connection: Connection, tenant: UUID, message: UUID, *, uncertain: bool, at: datetime
) -> None:
    """A message that no endpoint took: failed, or unverified when one of them may have it."""
    await delivery_records.conclude(
        connection,
        tenant,
        message,
        state="failed",
        occurrence="unverified" if uncertain else "failed",
        reason="not_delivered",
        at=at,
    )


async def _hold(
    connection: Connection, tenant: UUID, delivery: Delivery, held: Held, moment: Moment
) -> str:
    """Wait for the gate's moment, or end with its reason; nothing left, so it was no attempt."""
    kept = await deliveries.settle(
        connection,
        tenant,
        delivery,
        state=held.state,
        reason=held.reason,
        sent=False,
        until=held.until,
        now=moment.asked,
        at=moment.at,
    )
    if not kept:
        return LOST
    if held.occurrence is not None:
        await delivery_records.conclude(
            connection,
            tenant,
            delivery.event_id,
            state="failed",
            occurrence=held.occurrence,
            reason=held.reason,
            at=moment.at,
        )
    return "deferred" if held.state == "ready" else held.state
