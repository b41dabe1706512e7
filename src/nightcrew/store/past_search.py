"""The search of one pair's past: memories and raw talk, weighed against a question."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.recall import Ordinary, Relevance, cosine, coverages, dense_text
from nightcrew.domain.recall_policy import Weighed, asks_the_same
from nightcrew.domain.withholding import takes_long, visible_texts
from nightcrew.ports import Embedder
from nightcrew.store import memory_index, recall
from nightcrew.store.database import Database
from nightcrew.store.known_vectors import KnownVectors
from nightcrew.store.recall import Asked, Found, Seen
from nightcrew.store.word_rows import put_words

logger = logging.getLogger(__name__)

RAW_LOOKED_AT = 15  # some of the nearest may be withheld
# Lines not indexed yet; half of them are the crew's, the others take about a second of embedding.
WAITING_LOOKED_AT = 48
LEFT_WAITING = 24  # where more wait, the older ones are found by their words alone
COUNTED_AT_ONCE = 100  # texts whose words are counted without a thread, in 4 ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of a person already: memories newest first, and what is forgotten.

    claim_key: the person's own key, by which forgotten claims are told.
    """

    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    claim_key: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """A question as words and, unless the embedder is away, as a vector with what is ordinary."""

    terms: tuple[str, ...]
    vector: Sequence[float] | None = None
    ordinary: Ordinary | None = None

    def nearness(self, vector: Sequence[float] | None) -> float | None:
        """The cosine to a line; None for a line that was not read."""
        return cosine(self.vector, vector) if self.vector and vector is not None else None

    def relevance(self, text: str, nearness: float | None, coverage: float) -> Relevance:
        """How near a line is; one that was not read goes by its words."""
        if self.ordinary is None or nearness is None:
            return Relevance(outlier=0.0, coverage=coverage)
        return Relevance(outlier=self.ordinary.outlier(text, nearness), coverage=coverage)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RawLine:
    """A line of talk as it may be shown.

    nearness: as the index has it. lexical: the index's own figure, which counts the words of the
    lines before. unread: the line is not indexed, or not as it is shown.
    """

    said: Evidence
    nearness: float | None = None
    lexical: float = 0.0
    unread: bool = True

    def dense_text(self) -> str:
        """What of it is embedded."""
        said = self.said
        return dense_text(today(said.said_at, said.timezone), said.speaker, said.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSearch:
    """Weighs what is known against a question; by words alone when the embedder is away."""

    db: Database
    embedder: Embedder
    vectors: KnownVectors = field(default_factory=KnownVectors)

    async def __call__(
        self, pair: Pair, question: str, known: Known, *, leave_out: Sequence[UUID] = ()
    ) -> Weighed:
        """Every memory and the nearest raw lines, without their forgotten clauses.

        leave_out: lines that are shown anyway.
        """
        asked = await self._ask(question)
        seen, nearness = await self._read(pair, asked, leave_out)
        crowded = len(seen.waiting) == WAITING_LOOKED_AT
        if crowded and await put_words(self.db, pair, newest=LEFT_WAITING):
            seen, nearness = await self._read(pair, asked, leave_out)
        found = await _raw_lines(seen, known)
        lines = [line for line in found if not asks_the_same(line.said, question)]
        try:
            weighed = await self._weigh(asked, known, lines, nearness)
        except OutsideFailure as away:
            _tell_away(away)
            words_only = _Question(terms=asked.terms)
            weighed = await self._weigh(words_only, known, lines, {})
        return replace(weighed, total=len(known.memories) + seen.total)

    async def _ask(self, question: str) -> _Question:
        terms = query_terms(question)
        try:
            vector = await self.embedder.query(question)
            ordinary = await self.vectors.ordinary(self.embedder, vector)
        except OutsideFailure as away:
            _tell_away(away)
            return _Question(terms=terms)
        return _Question(terms=terms, vector=vector, ordinary=ordinary)

    async def _read(
        self, pair: Pair, asked: _Question, leave_out: Sequence[UUID]
    ) -> tuple[Seen, Mapping[UUID, float]]:
        model = self.embedder.model
        vector = recall.direction(asked.vector) if asked.vector is not None else None
        wanted = Asked(terms=asked.terms, vector=vector, model=model, leave_out=leave_out)
        orders = recall.search_orders(pair, wanted, limit=RAW_LOOKED_AT, newest=WAITING_LOOKED_AT)
        if vector is None:
            _, rows = await self.db.together(pair, *orders)
            return recall.seen_of(rows, limit=RAW_LOOKED_AT), {}
        near = memory_index.nearness_order(pair, vector=vector, model=model)
        _, rows, nearness = await self.db.together(pair, *orders, near)
        return recall.seen_of(rows, limit=RAW_LOOKED_AT), dict(nearness)

    async def _weigh(
        self,
        asked: _Question,
        known: Known,
        lines: Sequence[_RawLine],
        indexed: Mapping[UUID, float],
    ) -> Weighed:
        """How near every line is; what the index does not hold as it is shown is read anew."""
        texts = [*(memory.text for memory in known.memories), *(line.said.text for line in lines)]
        covered = await _covered(asked.terms, texts)
        nearness = [
            *await self._nearness_of_memories(asked, known.memories, covered, indexed),
            *await self._nearness_of_lines(asked, lines),
        ]
        judged = [asked.relevance(*each) for each in zip(texts, nearness, covered, strict=True)]
        split = len(known.memories)
        raw = [
            (line.said, replace(relevance, in_talk=line.lexical))
            for line, relevance in zip(lines, judged[split:], strict=True)
        ]
        return Weighed(
            memories=tuple(zip(known.memories, judged[:split], strict=True)),
            raw=tuple(sorted(raw, key=lambda each: each[1].score, reverse=True)),
            by_words_alone=asked.vector is None,
        )

    async def _nearness_of_memories(
        self,
        asked: _Question,
        memories: Sequence[Memory],
        covered: Sequence[float],
        indexed: Mapping[UUID, float],
    ) -> list[float | None]:
        if asked.vector is None:
            return [None] * len(memories)
        left = [at for at, memory in enumerate(memories) if memory.id not in indexed]
        # Memories that share the question's words first, then the newest.
        left.sort(key=lambda at: (covered[at], memories[at].said_on), reverse=True)
        read = await self.vectors.of_memories(self.embedder, [memories[at] for at in left])
        near = {memory: asked.nearness(vector) for memory, vector in read.items()}
        return [indexed.get(memory.id, near.get(memory.id)) for memory in memories]

    async def _nearness_of_lines(
        self, asked: _Question, lines: Sequence[_RawLine]
    ) -> list[float | None]:
        if asked.vector is None:
            return [None] * len(lines)
        # What a crew said waits for the index, and is found by its words till then: a new line of
        # every turn would be embedded by every process that is asked.
        unread = [line for line in lines if line.unread and line.said.speaker is Speaker.USER]
        read = await self.vectors.of_lines(
            self.embedder, [(line.said.id, line.dense_text()) for line in unread]
        )
        near = {
            line.said.id: asked.nearness(vector) for line, vector in zip(unread, read, strict=True)
        }
        return [near.get(line.said.id) if line.unread else line.nearness for line in lines]


async def _covered(terms: Sequence[str], texts: Sequence[str]) -> list[float]:
    """How much of the question's words each text holds; many are counted on a thread."""
    if len(texts) <= COUNTED_AT_ONCE:
        return coverages(terms, texts)
    return await asyncio.to_thread(coverages, terms, texts)


async def _raw_lines(seen: Seen, known: Known) -> list[_RawLine]:
    """The lines found and those that wait for the index, without their forgotten clauses."""
    lines = [_found_line(found) for found in seen.found]
    lines += [_RawLine(said=said) for said in seen.waiting]
    texts = [line.said.text for line in lines]
    read = partial(visible_texts, texts, known.tombstones, known.claim_key)
    shown = await asyncio.to_thread(read) if takes_long(texts, known.tombstones) else read()
    return [_as_shown(line, text) for line, text in zip(lines, shown, strict=True) if text]


def _found_line(found: Found) -> _RawLine:
    return _RawLine(
        said=found.evidence, nearness=found.nearness, lexical=found.lexical, unread=False
    )


def _as_shown(line: _RawLine, text: str) -> _RawLine:
    """The line itself; one that lost a clause is in no index as it is shown."""
    if text == line.said.text:
        return line
    return _RawLine(said=replace(line.said, text=text))


def _tell_away(away: OutsideFailure) -> None:
    logger.warning("recall goes by words alone: the embedder is away: code=%s", away.code)
