"""Retention: what has served its days ends by itself, class by class of house.yaml."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from nightcrew.domain.flow_report import FlowReport
from nightcrew.ports import Clock, Crews
from nightcrew.store import retention
from nightcrew.store.database import Database
from nightcrew.store.retention import BATCH, Step
from nightcrew.store.sweeps import tenants_to_sweep


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyRetention:
    """Ends raw turns, old values, forgotten memories, dream reports, sent words and occurrences.

    raw_turns: turns with their words, vectors and decisions; the line an active memory rests on
    stays, since a memory must show what it came from. versions: words of replaced values, from the
    day they were replaced; what stands now stays. forgotten: memories that are off, with their
    history; tombstones stay. dream_reports: words, counts stay. outbox_text_after_ack: words of
    acknowledged messages. occurrences: settled times, and the intents of follow-ups that are over.
    0 days keep for ever.
    """

    db: Database
    crews: Crews
    clock: Clock

    async def __call__(
        self, *, now: datetime | None = None, tenant: UUID | None = None
    ) -> list[FlowReport]:
        """Apply every class to every tenant; one report a tenant, with rows ended by class."""
        at = now or self.clock.now()
        return [await self._of_tenant(each, at) for each in await tenants_to_sweep(self.db, tenant)]

    async def _of_tenant(self, tenant: UUID, at: datetime) -> FlowReport:
        days = self.crews.house().retention_days
        counts: Counter[str] = Counter()
        for kind, steps in retention.STEPS:
            counts[kind] = 0
            if days.get(kind, 0) > 0:
                moment = at - timedelta(days=days[kind])
                counts[kind] = sum([await self._all(step, tenant, moment) for step in steps])
        outcome = "applied" if counts.total() else "nothing_to_do"
        return FlowReport(user="", crew="", outcome=outcome, counts=dict(counts))

    async def _all(self, step: Step, tenant: UUID, moment: datetime) -> int:
        """Batch after batch, each in its own transaction, so that nobody waits long."""
        ended = 0
        while True:
            async with self.db.begin(tenant) as connection:
                done = await step(connection, tenant, moment)
            ended += done
            if done < BATCH:
                return ended
