"""What fell due while nobody was there, and what a next time must not repeat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.schedule import FollowUpSpec, all_occurrences

SAME_AGAIN_WITHIN = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """Times of a follow-up that need no more words.

    said: newest ones that were said, tried, or are about to be. left_out: wall times the user
    skipped, wherever they were then.
    """

    said: tuple[Occurrence, ...] = ()
    left_out: frozenset[datetime] = frozenset()

    def covers(self, candidate: Occurrence) -> bool:
        """Whether a time repeats one of them."""
        return candidate.local in self.left_out or any(
            is_same_again(one, candidate) for one in self.said
        )


NOTHING_BEHIND = Behind()


def overdue_since(
    spec: FollowUpSpec, in_zone: ZoneInfo, after: datetime, now: datetime
) -> tuple[Occurrence, ...]:
    """Give what fell due after a moment, up to and with now, oldest first."""
    due = all_occurrences(spec, in_zone, after)
    return tuple(takewhile(lambda occurrence: occurrence.due_at <= now, due))


def is_same_again(said: Occurrence, candidate: Occurrence) -> bool:
    """Say whether a candidate repeats what was just said, as after a short hop to the west."""
    apart = abs(candidate.due_at - said.due_at)
    return candidate.local == said.local and apart < SAME_AGAIN_WITHIN
