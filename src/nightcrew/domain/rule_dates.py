"""Which wall times a rule names, counted from its start, in order, never without a limit.

Every search is bounded, also one that finds nothing. A library for rules of any kind cannot be
stopped between two results: `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30` keeps python-dateutil 2.9 busy
for ten seconds. It serves as the second opinion in the tests.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice

from nightcrew.domain.moments import LAST_YEAR
from nightcrew.domain.rules import Frequency, Rule

MOST_STEPS = 2_000  # looks between two results, a look being one year, month, week or day
FIRST_WITHIN_YEARS = 8  # the longest wait for a 29 February, around 2100


def rule_times(
    rule: Rule, start: datetime, since: datetime | None = None, *, last_year: int = LAST_YEAR
) -> Iterator[datetime]:
    """Give the wall times of a rule in order, COUNT obeyed; UNTIL is left to those who know a zone.

    start: DTSTART; it is a result only if the rule names it. since: results before it are left
    out, which is what makes old rules cheap.
    """
    # a counted rule has to be counted from its start
    begin = start if since is None or rule.count is not None else max(start, since)
    strided = rule.frequency in {Frequency.DAILY, Frequency.HOURLY}
    walk = _strided if strided else _by_period
    for local in islice(walk(rule, start, begin, last_year), rule.count):
        if since is None or local >= since:
            yield local


def first_time(rule: Rule, start: datetime) -> datetime | None:
    """Give the first wall time of a rule, or None when eight years pass without one."""
    last_year = start.year + FIRST_WITHIN_YEARS
    first = next(rule_times(rule, start, last_year=last_year), None)
    if first is None or first.year < last_year:
        return first
    # compared by month and day, since a 29 February has no namesake eight years on
    return first if (first.month, first.day) <= (start.month, start.day) else None


def _strided(rule: Rule, start: datetime, begin: datetime, last_year: int) -> Iterator[datetime]:
    """Walk days or hours in even strides, over whole days and months that cannot match."""
    if rule.by_set_position and not {1, -1} & set(rule.by_set_position):
        return
    hourly = rule.frequency is Frequency.HOURLY
    stride = timedelta(hours=rule.interval) if hourly else timedelta(days=rule.interval)
    local, steps = _stride_to(begin, start, stride), 0
    while local.year <= last_year and steps < MOST_STEPS:
        if _names(rule, local.date()):
            yield local
            local, steps = local + stride, 0
        else:
            local, steps = _stride_to(_next_chance(rule, local.date()), local, stride), steps + 1


def _stride_to(goal: datetime, local: datetime, stride: timedelta) -> datetime:
    """Go on from `local` in whole strides to the first one that does not lie before the goal."""
    return local - (local - goal) // stride * stride


def _next_chance(rule: Rule, day: date) -> datetime:
    """Give the midnight after `day`, or after the months that the rule leaves out."""
    ahead = day + timedelta(days=1)
    while rule.by_month and ahead.month not in rule.by_month:
        ahead = (ahead.replace(day=28) + timedelta(days=4)).replace(day=1)
    return datetime.combine(ahead, time())


def _by_period(rule: Rule, start: datetime, begin: datetime, last_year: int) -> Iterator[datetime]:
    """Walk years, months or weeks, each with its set of days."""
    steps = 0
    for days in _periods(rule, start, begin, last_year):
        times = [datetime.combine(day, start.time()) for day in _positioned(rule, days)]
        named = [local for local in times if local >= start]
        yield from named
        steps = 0 if named else steps + 1
        if steps >= MOST_STEPS:
            return


def _periods(rule: Rule, start: datetime, begin: datetime, last_year: int) -> Iterator[list[date]]:
    """Give the days each period names, with the ones of the first period that lie before start."""
    number_of, days_of = {
        Frequency.YEARLY: (_year_number, _days_of_year),
        Frequency.MONTHLY: (_month_number, _days_of_month),
        Frequency.WEEKLY: (_week_number, _days_of_week),
    }[rule.frequency]
    first = number_of(rule, start)
    passed = (number_of(rule, begin) - first) // rule.interval * rule.interval
    last = number_of(rule, date(last_year, 12, 31))
    for number in range(first + passed, last + 1, rule.interval):
        yield days_of(rule, number, start)


def _positioned(rule: Rule, days: list[date]) -> list[date]:
    """Keep the days BYSETPOS asks for, counted from the front or the back."""
    if not rule.by_set_position:
        return days
    size = len(days)
    wanted = {place - 1 if place > 0 else size + place for place in rule.by_set_position}
    return [days[index] for index in sorted(wanted) if 0 <= index < size]


def _year_number(_: Rule, day: date) -> int:
    return day.year


def _month_number(_: Rule, day: date) -> int:
    return day.year * 12 + day.month - 1


def _week_number(rule: Rule, day: date) -> int:
    return (day.toordinal() - 1 - rule.week_start) // 7


def _days_of_year(rule: Rule, year: int, start: date) -> list[date]:
    any_month = range(1, 13) if rule.by_day or rule.by_month_day else (start.month,)
    months = rule.by_month or any_month
    days = [day for month in months for day in _dates_in_month(rule, year, month, start)]
    if rule.by_month:
        return [day for day in days if _is_named_day(rule, day, *_month_span(day))]
    span = (date(year, 1, 1), date(year, 12, 31))
    return [day for day in days if _is_named_day(rule, day, *span)]


def _days_of_month(rule: Rule, number: int, start: date) -> list[date]:
    year, month = number // 12, number % 12 + 1
    if rule.by_month and month not in rule.by_month:
        return []
    days = _dates_in_month(rule, year, month, start)
    return [day for day in days if _is_named_day(rule, day, *_month_span(day))]


def _days_of_week(rule: Rule, number: int, start: date) -> list[date]:
    monday = date.fromordinal(number * 7 + 1 + rule.week_start)
    week = [monday + timedelta(days=days) for days in range(7)]
    if not rule.by_day and not rule.by_month_day:
        week = [day for day in week if day.weekday() == start.weekday()]
    return [day for day in week if _names(rule, day)]


def _dates_in_month(rule: Rule, year: int, month: int, start: date) -> list[date]:
    """Give the dates BYMONTHDAY allows, all when only weekdays count, else the one of the start."""
    length = monthrange(year, month)[1]
    if rule.by_month_day:
        numbers = {day if day > 0 else length + 1 + day for day in rule.by_month_day}
    else:
        numbers = set(range(1, 32)) if rule.by_day else {start.day}
    return [date(year, month, number) for number in sorted(numbers) if 1 <= number <= length]


def _names(rule: Rule, day: date) -> bool:
    """Say whether the rule's months, month days and weekdays all allow a day."""
    if rule.by_month and day.month not in rule.by_month:
        return False
    first, last = _month_span(day)
    from_back = day.day - last.day - 1
    if rule.by_month_day and not {day.day, from_back} & set(rule.by_month_day):
        return False
    return _is_named_day(rule, day, first, last)


def _is_named_day(rule: Rule, day: date, first: date, last: date) -> bool:
    """Say whether BYDAY allows a day, its numbers counted between the first and the last day."""
    if not rule.by_day:
        return True
    front, back = (day - first).days // 7 + 1, -((last - day).days // 7) - 1
    weekday = day.weekday()
    return any(named.weekday == weekday and named.nth in {0, front, back} for named in rule.by_day)


def _month_span(day: date) -> tuple[date, date]:
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])
