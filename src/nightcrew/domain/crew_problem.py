"""How a problem in crew text is told to its writer, in English and Korean."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from nightcrew.domain.crew import Problem
from nightcrew.domain.lint_codes import code_of
from nightcrew.domain.lint_wording import LINT_WORDINGS
from nightcrew.domain.reference_wording import REFERENCE_WORDINGS
from nightcrew.domain.wording import Wording
from nightcrew.domain.yaml_wording import YAML_WORDINGS

WORDINGS = YAML_WORDINGS | REFERENCE_WORDINGS | LINT_WORDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A position in a file; line and column count from 1."""

    file: str
    line: int = 1
    column: int = 1


def nearest(word: str, known: tuple[str, ...], *, least: float = 0.6) -> str | None:
    """The known word that was probably meant, or None. least: how like it has to be, up to 1."""
    found = get_close_matches(word.lower(), known, n=1, cutoff=least)
    return found[0] if found else None


def problem(
    kind: str, place: Place, *, meant: str | None = None, pointer: str = "", **facts: str
) -> Problem:
    """A problem of one kind, in words.

    meant: the word that was probably meant; it becomes the hint. facts: the names in the wording.
    """
    return worded(kind, WORDINGS[kind], place, meant=meant, pointer=pointer, **facts)


def worded(
    kind: str,
    wording: Wording,
    place: Place,
    *,
    meant: str | None = None,
    pointer: str = "",
    **facts: str,
) -> Problem:
    """The same with wording of the caller's own."""
    return Problem(
        id=kind,
        code=code_of(kind),
        severity=wording.severity,
        file=place.file,
        line=place.line,
        column=place.column,
        message=wording.en.format_map(facts),
        message_ko=wording.ko.format_map(facts),
        hint=f"did you mean {meant}?" if meant else wording.hint_en.format_map(facts),
        hint_ko=f"혹시 {meant}인가요?" if meant else wording.hint_ko.format_map(facts),
        pointer=pointer,
    )
