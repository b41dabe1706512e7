"""Days, weeks and months counted from the day something was said."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date, timedelta

DayRange = tuple[date, date]

WEEK = 7
_THURSDAY = 3
MONTH_PARTS: Mapping[str, tuple[int, int]] = {
    "early": (1, 10),
    "middle": (11, 20),
    "late": (21, 31),
}
SEASONS: Mapping[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}

# Korea Astronomy and Space Science Institute, lunar calendar of Korea.
LUNAR_NEW_YEAR: Mapping[int, tuple[int, int]] = {
    2025: (1, 29),
    2026: (2, 17),
    2027: (2, 7),
    2028: (1, 27),
    2029: (2, 13),
    2030: (2, 3),
}
HARVEST_MOON: Mapping[int, tuple[int, int]] = {
    2025: (10, 6),
    2026: (9, 25),
    2027: (9, 15),
    2028: (10, 3),
    2029: (9, 22),
    2030: (9, 12),
}


def one_day(day: date) -> DayRange:
    """A range of a single day."""
    return day, day


def days_from(day: date, days: int) -> date:
    """The day so many days later; earlier when negative."""
    return day + timedelta(days=days)


def months_from(day: date, months: int) -> date:
    """The same day so many months later, or the month's last when it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def week_of(day: date, offset: int = 0) -> DayRange:
    """Monday to Sunday of the week `offset` weeks from the one of `day`."""
    monday = days_from(day, offset * WEEK - day.weekday())
    return monday, days_from(monday, WEEK - 1)


def weekday_of(week: DayRange, weekday: int) -> date:
    """One day of a week; Monday is 0."""
    return days_from(week[0], weekday)


def weekend_of(day: date, offset: int = 0) -> DayRange:
    """Saturday and Sunday of the week `offset` weeks from the one of `day`."""
    week = week_of(day, offset)
    return weekday_of(week, 5), week[1]


def month_of(day: date, offset: int = 0) -> DayRange:
    """First to last day of the month `offset` months from the one of `day`."""
    first = months_from(day.replace(day=1), offset)
    return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])


def part_of(month: DayRange, part: str) -> DayRange:
    """Early (1 to 10), middle (11 to 20) or late (21 to the end) in a month."""
    first, last = MONTH_PARTS[part]
    return month[0].replace(day=first), month[0].replace(day=min(last, month[1].day))


def week_of_month(month: DayRange, place: int) -> DayRange | None:
    """A week of a month by its place, -1 for the last; None for one the month does not have.

    A week, Monday to Sunday, belongs to the month that holds its Thursday (ISO 8601).
    """
    thursday = weekday_of_month(month, _THURSDAY, place)
    return week_of(thursday) if thursday else None


def weekday_of_month(month: DayRange, weekday: int, place: int) -> date | None:
    """The first, second … such weekday of a month, -1 for the last; None when there is none."""
    if place < 0:
        return last_weekday(days_from(month[1], 1), weekday)
    found = days_from(coming_weekday(month[0], weekday), (place - 1) * WEEK)
    return found if found <= month[1] else None


def year_of(year: int) -> DayRange:
    """First to last day of a year."""
    return date(year, 1, 1), date(year, 12, 31)


def season_of(year: int, season: str) -> DayRange:
    """Three whole months; a winter reaches into the next year."""
    first = date(year, SEASONS[season], 1)
    return first, month_of(first, 2)[1]


def coming_weekday(said_on: date, weekday: int) -> date:
    """The next day with this name, today included."""
    return days_from(said_on, (weekday - said_on.weekday()) % WEEK)


def last_weekday(said_on: date, weekday: int) -> date:
    """The latest day with this name before `said_on`."""
    return days_from(said_on, -((said_on.weekday() - weekday - 1) % WEEK + 1))


def yearly(said_on: date, month: int, day: int, *, past: bool) -> date | None:
    """The next such day of a year, or the latest one when the talk is of the past.

    Answers None for a day no year has; 29 February finds its next leap year.
    """
    step = -1 if past else 1
    for year in range(said_on.year, said_on.year + 9 * step, step):
        if not _exists(year, month, day):
            continue
        found = date(year, month, day)
        if (found <= said_on) if past else (found >= said_on):
            return found
    return None


def monthly(said_on: date, day: int, *, past: bool) -> date | None:
    """The next such day of a month, or the latest one when the talk is of the past."""
    step = -1 if past else 1
    for offset in range(0, 3 * step, step):
        first = month_of(said_on, offset)[0]
        if not _exists(first.year, first.month, day):
            continue
        found = first.replace(day=day)
        if (found <= said_on) if past else (found >= said_on):
            return found
    return None


def lunar(said_on: date, table: Mapping[int, tuple[int, int]], *, past: bool) -> date | None:
    """The next or latest feast of a table of years; None outside the table."""
    days = [date(year, *day) for year, day in sorted(table.items())]
    if past:
        return max((day for day in days if day <= said_on), default=None)
    return min((day for day in days if day >= said_on), default=None)


def _exists(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
