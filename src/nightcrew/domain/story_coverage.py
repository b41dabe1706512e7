"""Which lines of crew text the stories stand for, and which nobody tries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nightcrew.domain.crew import Crew, guide_lines
from nightcrew.domain.story import Story, StoryResult
from nightcrew.domain.tool_guide import TOOLS, Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesTried:
    """Whether stories expect a crew's tool to be used, and not to be used.

    ever_used: whether the crew's own examples use it at all and it has something to use; where
    not, no story owes its use.
    """

    tool: Tool
    used: bool
    not_used: bool
    ever_used: bool

    @property
    def whole(self) -> bool:
        """Both sides are tried, as far as there are two."""
        return self.not_used and (self.used or not self.ever_used)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTried:
    """One line of a crew's text. stories: those that cover it. cited: by a judge, when played."""

    name: str
    text: str
    origin: str
    stories: tuple[str, ...]
    cited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCoverage:
    """What stories try of one crew."""

    crew: str
    uses: tuple[UsesTried, ...]
    lines: tuple[LineTried, ...]

    @property
    def covered(self) -> int:
        """How many lines a story stands for."""
        return sum(bool(line.stories) for line in self.lines)

    @property
    def missing(self) -> tuple[LineTried, ...]:
        """The lines no story stands for."""
        return tuple(line for line in self.lines if not line.stories)

    @property
    def untried(self) -> tuple[UsesTried, ...]:
        """The tools of which a side is not tried."""
        return tuple(each for each in self.uses if not each.whole)


def line_name(crew: str, anchor: str) -> str:
    """How a story names a line: crew/tool for a tool's lines, else crew#anchor."""
    tool, dot, _ = anchor.partition(".")
    return f"{crew}/{tool}" if dot else f"{crew}#{anchor}"


def coverage(
    crews: Mapping[str, Crew], stories: Sequence[Story], played: Sequence[StoryResult] = ()
) -> tuple[CrewCoverage, ...]:
    """Every crew in order of its id. played: results that tell what judges cited."""
    cited = {name for result in played for step in result.steps for name in step.cited}
    return tuple(_crew(crews[crew], stories, cited) for crew in sorted(crews))


def _crew(crew: Crew, stories: Sequence[Story], cited: Iterable[str]) -> CrewCoverage:
    by_line: dict[str, list[str]] = {}
    for story in stories:
        for name in dict.fromkeys(line.name for line in story.covers if line.crew == crew.id):
            by_line.setdefault(name, []).append(story.id)
    told = {line_name(crew.id, line.anchor): line for line in reversed(guide_lines(crew))}
    return CrewCoverage(
        crew=crew.id,
        uses=tuple(_uses(crew, tool, stories) for tool in TOOLS),
        lines=tuple(
            LineTried(
                name=name,
                text=line.text,
                origin=line.origin,
                stories=tuple(by_line.get(name, ())),
                cited=name in cited,
            )
            for name, line in reversed(told.items())
        ),
    )


def _uses(crew: Crew, tool: Tool, stories: Sequence[Story]) -> UsesTried:
    wanted = {
        step.expect.tools[tool]
        for story in stories
        for part in story.parts
        if part.crew == crew.id
        for step in part.steps
        if step.expect is not None and tool in step.expect.tools
    }
    return UsesTried(
        tool=tool,
        used=True in wanted,
        not_used=False in wanted,
        ever_used=_ever_used(crew, tool),
    )


def _ever_used(crew: Crew, tool: Tool) -> bool:
    if tool is Tool.KNOWLEDGE and crew.knowledge.none:
        return False
    return any(example.use for example in crew.tool_guide[tool].examples)
