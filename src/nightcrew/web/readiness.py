"""Whether this installation can work, and what stands in the way: codes, names and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Literal

from nightcrew.app import App
from nightcrew.domain.crew import Problem
from nightcrew.domain.webhook import Trouble
from nightcrew.ports import Role
from nightcrew.store import flow_runs
from nightcrew.store.failure import StoreAway, StoreState
from nightcrew.store.flow_runs import FlowRun
from nightcrew.store.write_probe import probe

REHEARSAL = "rehearsal"
TRY_EVERY = 5.0  # seconds; a load balancer asks as often


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewHealth:
    """ok: newest text. stale: last good text. broken: does not serve. problems: its errors."""

    id: str
    name: str
    status: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowHealth:
    """The newest run of a flow; age_seconds: since it started."""

    flow: str
    started_at: datetime
    age_seconds: int
    outcome: str
    counts: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """unready: no database, or one that takes no writes. degraded: some crew's text is broken."""

    status: Literal["ready", "degraded", "unready"]
    database: StoreState
    models: dict[str, str]
    rehearsal: bool
    same_model_verifies: bool
    search: Literal["configured", "misconfigured"]
    time_travel: bool
    crews: tuple[CrewHealth, ...]
    problems: tuple[Problem, ...]
    flows: tuple[FlowHealth, ...]
    webhooks: Trouble


@dataclass(slots=True)
class Writing:
    """Keeps whether the database took writes when that was tried last."""

    tried_at: float = field(default=float("-inf"))
    found: StoreState = "reachable"

    async def of(self, app: App) -> StoreState:
        """How the database stands; tried at most every few seconds."""
        if monotonic() - self.tried_at >= TRY_EVERY:
            self.found, self.tried_at = await probe(app.world.db), monotonic()
        return self.found


async def look(app: App, writing: Writing) -> Readiness:
    """Look at every part once."""
    runs = await _runs(app)
    database = "away" if runs is None else await writing.of(app)
    shelf = app.crews.shelf()
    errors = tuple(each for each in shelf.problems if each.severity == "error")
    models = {str(role): app.world.model.name(role) for role in Role}
    return Readiness(
        status="unready" if database != "reachable" else "degraded" if errors else "ready",
        database=database,
        models=models,
        rehearsal=REHEARSAL in models.values(),
        same_model_verifies=models[Role.DREAM] == models[Role.VERIFY],
        search="configured" if app.settings.search else "misconfigured",
        time_travel=app.settings.time_travel,
        crews=tuple(_crew(app, crew, status) for crew, status in shelf.statuses().items()),
        problems=errors,
        flows=_flows(runs or (), app.world.clock.now()),
        webhooks=Trouble() if runs is None else await _webhooks(app),
    )


async def _runs(app: App) -> Sequence[FlowRun] | None:
    """The newest run of each flow; None when the database is away."""
    try:
        async with app.world.db.begin_system() as connection:
            return await flow_runs.newest(connection)
    except StoreAway:
        return None


async def _webhooks(app: App) -> Trouble:
    try:
        return await app.keep_webhooks.trouble()
    except StoreAway:
        return Trouble()


def _crew(app: App, crew: str, status: str) -> CrewHealth:
    shelf = app.crews.shelf()
    known = shelf.crews.get(crew)
    return CrewHealth(
        id=crew,
        name=known.name if known else crew,
        status=status,
        problems=shelf.broken.get(crew, ()),
    )


def _flows(runs: Sequence[FlowRun], now: datetime) -> tuple[FlowHealth, ...]:
    return tuple(
        FlowHealth(
            flow=run.flow,
            started_at=run.started_at,
            age_seconds=max(0, round((now - run.started_at).total_seconds())),
            outcome=run.outcome,
            counts=dict(run.counts),
        )
        for run in runs
    )
