"""Whether what is shown for a question holds its answer, and puts older values in order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from statistics import fmean

from tests.benchmarks.memory_sets import CURRENT, Question

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_FORMER = re.compile(r" / (?:이전|before): ")


@dataclass(slots=True)
class Score:
    """What was hit of how many, by kind; the average length; and what was missed."""

    hits: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    undated: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def all_hits(self) -> int:
        """Hits of every kind."""
        return self.hits.total()

    @property
    def chars(self) -> float:
        """Characters shown for a question on average."""
        return fmean(self.lengths)

    def add(self, question: Question, shown: str) -> None:
        """Count one question."""
        self.asked[question.kind] += 1
        self.lengths.append(len(shown))
        if _holds(question, shown):
            self.hits[question.kind] += 1
        else:
            self.missed.append(f"{question.id} {question.text} | wanted {question.acceptable[0]}")
        if question.kind == CURRENT:
            self.undated += [f"{question.id} {line}" for line in undated(question, shown)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """What memories say now, their former values aside.

    newest: topics whose newest value a memory holds. older: memories with an older value alone.
    """

    newest: int
    older: tuple[str, ...]


def heads_of(questions: Sequence[Question], memories: Sequence[str]) -> Heads:
    """Whether the memories have kept up with what changed, whatever raw talk would answer."""
    current = [question for question in questions if question.kind == CURRENT]
    return Heads(
        newest=sum(any(_holds(each, text) for text in memories) for each in current),
        older=tuple(
            text
            for each in current
            for text in memories
            if any(value in text for value in each.stale) and not _holds(each, text)
        ),
    )


def _holds(question: Question, text: str) -> bool:
    return any(answer in text for answer in question.acceptable)


def undated(question: Question, shown: str) -> list[str]:
    """Lines that hold an older value, neither as a former one nor under an earlier date.

    A line that states the newest value itself may name the older one beside it.
    """
    return [
        line
        for line in shown.splitlines()
        if any(value in line and not _ordered(line, value, question) for value in question.stale)
    ]


def _ordered(line: str, value: str, question: Question) -> bool:
    """Whether the value stands among the former ones with a date, or under an earlier date."""
    former = _FORMER.search(line)
    if former is not None and former.start() < line.index(value):
        return any(_dates(line[former.end() :]))
    if _holds(question, line[: former.start()] if former else line):
        return True
    first = next(_dates(line), None)
    return first is not None and first < question.said_on


def _dates(text: str) -> Iterator[date]:
    return iter([date.fromisoformat(found) for found in _DATE.findall(text)])


def first_break(sizes: Sequence[int], scores: Sequence[int], aim: int) -> str:
    """At how many unrelated turns a score first falls under its aim."""
    for size, score in zip(sizes, scores, strict=True):
        if score < aim:
            return f"breaks at {size} unrelated turns ({score}/{aim})"
    return f"holds at {sizes[-1]} unrelated turns"
