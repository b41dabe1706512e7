"""What Korean words for months, years and feasts mean, counted from the day they were said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_meanings_ko import WEEKDAYS, is_habit, offset_of
from nightcrew.domain.time_rules import Frame
from nightcrew.domain.time_words_any import coming_range, months_named, nearest

PARTS: Mapping[str, str] = {"초": "early", "초순": "early", "중순": "middle", "말": "late",
                             "하순": "late", "상순": "early"}  # fmt: skip
SEASON_NAMES: Mapping[str, str] = {
    "봄": "spring", "여름": "summer", "가을": "autumn", "겨울": "winter",
}  # fmt: skip
PLACES: Mapping[str, int] = {
    "첫": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "마지막": -1,
}  # fmt: skip
YEAR_WORDS: Mapping[str, int] = {
    "올해": 0, "금년": 0, "올": 0, "이번": 0, "내년": 1, "다음": 1, "후년": 2, "내후년": 2,
    "작년": -1, "지난해": -1, "지난": -1, "재작년": -2,
}  # fmt: skip
HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "크리스마스이브": (12, 24), "성탄절": (12, 25), "크리스마스": (12, 25), "신정": (1, 1),
    "삼일절": (3, 1), "어린이날": (5, 5), "어버이날": (5, 8), "현충일": (6, 6),
    "광복절": (8, 15), "개천절": (10, 3), "한글날": (10, 9), "핼러윈": (10, 31),
    "밸런타인데이": (2, 14), "발렌타인데이": (2, 14), "화이트데이": (3, 14), "빼빼로데이": (11, 11),
}  # fmt: skip


def month(frame: Frame) -> DayRange | None:
    """A month counted from this one, or a part of it."""
    return _inside(days.month_of(frame.said_on, offset_of(frame.part("which"))), frame)


def place_in_month(frame: Frame) -> DayRange | None:
    """The first, second … last week of a month, or such a weekday; None for a habit."""
    if is_habit(frame):
        return None
    return nearest([_placed(month, frame) for month in _months(frame)], frame)


def _months(frame: Frame) -> list[DayRange]:
    if frame.part("month"):
        dated = frame.part("of") or frame.part("year")
        year = _year_number(frame) if dated else None
        return months_named(frame, int(frame.part("month")), year)
    named = frame.part("which") or "이달" in frame.match.group()
    offsets = [offset_of(frame.part("which"))] if named else [-1, 0, 1]
    return [days.month_of(frame.said_on, offset) for offset in offsets]


def _placed(month: DayRange, frame: Frame) -> DayRange | None:
    """`둘째 주 일요일` is the second Sunday, as on the doors of shops."""
    weekday = frame.part("weekday") or frame.part("only")
    place = _place_of(frame.part("place"))
    if not weekday:
        return days.week_of_month(month, place)
    found = days.weekday_of_month(month, WEEKDAYS.index(weekday), place)
    return one_day(found) if found else None


def _place_of(word: str) -> int:
    return int(word[0]) if word[0].isdigit() else PLACES[word.rstrip("번째 ")]


def _inside(month: DayRange, frame: Frame) -> DayRange | None:
    if frame.part("part"):
        return _named_part(month, frame.part("part"))
    if not frame.part("day"):
        return month
    first = month[0].replace(day=int(frame.part("day")))
    last = first.replace(day=_last_number(frame) or first.day)
    return (first, last) if first <= last else None


def _last_number(frame: Frame) -> int:
    """The last of several days; 0 when there is only one."""
    return int(frame.part("last") or frame.part("more") or 0)


def _named_part(month: DayRange, part: str) -> DayRange:
    return one_day(month[1]) if part == "말일" else days.part_of(month, PARTS[part])


def this_month_end(frame: Frame) -> DayRange:
    """The last third of this month."""
    return days.part_of(days.month_of(frame.said_on), "late")


def last_day(frame: Frame) -> DayRange | None:
    """The last day of this month, or of the one before in talk of the past; None when a habit."""
    if is_habit(frame):
        return None
    this = days.month_of(frame.said_on)
    gone = frame.past and this[1] > frame.said_on
    return one_day(days.month_of(frame.said_on, -1)[1] if gone else this[1])


def coming_part(frame: Frame) -> DayRange:
    """월초, 중순 … of this month or, when over, of the next; the latest in talk of the past."""
    part = PARTS[frame.part("part").removeprefix("월")]
    this = days.part_of(days.month_of(frame.said_on), part)
    if frame.past:
        late = this[0] > frame.said_on
        return days.part_of(days.month_of(frame.said_on, -1), part) if late else this
    over = this[1] < frame.said_on
    return days.part_of(days.month_of(frame.said_on, 1), part) if over else this


def calendar(frame: Frame) -> DayRange | None:
    """A day, or days, of a named month."""
    month, day = int(frame.part("month")), int(frame.part("day"))
    if frame.part("of") or frame.part("year"):
        return _inside(days.month_of(date(_year_number(frame), month, 1)), frame)
    return coming_range(frame, month, day, _last_number(frame))


def _year_number(frame: Frame) -> int:
    if frame.part("year"):
        return int(frame.part("year"))
    return frame.said_on.year + YEAR_WORDS[frame.part("of")]


def calendar_month(frame: Frame) -> DayRange | None:
    """A named month, or a part of it."""
    month = int(frame.part("month"))
    if frame.part("of") or frame.part("year"):
        return _inside(days.month_of(date(_year_number(frame), month, 1)), frame)
    this = frame.said_on.replace(day=1)
    step = (month - this.month) % 12
    offset = step - 12 if frame.past and step > 0 else step
    return _inside(days.month_of(this, offset), frame) if 1 <= month <= 12 else None


def year(frame: Frame) -> DayRange:
    """A year, or its first or last month."""
    whole = days.year_of(_year_number(frame))
    if not frame.part("close"):
        return whole
    return days.month_of(whole[1] if frame.part("close").endswith("말") else whole[0])


def year_close(frame: Frame) -> DayRange:
    """The December of this year."""
    return date(frame.said_on.year, 12, 1), date(frame.said_on.year, 12, 31)


def year_opening(frame: Frame) -> DayRange:
    """The January to come, or the latest one in talk of the past."""
    ahead = not frame.past and frame.said_on.month > 1
    return days.month_of(date(frame.said_on.year + ahead, 1, 1))


def season(frame: Frame) -> DayRange:
    """A season of a year."""
    season = SEASON_NAMES[frame.part("season")]
    return days.season_of(frame.said_on.year + YEAR_WORDS[frame.part("of")], season)


def day_of_month(frame: Frame) -> DayRange | None:
    """A day of a month that was not named; None when it is a habit."""
    if is_habit(frame):
        return None
    last = _last_number(frame)
    end = days.monthly(frame.said_on, last or int(frame.part("day")), past=frame.past)
    if end is None or (last and last < int(frame.part("day"))):
        return None
    return (end.replace(day=int(frame.part("day"))), end) if last else one_day(end)


def holiday(frame: Frame) -> DayRange | None:
    """A feast by its name, in the year that is named with it, or the day before or after it."""
    found = _feast(frame)
    if found is None:
        return None
    beside = frame.part("beside")
    moved = -1 if beside == "전날" else 1 if beside else 0
    return one_day(days.days_from(found, moved))


def _feast(frame: Frame) -> date | None:
    word, of = frame.part("word").replace(" ", ""), frame.part("of")
    past = of == "지난" or (frame.past and not of)
    of_year = YEAR_WORDS[of] if of and of != "지난" else None
    on = frame.said_on if of_year is None else date(frame.said_on.year + of_year, 1, 1)
    if word.startswith(("설", "구정")):
        return days.lunar(on, days.LUNAR_NEW_YEAR, past=past)
    if word == "추석":
        return days.lunar(on, days.HARVEST_MOON, past=past)
    return days.yearly(on, *HOLIDAYS[word], past=past)
