"""A story: words said to a crew on a frozen clock, and what has to come of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from nightcrew.domain.crew import Problem
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.story_expectations import Expectation, Finding, Status
from nightcrew.domain.tool import SearchResult

BETWEEN_LINES = timedelta(minutes=1)  # from one thing said to the next, when nothing advances


class Verb(StrEnum):
    """What happens in a step."""

    SAY = "say"
    ADVANCE = "advance"
    FORGET = "forget"
    RUN = "run"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenMemory:
    """Something the crew knows before the story begins, as a dream or the user left it."""

    text: str
    said_on: date
    kind: Kind = Kind.FACT
    scope: Scope = Scope.PRIVATE
    from_on: date | None = None
    to_on: date | None = None
    explicit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What is there before the first step. user: preferences. search: what every search finds."""

    user: Mapping[str, object] = field(default_factory=dict)
    memories: tuple[GivenMemory, ...] = ()
    search: SearchResult = field(default_factory=lambda: SearchResult(status=ToolStatus.EMPTY))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that happens and what is expected of it.

    words: what is said, the words of the memory to forget, or the name of the flow. until: the
    moment to advance to; after `say`, how long the story waits before it looks.
    """

    verb: Verb
    words: str = ""
    until: datetime | None = None
    expect: Expectation | None = None
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The steps of one crew; a contrast has one part a crew, each with a user of its own."""

    crew: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveredLine:
    """A line of crew text that a story stands for. name: crew/tool or crew#anchor."""

    name: str
    crew: str
    text: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One story of a file. at: the moment its clock stands at first. place: file:line:column."""

    id: str
    title: str
    tags: tuple[str, ...]
    at: datetime
    timezone: str
    given: Given
    parts: tuple[Part, ...]
    covers: tuple[CoveredLine, ...]
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryShelf:
    """The stories that can be played, and what is wrong with the files of the others."""

    stories: tuple[Story, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedStep:
    """A step that was carried out, and what was found of each thing it expects."""

    crew: str
    number: int
    verb: Verb
    place: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryResult:
    """How a story ended. seconds: of real time."""

    story: Story
    steps: tuple[PlayedStep, ...]
    seconds: float

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that was looked at, in order."""
        return tuple(finding for step in self.steps for finding in step.findings)

    @property
    def status(self) -> Status:
        """Failed by one failure; passed when something was decided; what was not is skipped."""
        found = {finding.status for finding in self.findings}
        if Status.FAILED in found:
            return Status.FAILED
        return Status.PASSED if Status.PASSED in found else Status.SKIPPED

    def covered(self, crew: str) -> tuple[CoveredLine, ...]:
        """The lines a failure with this crew points at."""
        return tuple(line for line in self.story.covers if line.crew == crew)
