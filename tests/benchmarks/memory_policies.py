"""Write policies A to E over one talk, all looked up by BM25 and written by a perfect extractor.

A: raw lines, the best five. B: one value a topic, overwritten, the best line. C: one line a topic
with its former values, the best line. D: one summary a session, the best three. E: C and the best
three raw lines. They are the ones of the experiment this measurement repeats (features, 7.3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tests.benchmarks.memory_ranking import Bm25, words_of
from tests.benchmarks.memory_sets import Line

FORMER_VALUES = 3
Shown = Callable[[str], str]  # a question to the text that is shown


@dataclass(frozen=True, slots=True)
class _Store:
    """Texts and their best ones for a question."""

    texts: Sequence[str]
    index: Bm25

    @classmethod
    def of(cls, texts: Sequence[str]) -> _Store:
        """Looked up by every word, dates included, as they are shown."""
        return cls(texts, Bm25([words_of(text) for text in texts]))

    def best(self, question: str, limit: int) -> list[str]:
        return [self.texts[place] for place in self.index.best(question, limit)]


def policies(lines: Sequence[Line]) -> Mapping[str, Shown]:
    """What each policy shows for a question. lines: in the order in which they were said."""
    raw = _Store.of([f"{line.on} {line.text}" for line in lines])
    history = _history(lines)
    latest = _Store.of([f"{topic}: {values[-1][0]}" for topic, values in history.items()])
    kept = _Store.of([_with_former(topic, values) for topic, values in history.items()])
    sessions = _Store.of(_summaries(lines))
    return {
        "A raw, best 5": lambda question: "\n".join(raw.best(question, 5)),
        "B overwrite": lambda question: "\n".join(latest.best(question, 1)),
        "C history": lambda question: "\n".join(kept.best(question, 1)),
        "D session summaries, best 3": lambda question: "\n".join(sessions.best(question, 3)),
        "E = C + raw, best 3": lambda question: "\n".join(
            [*kept.best(question, 1), *raw.best(question, 3)]
        ),
    }


def _history(lines: Sequence[Line]) -> dict[str, list[tuple[str, date]]]:
    history: dict[str, list[tuple[str, date]]] = {}
    for line in lines:
        if line.fact is not None:
            topic, value = line.fact
            values = history.setdefault(topic, [])
            if not values or values[-1][0] != value:
                values.append((value, line.on))
    return history


def _with_former(topic: str, values: Sequence[tuple[str, date]]) -> str:
    (value, since), former = values[-1], values[:-1][-FORMER_VALUES:]
    line = f"{topic}: {value} ({since}부터)"
    if not former:
        return line
    return line + " / 이전: " + ", ".join(f"{old} ({on}부터)" for old, on in reversed(former))


def _summaries(lines: Sequence[Line]) -> list[str]:
    facts: dict[date, list[str]] = {}
    for line in lines:
        if line.fact is not None:
            facts.setdefault(line.on, []).append(f"{line.fact[0]} {line.fact[1]}")
    return [f"{on} {', '.join(told)}" for on, told in facts.items()]
