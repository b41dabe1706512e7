"""How much crews have said first to one person: on their day, and since they last spoke."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from nightcrew.domain.day import day_bounds
from nightcrew.domain.errors import BadInput
from nightcrew.domain.house import Budgets
from nightcrew.domain.reason import Silence


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One message a crew sent first; unasked: nobody had asked for it."""

    crew: str
    created_at: datetime
    unasked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Messages of a person's day: all of them, the unasked ones, those of one crew among them.

    unanswered: unasked ones since the person last spoke, on whatever day.
    """

    today: int = 0
    to_user: int = 0
    by_crew: int = 0
    unanswered: int = 0

    def over(self, budgets: Budgets, daily_cap: int | None) -> Silence | None:
        """Why nothing unasked may be said now. daily_cap: the user's own, if lower."""
        if self.unanswered >= budgets.unanswered_then_silent:
            return Silence.UNANSWERED
        per_user = budgets.per_user_per_day
        if daily_cap is not None:
            per_user = min(per_user, daily_cap)
        if self.to_user >= per_user or self.by_crew >= budgets.per_crew_per_day:
            return Silence.DAILY_CAP
        return None


NOTHING_SPENT = Spent()


def spent(
    sent: Iterable[Sent],
    *,
    crew: str,
    now: datetime,
    timezone: str,
    last_spoke_at: datetime | None,
) -> Spent:
    """Count what was sent before this moment."""
    before = list(sent)
    if not before:
        return NOTHING_SPENT
    start, end = _day(now, timezone)
    today = [each for each in before if start <= each.created_at < end]
    unasked = [each for each in today if each.unasked]
    return Spent(
        today=len(today),
        to_user=len(unasked),
        by_crew=sum(each.crew == crew for each in unasked),
        unanswered=sum(
            each.unasked and (last_spoke_at is None or each.created_at > last_spoke_at)
            for each in before
        ),
    )


def _day(now: datetime, timezone: str) -> tuple[datetime, datetime]:
    try:
        return day_bounds(now, timezone)
    except BadInput:
        # The gate stays shut for a zone we do not know; the counts only need some day.
        return now - timedelta(days=1), now + timedelta(days=1)
