"""What looks like a heading or an anchor of a playbook and is read as plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nightcrew.domain.meant import id_meant

ANCHOR = re.compile(r"\s*\{#(?P<anchor>[^{}]*)\}\s*$")
LEAST, MOST = 2, 64
GOOD_ANCHOR = re.compile(rf"[a-z0-9-]{{{LEAST},{MOST}}}")

MERGE_MARK = re.compile(r"(?:<{7}|={7}|>{7})(?:\s|$)")
EMPTY_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,2}[.)])\s*$")
# With a hash any name will do; without one, braces at the end hold two words and a hyphen.
_HALF_ANCHOR = re.compile(
    r"[{｛(（\[［<]\s*[#＃]\s*(?P<name>[\w가-힣][\w가-힣 -]{0,63}?)\s*(?:[}｝)）\]］>]|$)"
    r"|\{(?P<bare>[a-z0-9]+(?:-[a-z0-9]+)+)\}(?=[.\s]*$)"
)
_AROUND_HEADING = "#*_=[]〈〉【】「」:： \t"


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfAnchor:
    """value: as it stands. anchor: what was meant. start: characters before it."""

    value: str
    anchor: str
    start: int


def half_anchor(text: str, spare: str) -> HalfAnchor | None:
    """The first thing in an instruction that looks like an anchor, its real one put aside.

    spare: the anchor to write when its letters are none of an anchor's.
    """
    found = _HALF_ANCHOR.search(text)
    if found is None:
        return None
    name = found["name"] or found["bare"]
    anchor = name if GOOD_ANCHOR.fullmatch(name) else id_meant(name, least=LEAST, most=MOST)
    return HalfAnchor(value=found[0].strip(), anchor=anchor or spare, start=found.start())


def bare_heading(line: str) -> str | None:
    """The words of a line that stands like a heading and has no `## ` before it."""
    bare = line.strip().strip(_AROUND_HEADING)
    return bare or None
