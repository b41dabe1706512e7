"""All lint rules over readable crew text, in one pass and without a model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from nightcrew.domain.crew import Problem
from nightcrew.domain.lint_prose import prose_findings, skill_findings
from nightcrew.domain.lint_text import LintText, ProseLine
from nightcrew.domain.lint_together import (
    alike_findings,
    covering_findings,
    duel_findings,
    guide_findings,
    house_findings,
    review_findings,
    rule_findings,
)
from nightcrew.domain.lint_unused import unused_findings

_LINES_KEPT = 16_384  # of 400 crews


def findings(text: LintText) -> tuple[Problem, ...]:
    """Every finding, in the order of files and lines; all of them are warnings."""
    found = dict.fromkeys(_all(text))
    return tuple(sorted(found, key=lambda wrong: (wrong.file, wrong.line, wrong.column)))


def _all(text: LintText) -> Iterator[Problem]:
    for line in text.lines:
        yield from _of_line(line)
    for skill in text.skills:
        yield from skill_findings(skill)
    for guide in text.guides:
        yield from guide_findings(guide, text.crews)
    for crew in text.crews.values():
        yield from duel_findings(text, crew)
    for file in text.reviewed:
        yield from review_findings(text, file)
    yield from alike_findings(text)
    yield from rule_findings(text)
    yield from covering_findings(text)
    yield from house_findings(text)
    yield from unused_findings(text.naming)


# While one line is typed, a thousand others stay as they were.
@lru_cache(maxsize=_LINES_KEPT)
def _of_line(line: ProseLine) -> tuple[Problem, ...]:
    return tuple(prose_findings(line))
