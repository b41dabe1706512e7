"""Every flow as one function: Prefect, `/run`, the command line, demo and stories call these."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from nightcrew.domain.dream import DreamReport
from nightcrew.domain.errors import NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import NOBODY
from nightcrew.ports import Clock
from nightcrew.store import flow_runs, people
from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway
from nightcrew.store.flow_runs import FlowRun
from nightcrew.usecases.apply_retention import ApplyRetention
from nightcrew.usecases.check_watches import CheckWatches, has_news
from nightcrew.usecases.deliver_messages import DeliverMessages
from nightcrew.usecases.digest_teams import DigestTeams
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.open_talks import OpenTalks
from nightcrew.usecases.plan_follow_ups import PlanFollowUps
from nightcrew.usecases.refresh_knowledge import RefreshKnowledge
from nightcrew.usecases.review_plans import ReviewPlans
from nightcrew.usecases.run_dream import DreamMode, RunDream
from nightcrew.usecases.send_follow_ups import SendFollowUps

logger = logging.getLogger(__name__)

AT_ONCE = 4  # pairs that dream at the same time
SECONDS_TO_WAIT = 5.0  # for what goes on by itself later, while somebody waits for the answer
Report = DreamReport | FlowReport


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowWish:
    """What a run is asked to do; None means all. explicit: asked for by name, not by a tick."""

    now: datetime | None = None
    tenant: UUID | None = None
    user: UUID | None = None
    crew: str | None = None
    mode: DreamMode = "apply"
    explicit: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowResult:
    """What a run did. counts: outcomes and numbers, safe to show anywhere."""

    run_id: UUID
    flow: str
    counts: Mapping[str, int]
    reports: tuple[Report, ...] = ()


Flow = Callable[[FlowWish], Awaitable[Sequence[Report]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowMenu:
    """The flows by name. Raises NotFound for an unknown one."""

    db: Database
    clock: Clock
    run_dream: RunDream
    review_plans: ReviewPlans
    plan_follow_ups: PlanFollowUps
    send_follow_ups: SendFollowUps
    open_talks: OpenTalks
    check_watches: CheckWatches
    deliver_messages: DeliverMessages
    apply_retention: ApplyRetention
    index_evidence: IndexEvidence
    refresh_knowledge: RefreshKnowledge
    digest_teams: DigestTeams
    _flows: dict[str, Flow] = field(init=False)

    def __post_init__(self) -> None:
        flows: dict[str, Flow] = {
            "dream": self._dream,
            "nightly-dream": self._nightly,
            "temporal-review": self._review,
            "plan-follow-ups": self._plan,
            "send-follow-ups": self._send,
            "open-talks": self._open,
            "check-watches": self._watch,
            "deliver-webhooks": self._deliver,
            "retention": self._retain,
            "team-digest": self._digest,
            "index-evidence": self._index,
            "refresh-knowledge": self._refresh,
        }
        object.__setattr__(self, "_flows", flows)

    def names(self) -> list[str]:
        """The flows that can run."""
        return sorted(self._flows)

    async def run(self, name: str, wish: FlowWish | None = None) -> FlowResult:
        """Run a flow once and keep its counts."""
        flow = self._flow(name)
        started = self.clock.now()
        reports = tuple(await flow(wish or FlowWish()))
        counts = counted(reports)
        run = FlowRun(
            id=uuid4(),
            flow=name,
            started_at=started,
            ended_at=self.clock.now(),
            outcome="done",
            counts=counts,
        )
        async with self.db.begin_system() as connection:
            await flow_runs.keep(connection, run)
        return FlowResult(run_id=run.id, flow=name, counts=counts, reports=reports)

    async def user_of(self, tenant: UUID, name: str | None) -> UUID | None:
        """Our id of a backend's user; NOBODY for who never wrote, None where none is named."""
        if name is None:
            return None
        async with self.db.begin(tenant) as connection:
            person = await people.person_by_name(connection, tenant, name)
        return person.id if person else NOBODY

    async def tick(self, name: str) -> FlowResult:
        """Run a flow for its schedule; when another worker runs it, the outcome is `busy`."""
        async with self._alone(name) as free:
            if free:
                return await self.run(name, FlowWish(explicit=False))
        return FlowResult(run_id=uuid4(), flow=name, counts={"busy": 1})

    @asynccontextmanager
    async def _alone(self, name: str) -> AsyncIterator[bool]:
        """Hold the flow's lock on a connection of its own; it ends with the connection."""
        async with self.db.hold_connection() as connection:
            free = await flow_runs.try_flow_lock(connection, name)
            try:
                yield free
            finally:
                if free:
                    await flow_runs.free_flow_lock(connection, name)

    def _flow(self, name: str) -> Flow:
        if name in self._flows:
            return self._flows[name]
        raise NotFound(
            "unknown_flow",
            "there is no flow by this name",
            hint="one of " + ", ".join(self.names()),
            details={"nearest": self.names()},
        )

    async def _dream(self, wish: FlowWish) -> Sequence[Report]:
        ready = await self.run_dream.ready(
            wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew, anyway=wish.explicit
        )
        return await _each(ready, lambda pair: self._dream_one(pair, wish, nightly=False))

    async def _nightly(self, wish: FlowWish) -> Sequence[Report]:
        due = await self.run_dream.due_tonight(wish.now, tenant=wish.tenant, once=not wish.explicit)
        wanted = [
            pair
            for pair in due
            if (wish.user is None or pair.user == wish.user)
            and (wish.crew is None or pair.crew == wish.crew)
        ]
        return await _each(wanted, lambda pair: self._dream_one(pair, wish, nightly=True))

    async def _dream_one(self, pair: Pair, wish: FlowWish, *, nightly: bool) -> Report:
        return await self.run_dream(pair, now=wish.now, mode=wish.mode, nightly=nightly)

    async def _review(self, wish: FlowWish) -> Sequence[Report]:
        return await self.review_plans(
            now=wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew
        )

    async def _plan(self, wish: FlowWish) -> Sequence[Report]:
        ready = await self.plan_follow_ups.ready(
            wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew, anyway=wish.explicit
        )
        return await _each(ready, lambda pair: self.plan_follow_ups(pair, now=wish.now))

    async def _send(self, wish: FlowWish) -> Sequence[Report]:
        return await self.send_follow_ups(
            now=wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew
        )

    async def _open(self, wish: FlowWish) -> Sequence[Report]:
        """Find grounds and send at once: an opener is for this moment."""
        found = await self.open_talks(
            now=wish.now,
            tenant=wish.tenant,
            user=wish.user,
            crew=wish.crew,
            any_hour=wish.explicit,
        )
        grounded = any(report.outcome == "grounded" for report in found)
        return [*found, *(await self._send(wish) if grounded else ())]

    async def _watch(self, wish: FlowWish) -> Sequence[Report]:
        """Look, and send at once what was found: it is news now."""
        found = await self.check_watches(
            now=wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew
        )
        return [*found, *(await self._send(wish) if has_news(found) else ())]

    async def _deliver(self, wish: FlowWish) -> Sequence[Report]:
        return await self.deliver_messages(
            now=wish.now, tenant=wish.tenant, user=wish.user, crew=wish.crew
        )

    async def _retain(self, wish: FlowWish) -> Sequence[Report]:
        return await self.apply_retention(now=wish.now, tenant=wish.tenant)

    async def _refresh(self, wish: FlowWish) -> Sequence[Report]:
        seconds = SECONDS_TO_WAIT if wish.explicit else None
        return await self.refresh_knowledge(now=wish.now, tenant=wish.tenant, seconds=seconds)

    async def _digest(self, wish: FlowWish) -> Sequence[Report]:
        return await self.digest_teams(now=wish.now, tenant=wish.tenant, anyway=wish.explicit)

    async def _index(self, wish: FlowWish) -> Sequence[Report]:
        counts = await self.index_evidence(now=wish.now, tenant=wish.tenant)
        return [FlowReport(user="", crew="", outcome="indexed", counts=dict(counts))]


