"""A story: words said to a crew on a frozen clock, and what has to come of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.crew import Problem
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.step_decided import StepDecided
from nightcrew.domain.story_expectations import Expectation, Finding, Status
from nightcrew.domain.tool import SearchResult, Source
from nightcrew.domain.tool_guide import Tool

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


def given_memory(given: GivenMemory, *, new_id: UUID, user: UUID, crew: str) -> Memory:
    """A memory as it is there before a story begins."""
    return Memory(
        id=new_id,
        user=user,
        crew=crew,
        kind=given.kind,
        scope=given.scope,
        subject="user",
        text=given.text,
        from_on=given.from_on,
        to_on=given.to_on,
        explicit=given.explicit,
        via=crew,
        learned_on=given.said_on,
        said_on=given.said_on,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPrice:
    """What the listings say of every car that is asked. low, mid, high: whole units of currency."""

    status: ToolStatus = ToolStatus.OK
    low: int | None = None
    mid: int | None = None
    high: int | None = None
    currency: str = "KRW"
    n: int = 0
    as_of: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenKnowledge:
    """What every look into the crew's collections finds; a snippet is the item's own text."""

    status: ToolStatus = ToolStatus.OK
    items: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What is there before the first step. user: preferences. search: what every search finds.

    price, knowledge: None where the story leaves the tool to what is loaded.
    """

    user: Mapping[str, object] = field(default_factory=dict)
    memories: tuple[GivenMemory, ...] = ()
    search: SearchResult = field(default_factory=lambda: SearchResult(status=ToolStatus.EMPTY))
    price: GivenPrice | None = None
    knowledge: GivenKnowledge | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRule:
    """How often a story is played, and how many of these plays have to pass."""

    times: int = 1
    need: int = 1


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
    """One story of a file. at: the moment its clock stands at first. place: file:line:column.

    contrast: its parts say the same words to different crews.
    """

    id: str
    title: str
    tags: tuple[str, ...]
    at: datetime
    timezone: str
    given: Given
    parts: tuple[Part, ...]
    covers: tuple[CoveredLine, ...]
    place: str
    rule: PassRule = PassRule()
    contrast: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryShelf:
    """The stories that can be played, and what is wrong with the files of the others.

    unread_covers: the lines that those others seem to stand for, by name.
    """

    stories: tuple[Story, ...] = ()
    problems: tuple[Problem, ...] = ()
    unread_covers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedStep:
    """A step that was carried out, and what was found of each thing it expects.

    at: the moment it ended. words: as in the story's step. decisions: what the turn decided of each
    tool. cited: names of the lines its judge cited. reply, messages: what the crew said. decided:
    all that two plays are compared by.
    """

    crew: str
    number: int
    verb: Verb
    place: str
    findings: tuple[Finding, ...]
    at: datetime | None = None
    words: str = ""
    decisions: Mapping[Tool, bool] = field(default_factory=dict)
    cited: tuple[str, ...] = ()
    reply: str = ""
    messages: tuple[str, ...] = ()
    decided: StepDecided = field(default_factory=StepDecided)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A story played once. seconds: of real time."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryResult:
    """How a story ended, over all the times it was played."""

    story: Story
    plays: tuple[Play, ...]

    @property
    def status(self) -> Status:
        """Failed when fewer plays than needed did not fail; skipped when nothing was decided."""
        ended = [play.status for play in self.plays]
        if len(ended) - ended.count(Status.FAILED) < self.story.rule.need:
            return Status.FAILED
        return Status.PASSED if Status.PASSED in ended else Status.SKIPPED

    @property
    def mixed(self) -> bool:
        """Whether the same words came out differently from play to play."""
        return len({play.status for play in self.plays}) > 1

    @property
    def told(self) -> Play:
        """The play that is told: the first one that ended as the story did."""
        return next(play for play in self.plays if play.status is self.status)

    @property
    def passed_plays(self) -> int:
        """How many plays passed."""
        return sum(play.status is Status.PASSED for play in self.plays)

    @property
    def steps(self) -> tuple[PlayedStep, ...]:
        """The steps of the play that is told."""
        return self.told.steps

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that was looked at in the play that is told."""
        return self.told.findings

    @property
    def seconds(self) -> float:
        """Real time of all plays."""
        return sum(play.seconds for play in self.plays)

    def covered(self, crew: str) -> tuple[CoveredLine, ...]:
        """The lines a failure with this crew points at."""
        return tuple(line for line in self.story.covers if line.crew == crew)
