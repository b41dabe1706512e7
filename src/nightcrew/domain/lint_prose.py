"""Rules about one line of crew prose, by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nightcrew.domain.crew import Problem
from nightcrew.domain.crew_problem import problem
from nightcrew.domain.lint_text import ProseLine
from nightcrew.domain.lint_words import (
    ABILITIES,
    ALWAYS_SENDS,
    CODE_WORDS,
    DENIED,
    FITS_ONE_HOUR,
    FORBIDDEN,
    MARKUP,
    ON_REQUEST,
    QUOTES_MEMORY,
    SAYS_WHEN,
    SPEAKS_LATER,
)
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.tool_guide import Tool

MOST_SENTENCES = 2
MOST_CHARACTERS = 160
_FILLED = re.compile(r"\{\{[^{}]*\}\}")  # what stands in these has a rule of its own


def prose_findings(line: ProseLine) -> Iterator[Problem]:
    """What is to say about one line."""
    if line.tool is not None:
        yield from _of_a_guide(line)
    elif not line.named:
        yield problem("missing_anchor", line.place, anchor=line.anchor)
    yield from _of_a_program(line)
    yield from _said(line, "unknown_ability", ABILITIES)
    yield from _said(line, "quotes_memory", QUOTES_MEMORY, unless=ON_REQUEST)
    if line.tool is Tool.FOLLOW_UP or (line.tool is None and SPEAKS_LATER.search(line.text)):
        yield from _said(line, "hour_in_follow_up", FITS_ONE_HOUR)
        yield from _said(line, "always_sends", ALWAYS_SENDS, denied=FORBIDDEN)


def _of_a_program(line: ProseLine) -> Iterator[Problem]:
    """Marks and names that a page or a program would understand."""
    bare = "".join(part for part in _FILLED.split(line.text))
    for kind, pattern, text in (("markup", MARKUP, line.text), ("code_words", CODE_WORDS, bare)):
        if found := pattern.search(text):
            yield problem(kind, line.place, pointer=line.pointer, said=found[0])


def skill_findings(line: ProseLine) -> Iterator[Problem]:
    """A judge that chooses skills sees the description alone."""
    if not SAYS_WHEN.search(line.text):
        yield problem("skill_never_says_when", line.place, pointer=line.pointer, skill=line.owner)


def _of_a_guide(line: ProseLine) -> Iterator[Problem]:
    count = len(sentences(line.text))
    if count > MOST_SENTENCES or len(line.text) > MOST_CHARACTERS:
        yield problem(
            "guide_too_long",
            line.place,
            pointer=line.pointer,
            key=line.field,
            sentences=str(count),
            length=str(len(line.text)),
        )
    # The memory guide says what is worth keeping; its occasion is every talk.
    asked = line.field == "guide" and line.tool is not Tool.MEMORY
    if asked and not SAYS_WHEN.search(line.text):
        yield problem(
            "guide_never_says_when", line.place, pointer=line.pointer, tool=str(line.tool)
        )


def _said(
    line: ProseLine,
    kind: str,
    pattern: re.Pattern[str],
    *,
    unless: re.Pattern[str] | None = None,
    denied: re.Pattern[str] = DENIED,
) -> Iterator[Problem]:
    """A finding for the first sentence that says it and does not forbid it."""
    if line.field == "not_when" or line.section == "never":
        return
    for sentence in sentences(line.text):
        found = pattern.search(sentence.text)
        if found is None or denied.search(sentence.text):
            continue
        if unless is None or not unless.search(sentence.text):
            yield problem(kind, line.place, pointer=line.pointer, said=found[0])
            return
