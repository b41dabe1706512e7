"""What happened while a demo was played, as values: told, searched for stages, counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.crew import GuideLine
from nightcrew.domain.dream import ChangeReport, DreamReport
from nightcrew.domain.follow_up_times import FollowUpView, OccurrenceView
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.reason import Reason
from nightcrew.domain.turn import Turn
from nightcrew.domain.version import Version


class Stage(StrEnum):
    """What a demo can show, in the order of the issue."""

    ONLY_EVIDENCE = "only_evidence"
    DREAM_CREATES = "dream_creates"
    PLAN_CHANGES = "plan_changes"
    REFUSALS = "refusals"
    DATE_PASSES = "date_passes"
    TWO_CREWS = "two_crews"
    STYLE_DECIDES = "style_decides"
    NIGHT_WAITS = "night_waits"
    FORGOTTEN_STAYS = "forgotten_stays"


STAGES = tuple(stage.value for stage in Stage)
Calls = Mapping[str, int]  # prompt name -> how often a model was asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """How many rows a user has at one moment, memories that are off among them."""

    memories: int
    evidence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """When and to whom something happened. calls: what models were asked for it, by prompt."""

    at: datetime
    user: str
    crew: str
    crew_name: str
    calls: Calls


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked:
    """A turn. guide: the crew's lines, cited: handles of those its judge went by.

    style: style memories it was shown.
    """

    where: Where
    said: str
    turn: Turn
    before: Rows
    after: Rows
    guide: tuple[GuideLine, ...]
    cited: frozenset[str]
    style: Mapping[UUID, str]

    def uses(self, tool: str) -> bool:
        """Whether the judge wanted a tool."""
        return bool(self.turn.decisions[tool]["use"])

    def why(self, tool: str) -> str:
        """The judge's reason."""
        return str(self.turn.decisions[tool]["why"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldChange:
    """A proposed change with the memory it made, the kind that was before, the words cited.

    planted: the script handed it in. was: the value before, None for a new memory.
    """

    report: ChangeReport
    planted: bool
    memory: MemoryView | None
    was: Version | None
    cited: tuple[str, ...]

    @property
    def refused_by_verifier(self) -> bool:
        """Whether another model said no."""
        return self.report.reason is Reason.UNVERIFIED

    @property
    def refused_in_code(self) -> bool:
        """Whether a gate said no, before any other model was asked."""
        moved = (Reason.STALE, Reason.CHANGED_AFTER_VERIFY, Reason.NOT_ACCEPTED)
        reason = self.report.reason
        return reason is not None and not self.refused_by_verifier and reason not in moved


@dataclass(frozen=True, slots=True, kw_only=True)
class Dreamed:
    """A dream. withheld: the user's lines it read that no model saw, or saw in part only."""

    where: Where
    report: DreamReport
    changes: tuple[ToldChange, ...]
    withheld: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A temporal review that noted passed dates."""

    where: Where
    memories: tuple[MemoryView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Promised:
    """Follow-ups planned from a quiet talk."""

    where: Where
    follow_ups: tuple[FollowUpView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FellDue:
    """A time of a follow-up: sent, waiting or silent. timezone: the user's.

    message: the outbox row's id and its words, when it went out.
    """

    where: Where
    follow_up: FollowUpView
    occurrence: OccurrenceView
    outcome: str
    timezone: str
    message: UUID | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """The user forgot or restored a memory. asked_in_turn: by saying so to the crew."""

    where: Where
    act: str
    memory: MemoryView
    asked_in_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferred:
    """The user changed preferences."""

    where: Where
    changed: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """The script wanted a memory forgotten or restored, and its words clearly mean none."""

    where: Where
    act: str
    words: str


Event = Talked | Dreamed | Reviewed | Promised | FellDue | Decided | Preferred | Missed
