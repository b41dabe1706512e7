"""The shape of one rule that reads date words, and what it knows of the sentence around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar

from nightcrew.domain.calendar_days import DayRange
from nightcrew.domain.late_pattern import LatePattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Where date words stand.

    past: the clause they stand in tells of something done. hour: of the clock when it was said.
    """

    match: re.Match[str]
    said_on: date
    past: bool
    hour: int = 12

    def part(self, name: str) -> str:
        """A named part of the words, empty when it was left out."""
        return self.match.groupdict().get(name) or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRule:
    """Words and what they mean.

    relative: the words mean another day when read later. bare: a weekday or a day of a month
    alone, which may as well be a habit.
    """

    words: LatePattern
    meaning: Callable[[Frame], DayRange | None]
    relative: bool = True
    bare: bool = False


class Spanned(Protocol):
    """Words that stand somewhere in a text."""

    @property
    def start(self) -> int:
        """Offset of the first letter."""
        ...

    @property
    def end(self) -> int:
        """Offset behind the last letter."""
        ...


S = TypeVar("S", bound=Spanned)


def longest(spans: Iterable[S], length: int) -> list[S]:
    """The longest spans that do not overlap, in reading order; length: of the text."""
    taken = bytearray(length)
    chosen: list[S] = []
    for span in sorted(spans, key=lambda each: (each.start - each.end, each.start)):
        if not any(taken[span.start : span.end]):
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
            chosen.append(span)
    return sorted(chosen, key=lambda each: each.start)


def korean(words: str) -> LatePattern:
    """A pattern that does not begin inside a word."""
    return LatePattern(rf"(?<![가-힣A-Za-z0-9])(?:{words})")


def english(words: str) -> LatePattern:
    """A pattern of whole words, whatever their case."""
    return LatePattern(rf"(?<![\w-])(?:{words})(?![\w])", re.IGNORECASE)
