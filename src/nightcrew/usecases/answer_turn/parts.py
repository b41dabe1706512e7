"""The values a turn is put together from while it is being answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from nightcrew.domain.crew import Crew, GuideLine
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.needs import Needs
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import FoundBlock, Moment, ShownEvidence, ShownMemory, TalkLine
from nightcrew.domain.team_change import TeamChange
from nightcrew.domain.team_lines import TeamKnown
from nightcrew.domain.tool import ToolResult
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.turn import Claim, Said, Turn, TurnSafety
from nightcrew.store.turns import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The turn is claimed; the user's line is stored."""

    turn_id: str
    conversation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """What the judge saw, before the reply is written."""

    decisions: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """A sentence of the reply that has passed its checks."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """The turn is stored."""

    turn: Turn


TurnEvent = Started | Decided | Delta | Completed


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """All that is known when a turn begins to think; text is the user's line, masked.

    keeps: whether this turn leaves evidence. locale: the language the product's own words are in.
    team: of a turn that is said to one, what it knows; team_lines: of it, what prompts tell of.
    """

    pair: Pair
    crew: Crew
    said: Said
    text: str
    scene: Scene
    claim: Claim
    moment: Moment
    keeps: bool
    style: tuple[ShownMemory, ...]
    style_shown: str = ""
    memories: tuple[ShownMemory, ...]
    talk: tuple[TalkLine, ...]
    guide: tuple[GuideLine, ...]
    safety: TurnSafety
    crew_names: Mapping[str, str]
    team: TeamKnown | None = None
    team_lines: tuple[Memory, ...] = ()

    @property
    def held(self) -> tuple[Memory, ...]:
        """All that the prompts of this turn have to choose from: the user's own, the team's."""
        return (*self.scene.memories, *self.team_lines)

    @property
    def now(self) -> datetime:
        """The product's time of this turn."""
        return self.moment.now

    @property
    def locale(self) -> str:
        """The language of the product's own words."""
        return self.moment.locale


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A follow-up that is put off.

    instead: its next time is left out for this one; else it was said just now, and is said again.
    """

    follow_up: UUID
    to: Occurrence
    timezone: str
    instead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Writes:
    """What the user's own words change, written with the turn and not before."""

    created: tuple[Memory, ...] = ()
    revised: tuple[Memory, ...] = ()
    buried: tuple[Tombstone, ...] = ()
    lifted: tuple[UUID, ...] = ()
    promised: tuple[FollowUp, ...] = ()
    cancelled: tuple[UUID, ...] = ()
    moved: tuple[Moved, ...] = ()
    proposed: tuple[TeamChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What one tool or act brought: its status, its data, what was done and what to write."""

    tool: Tool
    result: ToolResult
    done: tuple[str, ...] = ()
    writes: Writes = field(default_factory=Writes)
    evidence: tuple[ShownEvidence, ...] = ()
    saved: tuple[UUID, ...] = ()
    forgotten: tuple[UUID, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def block(self) -> FoundBlock | None:
        """The data frame of the reply prompt; None for a tool that was not used."""
        if self.result.status == "not_used":
            return None
        return FoundBlock(tool=self.tool, status=self.result.status, lines=self.result.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The judge's answer and what every tool made of it."""

    needs: Needs
    acted: Mapping[Tool, Acted]
    skill: str | None
