"""Crew text as lint rules see it: who wrote what where, and what stands below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from nightcrew.domain.crew import Crew
from nightcrew.domain.crew_problem import Place
from nightcrew.domain.lint_unused import Naming
from nightcrew.domain.story import Story
from nightcrew.domain.tool_guide import Example, Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProseLine:
    """One guide, not_when, playbook instruction or part of a persona as it was written.

    owner: id of the crew, category or playbook, "house" for the house. level: house, category,
    crew or playbook. tool: None for an instruction or a persona. named: whether an instruction
    has an anchor of its writer. pointer: JSON pointer, empty in Markdown.
    """

    text: str
    place: Place
    owner: str
    level: str
    field: str
    tool: Tool | None = None
    section: str = ""
    anchor: str = ""
    named: bool = True
    pointer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGuide:
    """What one file says about one tool. below: what would hold without it, by field.

    levels: by field, the file that says what is below. category: whose it is, for a crew its own.
    examples: every sentence, what it is an example of, and where it stands.
    """

    tool: Tool
    level: str
    owner: str
    category: str
    written: Mapping[str, object]
    places: Mapping[str, Place]
    below: Mapping[str, object] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[tuple[Example, Place], ...] = ()

    def resolved(self, name: str) -> object:
        """What holds: the file's own word, else what is below."""
        return self.written.get(name, self.below.get(name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """Who reviewed a file, and when. places: of the keys that are there.

    unread: keys that are there and say nothing that can be used, as is told elsewhere.
    """

    file: str
    by: str
    at: date | None
    places: Mapping[str, Place] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietWindow:
    """A window of the house's quiet hours, wall times."""

    name: str
    begin: str
    end: str
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedCollection:
    """A knowledge collection a crew names."""

    name: str
    place: Place
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LintText:
    """Everything rules look at. today: the day the lint is made.

    rules: of the house, in both languages. stories: None when there are none to look into, as in
    a folder of crews alone. unread_covers: lines of stories that are broken. collections: names
    of the shipped ones; None when none are shipped. naming: what files there are, and which of
    them crews name. skills: their descriptions.
    """

    today: date
    review_days: int
    lines: tuple[ProseLine, ...] = ()
    guides: tuple[WrittenGuide, ...] = ()
    reviewed: tuple[Reviewed, ...] = ()
    rules: tuple[str, ...] = ()
    quiet: tuple[QuietWindow, ...] = ()
    crews: Mapping[str, Crew] = field(default_factory=dict)
    stories: tuple[Story, ...] | None = None
    unread_covers: frozenset[str] = frozenset()
    named_collections: tuple[NamedCollection, ...] = ()
    naming: Naming = field(default_factory=Naming)
    skills: tuple[ProseLine, ...] = ()
    collections: frozenset[str] | None = None
    _places: Mapping[tuple[str, int], Place] = field(init=False)

    def __post_init__(self) -> None:
        known = {(each.place.file, each.place.line): each.place for each in self.lines}
        object.__setattr__(self, "_places", known)

    def place(self, origin: str) -> Place:
        """Where a line of a crew stands, by its origin `file:line`."""
        file, _, line = origin.rpartition(":")
        number = int(line) if line.isdigit() else 1
        return self._places.get((file, number)) or Place(file=file or origin, line=number)
