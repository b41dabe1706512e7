"""Words for the end that something has: 연내에, 이 달 안에, within the month, by year end."""

from __future__ import annotations

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_meanings_en import OFFSETS
from nightcrew.domain.time_rules import Frame, TimeRule, english, korean

_WHICH = r"(?P<which>this|next)"
_UNIT = r"(?P<unit>week|month|year)"
_BY = r"(?:(?<=by )|(?<=before )|(?<=until )|(?<=till ))(?:the )?"


def _this_month(frame: Frame) -> DayRange:
    return days.month_of(frame.said_on)


def _this_year(frame: Frame) -> DayRange:
    return days.year_of(frame.said_on.year)


def _named(frame: Frame) -> DayRange:
    offset = OFFSETS.get(frame.part("which").lower(), 0)
    unit = frame.part("unit").lower()
    if unit == "week":
        return days.week_of(frame.said_on, offset)
    if unit == "month":
        return days.month_of(frame.said_on, offset)
    return days.year_of(frame.said_on.year + offset)


def _last_day(frame: Frame) -> DayRange:
    return one_day(_named(frame)[1])


def _said_day(frame: Frame) -> DayRange:
    return one_day(frame.said_on)


RULES: tuple[TimeRule, ...] = (
    TimeRule(
        words=korean(r"이\s달(?=\s?(?:안에|안으로|내에|내로|중에|중으로))"), meaning=_this_month
    ),
    TimeRule(words=korean(r"월내(?=에|로|[\s,.!?]|$)"), meaning=_this_month),
    TimeRule(words=korean(r"연내(?=에|로|엔|[\s,.!?]|$)"), meaning=_this_year),
    TimeRule(words=english(rf"(?<=within )the {_UNIT}"), meaning=_named),
    TimeRule(words=english(rf"(?<=before )the {_UNIT} is (?:out|over)"), meaning=_last_day),
    TimeRule(words=english(rf"{_BY}end of (?:{_WHICH}|the) {_UNIT}"), meaning=_last_day),
    TimeRule(words=english(rf"{_BY}(?P<unit>month|year)(?:['’]s|-)? ?end"), meaning=_last_day),
    TimeRule(words=english(rf"{_BY}end of (?:the )?day"), meaning=_said_day),
)
