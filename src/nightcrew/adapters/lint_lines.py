"""Lines of a file mended one kind at a time; what they mean is somebody else's check."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.playbook_markdown import heading_meant
from nightcrew.domain.crew import Problem

_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_INDENT = re.compile(r"[ \t]*")
_HEADING = re.compile(r"(?P<marks>#{1,6}\s+)(?P<title>.*?)(?P<rest>\s*#*\s*)$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,2}[.)])\s")


def tabs_as_spaces(lines: list[str]) -> list[str]:
    """Each tab that indents as two spaces, the width of every file that ships."""
    return [
        _INDENT.sub(lambda match: match[0].replace("\t", "  "), line, count=1) for line in lines
    ]


def times_quoted(lines: list[str], told: Sequence[Problem]) -> list[str]:
    """The times that problems point at in quotes, the last of a line first."""
    mended = list(lines)
    for each in sorted(told, key=lambda one: (one.line, one.column), reverse=True):
        line, start = mended[each.line - 1], each.column - 1
        found = _TIME.match(line, start)
        if found:
            mended[each.line - 1] = f'{line[:start]}"{found[0]}"{line[found.end() :]}'
    return mended


def headings_renamed(lines: list[str], told: Sequence[Problem]) -> list[str]:
    """Headings under their own name where an alias is known."""
    mended = list(lines)
    for each in told:
        found = _HEADING.match(mended[each.line - 1])
        meant = heading_meant(found["title"]) if found else None
        if found and meant:
            mended[each.line - 1] = f"{found['marks']}{meant}"
    return mended


def anchored(lines: list[str], sheet: Sheet) -> list[str]:
    """Each instruction without an anchor with the one that was derived for it."""
    mended = list(lines)
    for item in sheet.playbook.instructions if sheet.playbook else ():
        if item.line in sheet.unnamed:
            last = _end_of_item(mended, item.line - 1)
            mended[last] = f"{mended[last].rstrip()} {{#{item.anchor}}}"
    return mended


def _end_of_item(lines: list[str], first: int) -> int:
    last = first
    for number in range(first + 1, len(lines)):
        line = lines[number]
        if line.strip() and not (line[0].isspace() and not _ITEM.match(line)):
            break
        if line.strip():
            last = number
    return last


def without_trailing_space(lines: list[str]) -> list[str]:
    """No space at the end of any line."""
    return [line.rstrip(" \t") for line in lines]


def without_overrides(lines: list[str], told: Sequence[Problem]) -> list[str]:
    """Without the keys that problems point at, the lowest first, so that places stay true."""
    mended = list(lines)
    for each in sorted(told, key=lambda one: one.line, reverse=True):
        key = each.pointer.rpartition("/")[2]
        start = _line_of_key(mended, each.line - 1, key)
        if start is not None:
            mended = _without_key(mended, start)
    return mended


def _line_of_key(lines: list[str], value_line: int, key: str) -> int | None:
    """The line that begins with the key: the value's own, or the one above a list."""
    pattern = re.compile(rf"\s*{re.escape(key)}\s*:(?:\s|$)")
    for number in range(value_line, max(-1, value_line - 3), -1):
        if pattern.match(lines[number]):
            return number
    return None


def _without_key(lines: list[str], start: int) -> list[str]:
    """Without the lines of one key; comments among them stay, a parent left empty goes as well."""
    end = _end_of_key(lines, start)
    kept = [line for line in lines[start:end] if line.lstrip().startswith("#")]
    rest = [*lines[:start], *kept, *lines[end:]]
    parent = _empty_parent(rest, start, _depth(lines[start]))
    return rest if parent is None else _without_key(rest, parent)


def _end_of_key(lines: list[str], start: int) -> int:
    depth, end = _depth(lines[start]), start + 1
    bare = lines[start].rstrip().endswith(":")
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if not line.strip():
            continue
        # A list may stand as far left as its key.
        listed = bare and _depth(line) == depth and line.lstrip().startswith("- ")
        if _depth(line) <= depth and not listed:
            break
        end = number + 1
    return end


def _empty_parent(lines: list[str], place: int, depth: int) -> int | None:
    """The key above that holds nothing any more, or None."""
    if depth == 0:
        return None
    above = next(
        (n for n in range(place - 1, -1, -1) if _tells(lines[n]) and _depth(lines[n]) < depth), None
    )
    if above is None or any(
        _tells(line) and _depth(line) >= depth for line in lines[above + 1 : place]
    ):
        return None
    below = next((line for line in lines[place:] if _tells(line)), "")
    return None if below and _depth(below) >= depth else above


def _tells(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
