"""What English date words mean, counted from the day they were said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_rules import Frame
from nightcrew.domain.time_words_any import coming_range

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
MONTH_NAMES = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
PARTS: Mapping[str, str] = {
    "early": "early", "beginning of": "early", "start of": "early", "mid": "middle",
    "middle of": "middle", "late": "late",
}  # fmt: skip
OFFSETS: Mapping[str, int] = {"this": 0, "next": 1, "last": -1, "the following": 1}
HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25),
    "new year's eve": (12, 31), "new years eve": (12, 31), "new year's day": (1, 1),
    "valentine's day": (2, 14), "valentines day": (2, 14), "halloween": (10, 31),
}  # fmt: skip
SEASONS: Mapping[str, str] = {
    "spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn",
    "winter": "winter",
}  # fmt: skip


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
    return days.days_from(day, count * (7 if unit == "week" else 1))


def counted(frame: Frame) -> DayRange:
    """So many days, weeks, months or years later or earlier."""
    way = -1 if frame.part("way").lower() in ("ago", "earlier") else 1
    count = way * count_of(frame.part("count"))
    day = moved(frame.said_on, count, frame.part("unit").lower())
    return days.year_of(day.year) if frame.part("unit").lower() == "year" else one_day(day)


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
        return one_day(days.weekday_of(week, _weekday(frame)))
    return week


def _weekday(frame: Frame) -> int:
    return WEEKDAY_NAMES.index(frame.part("weekday")[:3].lower())


def weekend(frame: Frame) -> DayRange:
    """A Saturday and a Sunday."""
    which = frame.part("which").lower()
    return days.weekend_of(frame.said_on, OFFSETS.get(which, 0))


def named_weekday(frame: Frame) -> DayRange:
    """A weekday with the word that says which."""
    which, weekday = frame.part("which").lower(), _weekday(frame)
    if which == "last":
        return one_day(days.last_weekday(frame.said_on, weekday))
    if which == "next":
        return one_day(days.weekday_of(days.week_of(frame.said_on, 1), weekday))
    return one_day(days.coming_weekday(frame.said_on, weekday))


def bare_weekday(frame: Frame) -> DayRange | None:
    """A weekday alone; None when it is a habit."""
    before = frame.match.string[: frame.match.start()].rstrip().lower()
    if before.endswith(("every", "each", "usually", "always")):
        return None
    find = days.last_weekday if frame.past else days.coming_weekday
    return one_day(find(frame.said_on, _weekday(frame)))


def month(frame: Frame) -> DayRange:
    """A month counted from this one, or a part of it."""
    month = days.month_of(frame.said_on, OFFSETS.get(frame.part("which").lower(), 0))
    return _inside(month, frame.part("part").lower())


def _inside(month: DayRange, part: str) -> DayRange:
    if part == "end of":
        return one_day(month[1])
    return days.part_of(month, PARTS[part]) if part else month


def year(frame: Frame) -> DayRange:
    """A year, or its end."""
    offset = OFFSETS.get(frame.part("which").lower(), 0)
    year = int(frame.part("year")) if frame.part("year") else frame.said_on.year + offset
    whole = days.year_of(year)
    return one_day(whole[1]) if frame.part("part") else whole


def season(frame: Frame) -> DayRange:
    """A season of a year."""
    season = SEASONS[frame.part("season").lower()]
    this = days.season_of(frame.said_on.year, season)
    which = frame.part("which").lower()
    if which == "next" and frame.said_on < this[0]:
        return this
    if which == "last" and this[1] < frame.said_on:
        return this
    return days.season_of(frame.said_on.year + OFFSETS[which], season)


def _month_number(frame: Frame) -> int:
    return MONTH_NAMES.index(frame.part("month")[:3].lower()) + 1


def calendar(frame: Frame) -> DayRange | None:
    """A day, or days, of a named month."""
    month, day, last = _month_number(frame), int(frame.part("day")), int(frame.part("last") or 0)
    if not frame.part("year"):
        return coming_range(frame, month, day, last)
    first = date(int(frame.part("year")), month, day)
    return first, first.replace(day=max(last, day))


def calendar_month(frame: Frame) -> DayRange:
    """A named month, or a part of it."""
    month = _month_number(frame)
    if frame.part("year"):
        whole = days.month_of(date(int(frame.part("year")), month, 1))
    else:
        step = (month - frame.said_on.month) % 12
        offset = step - 12 if frame.past and step > 0 else step
        whole = days.month_of(frame.said_on, offset)
    return _inside(whole, frame.part("part").lower())


def day_of_month(frame: Frame) -> DayRange | None:
    """A day of a month that was not named; None when it is a habit."""
    found = days.monthly(frame.said_on, int(frame.part("day")), past=frame.past)
    return one_day(found) if found else None


def holiday(frame: Frame) -> DayRange | None:
    """A feast by its name."""
    word = frame.part("word").lower().replace("’", "'")
    found = days.yearly(frame.said_on, *HOLIDAYS[word], past=frame.past)
    return one_day(found) if found else None
