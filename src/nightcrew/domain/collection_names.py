"""Collections that a crew's file names, under the names they have in another installation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_LIST = re.compile(r"\bcollections:")
_WORDS = re.compile(r"[\w-]+")


def with_collections(text: str, named: Mapping[str, str]) -> str:
    """A crew's file in which its list of collections says these new names for the old ones."""
    return "\n".join(_lines(text.split("\n"), named)) if named else text


def _lines(lines: list[str], named: Mapping[str, str]) -> Iterator[str]:
    inside = False
    for line in lines:
        begins = _LIST.search(line)
        inside = bool(begins) or (inside and line.lstrip().startswith(("-", "#", "]")))
        start = begins.end() if begins else 0
        listed, mark, remark = line[start:].partition(" #")
        new = _WORDS.sub(lambda word: named.get(word[0], word[0]), listed)
        yield f"{line[:start]}{new}{mark}{remark}" if inside else line
