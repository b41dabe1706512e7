"""How much is remembered of one user, and what happens when there is no room for more."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.domain.errors import Refused

STORE_FULL = "store_full"
NEARLY_FULL = "store_nearly_full"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRoom:
    """Room for active memories of one user; reading, correcting and forgetting need none.

    warn_at_percent: from this share of `most_active` on, a caller who adds one is told.
    """

    most_active: int = 2000  # AS-19
    warn_at_percent: int = 80  # AS-19: a warning at 1,600

    def left(self, held: int) -> int:
        """How many more there is room for."""
        return max(0, self.most_active - held)

    def warning(self, held: int) -> str | None:
        """What to tell somebody who has just added one; None while there is enough room."""
        return NEARLY_FULL if held * 100 >= self.most_active * self.warn_at_percent else None

    def require(self, held: int, more: int = 1) -> None:
        """Make sure that `more` new ones fit. Raises: Refused `store_full`."""
        if more > self.left(held):
            raise Refused(
                STORE_FULL,
                f"a user has at most {self.most_active} memories",
                hint="forget some first, or bring in less",
                details={"limit": self.most_active, "held": held},
            )
