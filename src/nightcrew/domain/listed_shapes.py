"""Memories of other assistants in the shapes they hand them out in: JSON, tables, plain lists."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from nightcrew.domain.plain_list import ListItem, read_list
from nightcrew.domain.words import fold

_SAYS = ("memory", "text", "content", "fact", "value", "note", "summary", "data", "기억", "내용")
_DATED = (
    "said_on", "created_at", "created", "date", "added_at", "timestamp", "updated_at", "updated",
    "time", "at", "날짜",
)  # fmt: skip
_RULE = re.compile(r"^[\s|:+-]*$")
_LINE_END = re.compile(r"\r\n?|\n")
_MILLISECONDS = 10**11  # a moment in seconds reaches this in the year 5138


def read_text(text: str) -> tuple[ListItem, ...]:
    """The items of a text, whatever shape it is in; places count its entries or its lines."""
    text = text.removeprefix("\ufeff")
    lines = _LINE_END.split(text)
    items = _of_json(text) or _of_table(lines)
    return read_list(lines) if items is None else items


def _of_json(text: str) -> tuple[ListItem, ...] | None:
    if not text.lstrip().startswith(("[", "{")):
        return None
    try:
        entries = _entries(json.loads(text))
    except (ValueError, RecursionError):
        entries = _of_json_lines(text)
    return None if entries is None else _items(entries)


def _of_json_lines(text: str) -> list[Any] | None:
    """A document a line; None when one of them is none."""
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None


def _entries(found: Any) -> list[Any] | None:
    """The list of a document, wherever it stands in it."""
    if isinstance(found, list):
        return found
    if not isinstance(found, dict):
        return None
    lists = [value for value in found.values() if isinstance(value, list)]
    return lists[0] if len(lists) == 1 else None


def _of_table(lines: Sequence[str]) -> tuple[ListItem, ...] | None:
    """A table whose first row names its columns, written with commas, tabs or bars."""
    first = next((line for line in lines if line.strip()), "")
    sign = next((each for each in ("|", "\t", ",") if each in first), None)
    if sign is None:
        return None
    names = [name.casefold() for name in _cells(first, sign)]
    if not set(names) & set(_SAYS) or len(names) < 2:
        return None
    rows = [(place, line) for place, line in enumerate(lines, start=1) if line.strip()][1:]
    entries = [
        (place, dict(zip(names, _cells(line, sign), strict=False)))
        for place, line in rows
        if not _RULE.match(line)
    ]
    return tuple(item for place, entry in entries if (item := _item(place, entry)) is not None)


def _cells(line: str, sign: str) -> list[str]:
    if sign == "|":
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    return [cell.strip() for cell in next(csv.reader([line], delimiter=sign), [])]


def _items(entries: Sequence[Any]) -> tuple[ListItem, ...]:
    return tuple(_each(entries))


def _each(entries: Sequence[Any]) -> Iterator[ListItem]:
    for place, entry in enumerate(entries, start=1):
        if isinstance(entry, str):
            yield from (
                ListItem(place=place, text=item.text, said_on=item.said_on)
                for item in read_list([" ".join(entry.split())])
            )
        elif isinstance(entry, dict) and (item := _item(place, entry)) is not None:
            yield item


def _item(place: int, entry: Mapping[str, Any]) -> ListItem | None:
    known = {str(name).casefold(): value for name, value in entry.items()}
    says = next((known[name] for name in _SAYS if isinstance(known.get(name), str)), "")
    text = fold(says)
    dated = (_day(known[name]) for name in _DATED if known.get(name))
    said_on = next((day for day in dated if day is not None), None)
    return ListItem(place=place, text=text, said_on=said_on) if text else None


def _day(value: Any) -> date | None:
    """The day of a moment as it was written; a count of seconds is one in UTC."""
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, int | float):
            seconds = value / 1000 if value >= _MILLISECONDS else value
            return datetime.fromtimestamp(seconds, UTC).date()
        return date.fromisoformat(str(value).strip()[:10])
    except (ValueError, OverflowError, OSError):
        found = read_list([f"{value}: day"])
        return found[0].said_on if found else None
