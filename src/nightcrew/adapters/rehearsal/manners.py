"""The form of a rehearsed reply: as this person wants to be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nightcrew.adapters.rehearsal.table import pattern, words_for
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.style_memory import Leaning, leanings

LINES_SHOWN, LINES_SHOWN_BRIEFLY = 2, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How lines and words are told. lines: of a tool, at most. listed: as a list."""

    lines: int = LINES_SHOWN
    listed: bool = True
    casual: bool = False

    def told(self, line: str) -> str:
        """One of several lines."""
        return f"- {line}" if self.listed else line

    def small(self, manner: str, *, korean: bool) -> str:
        """A sentence for a turn in which nothing was found or done."""
        return words_for("small_casual" if self.casual else "small", manner, korean=korean)


def form_of(style: Sequence[ShownMemory]) -> Form:
    """What the style lines of a prompt ask of a reply; the newest decides how to be addressed."""
    wanted = {leaning for each in style for leaning in leanings(each.memory.text)}
    brief, plain = Leaning("length", more=False), Leaning("shape", more=False)
    return Form(
        lines=LINES_SHOWN_BRIEFLY if brief in wanted else LINES_SHOWN,
        listed=plain not in wanted,
        casual=_casual(style),
    )


def _casual(style: Sequence[ShownMemory]) -> bool:
    for each in sorted(style, key=lambda shown: shown.memory.said_on, reverse=True):
        if pattern("formal").search(each.memory.text):
            return False
        if pattern("casual").search(each.memory.text):
            return True
    return False
