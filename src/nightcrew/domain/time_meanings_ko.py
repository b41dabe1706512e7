"""What Korean words for days, weeks and weekdays mean, counted from the day they were said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from nightcrew.domain import calendar_days as days
from nightcrew.domain.calendar_days import DayRange, one_day
from nightcrew.domain.time_rules import Frame

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
FRIDAY = 4
OFFSETS: Mapping[str, int] = {
    "이번": 0, "요번": 0, "이": 0, "다음": 1, "담": 1, "오는": 1, "다다음": 2, "다담": 2,
    "다음다음": 2, "담담": 2, "돌아오는": 0, "지난": -1, "저번": -1, "지지난": -2, "저저번": -2,
}  # fmt: skip


MORNING = 6  # the hour up to which 오늘 새벽 is the one under way
_AGAIN = re.compile(
    r"(?:매주|격주|주마다|주로|보통|항상|늘)\s*$|(?:매달|매월|다달이|달마다)\s?(?:\S+\s){0,2}\S*$"
)
_BEFORE_DAWN = re.compile(r"\s(?:(?!내일|모레|글피|어제|다음|이번|매일)\S+\s){0,2}?새벽")
_TELLS_WHY = re.compile(r"새벽\S*\s(?:\S+\s){0,3}?\S*(?:서|느라|더니|길래|다가)(?=[\s,.!~]|$)")
_TO_COME = re.compile(r"야\s?(?:해|하|돼|되)|려고|려구|예정|기로|[줄할갈볼]\s?(?:거|게)|줘|주세요")


def day_word(frame: Frame) -> DayRange:
    """One word for one day; 오늘 새벽 is the coming one unless it is told of as past."""
    ahead = DAY_WORDS[frame.part("word").replace(" ", "")]
    if frame.part("word") == "오늘" and frame.hour >= MORNING and _coming_dawn(frame):
        ahead += 1
    return one_day(days.days_from(frame.said_on, ahead))


def _coming_dawn(frame: Frame) -> bool:
    after = frame.match.string[frame.match.end() :]
    if frame.past or not _BEFORE_DAWN.match(after):
        return False
    return not _TELLS_WHY.search(after) or _TO_COME.search(after) is not None


def offset_of(which: str) -> int:
    """How many weeks or months ahead a word says; 0 when it says nothing."""
    return OFFSETS.get("".join(which.split()), 0)


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
    count, unit = way * count_of(frame.part("count")), frame.part("unit")
    day = moved(frame.said_on, count, unit)
    if frame.part("least"):
        near = moved(frame.said_on, way * int(frame.part("least")), unit)
        return min(near, day), max(near, day)
    if frame.part("weekday"):
        return one_day(days.weekday_of(days.week_of(day), WEEKDAYS.index(frame.part("weekday"))))
    return days.year_of(day.year) if unit in YEAR_UNITS else one_day(day)


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


def week(frame: Frame) -> DayRange | None:
    """A week of the calendar, or days of it."""
    week = days.week_of(frame.said_on, offset_of(frame.part("which")))
    if frame.part("end"):
        return days.weekday_of(week, 5), week[1]
    if frame.part("workdays"):
        return week[0], days.weekday_of(week, FRIDAY)
    named = _named_days(frame)
    if named is None:
        return None if frame.part("run") else week
    return days.weekday_of(week, named[0]), days.weekday_of(week, max(named))


def _named_days(frame: Frame) -> tuple[int, int] | None:
    """First and last weekday; None when there is none, or when letters are no list of weekdays."""
    first = frame.part("first") or frame.part("weekday")
    letters = frame.part("run") or first + frame.part("last")
    places = [WEEKDAYS.index(letter) for letter in letters]
    if not places or (frame.part("run") and places != sorted(set(places))):
        return None
    return places[0], places[-1]


def workdays(frame: Frame) -> DayRange:
    """Monday to Friday of this week; at the weekend, of the next."""
    late = frame.said_on.weekday() > FRIDAY and not frame.past
    week = days.week_of(frame.said_on, 1 if late else 0)
    return week[0], days.weekday_of(week, FRIDAY)


def weekend(frame: Frame) -> DayRange:
    """A Saturday and a Sunday."""
    offset = 0 if frame.part("which") == "오는" else offset_of(frame.part("which"))
    return days.weekend_of(frame.said_on, offset)


def named_weekday(frame: Frame) -> DayRange | None:
    """A weekday, or several, with the word that says which."""
    which, named = frame.part("which"), _named_days(frame)
    if named is None:
        return None
    if which in ("지난", "저번"):
        return _on_from(days.last_weekday(frame.said_on, named[0]), named)
    if which == "다음":
        return _on_from(days.weekday_of(days.week_of(frame.said_on, 1), named[0]), named)
    return _on_from(days.coming_weekday(frame.said_on, named[0]), named)


def _on_from(first: date, named: tuple[int, int]) -> DayRange:
    return first, days.days_from(first, (named[1] - named[0]) % days.WEEK)


def is_habit(frame: Frame) -> bool:
    """Whether the words before say that it comes again and again."""
    return _AGAIN.search(frame.match.string[: frame.match.start()]) is not None


def bare_weekday(frame: Frame) -> DayRange | None:
    """A weekday alone, or several in a row; None when it is a habit, as 월수금 is."""
    if is_habit(frame):
        return None
    named, letters = _named_days(frame), frame.part("run")
    if named is None or (letters and named[1] - named[0] != len(letters) - 1):
        return None
    find = days.last_weekday if frame.past else days.coming_weekday
    return _on_from(find(frame.said_on, named[0]), named)
