"""What a turn with a given message would be shown of the past, in a new conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import today
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.recall import Ordinary, Relevance, cosine, coverages, dense_text
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Clock, Crews, Embedder
from nightcrew.store import memories, people, recall
from nightcrew.store.database import Database
from nightcrew.store.recall import Found, NotIndexed
from nightcrew.usecases.recall_past.known_vectors import KnownVectors
from nightcrew.usecases.recall_past.recalled import Recalled, Showing, Strategy, Weighed

RAW_LOOKED_AT = 15  # some of the nearest may be withheld
WAITING_LOOKED_AT = 24  # lines not indexed yet, about a second of embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question, as words and as a vector."""

    terms: tuple[str, ...]
    vector: Sequence[float]
    ordinary: Ordinary

    def nearness(self, vector: Sequence[float] | None) -> float | None:
        """The cosine to a line; None for a line that was not read."""
        return cosine(self.vector, vector) if vector is not None else None

    def relevance(self, text: str, nearness: float | None, coverage: float) -> Relevance:
        """How near a line is; one that was not read goes by its words."""
        outlier = self.ordinary.outlier(text, nearness) if nearness is not None else 0.0
        return Relevance(outlier=outlier, coverage=coverage)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RawLine:
    """A line of talk as it may be shown.

    nearness: as the index has it; None when the line is not indexed, or not as it is shown.
    lexical: the index's own figure, which counts the words of the lines before.
    """

    said: Evidence
    nearness: float | None = None
    lexical: float = 0.0

    def dense_text(self) -> str:
        """What of it is embedded."""
        said = self.said
        return dense_text(today(said.said_at, said.timezone), said.speaker, said.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Past:
    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    found: tuple[Found, ...]
    waiting: tuple[NotIndexed, ...]
    total: int

    def raw_lines(self) -> list[_RawLine]:
        """The lines found and those that wait for the index, without their forgotten clauses."""
        lines = [self._found_line(found) for found in self.found]
        lines += [self._line(waiting.evidence) for waiting in self.waiting]
        return [line for line in lines if line is not None]

    def _found_line(self, found: Found) -> _RawLine | None:
        line = self._line(found.evidence)
        if line is None or line.said != found.evidence:
            return line
        return replace(line, nearness=found.nearness, lexical=found.lexical)

    def _line(self, said: Evidence) -> _RawLine | None:
        seen = visible_evidence([said], self.tombstones, self.person.claim_key)
        return _RawLine(said=seen[0]) if seen else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPast:
    """Finds what is known that bears on a message, in memories and raw talk; changes nothing."""

    db: Database
    crews: Crews
    clock: Clock
    embedder: Embedder
    vectors: KnownVectors = field(default_factory=KnownVectors)

    async def __call__(
        self,
        pair: Pair,
        question: str,
        *,
        strategy: Strategy = "auto",
        now: datetime | None = None,
    ) -> Recalled:
        """The lines. Raises: BadInput for an empty question, NotFound for an unknown crew."""
        crew = self.crews.crew(pair.crew)
        asked = await self._ask(question)
        past = await self._read(pair, asked)
        if past is None:
            return Recalled(strategy="hybrid" if strategy == "hybrid" else "all")
        weighed = await self._weigh(asked, past)
        showing = self._showing(crew, past.person, now or self.clock.now())
        lines, text = showing(weighed.chosen(strategy))
        return Recalled(
            lines=lines,
            text=text,
            chars=len(text),
            strategy="all" if weighed.shows_all(strategy) else "hybrid",
            shown=len(lines),
            total=past.total,
            nothing_found=weighed.nothing_found,
        )

    async def _ask(self, question: str) -> _Asked:
        if not question.strip():
            raise BadInput(
                "question_empty", "there is no question", hint="ask something", field="q"
            )
        vector = await self.embedder.query(question)
        ordinary = await self.vectors.ordinary(self.embedder, vector)
        return _Asked(terms=query_terms(question), vector=vector, ordinary=ordinary)

    async def _read(self, pair: Pair, asked: _Asked) -> _Past | None:
        model = self.embedder.model
        async with self.db.begin_pair(pair) as connection:
            person = await people.person(connection, pair.tenant, pair.user)
            if person is None:
                return None
            known = await memories.listed(
                connection, pair.tenant, pair.user, crew=pair.crew, limit=memories.ACTIVE_LIMIT
            )
            found = await recall.nearest(
                connection,
                pair,
                vector=asked.vector,
                model=model,
                terms=asked.terms,
                limit=RAW_LOOKED_AT,
            )
            waiting = await recall.not_indexed_of_pair(connection, pair, model, WAITING_LOOKED_AT)
            return _Past(
                person=person,
                memories=known,
                tombstones=await memories.standing_tombstones(connection, pair),
                found=found,
                waiting=waiting,
                total=len(known) + await recall.recallable(connection, pair),
            )

    async def _weigh(self, asked: _Asked, past: _Past) -> Weighed:
        """How near every line is; what the index does not hold as it is shown is read anew."""
        lines = past.raw_lines()
        texts = [*(memory.text for memory in past.memories), *(line.said.text for line in lines)]
        covered = await asyncio.to_thread(coverages, asked.terms, texts)
        nearness = [
            *await self._nearness_of_memories(asked, past.memories, covered),
            *await self._nearness_of_lines(asked, lines),
        ]
        judged = [asked.relevance(*each) for each in zip(texts, nearness, covered, strict=True)]
        split = len(past.memories)
        raw = [
            (line.said, replace(relevance, in_talk=line.lexical))
            for line, relevance in zip(lines, judged[split:], strict=True)
        ]
        return Weighed(
            memories=tuple(zip(past.memories, judged[:split], strict=True)),
            raw=tuple(sorted(raw, key=lambda each: each[1].score, reverse=True)),
        )

    async def _nearness_of_memories(
        self, asked: _Asked, known: Sequence[Memory], covered: Sequence[float]
    ) -> list[float | None]:
        vectors = await self.vectors.of_memories(self.embedder, _worth_reading(known, covered))
        return await asyncio.to_thread(
            lambda: [asked.nearness(vectors.get(memory.id)) for memory in known]
        )

    async def _nearness_of_lines(
        self, asked: _Asked, lines: Sequence[_RawLine]
    ) -> list[float | None]:
        texts = [line.dense_text() for line in lines if line.nearness is None]
        read = iter(await self.embedder.passages(texts) if texts else ())
        return [
            asked.nearness(next(read)) if line.nearness is None else line.nearness for line in lines
        ]

    def _showing(self, crew: Crew, person: Person, now: datetime) -> Showing:
        return Showing(
            day=today(now, person.timezone or crew.house.timezone),
            locale=person.locale or crew.locale,
            crew_names=self.crews.names(),
        )


def _worth_reading(known: Sequence[Memory], covered: Sequence[float]) -> list[Memory]:
    """Memories that share the question's words first, then the newest."""
    order = sorted(
        range(len(known)), key=lambda place: (covered[place], known[place].said_on), reverse=True
    )
    return [known[place] for place in order]
