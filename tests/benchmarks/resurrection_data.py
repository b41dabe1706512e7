"""Sentences of the resurrection benchmark: claims that are forgotten, and what is said later."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from nightcrew.domain.memory import Kind
from tests.benchmarks.figures import ROOT

Split = Literal[
    "dev",
    "held",
    "practice",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
]
Group = Literal["form", "paraphrase", "other", "unrelated", "near", "opposite"]
AGAIN: tuple[Group, ...] = ("form", "paraphrase", "other")
HERE = ROOT / "tests" / "benchmarks" / "resurrection"
FORMS_A_CLAIM = 10  # issue figure: 200 variants of 20 claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What one user forgets. about: its subject as a proposer may name it, more than `user`."""

    id: str
    kind: Kind
    subject: str
    about: str
    text: str
    from_on: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Something said after everything was forgotten. claim: the one it has to do with."""

    text: str
    group: Group
    subject: str
    claim: Claim | None = None


@lru_cache(maxsize=5)
def read_split(split: Split) -> tuple[tuple[Claim, ...], tuple[Statement, ...]]:
    """The claims of a half and everything said of them, in the order of the file."""
    found = json.loads((HERE / f"{split}.json").read_text(encoding="utf-8"))
    claims = tuple(_claim(row) for row in found["claims"])
    said = [
        each
        for row, claim in zip(found["claims"], claims, strict=True)
        for each in _statements(row, claim)
    ]
    said += [_statement(text, "unrelated", None) for text in found["unrelated"]]
    return claims, tuple(said)


def _claim(row: dict[str, Any]) -> Claim:
    day = row.get("from_on")
    return Claim(
        id=row["id"],
        kind=Kind(row["kind"]),
        subject=row["subject"],
        about=row["about"],
        text=row["text"],
        from_on=date.fromisoformat(day) if day else None,
    )


def _statements(row: dict[str, Any], claim: Claim) -> Iterator[Statement]:
    for text in variants(row["forms"], korean=_hangul(claim)):
        yield _statement(text, "form", claim)
    groups: tuple[tuple[str, Group], ...] = (
        ("paraphrases", "paraphrase"),
        ("others", "other"),
        ("near", "near"),
        ("opposite", "opposite"),
    )
    for name, group in groups:
        yield from (_statement(text, group, claim) for text in row[name])


def _hangul(claim: Claim) -> bool:
    return any("가" <= letter <= "힣" for letter in claim.text)


def _statement(written: str, group: Group, claim: Claim | None) -> Statement:
    text, _, subject = written.partition(" | ")
    mine = claim.subject if claim is not None else "user"
    return Statement(text=text, group=group, subject=subject or mine, claim=claim)


def variants(forms: Sequence[str], *, korean: bool) -> tuple[str, ...]:
    """Ten ways to say one claim again: the given forms, and each changed in its form only."""
    changed = [
        change(forms[place % len(forms)])
        for place, change in enumerate(KOREAN_CHANGES if korean else ENGLISH_CHANGES)
    ]
    return (*forms, *changed)[:FORMS_A_CLAIM]


def _squeezed(text: str) -> str:
    return text.replace(" ", "")


def _torn(text: str) -> str:
    """A space before the last syllable of each longer word, as a slow thumb leaves it."""
    words = text.split()
    return " ".join(f"{word[:-1]} {word[-1]}" if len(word) > 2 else word for word in words)


def _wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


Change = Callable[[str], str]
KOREAN_CHANGES: tuple[Change, ...] = (
    lambda text: unicodedata.normalize("NFD", f"{text}."),
    _squeezed,
    lambda text: f"안 그래도 {text} ㅋㅋ",
    lambda text: f"내 동생 말고 나 말이야, {text}",
    lambda text: f"honestly {text} 😋🙌 really",
    lambda text: f"아니 뭐 별건 없지만 {_torn(text)}!!",
)
ENGLISH_CHANGES: tuple[Change, ...] = (
    lambda text: f"{text.upper()}!!!",
    lambda text: f"Not that it matters, but {text} 🙌",
    lambda text: f"Never mind my sister, {text}",
    _wide,
    lambda text: f"음 {text} ㅎㅎ",
    lambda text: f"No kidding: {text.replace(' ', '  ')}",
)
