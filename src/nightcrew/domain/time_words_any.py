"""Dates written in figures: 2026-12-03, 2026.12.3, 10/4, 10/4~7."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from nightcrew.domain.calendar_days import DayRange, month_of, one_day, yearly
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.time_rules import Frame, TimeRule

_YEAR = r"(?P<year>(?:19|20|21)\d\d)"
_FULL = LatePattern(
    rf"(?<![\d.\-/]){_YEAR}(?P<mark>[-./])\s?(?P<month>\d{{1,2}})(?P=mark)\s?(?P<day>\d{{1,2}})"
    r"(?:\s?[~–]\s?(?P<last>\d{1,2})(?![\d\-./]))?(?![\d/])"
)
_MONTH_DAY = LatePattern(
    r"(?<![\d./\w])(?P<month>\d{1,2})/(?P<day>\d{1,2})"
    r"(?:\s?[~–-]\s?(?P<last>\d{1,2})(?!\d|/))?(?![\d/]|\.\d|\s?(?:컵|인분|쪽|큰술|작은술|정도|cup|of\b|inch|tsp|tbsp))"
)
_YEAR_MONTH = LatePattern(rf"(?<![\d.\-/]){_YEAR}-(?P<month>0[1-9]|1[0-2])(?![\d\-])")


def _full(frame: Frame) -> DayRange:
    first = date(int(frame.part("year")), int(frame.part("month")), int(frame.part("day")))
    return _until(first, frame.part("last"))


def _month_day(frame: Frame) -> DayRange | None:
    month, day, last = (int(frame.part(name) or 0) for name in ("month", "day", "last"))
    return coming_range(frame, month, day, last)


def coming_range(frame: Frame, month: int, day: int, last: int) -> DayRange | None:
    """Days of a month without a year; a range under way counts as the one to come."""
    end = yearly(frame.said_on, month, last or day, past=frame.past)
    if end is None or last == 0:
        return one_day(end) if end else None
    first = end.replace(day=day)
    return (first, end) if first <= end else None


def months_named(frame: Frame, month: int, year: int | None) -> list[DayRange]:
    """A named month of one year, or of the years around when none was said; in order."""
    around = range(frame.said_on.year - 1, frame.said_on.year + 2)
    return [month_of(date(each, month, 1)) for each in ([year] if year else around)]


def nearest(ranges: Sequence[DayRange | None], frame: Frame) -> DayRange | None:
    """Of ranges in order, the next that is not over, or in talk of the past the latest begun."""
    found = [each for each in ranges if each is not None]
    if len(ranges) == 1:
        return found[0] if found else None
    if frame.past:
        return next((each for each in reversed(found) if each[0] <= frame.said_on), None)
    return next((each for each in found if each[1] >= frame.said_on), None)


def _year_month(frame: Frame) -> DayRange:
    return month_of(date(int(frame.part("year")), int(frame.part("month")), 1))


def _until(first: date, last: str) -> DayRange:
    return (first, first.replace(day=max(first.day, int(last)))) if last else one_day(first)


RULES: tuple[TimeRule, ...] = (
    TimeRule(words=_FULL, meaning=_full, relative=False),
    TimeRule(words=_MONTH_DAY, meaning=_month_day, relative=False),
    TimeRule(words=_YEAR_MONTH, meaning=_year_month, relative=False),
)
