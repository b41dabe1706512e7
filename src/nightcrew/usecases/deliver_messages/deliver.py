"""The sweep over endpoints: what is due goes, a few at a time, and none waits for another's."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.delivery import Delivery
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.named_fields import recast
from nightcrew.ports import Clock, Crews, WebhookSender
from nightcrew.store import deliveries
from nightcrew.store.database import Database
from nightcrew.store.deliveries import LEASE_SECONDS, RESCUE_BATCH
from nightcrew.store.failure import StoreAway
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.deliver_messages.attempt import LOST, Attempt, Moment
from nightcrew.usecases.deliver_messages.rescue import take_over

logger = logging.getLogger(__name__)

ENDPOINTS_AT_ONCE = 6  # below the pool's connections
EACH_AT_ONCE = 4  # attempts at one endpoint at the same time
LONGEST_RUN = 45.0  # seconds; what is left then is the next tick's
_ARRIVED = frozenset({"delivered", "deferred", "expired", "cancelled", LOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliverMessages:
    """Tells backends what happened, until they say 2xx or ten attempts were made.

    At least once; a receiver that keeps the `webhook-id` has every effect once. chance: 0 to 1,
    for how long each waits until it is tried again. lease_seconds: after this a worker that went
    silent counts as dead.
    """

    db: Database
    crews: Crews
    sender: WebhookSender
    clock: Clock
    chance: Callable[[], float] = random.random
    lease_seconds: float = LEASE_SECONDS
    rescue_page: int = RESCUE_BATCH

    async def __call__(
        self,
        *,
        now: datetime | None = None,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
    ) -> list[FlowReport]:
        """Deliver everything that is due; one report an attempt."""
        moment = Moment(at=now or self.clock.now(), asked=now)
        sweep = _Sweep(
            using=self,
            moment=moment,
            user=user,
            crew=crew,
            places=asyncio.Semaphore(ENDPOINTS_AT_ONCE),
            end_at=asyncio.get_running_loop().time() + LONGEST_RUN,
        )
        wanted = await tenants_to_sweep(self.db, tenant)
        told = await asyncio.gather(*(sweep.of_tenant(each) for each in wanted))
        return [report for reports in told for report in reports]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sweep:
    using: DeliverMessages
    moment: Moment
    user: UUID | None
    crew: str | None
    places: asyncio.Semaphore
    end_at: float

    async def of_tenant(self, tenant: UUID) -> list[FlowReport]:
        db = self.using.db
        async with self.places:
            page, chance = self.using.rescue_page, self.using.chance
            rescued = await take_over(db, tenant, self.moment, page=page, chance=chance)
            async with db.begin(tenant) as connection:
                waiting = await deliveries.waiting_webhooks(connection, tenant, self.moment.asked)
        told = await asyncio.gather(*(self._of_endpoint(tenant, each) for each in waiting))
        reports = [report for reports in told for report in reports]
        if rescued:
            counts = {"taken_over": rescued}
            reports.append(FlowReport(user="", crew="", outcome="rescued", counts=counts))
        return reports

    async def _of_endpoint(self, tenant: UUID, webhook: UUID) -> list[FlowReport]:
        """Batch after batch; an endpoint that takes nothing of a batch is left for this time."""
        reports: list[FlowReport] = []
        async with self.places:
            while asyncio.get_running_loop().time() < self.end_at:
                batch = await self._claim(tenant, webhook)
                told = await asyncio.gather(*(self._try(tenant, each) for each in batch))
                reports += told
                if not any(report.outcome in _ARRIVED for report in told):
                    break
        return reports

    async def _claim(self, tenant: UUID, webhook: UUID) -> tuple[Delivery, ...]:
        async with self.using.db.begin(tenant) as connection:
            return await deliveries.claim(
                connection,
                tenant,
                webhook,
                now=self.moment.asked,
                batch=EACH_AT_ONCE,
                lease_seconds=self.using.lease_seconds,
                user=self.user,
                crew=self.crew,
            )

    async def _try(self, tenant: UUID, delivery: Delivery) -> FlowReport:
        attempt = recast(Attempt, self.using)
        try:
            outcome = await attempt(tenant, delivery, self.moment)
        except StoreAway:
            raise
        except Exception as failed:  # one delivery must not stop the others
            # Its lease ends by itself; after ten such attempts it is a dead letter.
            logger.error("a delivery failed: id=%s error=%s", delivery.id, type(failed).__name__)  # noqa: TRY400
            outcome = "failed"
        return FlowReport(
            user=str(delivery.user_id or ""),
            crew=delivery.crew or "",
            outcome=outcome,
            counts={outcome: 1},
            ids=(delivery.event_id,),
        )
