"""Prose of a crew is literal: only three names in double braces are ever filled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PLACEHOLDERS = ("user_name", "crew_name", "today")

# A letter after the braces tells a name from JSON in prose, such as {{"plan": 1}}.
_HALF = re.compile(
    r"(?<!\{)(?:\{{1,2}|｛{1,2})\s*(?P<name>" + "|".join(PLACEHOLDERS) + r")\b\s*[}｝]{0,2}"
)
_BRACES = re.compile(r"\{\{\s*(?P<name>[^\W\d][^{}\n]*?)\s*\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placeholder:
    """A name in double braces. start: characters from the beginning of the text."""

    name: str
    start: int


def placeholders(text: str) -> Iterator[Placeholder]:
    """Every name in double braces, known or not; preview, check and `fill` share this reading."""
    for match in _BRACES.finditer(text):
        yield Placeholder(name=match["name"], start=match.start())


def half_placeholders(text: str) -> Iterator[Placeholder]:
    """Each of our three names in braces that are one too few, so that nothing is filled."""
    for match in _HALF.finditer(text):
        if not _BRACES.match(text, match.start()):
            yield Placeholder(name=match["name"], start=match.start())


def fill(text: str, *, user_name: str, crew_name: str, today: str) -> str:
    """The text with its three names filled, once; all other braces stay as they are."""
    values = {"user_name": user_name, "crew_name": crew_name, "today": today}
    return _BRACES.sub(lambda match: values.get(match["name"], match[0]), text)
