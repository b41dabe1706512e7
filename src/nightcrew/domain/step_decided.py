"""What a step of a story came to, apart from its wording: to hold two plays against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nightcrew.domain.needs import Needs

PLANNED, SENT, LEARNED = "planned", "sent", "learned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One thing that came of a step. key: alike in two plays that decided alike.

    told: the same for people.
    """

    key: str
    told: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDecided:
    """What judges and flows decided in one step.

    needs: the judge's answer; None when nobody spoke, or it was away. planned: follow-ups that were
    made, moved or ended, openers among them. sent: what became of the times that fell due: said, or
    kept silent and why. learned: changes to memories, those that were proposed and not kept
    included.
    """

    needs: Needs | None = None
    planned: tuple[Deed, ...] = ()
    sent: tuple[Deed, ...] = ()
    learned: tuple[Deed, ...] = ()

    def by_kind(self) -> Mapping[str, tuple[Deed, ...]]:
        """What flows decided, under the names that a difference is told by."""
        return {PLANNED: self.planned, SENT: self.sent, LEARNED: self.learned}
