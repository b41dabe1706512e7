"""A crew as its writers wrote it: persona, tool guides, playbook and skills, already resolved."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from nightcrew.domain.house import Budgets, House, QuietWindows
from nightcrew.domain.same import Same
from nightcrew.domain.tool_guide import TOOLS, Example, Lean, Repeats, Tool, ToolGuide

__all__ = [
    "TOOLS",
    "Budgets",
    "Crew",
    "CrewShelf",
    "Example",
    "GuideLine",
    "House",
    "Instruction",
    "Knowledge",
    "Lean",
    "Persona",
    "Playbook",
    "Problem",
    "QuietWindows",
    "Repeats",
    "ShelfStatus",
    "Skill",
    "Tool",
    "ToolGuide",
    "canonical",
    "examples_of",
    "guide_lines",
    "memory_guide_lines",
    "requires_adult",
    "sealed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideLine:
    """One numbered line that judges and planners see and cite.

    anchor: "search.guide" for a line of the tool guide, the instruction's own for the playbook.
    field: guide, not_when or instruction. section: empty for a line of the tool guide.
    origin: file:line. tool: None for a line of the playbook.
    """

    handle: str
    tool: Tool | None
    field: str
    anchor: str
    section: str
    text: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A procedure a judge may open; `description` says what it does and when it is used."""

    name: str
    description: str
    body: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Persona:
    """Who speaks (`summary`) and how it sounds (`voice`)."""

    summary: str
    voice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One list item of a playbook; section: aim, when, how, never or hand_over."""

    section: str
    text: str
    anchor: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Playbook:
    """How a crew goes about its work; file: where its instructions stand."""

    name: str
    instructions: tuple[Instruction, ...]
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Collections a crew may look into, or why it has none on purpose."""

    collections: tuple[str, ...] = ()
    none: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crew:
    """The whole resolved bundle of one crew.

    notes and x belong to the bundle and never to a prompt. digest: sha256 of `canonical`.
    memory: "read" means that it remembers nothing new. places: prose -> file:line.
    """

    id: str
    name: str
    category: str
    locale: str
    persona: Persona
    tool_guide: Mapping[Tool, ToolGuide]
    house: House
    knowledge: Knowledge = field(default_factory=Knowledge)
    owner: str = ""
    reviewed_by: str = ""
    reviewed_at: date | None = None
    memory: Literal["on", "read"] = "on"
    playbook: Playbook | None = None
    skills: tuple[Skill, ...] = ()
    notes: str = ""
    x: Mapping[str, object] = field(default_factory=dict)
    adults_only: bool = False
    digest: str = ""
    places: Mapping[str, str] = field(default_factory=dict)


class ShelfStatus(StrEnum):
    """ok: serves its newest text. stale: serves its last good text. broken: does not serve."""

    OK = "ok"
    BROKEN = "broken"
    STALE = "stale"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing a writer has to mend (error) or should look at (warning).

    line and column count from 1. pointer: JSON pointer of the key, empty outside YAML. code: the
    stable number of its rule, such as C004.
    """

    id: str
    code: str = ""
    severity: Literal["error", "warning"] = "error"
    file: str
    line: int
    column: int
    message: str
    message_ko: str
    hint: str = ""
    hint_ko: str = ""
    pointer: str = ""

    @property
    def place(self) -> str:
        """Where it stands, as `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewShelf:
    """The crews that serve and the ones whose text is broken; one never stops the others.

    broken: crew id -> its errors, its category's, playbook's, skills' and the house's included.
    A crew in both serves its last good text. house: None when it was never readable.
    """

    crews: Mapping[str, Crew] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    broken: Mapping[str, tuple[Problem, ...]] = field(default_factory=dict)
    house: House | None = None

    def status(self, crew_id: str) -> ShelfStatus:
        """How the crew with this id serves; an unknown id counts as broken."""
        if crew_id not in self.crews:
            return ShelfStatus.BROKEN
        return ShelfStatus.STALE if crew_id in self.broken else ShelfStatus.OK

    def statuses(self) -> Mapping[str, ShelfStatus]:
        """Every crew that has a file, by id in alphabetical order."""
        return {crew_id: self.status(crew_id) for crew_id in sorted({*self.crews, *self.broken})}


def requires_adult(crew: Crew) -> bool:
    """Whether minors are refused; the category says so, with `adults_only: true`."""
    return crew.adults_only


def examples_of(crew: Crew, tool: Tool) -> tuple[Example, ...]:
    """The crew's own examples of a tool, then the house's that they do not contradict."""
    own = crew.tool_guide[tool].examples
    said = {example.say for example in own}
    general: tuple[Example, ...] = crew.house.tool_guide[tool].examples
    return (*own, *(example for example in general if example.say not in said))


def guide_lines(crew: Crew) -> tuple[GuideLine, ...]:
    """Every line that judges and planners see: all five tools, then the playbook, g1 onwards."""
    return _guide_lines(Same(crew))


# Asked for by each turn, and by each story for each line it covers.
@lru_cache(maxsize=512)
def _guide_lines(same: Same[Crew]) -> tuple[GuideLine, ...]:
    return _numbered([*_tool_lines(same.thing, TOOLS), *_playbook_lines(same.thing)])


def memory_guide_lines(crew: Crew) -> tuple[GuideLine, ...]:
    """The lines that `propose_changes` sees: the memory tool's, then the playbook, g1 onwards."""
    return _numbered([*_tool_lines(crew, (Tool.MEMORY,)), *_playbook_lines(crew)])


def canonical(crew: Crew) -> str:
    """The bundle as canonical JSON, the same for the same text.

    Line numbers and file names are left out: a comment that moves makes no new version.
    """
    bundle = _plain(replace(crew, digest=""))
    return json.dumps(bundle, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sealed(crew: Crew) -> Crew:
    """The same crew carrying the digest of its bundle."""
    return replace(crew, digest=hashlib.sha256(canonical(crew).encode()).hexdigest())


def _tool_lines(crew: Crew, tools: tuple[Tool, ...]) -> list[GuideLine]:
    return [
        GuideLine(
            handle="",
            tool=tool,
            field=name,
            anchor=f"{tool.value}.{name}",
            section="",
            text=text,
            origin=guide.origins.get(name, "").partition(" ")[2],
        )
        for tool in tools
        for guide in (crew.tool_guide[tool],)
        for name, text in (("guide", guide.guide), ("not_when", guide.not_when))
        if text
    ]


def _playbook_lines(crew: Crew) -> list[GuideLine]:
    playbook = crew.playbook
    if playbook is None:
        return []
    return [
        GuideLine(
            handle="",
            tool=None,
            field="instruction",
            anchor=instruction.anchor,
            section=instruction.section,
            text=instruction.text,
            origin=f"{playbook.file}:{instruction.line}",
        )
        for instruction in playbook.instructions
    ]


def _numbered(lines: list[GuideLine]) -> tuple[GuideLine, ...]:
    return tuple(replace(line, handle=f"g{number}") for number, line in enumerate(lines, start=1))


_PLACES = frozenset({"line", "file", "origin", "digest", "places"})


def _plain(value: object) -> object:
    if isinstance(value, str | bool):
        return value
    if names := getattr(value, "__dataclass_fields__", ()):
        kept = (name for name in names if name not in _PLACES)
        return {name: _plain_field(name, getattr(value, name)) for name in kept}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _plain_field(name: str, value: object) -> object:
    if name == "origins" and isinstance(value, Mapping):
        fields = {key: each for key, each in value.items() if "." not in key}  # of no one example
        return {key: str(origin).partition(" ")[0] for key, origin in fields.items()}
    return _plain(value)
