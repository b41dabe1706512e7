"""Our own sets of 60 turns: what was said, what is asked, and what is true of the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from nightcrew.domain.evidence import Speaker
from tests.benchmarks.figures import ROOT

FIRST = ROOT / "tests" / "data" / "write_policy_60turns.json"
SECOND = ROOT / "tests" / "data" / "own_60turns.json"
CURRENT, FORMER, INCIDENTAL = "current", "previous", "incidental"
LITERAL, PARAPHRASED, ENGLISH = "questions", "paraphrased_questions", "english_questions"
ASKED_AS = (LITERAL, PARAPHRASED, ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One turn. number: its place in the set, None for one that was put in between.

    fact: what a perfect extractor would keep of it, topic and value; None when it tells nothing
    that is tracked.
    """

    session: int
    on: date
    speaker: Speaker
    text: str
    number: int | None = None
    fact: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question; any one of `acceptable` in what is shown is a hit.

    stale: older values of the same thing. said_on: when the answer was said.
    """

    id: str
    kind: str
    text: str
    acceptable: tuple[str, ...]
    stale: tuple[str, ...]
    said_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkSet:
    """Sixty turns in ten sessions and the questions about them, by how they are worded."""

    lines: tuple[Line, ...]
    questions: Mapping[str, tuple[Question, ...]]


def read(path: Path) -> TalkSet:
    """A set from its file."""
    raw = json.loads(path.read_text("utf-8"))
    facts = _facts(raw)
    lines = tuple(
        Line(
            session=row["session"],
            on=date.fromisoformat(row["date"]),
            speaker=Speaker(row["speaker"]),
            text=row["text"],
            number=row["turn_no"],
            fact=facts.get(row["turn_no"]),
        )
        for row in raw["turns"]
    )
    said_on = {line.number: line.on for line in lines}
    return TalkSet(
        lines=lines,
        questions={
            asked_as: tuple(_question(row, said_on) for row in raw[asked_as])
            for asked_as in ASKED_AS
        },
    )


def _question(row: Mapping[str, Any], said_on: Mapping[int | None, date]) -> Question:
    return Question(
        id=row["id"],
        kind=row["kind"],
        text=row["question"],
        acceptable=tuple(row["acceptable"]),
        stale=tuple(row["stale"]),
        said_on=said_on[row["evidence"][0]],
    )


def _facts(raw: Mapping[str, Any]) -> dict[int, tuple[str, str]]:
    """Topic and value of each turn that tells one, from the questions' own answers."""
    facts: dict[int, tuple[str, str]] = {}
    for row in raw[LITERAL]:
        if row["kind"] in {CURRENT, FORMER}:
            facts[row["evidence"][0]] = (row["topic"], row["answer"])
    for row in raw[LITERAL]:
        for value in row["stale"]:
            for turn in _told_first(raw["turns"], value):
                facts.setdefault(turn, (row["topic"], value))
    return facts


def _told_first(turns: Sequence[Mapping[str, Any]], value: str) -> list[int]:
    return [row["turn_no"] for row in turns if value in row["text"]][:1]
