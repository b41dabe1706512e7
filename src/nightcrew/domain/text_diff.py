"""What changed between two states of some files, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

Mark = Literal["-", "+"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffLine:
    """A line that is gone (-) or new (+). line: its number in the text it stands in, from 1."""

    mark: Mark
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDiff:
    """The changed lines of one file, in its order."""

    file: str
    lines: tuple[DiffLine, ...]


def text_diff(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[FileDiff, ...]:
    """The files that differ, by name; a file that is missing on one side is empty there."""
    names = sorted({*before, *after})
    return tuple(
        FileDiff(file=name, lines=tuple(_lines(before.get(name, ""), after.get(name, ""))))
        for name in names
        if before.get(name, "") != after.get(name, "")
    )


def _lines(before: str, after: str) -> Iterator[DiffLine]:
    old, new = before.splitlines(), after.splitlines()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            continue
        for number in range(old_from, old_to):
            yield DiffLine(mark="-", line=number + 1, text=old[number])
        for number in range(new_from, new_to):
            yield DiffLine(mark="+", line=number + 1, text=new[number])
