"""What this process did since it started, counted by crew, tool and status: never any words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from nightcrew.domain.turn import Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counters for /metrics; a replayed turn is not counted again."""

    turns: Counter[tuple[str, str]] = field(default_factory=Counter)
    decisions: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def note(self, turn: Turn) -> None:
        """Count one finished turn: its crew and safety level, and what was decided in it."""
        if turn.replayed:
            return
        self.turns[turn.crew, turn.safety.level] += 1
        for tool, decided in turn.decisions.items():
            if "use" in decided:
                used = "true" if decided["use"] else "false"
                self.decisions[tool, used, str(decided.get("status", ""))] += 1
