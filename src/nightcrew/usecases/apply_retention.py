"""Retention: what has served its days ends by itself, class by class of house.yaml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from nightcrew.domain.flow_report import FlowReport
from nightcrew.ports import Clock, Crews
from nightcrew.store import flow_runs, model_costs, retention
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.retention import BATCH, Days, Step
from nightcrew.store.sweeps import tenants_to_sweep


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyRetention:
    """Ends raw turns, old values, forgotten memories, dream reports, sent words and occurrences.

    raw_turns: turns with their words, vectors and decisions; the line an active memory rests on
    stays, since a memory must show what it came from. versions: words of replaced values, from the
    day they were replaced; what stands now stays, and so do as many of the newest former values as
    the house keeps. forgotten: memories that are off, with their
    history; tombstones stay. dream_reports: words, counts stay. outbox_text_after_ack: words of
    acknowledged messages. occurrences: settled times, and the intents of follow-ups that are over.
    flow_runs: which flow ran when, and what models cost beside turns and dreams; they name nobody
    and go by the server's clock, when no tenant is named. 0 days keep for ever.
    """

    db: Database
    crews: Crews
    clock: Clock

    async def __call__(
        self, *, now: datetime | None = None, tenant: UUID | None = None
    ) -> list[FlowReport]:
        """Apply every class to every tenant; one report a tenant, with rows ended by class.

        Runs of flows that ended have a report of their own.
        """
        at = now or self.clock.now()
        swept = await tenants_to_sweep(self.db, tenant)
        reports = [await self._of_tenant(each, at) for each in swept]
        ended = await self._flow_runs(swept) if tenant is None else 0
        if ended:
            counts = {"flow_runs": ended}
            reports.append(FlowReport(user="", crew="", outcome="applied", counts=counts))
        return reports

    async def _of_tenant(self, tenant: UUID, at: datetime) -> FlowReport:
        house = self.crews.house()
        counts: Counter[str] = Counter()
        for kind, steps in retention.STEPS:
            days = house.retention_days.get(kind, 0)
            kept = Days(at=at, days=days, newest_versions=house.newest_versions)
            counts[kind] = (
                sum([await self._all(step, tenant, kept) for step in steps]) if days else 0
            )
        outcome = "applied" if counts.total() else "nothing_to_do"
        return FlowReport(user="", crew="", outcome=outcome, counts=dict(counts))

    async def _all(self, step: Step, tenant: UUID, kept: Days) -> int:
        """Batch after batch, each in its own transaction, so that nobody waits long."""
        ended = 0
        while True:
            async with self.db.begin(tenant) as connection:
                done = await step(connection, tenant, kept)
            ended += done
            if done < BATCH:
                return ended

    async def _flow_runs(self, tenants: Sequence[UUID]) -> int:
        days = self.crews.house().retention_days.get("flow_runs", 0)
        if not days:
            return 0
        moment, ended = self.clock.now() - timedelta(days=days), 0
        while True:
            async with self.db.begin_system() as connection:
                done = await flow_runs.drop_before(connection, moment, batch=BATCH)
            ended += done
            if done < BATCH:
                break
        return ended + sum([await self._costs(each, moment) for each in tenants])

    async def _costs(self, tenant: UUID, moment: datetime) -> int:
        async def step(connection: Connection, tenant: UUID, _: Days) -> int:
            return await model_costs.drop_before(connection, tenant, moment, batch=BATCH)

        return await self._all(step, tenant, Days(at=moment, days=0))
