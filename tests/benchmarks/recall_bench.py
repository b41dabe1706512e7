"""How long it takes to look back, without the question's vector: 30 memories, 20,000 lines.

Measured beside 0 and 1,000,000 rows of other people, in the database and at the use case.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.pair import Pair
from nightcrew.store import recall
from nightcrew.store.database import Database
from nightcrew.store.past_search import PastSearch
from nightcrew.usecases.recall_past import RecallPast
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone
from tests.benchmarks.program import children_cpu
from tests.benchmarks.recall_place import (
    LINES,
    LONG,
    MODEL,
    QUESTION,
    SHORT,
    TalkPlace,
    open_talk_place,
    question_vector,
)
from tests.raw_talk import OneCrew, Standing

OTHERS = (0, 1_000_000)  # rows of other people
LIMIT_MS = {SHORT: 15.0, LONG: 90.0}  # issue figures, p95
FLAT = 1.25  # how much slower beside a million rows still counts as flat, on a shared machine
TIMES, WARM_UP, RUNS = 60, 10, 3


@dataclass(kw_only=True)
class Drawn:
    """Vectors that cost nothing, so that the read path alone is measured."""

    model: str = MODEL
    size: int = 384
    vector: list[float] = field(default_factory=question_vector)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """The same vector for each."""
        return [self.vector for _ in texts]

    async def query(self, text: str) -> list[float]:
        """The same vector."""
        return self.vector


@dataclass(frozen=True, kw_only=True)
class Took:
    """Milliseconds of one way, the run that others disturbed least.

    own_cpu, database_cpu: of one time, which others on the machine stretch much less.
    """

    median: float
    p95: float
    own_cpu: float
    database_cpu: float


def measure(tell: Tell) -> Sequence[Figure]:
    """Every user at every size; filling a million rows takes minutes, the first time only."""
    took: dict[tuple[int, str, str], Took] = {}
    for others in OTHERS:
        with open_talk_place(others, tell) as place:
            took.update(asyncio.run(_measured(place, tell)))
    return [*_limits(took), *_flatness(took)]


def _limits(took: dict[tuple[int, str, str], Took]) -> list[Figure]:
    note = f"looking back: without the question's vector, {load_note()}"
    return [
        figure
        for (others, user, way), figures in took.items()
        for figure in (
            Figure(
                name=f"{way}, {LINES[user]:,} lines beside {others:,} of others: p95",
                value=figures.p95,
                unit="ms",
                limit=LIMIT_MS[user],
                note=note,
            ),
            *(
                Figure(
                    name=f"{way}, {LINES[user]:,} lines beside {others:,} of others: {name}",
                    value=value,
                    unit="ms",
                )
                for name, value in (
                    ("median", figures.median),
                    ("our own CPU", figures.own_cpu),
                    ("the database's CPU", figures.database_cpu),
                )
            ),
        )
    ]


def _flatness(took: dict[tuple[int, str, str], Took]) -> list[Figure]:
    alone, crowded = OTHERS
    return [
        Figure(
            name=f"{way}, {LINES[user]:,} lines: a million others against none, median",
            value=took[crowded, user, way].median / figures.median,
            unit="times",
            limit=FLAT,
        )
        for (others, user, way), figures in took.items()
        if others == alone
    ]


async def _measured(place: TalkPlace, tell: Tell) -> dict[tuple[int, str, str], Took]:
    database = await Database.open(place.access.app_url)
    use = RecallPast(
        db=database,
        crews=OneCrew(),
        clock=Standing(),
        search=PastSearch(db=database, embedder=Drawn()),
    )
    took: dict[tuple[int, str, str], Took] = {}
    try:
        for user, pair in place.pairs.items():
            took[place.others, user, "search of raw talk"] = await _best(_search(database, pair))
            took[place.others, user, "recall"] = await _best(partial(use, pair, QUESTION))
            figures = took[place.others, user, "recall"]
            tell(
                f"{user} beside {place.others:,} rows: recall p95 {figures.p95:.1f} ms,"
                f" {figures.own_cpu:.1f} ms of our own CPU, {figures.database_cpu:.1f} ms of the"
                " database's"
            )
    finally:
        await database.close()
    return took


def _search(database: Database, pair: Pair) -> Callable[[], Awaitable[object]]:
    vector, terms = question_vector(), query_terms(QUESTION)

    async def once() -> object:
        async with database.begin_pair(pair) as connection:
            return await recall.nearest(
                connection, pair, vector=vector, model=MODEL, terms=terms, limit=5
            )

    return once


async def _best(once: Callable[[], Awaitable[object]]) -> Took:
    runs = [await _run(once) for _ in range(RUNS)]
    return min(runs, key=lambda run: run.p95)


async def _run(once: Callable[[], Awaitable[object]]) -> Took:
    for _ in range(WARM_UP):
        await once()
    took, own, database = list[float](), time.process_time(), children_cpu()
    for _ in range(TIMES):
        began = time.perf_counter()
        await once()
        took.append((time.perf_counter() - began) * 1000)
    return Took(
        median=statistics.median(took),
        p95=statistics.quantiles(took, n=20)[18],
        own_cpu=(time.process_time() - own) * 1000 / TIMES,
        database_cpu=(children_cpu() - database) * 1000 / TIMES,
    )


if __name__ == "__main__":
    sys.exit(run_alone(measure))
