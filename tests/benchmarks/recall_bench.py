"""How long the search of one pair's raw talk takes, by the one statement that does it."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from nightcrew.domain.evidence import Speaker
from nightcrew.domain.lexemes import query_terms
from nightcrew.store import bootstrap, people, recall
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.raw_talk import NOW, RawTalk, WordVectors, raw_talk

SIZES = (600, 5_000)  # turns of one pair
REFERENCE_MS = {600: 2.0, 5_000: 15.0}  # engineering facts, recall
NEIGHBOURS = 1  # other pairs of the same size, whose rows must cost nothing
QUESTIONS = 60
QUESTION = "지난번에 제주도 숙소 예약한 거 어디라고 했죠?"
SYLLABLES = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Milliseconds of one search."""

    turns: int
    median: float
    p95: float


async def measure(turns: int) -> Figures:
    """Search one pair's talk among that of others, on a throw-away server with fsync on."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder) / "pg") as server:
        access = bootstrap.prepare(server.url, embedded=True)
        bootstrap.upgrade(access)
        database = await Database.open(access.app_url)
        try:
            talk = await _tell(database, turns)
            return await _search(talk, turns)
        finally:
            await database.close()


async def _tell(database: Database, turns: int) -> RawTalk:
    async with database.begin_system() as connection:
        tenant = await people.make_tenant(connection, "default")
    drawn = random.Random(turns)  # noqa: S311 - words for a measurement
    talks = []
    for number in range(NEIGHBOURS + 1):
        talk = await raw_talk(database, tenant, user=f"u{number}")
        for start in range(0, turns, 20):
            at = NOW - timedelta(minutes=start)
            await talk.told([(Speaker.USER, _sentence(drawn), at) for _ in range(20)])
        talks.append(talk)
    index = IndexEvidence(db=database, embedder=WordVectors())
    while (await index())["indexed"]:
        continue
    return talks[0]


def _sentence(drawn: random.Random) -> str:
    words = ["".join(drawn.choices(SYLLABLES, k=drawn.randint(2, 4))) for _ in range(8)]
    return " ".join([*words, drawn.choice(QUESTION.split())])


async def _search(talk: RawTalk, turns: int) -> Figures:
    vectors = WordVectors()
    vector, terms = await vectors.query(QUESTION), query_terms(QUESTION)
    took = [await _once(talk, vectors.model, vector, terms) for _ in range(QUESTIONS + 5)][5:]
    cut = statistics.quantiles(took, n=20)
    return Figures(turns=turns, median=statistics.median(took), p95=cut[18])


async def _once(talk: RawTalk, model: str, vector: Sequence[float], terms: Sequence[str]) -> float:
    async with talk.db.begin_pair(talk.pair) as connection:
        began = time.perf_counter()
        await recall.nearest(
            connection, talk.pair, vector=vector, model=model, terms=terms, limit=5
        )
        return (time.perf_counter() - began) * 1000


def main() -> None:
    """Print the figures beside the reference."""
    for turns in SIZES:
        figures = asyncio.run(measure(turns))
        print(  # noqa: T201
            f"recall of raw talk, {turns} turns a pair: median {figures.median:.1f} ms, "
            f"p95 {figures.p95:.1f} ms; reference {REFERENCE_MS[turns]:.0f} ms"
        )


if __name__ == "__main__":
    main()
