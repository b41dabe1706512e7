"""Talk that is remembered, indexed and asked for."""

from __future__ import annotations

from nightcrew.ports import Embedder
from nightcrew.store.database import Database
from nightcrew.store.past_search import PastSearch
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.recall_past import Recalled, RecallPast, Strategy
from tests.raw_talk import OneCrew, RawTalk, Standing, WordVectors


async def index(database: Database, embedder: WordVectors | None = None) -> int:
    return (await IndexEvidence(db=database, embedder=embedder or WordVectors())())["indexed"]


async def recalled(
    raw: RawTalk,
    question: str,
    strategy: Strategy = "auto",
    *,
    embedder: Embedder | None = None,
) -> Recalled:
    use = recalling(raw, embedder)
    return await use(raw.pair, question, strategy=strategy)


def recalling(raw: RawTalk, embedder: Embedder | None = None) -> RecallPast:
    search = PastSearch(db=raw.db, embedder=embedder or WordVectors())
    return RecallPast(db=raw.db, crews=OneCrew(), clock=Standing(), search=search)
