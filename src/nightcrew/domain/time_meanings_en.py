"""What English words for days, weeks and weekdays mean, counted from the day they were said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_rules import Frame

DAY_WORDS: Mapping[str, int] = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "tomorrow": 1, "tmrw": 1, "yesterday": -1, "last night": -1, "the day after tomorrow": 2,
    "day after tomorrow": 2, "the day before yesterday": -2, "day before yesterday": -2,
}  # fmt: skip
COUNTS: Mapping[str, int] = {
    "a": 1, "an": 1, "one": 1, "a couple of": 2, "two": 2, "three": 3, "four": 4, "five": 5,
    "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
OFFSETS: Mapping[str, int] = {"this": 0, "next": 1, "last": -1, "the following": 1}


def day_word(frame: Frame) -> DayRange:
    """One word for one day."""
    return one_day(days.days_from(frame.said_on, DAY_WORDS[frame.part("word").lower()]))


def count_of(word: str) -> int:
    """The number that a word or figure means."""
    return int(word) if word.isdigit() else COUNTS[word.lower()]


def moved(day: date, count: int, unit: str) -> date:
    """The day so many units later; earlier when the count is negative."""
    if unit in ("month", "year"):
        return days.months_from(day, count * (12 if unit == "year" else 1))
    return days.days_from(day, count * {"week": 7, "fortnight": 14}.get(unit, 1))


def counted(frame: Frame) -> DayRange:
    """So many days, weeks, months or years later or earlier."""
    way = -1 if frame.part("way").lower() in ("ago", "earlier") else 1
    count = way * count_of(frame.part("count"))
    day = moved(frame.said_on, count, frame.part("unit").lower())
    return days.year_of(day.year) if frame.part("unit").lower() == "year" else one_day(day)


def counted_from(frame: Frame) -> DayRange:
    """So many units after a day that comes: two weeks from Monday, Friday week."""
    if frame.part("weekday"):
        start = days.coming_weekday(frame.said_on, weekday_of(frame))
    else:
        word = frame.part("word") or frame.part("near") or "today"
        start = days.days_from(frame.said_on, DAY_WORDS[word.lower()])
    count = count_of(frame.part("count") or "one")
    return one_day(moved(start, count, frame.part("unit").lower()))


def within(frame: Frame) -> DayRange:
    """From today to the last day of a span."""
    last = moved(frame.said_on, count_of(frame.part("count")), frame.part("unit").lower())
    return frame.said_on, last


def week(frame: Frame) -> DayRange:
    """A week of the calendar, or days of it."""
    which = " ".join(frame.part("which").lower().split())
    offset = 2 if which.endswith("after next") else OFFSETS[which]
    week = days.week_of(frame.said_on, offset)
    if frame.part("weekday"):
        return one_day(days.weekday_of(week, weekday_of(frame)))
    return week


def weekday_of(frame: Frame) -> int:
    """The weekday that is named; Monday is 0."""
    return WEEKDAY_NAMES.index(frame.part("weekday")[:3].lower())


def weekend(frame: Frame) -> DayRange:
    """A Saturday and a Sunday."""
    which = frame.part("which").lower()
    return days.weekend_of(frame.said_on, OFFSETS.get(which, 0))


def bare_weekend(frame: Frame) -> DayRange:
    """The weekend to come or under way, or the latest one in talk of the past."""
    this = days.weekend_of(frame.said_on)
    late = frame.past and this[0] > frame.said_on
    return days.weekend_of(frame.said_on, -1) if late else this


def named_weekday(frame: Frame) -> DayRange:
    """A weekday with the word that says which."""
    which, weekday = frame.part("which").lower(), weekday_of(frame)
    if which == "last":
        return _to_second(days.last_weekday(frame.said_on, weekday), frame)
    if which == "next":
        return _to_second(days.weekday_of(days.week_of(frame.said_on, 1), weekday), frame)
    return _to_second(days.coming_weekday(frame.said_on, weekday), frame)


def _to_second(first: date, frame: Frame) -> DayRange:
    """Friday and Saturday: up to the next day that bears the second name."""
    if not frame.part("second"):
        return one_day(first)
    second = WEEKDAY_NAMES.index(frame.part("second")[:3].lower())
    return first, days.coming_weekday(first, second)


def bare_weekday(frame: Frame) -> DayRange | None:
    """A weekday alone; None when it is a habit."""
    before = frame.match.string[: frame.match.start()].rstrip().lower()
    if before.endswith(("every", "each", "usually", "always")):
        return None
    ahead = not frame.past or before.endswith("for")  # what is kept for a day is still to come
    find = days.coming_weekday if ahead else days.last_weekday
    return _to_second(find(frame.said_on, weekday_of(frame)), frame)
