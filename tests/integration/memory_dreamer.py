"""The models of a history: a proposer that picks among what it is shown, and a verifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from nightcrew.domain.dream import Action, Verdict, Verdicts
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.questions import ProposeInputs, ShownChange, VerifyInputs
from nightcrew.ports import Question
from tests.integration.memory_invariants import word_of

WORDS = ("고구마", "수박", "체스", "자전거", "화분", "우산")
MANY = 24  # changes, more than a dream may make
NO_MORE = "이제 안 좋아해"
Says = Literal["all", "none", "every other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A change a model would like, as numbers that choose among what is there.

    odd: what is wrong with it, if anything.
    """

    action: str
    line: int
    row: int
    shared: bool
    odd: str = ""


Sayings = Sequence[tuple[str, str]]
BAD = ("the crew's line", "an unknown line", "another thing", "the user's own memory",
       "the opposite")  # fmt: skip


def chance_of(seed: int) -> Random:
    """A step's own chance; the same story each run."""
    return Random(seed)  # noqa: S311 - nothing is secret here


def sayings(chance: Random) -> Sayings:
    """One to three things a user likes, or likes no more."""
    feelings = ("likes", "likes", "likes now", "likes no more")
    return [(chance.choice(WORDS), chance.choice(feelings)) for _ in range(chance.randint(1, 3))]


def wishes(chance: Random, odd: Sequence[str] = ("",)) -> list[Wish]:
    """One to four changes a model would like."""
    return [
        Wish(
            action=chance.choice(("create", "update")),
            line=chance.randrange(10),
            row=chance.randrange(len(WORDS)),
            shared=chance.random() < 0.5,
            odd=chance.choice(odd),
        )
        for _ in range(chance.randint(1, 4))
    ]


def claim(word: str) -> str:
    """What is remembered of a thing."""
    return f"{thing(word)} 좋아한다"


def thing(word: str) -> str:
    """A word with the particle it takes."""
    closed = "가" <= word[-1] <= "힣" and (ord(word[-1]) - ord("가")) % 28
    return word + ("을" if closed else "를")


def proposal(inputs: ProposeInputs, wanted: Sequence[Wish]) -> dict[str, Any]:
    """What a model proposes of what it is shown; a wish for what is not there is left out."""
    changes = [_change(inputs, wish) for wish in wanted]
    return {"changes": [change for change in changes if change]}


def _change(inputs: ProposeInputs, wish: Wish) -> dict[str, Any] | None:
    said = [line for line in inputs.evidence if line.evidence.speaker is Speaker.USER]
    if not said:
        return None
    line = said[wish.line % len(said)]
    word = next((word for word in WORDS if word in line.evidence.text), WORDS[wish.row])
    over = NO_MORE in line.evidence.text and wish.odd != "the opposite"
    row = _row(inputs, wish, word if over else "")
    if over or wish.action == "update":
        action = "remove" if over else "update"
    else:
        action, row = "create", None
    if action != "create" and row is None:
        return None
    return {
        "action": action,
        "memory": row,
        "text": "" if over else claim(WORDS[wish.row] if wish.odd == "another thing" else word),
        "scope": "shared" if wish.shared else "private",
        "cites": [_cited(inputs, line.handle, wish.odd)],
    }


def _row(inputs: ProposeInputs, wish: Wish, word: str) -> str | None:
    """A row that a dream may change, or may not; word: what it is about, where that is known."""
    explicit = wish.odd == "the user's own memory"
    rows = [
        each.handle
        for each in sorted(inputs.memories, key=lambda each: each.memory.text)
        if each.memory.explicit is explicit and (not word or word_of(each.memory.text) == word)
    ]
    return rows[wish.row % len(rows)] if rows else None


def _cited(inputs: ProposeInputs, handle: str, odd: str) -> str:
    crews = [each.handle for each in inputs.evidence if each.evidence.speaker is not Speaker.USER]
    if odd == "the crew's line" and crews:
        return crews[0]
    return "e99" if odd == "an unknown line" else handle


def verdicts(question: Question, says: Says) -> Verdicts:
    """A verifier that lets all, none or every other change stand of those that were said."""
    inputs = question.inputs
    assert isinstance(inputs, VerifyInputs)
    step = {"all": 1, "every other": 2, "none": 0}[says]
    return Verdicts(
        verdicts=tuple(
            Verdict(change=each.handle, stands=step > 0 and number % step == 0 and _was_said(each))
            for number, each in enumerate(inputs.changes)
        )
    )


def _was_said(shown: ShownChange) -> bool:
    """Whether a cited line speaks of the thing, which no gate of code compares."""
    said = " ".join(line.evidence.text for line in shown.turns)
    return shown.change.action is Action.REMOVE or word_of(shown.change.text) in said
