"""Which lines are shown, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.lines import show_evidence, show_memories
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.recall import Relevance

Strategy = Literal["auto", "all", "hybrid"]

MEMORIES_SHOWN_WHOLE = 30  # up to here all are shown (contract section 7)
RAW_LINES = 5  # raw top-5: 24 of 25 paraphrased questions answered (engineering facts, recall)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledLine:
    """One line of the past. text: as a prompt shows it, without its handle. score: for order."""

    text: str
    date: date
    source: Literal["memory", "evidence"]
    id: UUID
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What a turn would be shown.

    lines: best first. text: the same lines as the prompt has them, memories in prompt order.
    strategy: the one that was followed. total: memories the crew sees and lines that could be
    found. nothing_found: no line passes the relevance floor, whatever is shown.
    """

    lines: tuple[RecalledLine, ...] = ()
    text: str = ""
    chars: int = 0
    strategy: Strategy = "all"
    shown: int = 0
    total: int = 0
    nothing_found: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Every line with its relevance; memories newest first, raw lines best first."""

    memories: tuple[tuple[Memory, Relevance], ...]
    raw: tuple[tuple[Evidence, Relevance], ...]

    @property
    def nothing_found(self) -> bool:
        """Whether no line passes the relevance floor."""
        relevances = [relevance for _, relevance in (*self.memories, *self.raw)]
        return not any(relevance.answers for relevance in relevances)

    def chosen(self, strategy: Strategy) -> Weighed:
        """The lines of a turn.

        `all`: every memory and the nearest raw lines. `hybrid`: what passes the floor. `auto`:
        `all` up to MEMORIES_SHOWN_WHOLE; above, style and the memories nearest to the message.
        """
        floor = strategy == "hybrid"
        raw = tuple(each for each in self.raw if each[1].answers or not floor)[:RAW_LINES]
        if floor:
            answering = [each for each in self.memories if each[1].answers]
            return Weighed(memories=_nearest(answering), raw=raw)
        if self.shows_all(strategy):
            return Weighed(memories=self.memories, raw=raw)
        style = tuple(each for each in self.memories if each[0].kind is Kind.STYLE)
        others = [each for each in self.memories if each[0].kind is not Kind.STYLE]
        return Weighed(memories=style + _nearest(others), raw=raw)

    def shows_all(self, strategy: Strategy) -> bool:
        """Whether every memory is shown."""
        few = len(self.memories) <= MEMORIES_SHOWN_WHOLE
        return strategy == "all" or (strategy == "auto" and few)


def _nearest(
    weighed: Sequence[tuple[Memory, Relevance]],
) -> tuple[tuple[Memory, Relevance], ...]:
    ranked = sorted(weighed, key=lambda each: each[1].score, reverse=True)
    return tuple(ranked[:MEMORIES_SHOWN_WHOLE])


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """For whom lines are shown: the day where the person is, and the language."""

    day: date
    locale: str
    crew_names: Mapping[str, str]

    def __call__(self, chosen: Weighed) -> tuple[tuple[RecalledLine, ...], str]:
        """The lines, best first, and the text of the prompt that holds them."""
        memories = {memory.id: relevance for memory, relevance in chosen.memories}
        shown_memories = show_memories(
            (memory for memory, _ in chosen.memories), self.day, self.locale, self.crew_names
        )
        shown_raw = show_evidence(line for line, _ in chosen.raw)
        lines = [
            RecalledLine(
                text=_without_handle(shown.line),
                date=shown.memory.said_on,
                source="memory",
                id=shown.memory.id,
                score=round(memories[shown.memory.id].score, 3),
            )
            for shown in shown_memories
        ]
        lines += [
            RecalledLine(
                text=_without_handle(shown.line),
                date=today(line.said_at, line.timezone),
                source="evidence",
                id=line.id,
                score=round(relevance.score, 3),
            )
            for shown, (line, relevance) in zip(shown_raw, chosen.raw, strict=True)
        ]
        text = [shown.line for shown in shown_memories] + [shown.line for shown in shown_raw]
        best_first = sorted(lines, key=lambda line: line.score, reverse=True)
        return tuple(best_first), "\n".join(text)


def _without_handle(line: str) -> str:
    return line.partition("] ")[2]
