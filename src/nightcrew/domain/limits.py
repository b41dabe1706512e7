"""How often a key may call: a bucket that fills by the second and is emptied a handful at a time.

The database fills it by its own clock; a process takes a handful and spends it without asking
again, so that a request costs nothing more than before.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from nightcrew.domain.errors import TooOften

BURST_SECONDS = 2  # a full bucket holds what two seconds bring
HANDFULS_A_SECOND = 4  # a process takes a quarter of a second's worth at once
FASTEST = 100_000  # requests a second that a limit may name; more is no limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Handful:
    """What a bucket gave. per_second: how fast it fills. left: what is still in it."""

    per_second: int
    granted: int
    left: float

    @property
    def wait(self) -> float:
        """Seconds until one more request is in the bucket."""
        return max(0.0, 1 - self.left) / self.per_second


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a caller is told beside an answer. left: requests now; fills_in: seconds to full."""

    per_second: int
    left: int

    @property
    def most(self) -> int:
        """Requests of a full bucket."""
        return self.per_second * BURST_SECONDS

    @property
    def fills_in(self) -> int:
        """Whole seconds until the bucket is full again."""
        return math.ceil((self.most - self.left) / self.per_second)


def too_often(per_second: int, wait: float) -> TooOften:
    """The refusal of a caller whose bucket is empty. wait: seconds."""
    seconds = max(1, math.ceil(wait))
    return TooOften(
        "rate_limited",
        f"this key may call {per_second} times a second",
        hint=f"call again after {seconds} s; an operator sets NIGHTCREW_REQUESTS_PER_SECOND"
        " or `keys create --per-second`",
        details={"per_second": per_second, "wait_seconds": seconds},
    )
