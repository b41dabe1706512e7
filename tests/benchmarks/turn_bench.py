"""How long a turn takes at the use case: scripted model, 30 memories, 8 at once."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import uuid4

from nightcrew.app.menu import App
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said
from nightcrew.store import bootstrap, memories, people
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.memories import Act
from tests.scripting import scripted
from tests.talk import app_of

AT_ONCE = 8
USERS = 16
TURNS = 800
MEMORIES = 30
LIMIT_MS = 25.0  # issue figure, p95 at the use case


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Milliseconds of a turn, turns a second, and milliseconds of our own CPU a turn."""

    median: float
    p95: float
    p99: float
    per_second: float
    cpu: float


async def measure() -> Figures:
    """Run the turns against a throw-away server with fsync on."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder) / "pg") as server:
        access = bootstrap.prepare(server.url, embedded=True)
        bootstrap.upgrade(access)
        database = await Database.open(access.app_url)
        try:
            app = app_of(database, scripted())
            pairs = await _people(app)
            await _turns(app, pairs, 80)
            return await _turns(app, pairs, TURNS)
        finally:
            await database.close()


async def _people(app: App) -> list[Pair]:
    async with app.world.db.begin_system() as connection:
        tenant = await people.make_tenant(connection, "default")
    pairs = []
    for number in range(USERS):
        async with app.world.db.begin(tenant) as connection:
            person = await people.make_person(connection, tenant, f"u{number}")
            pair = Pair(tenant=tenant, user=person.id, crew="travel-mina")
            for each in range(MEMORIES):
                act = Act(actor="dream", cause="bench", at=datetime.now(UTC))
                await memories.add(connection, pair, _memory(pair, each), act)
        pairs.append(pair)
    return pairs


def _memory(pair: Pair, number: int) -> Memory:
    return Memory(
        id=uuid4(),
        user=pair.user,
        crew=pair.crew,
        kind=Kind.FACT,
        scope=Scope.PRIVATE,
        subject="user",
        text=f"{number}번째로 알게 된 일이 하나 있고 길이는 이만큼이다",
        via=pair.crew,
        learned_on=date(2026, 9, 1),
        said_on=date(2026, 9, 1 + number % 28),
    )


async def _turns(app: App, pairs: list[Pair], count: int) -> Figures:
    waiting = asyncio.Queue[int]()
    for number in range(count):
        waiting.put_nowait(number)
    took: list[float] = []

    async def worker() -> None:
        while not waiting.empty():
            number = waiting.get_nowait()
            began = time.perf_counter()
            said = Said(message=f"{number}번째 이야기예요. 다음 달에 제주도에 가려고 해요")
            await app.answer_turn(pairs[number % len(pairs)], said)
            took.append((time.perf_counter() - began) * 1000)

    began, busy = time.perf_counter(), time.process_time()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    passed, busy = time.perf_counter() - began, time.process_time() - busy
    cut = statistics.quantiles(took, n=100)
    return Figures(
        median=statistics.median(took),
        p95=cut[94],
        p99=cut[98],
        per_second=count / passed,
        cpu=busy * 1000 / count,
    )


def main() -> None:
    """Print the figures beside the limit."""
    figures = asyncio.run(measure())
    met = "met" if figures.p95 <= LIMIT_MS else "MISSED"
    print(  # noqa: T201
        f"turn at the use case, {AT_ONCE} at once, {MEMORIES} memories: "
        f"median {figures.median:.1f} ms, p95 {figures.p95:.1f} ms, p99 {figures.p99:.1f} ms, "
        f"{figures.per_second:.0f} turns/s, {figures.cpu:.1f} ms CPU a turn; limit p95 {LIMIT_MS:.0f} ms: {met}"
    )


if __name__ == "__main__":
    main()
