"""Lists of memories as other assistants write them out: one line an item, often with its date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from nightcrew.domain.memory import TEXT_LIMIT
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.words import fold

_DAY = (
    r"(?P<year>\d{4})(?:[-./]\s?|년\s?)(?P<month>\d{1,2})(?:[-./]\s?|월\s?)(?P<day>\d{1,2})일?\.?"
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAME = rf"(?P<name>{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
# 3/4/2025 is two days; only one that can be but one is read.
_DAYS = (
    _DAY,
    rf"{_NAME}\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<year>\d{{4}})",
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s{_NAME},?\s(?P<year>\d{{4}})",
    r"(?P<month>\d{1,2})/(?P<day>1[3-9]|2\d|3[01])/(?P<year>\d{4})",
    r"(?P<day>1[3-9]|2\d|3[01])/(?P<month>\d{1,2})/(?P<year>\d{4})",
)
_MARK = re.compile(rf"^\s*(?:[-*+•·–]|(?!{_DAY})\d{{1,4}}[.)]|\[[ xX]\])\s+")
_CLOCK = r"(?:,?[T ]\d\d:\d\d(?::\d\d)?(?:\s?[AaPp][Mm])?)?"
_FRONT = tuple(
    re.compile(rf"^[\[(]?{day}{_CLOCK}[\])]?\.?\s*[-–—:,|]*\s+", re.IGNORECASE) for day in _DAYS
)
_UNKNOWN = re.compile(r"^[\[(](?:unknown|no date|날짜 없음|모름)[\])]\s*[-–—:,]*\s+", re.IGNORECASE)
_BEHIND = tuple(re.compile(rf"\s*[\[(]{day}[\])]\s*\.?$", re.IGNORECASE) for day in _DAYS)
_NO_ITEM = re.compile(r"^\s*(?:#{1,6}\s.*|```.*|-{3,}|={3,}|\*\*[^*]+\*\*:?|__[^_]+__:?)?\s*$")
_HEAD = 40  # letters; what is longer says something by itself


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """One thing to remember. place: its line, counted from 1. said_on: the date it came with."""

    place: int
    text: str
    said_on: date | None = None


def read_list(lines: Sequence[str]) -> tuple[ListItem, ...]:
    """The items of a list; marks, headings and empty lines are left out, dates are read off."""
    return tuple(_items(lines))


def _items(lines: Sequence[str]) -> Iterator[ListItem]:
    """What stands under a short point belongs to it: "Family", "Sister: Mina" are one item."""
    heads: list[tuple[int, str]] = []
    following = [*lines[1:], ""]
    for place, (line, after) in enumerate(zip(lines, following, strict=False), start=1):
        item, depth = _item(place, line), _depth(line)
        if item is None:
            heads = [] if line.strip() else heads
            continue
        heads = [head for head in heads if depth is not None and head[0] < depth]
        under = _depth(after)
        if depth is not None and under is not None and depth < under and _is_head(item):
            heads.append((depth, item.text.rstrip(":")))
        else:
            yield replace(item, text=": ".join([*(head for _, head in heads), item.text]))


def _depth(line: str) -> int | None:
    """How far a point of a list is indented; None for a line that is none."""
    return len(line) - len(line.lstrip()) if _MARK.match(line) else None


def _is_head(item: ListItem) -> bool:
    return item.said_on is None and len(item.text) <= _HEAD and item.text[-1] not in ".!?"


def in_parts(text: str) -> tuple[str, ...] | None:
    """A text split between sentences so that each part fits; None when one sentence does not."""
    if len(text) <= TEXT_LIMIT:
        return (text,)
    parts = tuple(_packed([part.text for part in sentences(text)]))
    return parts if all(len(part) <= TEXT_LIMIT for part in parts) else None


def _packed(pieces: Sequence[str]) -> Iterator[str]:
    held = ""
    for piece in pieces:
        longer = f"{held} {piece}".strip()
        if held and len(longer) > TEXT_LIMIT:
            yield held
            longer = piece
        held = longer
    if held:
        yield held


def _item(place: int, line: str) -> ListItem | None:
    if _NO_ITEM.match(line):
        return None
    text = _MARK.sub("", line, count=1)
    said_on: date | None = None
    for pattern in (*_FRONT, *_BEHIND):
        found = pattern.search(text)
        day = _day(found) if found else None
        if found and day and (left := text[: found.start()] + text[found.end() :]).strip():
            text, said_on = left, day
            break
    text = fold(_UNKNOWN.sub("", _MARK.sub("", text, count=1)))
    return ListItem(place=place, text=text, said_on=said_on) if text else None


def _day(found: re.Match[str]) -> date | None:
    parts = found.groupdict()
    name = parts.get("name")
    month = _MONTHS.index(name.lower()) + 1 if name else int(found["month"])
    try:
        return date(int(found["year"]), month, int(found["day"]))
    except ValueError:
        return None  # a number that only looks like a date belongs to the text
