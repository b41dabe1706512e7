"""The knowledge tool's look into collections: the items that answer a question, or none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import Any
from uuid import UUID

from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.knowledge import KnowledgeItem, Passage
from nightcrew.domain.knowledge_recall import SHOWN, FoundItem, answering, scale_of
from nightcrew.domain.lexemes import query_terms, stemmed_terms
from nightcrew.domain.ordinary_questions import ORDINARY_QUESTIONS
from nightcrew.domain.question_sense import QuestionSense, distance_of, known_sense
from nightcrew.domain.recall import TextWords, coverages_of, of_length_one
from nightcrew.domain.words import script_of
from nightcrew.ports import Embedder
from nightcrew.store import word_weights
from nightcrew.store.database import Database
from nightcrew.store.knowledge_sql import (
    COUNT_WAITING_FOR_VECTORS,
    ITEM_COLUMNS,
    PUT_OWN_VECTORS,
    PUT_SHIPPED_VECTORS,
    SEARCHES,
    WAITING_FOR_VECTORS,
)
from nightcrew.store.prepared import driver_of, send
from nightcrew.store.recall import literal
from nightcrew.store.rows import value

logger = logging.getLogger(__name__)

LOOKED_AT = 12  # nearest items that are weighed again
WORDS_KEPT = 512  # items taken apart into words; public texts, some 20 MB when full
VECTORS_AT_ONCE = 24  # made before a question is answered, about a second of embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeFound:
    """What collections say. looked_at: the nearest, best first, also those that do not answer.

    items: those that answer. total: items in the collections that may answer at all.
    """

    items: tuple[FoundItem, ...] = ()
    looked_at: tuple[FoundItem, ...] = ()
    total: int = 0
    by_words_alone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question as words and, unless the embedder is away, as what it asks beyond the ordinary.

    talkative: how much it is small talk, as `QuestionSense` has it. distance: how far it lies from
    ordinary questions.
    """

    terms: tuple[str, ...]
    vector: str | None = None
    talkative: float = 0.0
    distance: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """An item without vectors of this model."""

    id: UUID
    heading: str
    text: str
    asked: Sequence[str]
    shipped: bool

    @property
    def whole(self) -> str:
        """What is embedded of it."""
        return Passage(heading=self.heading, text=self.text).whole


class UsualQuestions:
    """What the embedder makes of questions: known, or for another model reckoned once."""

    def __init__(self) -> None:
        self._senses: dict[str, QuestionSense] = {}
        self._first = asyncio.Lock()

    async def of(self, embedder: Embedder, script: str) -> QuestionSense:
        """The sense of a script. Raises: OutsideFailure."""
        known = known_sense(embedder.model, script)
        if known is not None:
            return known
        async with self._first:
            if script not in self._senses:
                self._senses[script] = QuestionSense(mean=await _mean(embedder, script))
        return self._senses[script]


