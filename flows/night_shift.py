"""Runs what the Prefect server has scheduled, in this process and over one open App.

`prefect.serve` starts a process for each run: 1.9 to 3.3 s of CPU where a run in the process
takes 0.13 s (engineering.md, Prefect), too much for ticks of 10 s on two cores.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import httpx
from prefect import get_client
from prefect.client.orchestration import PrefectClient
from prefect.client.schemas.filters import (
    DeploymentFilter,
    DeploymentFilterId,
    FlowRunFilter,
    FlowRunFilterState,
    FlowRunFilterStateType,
)
from prefect.client.schemas.objects import FlowRun, State, StateType
from prefect.exceptions import Abort
from prefect.flow_engine import run_flow_async
from prefect.settings import PREFECT_API_URL
from prefect.states import Crashed, Pending
from prefect.utilities.engine import propose_state

from flows.opened_app import hold
from flows.prefect_deployments import AnyFlow, register
from nightcrew.app import App, open_app
from nightcrew.settings import Settings

LOOK_EVERY = 2.0  # seconds
LOOK_AGAIN = 0.5  # seconds, for a server that does not answer yet
FINISH_WITHIN = 20.0  # seconds a run may take to end after a stop
_AT_A_TIME = 50

Beat = Callable[[], object]

logger = logging.getLogger("nightcrew.flows")


@dataclass(slots=True, kw_only=True)
class NightShift:
    """The runs of one process. flows: deployment id to flow."""

    client: PrefectClient
    flows: Mapping[UUID, AnyFlow]
    running: set[asyncio.Task[None]] = field(default_factory=set)

    async def bury_the_dead(self) -> None:
        """Mark runs as crashed that an earlier process left running for ever."""
        left = await self.client.read_flow_runs(
            deployment_filter=DeploymentFilter(id=DeploymentFilterId(any_=list(self.flows))),
            flow_run_filter=FlowRunFilter(
                state=FlowRunFilterState(
                    type=FlowRunFilterStateType(any_=[StateType.PENDING, StateType.RUNNING])
                )
            ),
        )
        for run in left:
            state: State[Any] = Crashed(message="worker_gone")
            await self.client.set_flow_run_state(run.id, state, force=True)

    async def start_due(self) -> None:
        """Start every run whose time has come."""
        due = await self.client.get_scheduled_flow_runs_for_deployments(
            list(self.flows), scheduled_before=datetime.now(UTC), limit=_AT_A_TIME
        )
        for run in due:
            if await self._taken(run):
                task = asyncio.create_task(self._run(run))
                self.running.add(task)
                task.add_done_callback(self.running.discard)

    async def end(self) -> None:
        """Let the runs finish; those that take too long are told to stop."""
        if self.running:
            await asyncio.wait(self.running, timeout=FINISH_WITHIN)
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)

    async def _taken(self, run: FlowRun) -> bool:
        try:
            state = await propose_state(self.client, Pending(), flow_run_id=run.id)
        except Abort:
            return False
        return state.is_pending()

    async def _run(self, run: FlowRun) -> None:
        if run.deployment_id is None:
            return
        flow = self.flows[run.deployment_id]
        try:
            await run_flow_async(flow, flow_run=run, parameters=run.parameters, return_type="state")
        except httpx.HTTPError as error:
            logger.warning("%s: %s", flow.name, type(error).__name__)


async def work(settings: Settings, stopping: asyncio.Event, beat: Beat) -> None:
    """Run due ticks until told to stop. beat: called at each look that was answered."""
    async with open_app(settings) as app:
        if await _server_answers(stopping):
            await _work(app, stopping, beat)


async def _work(app: App, stopping: asyncio.Event, beat: Beat) -> None:
    async with get_client() as client:
        hold(app)
        shift = NightShift(client=client, flows=await register(app.settings.tick_seconds))
        await shift.bury_the_dead()
        _keep_what_was_read()
        try:
            while not stopping.is_set():
                await _look(shift, beat)
                await _wait(stopping, LOOK_EVERY)
        finally:
            await shift.end()


def _keep_what_was_read() -> None:
    """The product stays; walking all of it again held every run up by 165 ms now and then."""
    gc.collect()
    gc.freeze()


async def _server_answers(stopping: asyncio.Event) -> bool:
    """Wait for a server that gets up at the same time and takes longer; False when told to stop."""
    async with httpx.AsyncClient() as client:
        while not stopping.is_set():
            if await _is_healthy(client):
                return True
            await _wait(stopping, LOOK_AGAIN)
    return False


async def _is_healthy(client: httpx.AsyncClient) -> bool:
    try:
        answer = await client.get(f"{PREFECT_API_URL.value()}/health")
    except httpx.TransportError:
        return False
    return answer.is_success


async def _look(shift: NightShift, beat: Beat) -> None:
    try:
        await shift.start_due()
    except httpx.HTTPError as error:
        # The server is being restarted; the next look tries again.
        logger.warning("the Prefect server does not answer: %s", type(error).__name__)
        return
    beat()


async def _wait(stopping: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stopping.wait(), seconds)
    except TimeoutError:
        return
