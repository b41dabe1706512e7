"""Numbers by the days of a zone, every day named, also those with none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from nightcrew.domain.day import today


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """One day and its number."""

    day: date
    number: float


def by_day(
    numbers: Iterable[tuple[datetime, float]], timezone: str, first: date, last: date
) -> tuple[Daily, ...]:
    """Sum numbers by the day their moment falls on; moments outside the days are left out."""
    sums: defaultdict[date, float] = defaultdict(float)
    for at, number in numbers:
        sums[today(at, timezone)] += number
    days = (first + timedelta(days=step) for step in range((last - first).days + 1))
    return tuple(Daily(day=day, number=sums[day]) for day in days)
