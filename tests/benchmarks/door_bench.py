"""`serve` under load, over HTTP through litellm to a scripted provider, all on this machine.

Three loads: many at once; turns that arrive steadily at a model that thinks; and turns whose query
is embedded. Client, server and provider share the cores.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from tests.benchmarks.door_server import served
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone
from tests.benchmarks.http_client import Line, open_line
from tests.benchmarks.place import CREW, SAID, Place, QuickModel, open_place, open_scripted
from tests.benchmarks.program import program

TURN_PATH = f"/v1/crews/{CREW}/turns"
WARM_UP = 96
WORKERS = 2  # one a core
# Figures of the issue about the door.
MANY_AT_ONCE, MANY_PER_SECOND, MANY_P95 = 32, 50.0, 1000.0
ARRIVING, MODEL_MS, CALLS_A_TURN, OVERHEAD_P95 = 10.0, 300.0, 2, 60.0
EMBEDDED_AT_ONCE, EMBEDDED_PER_SECOND, EMBEDDED_P95 = 8, 12.0, 800.0
MANY_TURNS, ARRIVING_TURNS, EMBEDDED_TURNS = 1200, 200, 240


class Told:
    """What became of the turns of one load: milliseconds of each, and how many failed."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.failed = 0
        self.seconds = 0.0

    @property
    def p95(self) -> float:
        """Milliseconds."""
        return statistics.quantiles(self.took, n=100)[94]

    @property
    def per_second(self) -> float:
        """Turns that were answered."""
        return len(self.took) / self.seconds


def measure(tell: Tell) -> Sequence[Figure]:
    """All three loads over one filled database."""
    return asyncio.run(_measure(tell))


async def _measure(tell: Tell) -> Sequence[Figure]:
    tell("door: filling a server")
    async with open_place() as place:
        many = await _loaded(place, tell, "many at once", at_once=MANY_AT_ONCE, turns=MANY_TURNS)
        steady = await _loaded(
            place, tell, "arriving", ARRIVING_TURNS, MANY_AT_ONCE, wait=MODEL_MS / 1000
        )
        embedded = await _loaded(
            place, tell, "embedded", EMBEDDED_TURNS, EMBEDDED_AT_ONCE, recall=True
        )
    return [
        *_figures(f"door, {MANY_AT_ONCE} at once", many, MANY_PER_SECOND, MANY_P95),
        Figure(
            name=f"door, {ARRIVING:g} turns/s arriving, model {MODEL_MS:g} ms: overhead p95",
            value=steady.p95 - CALLS_A_TURN * MODEL_MS,
            unit="ms",
            limit=OVERHEAD_P95,
        ),
        _errors(f"door, {ARRIVING:g} turns/s arriving", steady),
        *_figures(
            f"door, query embedded, {EMBEDDED_AT_ONCE} at once",
            embedded,
            EMBEDDED_PER_SECOND,
            EMBEDDED_P95,
        ),
    ]


def _figures(name: str, told: Told, per_second: float, p95: float) -> list[Figure]:
    return [
        Figure(
            name=f"{name}: turns a second",
            value=told.per_second,
            unit="1/s",
            limit=per_second,
            at_least=True,
            note=load_note(),
        ),
        Figure(name=f"{name}: p95", value=told.p95, unit="ms", limit=p95),
        _errors(name, told),
    ]


def _errors(name: str, told: Told) -> Figure:
    return Figure(name=f"{name}: errors", value=told.failed, unit="", limit=0)


async def _loaded(
    place: Place,
    tell: Tell,
    name: str,
    turns: int,
    at_once: int,
    *,
    wait: float = 0.0,
    recall: bool = False,
) -> Told:
    """One load. wait: seconds the provider thinks, and then turns arrive by the clock."""
    asked = (str(wait), "recall") if recall else (str(wait),)
    embedder = "e5" if recall else "hash"
    with (
        program("tests.benchmarks.stub_provider", *asked) as provider,
        served(place.data, provider.said, embedder=embedder, workers=WORKERS) as port,
    ):
        async with _lines(port, place, at_once) as lines:
            await _at_once(lines, place, WARM_UP)
        if recall:
            await _index(place)
        place.settle()
        async with _lines(port, place, at_once) as lines:
            told = await (_arriving if wait else _at_once)(lines, place, turns)
    tell(f"door: {name}: {told.per_second:.0f} turns/s, p95 {told.p95:.0f} ms, {load_note()}")
    return told


async def _index(place: Place) -> None:
    """What the flow beside a server does every two minutes: embed what was said and is known."""
    async with open_scripted(place.access.app_url, QuickModel(), "e5") as app:
        while (await app.flows.index_evidence(tenant=place.pairs[0].tenant))["indexed"]:
            continue


@asynccontextmanager
async def _lines(port: int, place: Place, number: int) -> AsyncIterator[Sequence[Line]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(open_line(port, place.key)) for _ in range(number)]


async def _at_once(lines: Sequence[Line], place: Place, turns: int) -> Told:
    told, waiting = Told(), iter(range(turns))

    async def worker(line: Line) -> None:
        for number in waiting:
            await _turn(told, line, place, number, time.perf_counter())

    began = time.perf_counter()
    await asyncio.gather(*map(worker, lines))
    told.seconds = time.perf_counter() - began
    return told


async def _arriving(lines: Sequence[Line], place: Place, turns: int) -> Told:
    """Turns by the clock; one that finds no free line waits for it, and that counts."""
    told, free = Told(), asyncio.Queue[Line]()
    for line in lines:
        free.put_nowait(line)

    async def turn(number: int, due: float) -> None:
        line = await free.get()
        await _turn(told, line, place, number, due)
        free.put_nowait(line)

    began = time.perf_counter()
    running = []
    for number in range(turns):
        due = began + number / ARRIVING
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        running.append(asyncio.create_task(turn(number, due)))
    await asyncio.gather(*running)
    told.seconds = time.perf_counter() - began
    return told


async def _turn(told: Told, line: Line, place: Place, number: int, due: float) -> None:
    user = place.users[number % len(place.users)]
    try:
        await line.post(TURN_PATH, {"user": user, "message": SAID.format(number=number)})
    except RuntimeError:
        told.failed += 1
    else:
        told.took.append((time.perf_counter() - due) * 1000)


if __name__ == "__main__":
    sys.exit(run_alone(measure))
