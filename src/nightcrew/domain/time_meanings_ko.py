"""What Korean date words mean, counted from the day they were said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_rules import Frame
from nightcrew.domain.time_words_any import coming_range

DAY_WORDS: Mapping[str, int] = {
    "오늘": 0, "내일": 1, "낼": 1, "명일": 1, "내일모레": 2, "낼모레": 2, "모레": 2, "글피": 3,
    "그글피": 4, "어제": -1, "어저께": -1, "그저께": -2, "그제": -2, "엊그제": -2, "엊그저께": -2,
    "그끄저께": -3, "금일": 0, "작일": -1, "간밤": -1, "어젯밤": -1,
}  # fmt: skip
COUNTS: Mapping[str, int] = {
    "한": 1, "두": 2, "세": 3, "석": 3, "서": 3, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7,
    "팔": 8, "구": 9, "십": 10,
}  # fmt: skip
DAY_COUNTS: Mapping[str, int] = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8,
    "아흐레": 9, "열흘": 10, "보름": 15,
}  # fmt: skip
YEAR_UNITS = ("년", "해")
WEEKDAYS = "월화수목금토일"
OFFSETS: Mapping[str, int] = {
    "이번": 0, "요번": 0, "이": 0, "다음": 1, "담": 1, "오는": 1, "다다음": 2, "다담": 2,
    "지난": -1, "저번": -1, "지지난": -2, "저저번": -2,
}  # fmt: skip
PARTS: Mapping[str, str] = {"초": "early", "초순": "early", "중순": "middle", "말": "late",
                             "하순": "late", "상순": "early"}  # fmt: skip
SEASON_NAMES: Mapping[str, str] = {
    "봄": "spring", "여름": "summer", "가을": "autumn", "겨울": "winter",
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


def day_word(frame: Frame) -> DayRange:
    """One word for one day."""
    return one_day(days.days_from(frame.said_on, DAY_WORDS[frame.part("word")]))


def count_of(word: str) -> int:
    """The number that a Korean or written figure means."""
    return int(word) if word.isdigit() else COUNTS[word]


def moved(day: date, count: int, unit: str) -> date:
    """The day so many units later; earlier when the count is negative."""
    if unit in ("달", "개월"):
        return days.months_from(day, count)
    if unit in YEAR_UNITS:
        return days.months_from(day, 12 * count)
    return days.days_from(day, count * (7 if unit.startswith("주") else 1))


def counted(frame: Frame) -> DayRange:
    """So many days, weeks, months or years later or earlier."""
    way = -1 if frame.part("way").startswith("전") else 1
    if frame.part("days"):
        return one_day(days.days_from(frame.said_on, way * DAY_COUNTS[frame.part("days")]))
    day = moved(frame.said_on, way * count_of(frame.part("count")), frame.part("unit"))
    if frame.part("weekday"):
        return one_day(days.weekday_of(days.week_of(day), WEEKDAYS.index(frame.part("weekday"))))
    return days.year_of(day.year) if frame.part("unit") in YEAR_UNITS else one_day(day)


def half_year(frame: Frame) -> DayRange:
    """Six months later or earlier."""
    way = -6 if frame.part("way").startswith("전") else 6
    return one_day(days.months_from(frame.said_on, way))


def within(frame: Frame) -> DayRange:
    """From today to the last day of a span."""
    if frame.part("days"):
        last = days.days_from(frame.said_on, DAY_COUNTS[frame.part("days")])
    else:
        last = moved(frame.said_on, count_of(frame.part("count")), frame.part("unit"))
    return frame.said_on, last


def week(frame: Frame) -> DayRange:
    """A week of the calendar, or days of it."""
    week = days.week_of(frame.said_on, OFFSETS[frame.part("which")])
    if frame.part("end"):
        return days.weekday_of(week, 5), week[1]
    if not frame.part("first"):
        return week
    first = WEEKDAYS.index(frame.part("first"))
    last = WEEKDAYS.index(frame.part("last")) if frame.part("last") else first
    return days.weekday_of(week, first), days.weekday_of(week, max(first, last))


def weekend(frame: Frame) -> DayRange:
    """A Saturday and a Sunday."""
    offset = 0 if frame.part("which") in ("오는", "돌아오는") else OFFSETS[frame.part("which")]
    return days.weekend_of(frame.said_on, offset)


def named_weekday(frame: Frame) -> DayRange:
    """A weekday with the word that says which."""
    which, weekday = frame.part("which"), WEEKDAYS.index(frame.part("weekday"))
    if which in ("지난", "저번"):
        return one_day(days.last_weekday(frame.said_on, weekday))
    if which == "다음":
        return one_day(days.weekday_of(days.week_of(frame.said_on, 1), weekday))
    return one_day(days.coming_weekday(frame.said_on, weekday))


def bare_weekday(frame: Frame) -> DayRange | None:
    """A weekday alone; None when it is a habit."""
    before = frame.match.string[: frame.match.start()].rstrip()
    if before.endswith(("매주", "격주", "주로", "보통", "항상", "늘")):
        return None
    find = days.last_weekday if frame.past else days.coming_weekday
    return one_day(find(frame.said_on, WEEKDAYS.index(frame.part("weekday"))))


def month(frame: Frame) -> DayRange | None:
    """A month counted from this one, or a part of it."""
    month = days.month_of(frame.said_on, OFFSETS[frame.part("which")])
    return _inside(month, frame)


def _inside(month: DayRange, frame: Frame) -> DayRange | None:
    if frame.part("part"):
        return _named_part(month, frame.part("part"))
    if not frame.part("day"):
        return month
    first = month[0].replace(day=int(frame.part("day")))
    last = first.replace(day=int(frame.part("last"))) if frame.part("last") else first
    return (first, last) if first <= last else None


def _named_part(month: DayRange, part: str) -> DayRange:
    return one_day(month[1]) if part == "말일" else days.part_of(month, PARTS[part])


def this_month_end(frame: Frame) -> DayRange:
    """The last third of this month."""
    return days.part_of(days.month_of(frame.said_on), "late")


def calendar(frame: Frame) -> DayRange | None:
    """A day, or days, of a named month."""
    month, day = int(frame.part("month")), int(frame.part("day"))
    last = int(frame.part("last") or 0)
    if frame.part("of") or frame.part("year"):
        return _inside(days.month_of(date(_year_number(frame), month, 1)), frame)
    return coming_range(frame, month, day, last)


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
    """A year, or its end."""
    whole = days.year_of(_year_number(frame))
    return (whole[0].replace(month=12), whole[1]) if frame.part("close") else whole


def year_close(frame: Frame) -> DayRange:
    """The December of this year."""
    return date(frame.said_on.year, 12, 1), date(frame.said_on.year, 12, 31)


def season(frame: Frame) -> DayRange:
    """A season of a year."""
    season = SEASON_NAMES[frame.part("season")]
    return days.season_of(frame.said_on.year + YEAR_WORDS[frame.part("of")], season)


def day_of_month(frame: Frame) -> DayRange | None:
    """A day of a month that was not named; None when it is a habit."""
    before = frame.match.string[: frame.match.start()].rstrip()
    if before.endswith(("매달", "매월", "매주", "다달이")):
        return None
    last = int(frame.part("last") or 0)
    end = days.monthly(frame.said_on, last or int(frame.part("day")), past=frame.past)
    if end is None:
        return None
    return (end.replace(day=int(frame.part("day"))), end) if last else one_day(end)


def holiday(frame: Frame) -> DayRange | None:
    """A feast by its name."""
    word = frame.part("word").replace(" ", "")
    if word.startswith(("설", "구정")):
        found = days.lunar(frame.said_on, days.LUNAR_NEW_YEAR, past=frame.past)
    elif word == "추석":
        found = days.lunar(frame.said_on, days.HARVEST_MOON, past=frame.past)
    else:
        found = days.yearly(frame.said_on, *HOLIDAYS[word], past=frame.past)
    return one_day(found) if found else None
