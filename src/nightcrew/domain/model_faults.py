"""What the faults of models ask of us: whom to leave alone, for how long, and when to give up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.usage import Usage

LONGEST_ASKED_WAIT = 3600.0  # seconds we leave a provider alone that asked for it; fault matrix 22

FAILURES_BEFORE_REST = 10  # three tries of three questions may fail by chance, more do not
FIRST_REST = 15.0  # seconds; doubles with each further failure
LONGEST_REST = 300.0  # seconds

FIRST_WAIT = timedelta(minutes=2)  # one tick; doubles with each failure in a row
LONGEST_WAIT = timedelta(hours=1)
REFUSALS_BEFORE_PARKED = 3  # fault matrix 16

_LOOP_TAIL = 1200  # characters looked at from the end
_LOOP_TURNS = 8  # times the same in a row, and
_LOOP_LENGTH = 240  # characters of it at the least, are a loop


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """What one provider did lately.

    failures: in a row. rests_until: on the asker's clock, in seconds; nothing is asked before.
    """

    failures: int = 0
    rests_until: float = 0.0

    def rest(self, now: float) -> float:
        """How many seconds it is still to be left alone."""
        return max(0.0, self.rests_until - now)

    def failed(self, now: float, asked_wait: float | None) -> Breaker:
        """After one more failure. asked_wait: seconds the provider asks us to wait."""
        failures = self.failures + 1
        rest = min(asked_wait or 0.0, LONGEST_ASKED_WAIT)
        if failures >= FAILURES_BEFORE_REST:
            doublings = min(failures - FAILURES_BEFORE_REST, 10)
            rest = max(rest, min(FIRST_REST * (1 << doublings), LONGEST_REST))
        return Breaker(failures=failures, rests_until=max(self.rests_until, now + rest))


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """How often in a row a pair's model gave nothing; refusals: how many of these were a no."""

    failures: int = 0
    refusals: int = 0

    def after(self, kind: str) -> Trouble:
        """With one more failure. kind: as a `ModelFailure` names it."""
        refused = kind == "refused_by_model"
        return Trouble(failures=self.failures + 1, refusals=self.refusals + refused)

    def wait(self) -> timedelta:
        """How long the pair waits for its next try."""
        doublings = min(max(self.failures - 1, 0), 10)
        return min(FIRST_WAIT * (1 << doublings), LONGEST_WAIT)

    def is_hopeless(self) -> bool:
        """Whether the same words were refused so often that asking once more is no use."""
        return self.refusals >= REFUSALS_BEFORE_PARKED


@contextmanager
def paid_before(usage: Usage) -> Iterator[None]:
    """Have a failure tell what was paid before it: an answer nobody can read costs like others."""
    try:
        yield
    except ModelFailure as failure:
        failure.spent = usage.plus(failure.spent)
        raise


def is_looping(text: str) -> bool:
    """Whether a text ends in the same words over and over, as a model in a loop writes it.

    Looks at the last 1,200 characters; eight turns and 240 characters make a loop.
    """
    tail = text[: -_LOOP_TAIL - 1 : -1]
    borders = [0] * len(tail)
    for end in range(1, len(tail)):
        border = borders[end - 1]
        while border and tail[end] != tail[border]:
            border = borders[border - 1]
        borders[end] = border + (tail[end] == tail[border])
        length, period = end + 1, end + 1 - borders[end]
        if length >= max(_LOOP_LENGTH, _LOOP_TURNS * period):
            return True
    return False