async def _each(pairs: Sequence[Pair], act: Callable[[Pair], Awaitable[Report]]) -> list[Report]:
    places = asyncio.Semaphore(AT_ONCE)

    async def one(pair: Pair) -> Report:
        async with places:
            try:
                return await act(pair)
            except StoreAway:
                raise
            except Exception as failed:  # one pair must not stop the others
                return _failed(pair, failed)

    return list(await asyncio.gather(*(one(pair) for pair in pairs)))


def _failed(pair: Pair, failed: Exception) -> FlowReport:
    """What is told of a pair whose run broke: the kind of error and no word of its text."""
    code = getattr(failed, "code", type(failed).__name__)
    logger.error("a flow failed for one pair: pair=%s code=%s", pair, code)
    return FlowReport(
        user=str(pair.user), crew=pair.crew, outcome="failed", counts={f"failed_{code}": 1}
    )


def counted(reports: Sequence[Report]) -> dict[str, int]:
    """How many reports ended how, and the sum of their numbers."""
    total: Counter[str] = Counter({"pairs": len(reports)})
    for report in reports:
        total[str(report.outcome)] += 1
        total.update(_numbers(report))
    return dict(total)


def _numbers(report: Report) -> Mapping[str, Any]:
    if isinstance(report, FlowReport):
        return {name: number for name, number in report.counts.items() if name != report.outcome}
    return {
        "changes_applied": sum(change.applied for change in report.changes),
        "changes_refused": sum(not change.applied for change in report.changes),
        "model_calls": int(str(report.usage.get("model_calls", 0))),
    }
