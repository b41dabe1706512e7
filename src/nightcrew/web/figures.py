"""What was done since the start, counted by crew, tool and code: never any words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from nightcrew.domain.turn import Turn
from nightcrew.web.activity import Lately
from nightcrew.web.readiness import Writing

WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
LOST = 500  # a status from here on says that what was to be written may not be there
COUNTED = ("turns", "decisions", "problems", "failed_writes")
LOST_CODES = frozenset({"database_conflict", "no_longer_there", "turn_lost"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A refused request. route: its template. crew: one that exists, or empty."""

    method: str
    route: str
    status: int
    code: str
    crew: str = ""

    @property
    def lost_a_write(self) -> bool:
        """Whether something that was to be kept was not."""
        return self.method in WRITES and (self.status >= LOST or self.code in LOST_CODES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counters for /metrics; a replayed turn is not counted again.

    others: what the processes beside this one counted, read when it is asked for.
    """

    turns: Counter[tuple[str, str]] = field(default_factory=Counter)
    decisions: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    problems: Counter[tuple[str, str]] = field(default_factory=Counter)
    failed_writes: Counter[tuple[str, str]] = field(default_factory=Counter)
    lately: Lately = field(default_factory=Lately)
    writing: Writing = field(default_factory=Writing)
    others: Callable[[], Iterable[Figures]] = tuple

    def of_all(self) -> Figures:
        """This process's and those beside it, added up."""
        total = Figures(lately=self.lately, writing=self.writing)
        for each in (self, *self.others()):
            for name in COUNTED:
                getattr(total, name).update(getattr(each, name))
        return total

    def note(self, turn: Turn) -> None:
        """Count one finished turn: its crew and safety level, and what was decided in it."""
        if turn.replayed:
            return
        self.turns[turn.crew, turn.safety.level] += 1
        for tool, decided in turn.decisions.items():
            if "use" in decided:
                used = "true" if decided["use"] else "false"
                self.decisions[turn.crew, tool, used, str(decided.get("status", ""))] += 1

    def note_failed(self, failed: Failed) -> None:
        """Count one refusal, and one write more that was lost."""
        self.problems[failed.route, failed.code] += 1
        if failed.lost_a_write:
            self.failed_writes[failed.crew, failed.code] += 1
