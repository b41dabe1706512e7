"""What crews did lately, in numbers that a monitor may hold: names of ours and codes, no words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nightcrew.domain.crew import Crew
from nightcrew.domain.reason import DreamOutcome, Reason, Silence, ToolStatus
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.usage import Work

Named = tuple[str, str, str, str]  # kind, crew and two names
OTHER, NONE = "other", "none"
# States and levels that the tables hold by constraint.
_STATES = frozenset(
    {
        "running", "done", "incomplete", "due", "claimed", "queued", "delivered", "unverified",
        "failed", "silent", "deferred", "missed", "expired", "cancelled", "blocked", "applied",
        "refused",
    }
)  # fmt: skip
_CODES = frozenset(
    {each.value for kind in (DreamOutcome, Reason, Silence, ToolStatus) for each in kind}
) | {NONE, ""}
_NAMES = frozenset(each.value for kind in (Tool, Work) for each in kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One number of a crew. kind: of what; first, second: what it is counted by."""

    kind: str
    crew: str
    first: str
    second: str
    number: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """The last day of all tenants together.

    counted: by kind, crew and two names. waiting: seconds that the oldest piece of work has waited,
    by what it waits for.
    """

    counted: Mapping[Named, float] = field(default_factory=dict)
    waiting: Mapping[str, float] = field(default_factory=dict)

    def of(self, kind: str) -> list[tuple[str, str, str, float]]:
        """Crew, two names and the number, in order."""
        return sorted(
            (crew, first, second, number)
            for (of, crew, first, second), number in self.counted.items()
            if of == kind
        )


def summed(
    rows: Iterable[Counted], crews: Mapping[str, Crew]
) -> dict[tuple[str, str, str, str], float]:
    """Numbers added up over tenants, under names that are bounded: what is unknown is `other`."""
    total: defaultdict[Named, float] = defaultdict(float)
    for row in rows:
        crew = crews.get(row.crew)
        first = _bounded(row.kind, row.first, crew)
        second = row.second if row.second in _CODES else OTHER
        total[row.kind, row.crew if crew else OTHER, first, second] += row.number
    return dict(total)


def _bounded(kind: str, name: str, crew: Crew | None) -> str:
    if kind == "skills":
        known = {skill.name for skill in crew.skills} if crew else set()
        return name if name in known or name == NONE else OTHER
    return name if name in _STATES | _CODES | _NAMES else OTHER
