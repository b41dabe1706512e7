"""What English words for months, years and feasts mean, counted from the day they were said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_meanings_en import OFFSETS, weekday_of
from nightcrew.domain.time_rules import Frame
from nightcrew.domain.time_words_any import coming_range, months_named, nearest

MONTH_NAMES = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
PARTS: Mapping[str, str] = {
    "early": "early", "beginning of": "early", "start of": "early", "mid": "middle",
    "middle of": "middle", "late": "late", "end of": "late",
}  # fmt: skip
HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "xmas": (12, 25),
    "new year's eve": (12, 31), "new years eve": (12, 31), "new year's day": (1, 1),
    "valentine's day": (2, 14), "valentines day": (2, 14), "halloween": (10, 31),
}  # fmt: skip
SEASONS: Mapping[str, str] = {
    "spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn",
    "winter": "winter",
}  # fmt: skip
_SATURDAY = 5
PLACES: Mapping[str, int] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1, "final": -1,
}  # fmt: skip


def month(frame: Frame) -> DayRange | None:
    """A month counted from this one, or a part of it."""
    month = days.month_of(frame.said_on, OFFSETS.get(frame.part("which").lower(), 0))
    return _inside(month, frame)


def _inside(month: DayRange, frame: Frame) -> DayRange | None:
    part = frame.part("part").lower()
    if part:
        return one_day(month[1]) if _closing(frame) else days.part_of(month, PARTS[part])
    if not frame.part("day"):
        return month
    first = month[0].replace(day=int(frame.part("day")))
    last = first.replace(day=int(frame.part("last") or first.day))
    return (first, last) if first <= last else None


def _closing(frame: Frame) -> bool:
    """`by the end of` a month or year is its last day, `at the end of` it the last part."""
    before = frame.match.string[: frame.match.start()].rstrip().lower()
    deadline = before.endswith((" by", "until", "till", "before")) or before == "by"
    return frame.part("part").lower() == "end of" and deadline


def place_in_month(frame: Frame) -> DayRange | None:
    """The first, second … last week, weekend, weekday or day of a month."""
    if frame.part("month"):
        year = int(frame.part("year")) if frame.part("year") else None
        months = months_named(frame, _month_number(frame), year)
    else:
        months = [days.month_of(frame.said_on, OFFSETS.get(frame.part("which").lower(), 0))]
    return nearest([_placed(month, frame) for month in months], frame)


def _placed(month: DayRange, frame: Frame) -> DayRange | None:
    word, thing = frame.part("place").lower(), frame.part("thing").lower()
    place = int(word[0]) if word[0].isdigit() else PLACES[word]
    if thing == "day":
        return one_day(month[1] if place < 0 else days.days_from(month[0], place - 1))
    if thing == "week":
        return days.week_of_month(month, place)
    weekday = _SATURDAY if thing == "weekend" else weekday_of(frame)
    found = days.weekday_of_month(month, weekday, place)
    if found is None:
        return None
    return (found, days.days_from(found, 1)) if thing == "weekend" else one_day(found)


def year(frame: Frame) -> DayRange:
    """A year, or its end."""
    offset = OFFSETS.get(frame.part("which").lower(), 0)
    year = int(frame.part("year")) if frame.part("year") else frame.said_on.year + offset
    whole = days.year_of(year)
    if not frame.part("part"):
        return whole
    return one_day(whole[1]) if _closing(frame) else days.month_of(whole[1])


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


def calendar_month(frame: Frame) -> DayRange | None:
    """A named month, or a part of it."""
    month = _month_number(frame)
    if frame.part("year"):
        whole = days.month_of(date(int(frame.part("year")), month, 1))
    else:
        step = (month - frame.said_on.month) % 12
        offset = step - 12 if frame.past and step > 0 else step
        whole = days.month_of(frame.said_on, offset)
    return _inside(whole, frame)


def day_of_month(frame: Frame) -> DayRange | None:
    """A day of a month that was not named; None when it is a habit."""
    first, last = int(frame.part("day")), int(frame.part("last") or 0)
    end = days.monthly(frame.said_on, last or first, past=frame.past)
    if end is None or (last and last < first):
        return None
    return (end.replace(day=first), end) if last else one_day(end)


def holiday(frame: Frame) -> DayRange | None:
    """A feast by its name."""
    word = frame.part("word").lower().replace("’", "'")
    past = frame.past or frame.part("of").lower() == "last"
    found = days.yearly(frame.said_on, *HOLIDAYS[word], past=past)
    return one_day(found) if found else None
