"""Which lines are shown, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal
from uuid import UUID

from nightcrew.domain.budget import Part, fit
from nightcrew.domain.day import today
from nightcrew.domain.lines import how_many_shown, show_evidence, show_memories
from nightcrew.domain.memory import Kind
from nightcrew.domain.questions import ShownEvidence, ShownMemory
from nightcrew.domain.rare_parts import RARE
from nightcrew.domain.recall_policy import Strategy, Weighed

_Day = date  # a field by the name of its own type is none to who reads the hints of a class


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledLine:
    """One line of the past. text: as a prompt shows it, without its handle. score: for order."""

    text: str
    date: _Day
    source: Literal["memory", "evidence"]
    id: UUID
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What a turn would be shown.

    lines: best first. text: the same lines as the prompt has them, memories in prompt order, and
    `N of M shown` where some are not. strategy: the one that was followed. total: memories the crew
    sees and lines that could be found. nothing_found: no line passes the relevance floor, whatever
    is shown. by_words_alone: the embedder was away, so that only shared words were found.
    """

    lines: tuple[RecalledLine, ...] = ()
    text: str = ""
    chars: int = 0
    strategy: Strategy = "all"
    shown: int = 0
    total: int = 0
    nothing_found: bool = True
    by_words_alone: bool = field(default=False, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """For whom lines are shown: the day where the person is, and the language.

    total: of how many lines. tokens: how much all of them may take.
    """

    day: date
    locale: str
    crew_names: Mapping[str, str]
    total: int
    tokens: int

    def __call__(self, chosen: Weighed) -> tuple[tuple[RecalledLine, ...], str]:
        """The lines that fit, best first, and the text of the prompt that holds them."""
        shown = self._shown(chosen)
        fitting = self._fitting(chosen, *shown)
        memories, raw = shown if fitting is chosen else self._shown(fitting)
        scores = {memory.id: relevance.score for memory, relevance in fitting.memories}
        lines = [_memory_line(shown, scores[shown.memory.id]) for shown in memories]
        lines += [
            _raw_line(shown, relevance.score)
            for shown, (_, relevance) in zip(raw, fitting.raw, strict=True)
        ]
        best_first = sorted(lines, key=lambda line: line.score, reverse=True)
        text = [*(shown.line for shown in memories), *(shown.line for shown in raw)]
        if len(lines) < self.total:
            text.append(how_many_shown(len(lines), self.total, self.locale))
        return tuple(best_first), "\n".join(text)

    def _fitting(
        self, chosen: Weighed, memories: Sequence[ShownMemory], raw: Sequence[ShownEvidence]
    ) -> Weighed:
        """Left out first: raw lines from the last, then memories from the least near; no style."""
        nearest = sorted(
            (each for each in chosen.memories if each[0].kind is not Kind.STYLE),
            key=lambda each: each[1].score,
            reverse=True,
        )
        lines = {shown.memory.id: shown.line for shown in memories}
        fitted = fit(
            (
                Part(name="raw", lines=tuple(shown.line for shown in raw)),
                Part(name="memories", lines=tuple(lines[each.id] for each, _ in nearest)),
            ),
            self.tokens,
        )
        if not any(fitted.left_out.values()):
            return chosen
        gone = {each.id for each, _ in nearest[fitted.kept["memories"] :]}
        kept = tuple(each for each in chosen.memories if each[0].id not in gone)
        return replace(chosen, memories=kept, raw=chosen.raw[: fitted.kept["raw"]])

    def _shown(self, chosen: Weighed) -> tuple[Sequence[ShownMemory], Sequence[ShownEvidence]]:
        memories = (memory for memory, _ in chosen.memories)
        return (
            show_memories(memories, self.day, self.locale, self.crew_names),
            show_evidence(line for line, _ in chosen.raw),
        )


def _memory_line(shown: ShownMemory, score: float) -> RecalledLine:
    return RecalledLine(
        text=_without_handle(shown.line),
        date=shown.memory.said_on,
        source="memory",
        id=shown.memory.id,
        score=round(score, 3),
    )


def _raw_line(shown: ShownEvidence, score: float) -> RecalledLine:
    said = shown.evidence
    return RecalledLine(
        text=_without_handle(shown.line),
        date=today(said.said_at, said.timezone),
        source="evidence",
        id=said.id,
        score=round(score, 3),
    )


def _without_handle(line: str) -> str:
    return line.partition("] ")[2]
