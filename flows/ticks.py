"""One tick: skipped when late, else App calls, told to Prefect in codes and counts only."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from prefect.artifacts import acreate_table_artifact
from prefect.client.schemas.objects import State
from prefect.runtime import flow_run
from prefect.states import Failed

from flows.opened_app import opened_app
from flows.timetable import is_late
from nightcrew.app import App
from nightcrew.domain.errors import NightcrewError
from nightcrew.settings import Settings

Counts = dict[str, int]
Outcome = Counts | State[Any]
SKIPPED: Counts = {"late": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """How one flow of the App ended. failure: a code, or None."""

    flow: str
    counts: Mapping[str, int] = field(default_factory=dict)
    failure: str | None = None


def too_late(schedule: str) -> bool:
    """Whether this run stands for a tick that is long past."""
    now = datetime.now(UTC)
    due_at = flow_run.scheduled_start_time or now
    return is_late(schedule, Settings().tick_seconds, due_at=due_at, now=now)


async def tick(schedule: str, *names: str) -> Outcome:
    """Run the App's flows of these names, one after another, and report.

    A failure is a state made of codes. An exception would be pickled into a file that Prefect
    never deletes, whatever is set about results.
    """
    told = await _run_all(names)
    await _report(schedule, told)
    failures = [f"{each.flow}: {each.failure}" for each in told if each.failure]
    if failures:
        return Failed(message="; ".join(failures))
    return {f"{each.flow}.{name}": n for each in told for name, n in each.counts.items()}


async def _run_all(names: Sequence[str]) -> list[Told]:
    try:
        async with opened_app() as app:
            return [await _run_one(app, name) for name in names]
    except NightcrewError as error:
        return [Told(flow=name, failure=error.code) for name in names]


async def _run_one(app: App, name: str) -> Told:
    try:
        result = await app.flows.tick(name)
    except NightcrewError as error:
        return Told(flow=name, failure=error.code)
    except Exception as error:
        # Its message may quote a user; where it happened may not.
        return Told(flow=name, failure=_place_of(error))
    return Told(flow=name, counts=result.counts)


def _place_of(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames[-3:]]
    return f"{type(error).__name__} at {' < '.join(reversed(where))}"


async def _report(schedule: str, told: Sequence[Told]) -> None:
    rows = [
        {"flow": each.flow, "what": name, "number": number}
        for each in told
        for name, number in (each.counts.items() if not each.failure else [("failed", 1)])
    ]
    await acreate_table_artifact(key=schedule, table=rows, description="Counts of the last tick")
