"""The prompts of one turn, line by line with where each comes from, and what stays out of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from nightcrew.domain.budget import estimate_tokens
from nightcrew.domain.lines import one_line


class Origin(StrEnum):
    """Who wrote a line: the product, a file of crew text, or what is known of the user."""

    PRODUCT = "product"
    HOUSE = "house"
    CATEGORY = "category"
    CREW = "crew"
    PLAYBOOK = "playbook"
    SKILL = "skill"
    MEMORY = "memory"
    TALK = "talk"
    USER = "user"


class WhyOut(StrEnum):
    """Why a line stands in none of the lines of a prompt."""

    NEVER = "never_in_a_prompt"
    NOT_THIS_PROMPT = "not_this_prompt"
    NOT_THIS_TOOL = "not_this_tool"
    JUDGE_ONLY = "judge_only"
    NOT_LIKE_THIS_LINE = "not_like_this_line"
    HOUSE_EXAMPLE = "house_example"
    NEUTRAL_LEAN = "neutral_lean"
    UNTIL_CHOSEN = "until_chosen"
    BUDGET = "budget"
    NOT_BEARING = "not_bearing"
    DOES_NOT_FIT = "does_not_fit"
    WITHHELD = "withheld"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One text that may stand in a prompt.

    sort: what it is, such as `guide`, `example` or `memory`. place: file:line, or the id of a
    memory.
    """

    text: str
    sort: str
    origin: Origin
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One line of a prompt. place: file:line, or the id of a memory; empty for the product's."""

    text: str
    origin: Origin
    place: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A text that stands in no line of this prompt, and why; `why` in both languages."""

    text: str
    sort: str
    origin: Origin
    place: str
    reason: WhyOut
    why: str
    why_ko: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPreview:
    """One prompt of the turn. tokens: as `estimate_tokens` counts, an upper bound.

    parts: tokens by heading, in the order of the prompt. origins: tokens by who wrote the lines.
    """

    prompt: str
    version: int
    role: str
    tokens: int
    parts: Mapping[str, int]
    origins: Mapping[str, int]
    lines: tuple[PreviewLine, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewWish:
    """What is tried: a crew and a line, for nobody or for a user, at a moment of a wall clock.

    user: the backend's id; a user who never wrote is nobody. timezone, locale: of the user, else
    of the house and the crew.
    """

    crew: str
    say: str
    user: str = ""
    now: datetime | None = None
    timezone: str = ""
    locale: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewPreview:
    """Every prompt a crew's turn would use. known: whether the user is one we know."""

    crew: str
    crew_version: str
    say: str
    now: datetime
    timezone: str
    locale: str
    known: bool
    prompts: tuple[PromptPreview, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """The lines of a prompt with their origins, and the pieces none of them holds."""

    lines: tuple[PreviewLine, ...]
    missing: tuple[Piece, ...] = field(default=())


def trace(text: str, pieces: Sequence[Piece]) -> Traced:
    """Each line of a prompt to the longest piece it holds; what holds none is the product's."""
    shown = [(_display(piece.text), piece) for piece in pieces]
    by_length = sorted((each for each in shown if each[0]), key=lambda each: -len(each[0]))
    found: set[int] = set()
    lines = tuple(_line(line, by_length, found) for line in text.split("\n"))
    missing = tuple(piece for _, piece in shown if id(piece) not in found)
    return Traced(lines=lines, missing=missing)


def _line(line: str, pieces: Sequence[tuple[str, Piece]], found: set[int]) -> PreviewLine:
    held = [piece for words, piece in pieces if words in line]
    found.update(id(piece) for piece in held)
    first = held[0] if held else None
    return PreviewLine(
        text=line,
        origin=first.origin if first else Origin.PRODUCT,
        place=first.place if first else "",
        tokens=estimate_tokens(line),
    )


def _display(text: str) -> str:
    """The part of a text that can be found in one line: whole, or its longest line."""
    lines = text.strip().split("\n")
    return one_line(max(lines, key=len))


def parts(lines: Sequence[PreviewLine]) -> dict[str, int]:
    """Tokens by heading; what stands above the first one is the frame."""
    total: Counter[str] = Counter()
    for heading, line in _under_headings(lines):
        total[heading] += line.tokens
    return dict(total)


def origins(lines: Sequence[PreviewLine]) -> dict[str, int]:
    """Tokens by who wrote the lines."""
    total: Counter[str] = Counter()
    for line in lines:
        total[line.origin] += line.tokens
    return dict(total)


def _under_headings(lines: Sequence[PreviewLine]) -> Iterator[tuple[str, PreviewLine]]:
    heading = "frame"
    for line in lines:
        if line.text.startswith("# ") and line.origin is Origin.PRODUCT:
            heading = line.text.removeprefix("# ")
        yield heading, line
