"""Which of the weighed lines a turn is shown: all of a few memories, the nearest of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.recall import Relevance
from nightcrew.domain.speech import is_question
from nightcrew.domain.words import same_form

Strategy = Literal["auto", "all", "hybrid"]
WeighedMemory = tuple[Memory, Relevance]
WeighedLine = tuple[Evidence, Relevance]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """How much of the past one turn is shown.

    whole: up to so many memories all are shown (contract section 7); above, so many at most.
    seats: how many of each kind are shown before kinds compete, so that none crowds out another.
    raw: lines of talk; with five, 24 of 25 paraphrased questions are answered (engineering facts).
    raw_answering: the same where only answers are shown (seed 004, policy E). margin: there, what
    stays under this share of the best score is left out.
    tokens: of all lines together, as `estimate_tokens` counts.
    """

    whole: int = 30
    seats: Mapping[Kind, int] = field(
        default_factory=lambda: {Kind.FACT: 12, Kind.PLAN: 6, Kind.STYLE: 3}
    )
    raw: int = 5
    raw_answering: int = 3
    margin: float = 0.5
    tokens: int = 6_000


POLICY = RecallPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Every line with its relevance; memories newest first, raw lines best first.

    total: memories that are known and lines that could be found. by_words_alone: no vector was
    compared, because the embedder was away.
    """

    memories: tuple[WeighedMemory, ...] = ()
    raw: tuple[WeighedLine, ...] = ()
    total: int = 0
    by_words_alone: bool = False

    @property
    def nothing_found(self) -> bool:
        """Whether no line passes the relevance floor."""
        relevances = [relevance for _, relevance in (*self.memories, *self.raw)]
        return not any(relevance.answers for relevance in relevances)

    def chosen(self, strategy: Strategy, policy: RecallPolicy = POLICY) -> Weighed:
        """The lines of a turn.

        `all`: every memory and the nearest raw lines. `hybrid`: what passes the floor. `auto`:
        `all` up to `policy.whole` memories; above, the memories nearest to the message.
        """
        if strategy == "hybrid":
            return self._answering(policy)
        memories = self.memories
        if not self.shows_all(strategy, policy):
            memories = seated(self.memories, policy)
        return replace(self, memories=memories, raw=self.raw[: policy.raw])

    def shows_all(self, strategy: Strategy, policy: RecallPolicy = POLICY) -> bool:
        """Whether every memory is shown."""
        few = len(self.memories) <= policy.whole
        return strategy == "all" or (strategy == "auto" and few)

    def _answering(self, policy: RecallPolicy) -> Weighed:
        """What passes the floor and is not far behind the nearest; each thing told once."""
        scores = [weighed.score for _, weighed in (*self.memories, *self.raw) if weighed.answers]
        least = max(scores, default=0.0) * policy.margin
        memories = seated([each for each in self.memories if _near(each[1], least)], policy)
        told = {cited for memory, _ in memories for cited in memory.cites}
        raw = [each for each in self.raw if _near(each[1], least) and each[0].id not in told]
        return replace(self, memories=memories, raw=tuple(raw[: policy.raw_answering]))


def asks_the_same(line: Evidence, question: str) -> bool:
    """Whether a line is the very question, asked before: it holds no answer to it."""
    if line.speaker is not Speaker.USER or not is_question(line.text):
        return False
    return same_form(line.text) == same_form(question)


def seated(
    weighed: Sequence[WeighedMemory], policy: RecallPolicy = POLICY
) -> tuple[WeighedMemory, ...]:
    """The nearest memories, best first: each kind has its seats, the rest of them goes by rank."""
    ranked = sorted(weighed, key=lambda each: each[1].score, reverse=True)
    kept = set[int]()
    for kind, seats in policy.seats.items():
        kept.update([at for at, each in enumerate(ranked) if each[0].kind is kind][:seats])
    for at in range(len(ranked)):
        if len(kept) >= policy.whole:
            break
        kept.add(at)
    return tuple(ranked[at] for at in sorted(kept))


def _near(relevance: Relevance, least: float) -> bool:
    return relevance.answers and relevance.score >= least
