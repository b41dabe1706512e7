"""Eighty columns of text that read the same on a terminal and in a log."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

WIDTH = 80
_STYLES = {"heading": "\x1b[1m", "good": "\x1b[32m", "bad": "\x1b[31m", "quiet": "\x1b[2m"}
_PLAIN = "\x1b[0m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Where a demo is told; colours only on a terminal."""

    out: TextIO
    colours: bool = False

    def line(self, text: str = "", *, first: str = "", rest: str = "", style: str = "") -> None:
        """Write a text, broken at 80 columns. first, rest: what stands before its lines."""
        for number, piece in enumerate(broken(text, first=first, rest=rest)):
            before = rest if number else first
            self._write(f"{before}{piece}".rstrip(), style)

    def rule(self, text: str, *, style: str = "heading") -> None:
        """A heading, short enough for one line, with dashes to the edge."""
        self._write(f"{text} {'-' * (WIDTH - columns(text) - 1)}", style)

    def _write(self, line: str, style: str) -> None:
        colour = _STYLES.get(style, "") if self.colours else ""
        self.out.write(f"{colour}{line}{_PLAIN if colour else ''}\n")
        self.out.flush()


def columns(text: str) -> int:
    """How many columns a text takes; Hangul and other wide letters take two."""
    return sum(_columns_of(letter) for letter in text)


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def broken(text: str, *, first: str = "", rest: str = "") -> Iterator[str]:
    """The pieces of a text that fit behind `first` and `rest`; words are cut only when too long."""
    line, before = "", first
    for word in text.split():
        for piece in _fitting(word, WIDTH - columns(rest)):
            joined = f"{line} {piece}" if line else piece
            if line and columns(before) + columns(joined) > WIDTH:
                yield line
                line, before = piece, rest
            else:
                line = joined
    yield line


def _fitting(word: str, room: int) -> Iterator[str]:
    piece = ""
    for letter in word:
        if columns(piece) + _columns_of(letter) > room:
            yield piece
            piece = ""
        piece += letter
    yield piece


def clipped(text: str, room: int) -> str:
    """A text on one line, cut with dots where it would be wider than `room` columns."""
    one_line = " ".join(text.split())
    if columns(one_line) <= room:
        return one_line
    kept = ""
    for letter in one_line:
        if columns(kept) + _columns_of(letter) > room - 3:
            break
        kept += letter
    return f"{kept.rstrip()}..."