async def _mean(embedder: Embedder, script: str) -> Sequence[float]:
    own = [each for each in ORDINARY_QUESTIONS if script_of(each).main == script]
    vectors = [
        of_length_one(await embedder.query(question)) for question in own or ORDINARY_QUESTIONS
    ]
    return [fmean(parts) for parts in zip(*vectors, strict=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeSearch:
    """Finds items by words and vectors; makes missing vectors of the collections it looks into."""

    db: Database
    embedder: Embedder
    usual: UsualQuestions = field(default_factory=UsualQuestions)

    async def __call__(
        self, tenant: UUID, collections: Sequence[str], question: str, *, limit: int = SHOWN
    ) -> KnowledgeFound:
        """The items that answer, best first; none when no item passes the floor.

        Without the embedder words alone are compared.
        """
        asked = await self._ask(tenant, collections, question)
        rows = await self._rows(tenant, collections, asked)
        if not rows:
            return KnowledgeFound(by_words_alone=asked.vector is None)
        found = _weighed(rows, asked, self.embedder.model)
        return KnowledgeFound(
            items=answering(found)[:limit],
            looked_at=found,
            total=rows[0][-1],
            by_words_alone=asked.vector is None,
        )

    async def fill(
        self, tenant: UUID, collections: Sequence[str] | None, *, most: int = VECTORS_AT_ONCE
    ) -> int:
        """Make vectors that are missing or of another model; says of how many items.

        collections: None for all. Raises: OutsideFailure.
        """
        names = {"model": self.embedder.model, "tenant": tenant}
        chosen = list(collections) if collections is not None else None
        async with self.db.begin(tenant) as connection:
            found = await connection.execute(
                WAITING_FOR_VECTORS, {**names, "collections": chosen, "limit": most}
            )
            waiting = [_Waiting(**row) for row in found.mappings()]
        if not waiting:
            return 0
        made = await self._vectors(waiting)
        async with self.db.begin(tenant) as connection:
            for shipped, statement in ((False, PUT_OWN_VECTORS), (True, PUT_SHIPPED_VECTORS)):
                rows = [each for each in made if each["shipped"] is shipped]
                if rows:
                    await connection.execute(statement, {**names, **_columns(rows)})
        return len(made)

    async def waiting(self, tenant: UUID) -> int:
        """How many items are without vectors of this model, and go by words alone."""
        async with self.db.begin(tenant) as connection:
            found = await connection.scalar(
                COUNT_WAITING_FOR_VECTORS, {"model": self.embedder.model, "tenant": tenant}
            )
        return int(found or 0)

    async def _vectors(self, waiting: Sequence[_Waiting]) -> list[dict[str, Any]]:
        passages = await self.embedder.passages([each.whole for each in waiting])
        made = []
        for each, vector in zip(waiting, passages, strict=True):
            asked = [literal(of_length_one(await self.embedder.query(way))) for way in each.asked]
            made.append(
                {
                    "id": each.id,
                    "text": "\n".join([each.text, "\n".join(each.asked)]),
                    "shipped": each.shipped,
                    "embedding": literal(of_length_one(vector)),
                    "asked_embedding": "{" + ",".join(f'"{way}"' for way in asked) + "}",
                }
            )
        return made

    async def _ask(self, tenant: UUID, collections: Sequence[str], question: str) -> _Asked:
        terms = query_terms(question)
        try:
            await self.fill(tenant, collections)
            vector = of_length_one(await self.embedder.query(question))
            sense = await self.usual.of(self.embedder, script_of(question).main)
        except OutsideFailure as away:
            logger.warning("knowledge goes by words alone: code=%s", away.code)
            return _Asked(terms=terms)
        beyond = sense.beyond(vector)
        return _Asked(
            terms=terms,
            vector=literal(beyond),
            talkative=sense.talkative(vector),
            distance=distance_of(beyond),
        )

    async def _rows(
        self, tenant: UUID, collections: Sequence[str], asked: _Asked
    ) -> list[tuple[Any, ...]]:
        terms, scale = stemmed_terms(asked.terms), scale_of(self.embedder.model)
        values = {
            "tenant": tenant,
            "collections": list(collections),
            **word_weights.asked(terms),
            "vector": asked.vector,
            "model": self.embedder.model,
            "step": scale.step,
            "words": scale.words,
            "limit": LOOKED_AT,
        }
        search = word_weights.fitting(SEARCHES, terms)
        async with self.db.begin(tenant) as connection:
            cursor = await send(await driver_of(connection), search, values)
            return list(await cursor.fetchall())


def _weighed(rows: Sequence[tuple[Any, ...]], asked: _Asked, model: str) -> tuple[FoundItem, ...]:
    width = len(ITEM_COLUMNS)
    cells = [dict(zip(ITEM_COLUMNS, row[:width], strict=True)) for row in rows]
    items = [value(KnowledgeItem, each) for each in cells]
    covered = coverages_of(asked.terms, [_words_of(item.passage) for item in items])
    scale, unasked = scale_of(model), not any(item.asked for item in items)
    return tuple(
        FoundItem(
            item=item,
            nearness=row[width],
            coverage=coverage,
            scale=scale,
            talkative=asked.talkative,
            distance=asked.distance,
            unasked=unasked,
        )
        for item, row, coverage in zip(items, rows, covered, strict=True)
    )


@lru_cache(maxsize=WORDS_KEPT)
def _words_of(passage: Passage) -> TextWords:
    return TextWords.of("\n".join([passage.whole, *passage.asked]))


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    names = ("id", "embedding", "asked_embedding", "text")
    return {f"{name}s": [row[name] for row in rows] for name in names}
