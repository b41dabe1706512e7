"""How long a turn takes over HTTP: the real server in a process of its own, 8 at once.

First with the scripted model in the server's process, then through litellm against a scripted
provider in a third process; that one is reported beside it and held to no limit.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack

from tests.benchmarks.figures import Figure, Tell, Took, best, load_note, run_alone, summed_up
from tests.benchmarks.http_client import Line, open_line
from tests.benchmarks.place import AT_ONCE, CREW, SAID, Place, open_place
from tests.benchmarks.program import Program, program

WARM_UP = 240
TURNS = 600
TURNS_THROUGH_LITELLM = 160
RUNS = 3
LIMIT_MS = 40.0  # issue figure, p95 over HTTP
TURN_PATH = f"/v1/crews/{CREW}/turns"


def measure(tell: Tell) -> Sequence[Figure]:
    """Both ways over one filled server."""
    return asyncio.run(_measure(tell))


async def _measure(tell: Tell) -> Sequence[Figure]:
    tell("turn over HTTP: filling a server")
    async with open_place() as place:
        scripted = await _served(place, "", TURNS, tell)
        with program("tests.benchmarks.stub_provider") as provider:
            through = await _served(place, provider.said, TURNS_THROUGH_LITELLM, tell)
    return [*_figures("turn over HTTP", scripted, LIMIT_MS), *_figures("through litellm", through)]


def _figures(name: str, run: Took, limit: float | None = None) -> list[Figure]:
    name = f"{name}, {AT_ONCE} at once"
    return [
        Figure(name=f"{name}: p95", value=run.p95, unit="ms", limit=limit, note=load_note()),
        Figure(name=f"{name}: median", value=run.median, unit="ms"),
        Figure(name=f"{name}: turns a second", value=run.per_second, unit="1/s"),
        Figure(name=f"{name}: the server's CPU a turn", value=run.cpu, unit="ms"),
    ]


async def _served(place: Place, provider: str, count: int, tell: Tell) -> Took:
    way = "through litellm" if provider else "scripted"
    arguments = (place.access.app_url, provider) if provider else (place.access.app_url,)
    with program("tests.benchmarks.http_server", *arguments) as server:
        async with AsyncExitStack() as stack:
            port = int(server.said)
            lines = [
                await stack.enter_async_context(open_line(port, place.key)) for _ in range(AT_ONCE)
            ]
            await _turns(lines, place, server, min(count, WARM_UP))
            place.settle()
            await _turns(lines, place, server, min(count, WARM_UP))
            runs = []
            for number in range(RUNS):
                runs.append(await _turns(lines, place, server, count))
                tell(
                    f"turn over HTTP, {way}, run {number + 1} of {RUNS}: p95 {runs[-1].p95:.1f} ms"
                )
    return best(runs)


async def _turns(lines: Sequence[Line], place: Place, server: Program, count: int) -> Took:
    waiting, took = iter(range(count)), list[float]()

    async def worker(line: Line) -> None:
        for number in waiting:
            began = time.perf_counter()
            user = place.users[number % len(place.users)]
            await line.post(TURN_PATH, {"user": user, "message": SAID.format(number=number)})
            took.append((time.perf_counter() - began) * 1000)

    began, busy = time.perf_counter(), server.cpu_seconds()
    await asyncio.gather(*(worker(line) for line in lines))
    return summed_up(
        took, seconds=time.perf_counter() - began, cpu_seconds=server.cpu_seconds() - busy
    )


if __name__ == "__main__":
    sys.exit(run_alone(measure))
