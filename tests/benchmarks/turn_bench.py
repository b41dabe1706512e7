"""How long a turn takes at the use case: scripted model, 30 memories, 8 at once, fsync on."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence

from nightcrew.app import App
from nightcrew.cli.serve import look_for_waste_seldom
from nightcrew.domain.turn import Said
from tests.benchmarks.figures import Figure, Tell, Took, best, load_note, run_alone, summed_up
from tests.benchmarks.place import AT_ONCE, SAID, Place, QuickModel, open_place, open_scripted
from tests.benchmarks.program import children_cpu

WARM_UP = 240
TURNS = 600
RUNS = 3
LIMIT_MS = 25.0  # issue figure, p95 at the use case


def measure(tell: Tell) -> Sequence[Figure]:
    """The best of three runs: the machine may be busy with others."""
    return asyncio.run(_measure(tell))


async def _measure(tell: Tell) -> Sequence[Figure]:
    tell("turn at the use case: filling a server")
    async with open_place() as place, open_scripted(place.access.app_url, QuickModel()) as app:
        await _turns(app, place, WARM_UP)
        place.settle()
        await _turns(app, place, WARM_UP)
        look_for_waste_seldom()  # as `serve` does
        runs, database_cpu = [], []
        for number in range(RUNS):
            before = children_cpu()
            runs.append(await _turns(app, place, TURNS))
            database_cpu.append((children_cpu() - before) * 1000 / TURNS)
            tell(f"turn at the use case, run {number + 1} of {RUNS}: p95 {runs[-1].p95:.1f} ms")
    return _figures(best(runs), min(database_cpu))


def _figures(run: Took, database_cpu: float) -> Sequence[Figure]:
    name = f"turn at the use case, {AT_ONCE} at once"
    return [
        Figure(name=f"{name}: p95", value=run.p95, unit="ms", limit=LIMIT_MS, note=load_note()),
        Figure(name=f"{name}: median", value=run.median, unit="ms"),
        Figure(name=f"{name}: turns a second", value=run.per_second, unit="1/s"),
        Figure(name="our own CPU a turn", value=run.cpu, unit="ms"),
        Figure(name="the database's CPU a turn", value=database_cpu, unit="ms"),
    ]


async def _turns(app: App, place: Place, count: int) -> Took:
    waiting, took = iter(range(count)), list[float]()

    async def worker() -> None:
        for number in waiting:
            began = time.perf_counter()
            said = Said(message=SAID.format(number=number))
            await app.answer_turn(place.pairs[number % len(place.pairs)], said)
            took.append((time.perf_counter() - began) * 1000)

    began, busy = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return summed_up(
        took, seconds=time.perf_counter() - began, cpu_seconds=time.process_time() - busy
    )


if __name__ == "__main__":
    sys.exit(run_alone(measure))
