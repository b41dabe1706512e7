"""How often a user asked to be spoken to, from when and until when, out of their own words."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from nightcrew.adapters.rehearsal.table import pattern
from nightcrew.domain.rule_dates import first_time
from nightcrew.domain.rules import WEEKDAY_CODES, read_rule
from nightcrew.domain.time_meanings_ko import DAY_COUNTS
from nightcrew.domain.time_words import resolve

_DAYS_KO = "월화수목금토일"
_DAYS_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_PLACES = {
    "첫": 1, "첫째": 1, "첫번째": 1, "둘째": 2, "두번째": 2, "셋째": 3, "세번째": 3, "넷째": 4,
    "네번째": 4, "마지막": -1, "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3,
    "fourth": 4, "4th": 4, "last": -1,
}  # fmt: skip
_COUNTS = {
    "한": 1, "두": 2, "세": 3, "네": 4, "이": 2, "삼": 3, "사": 4, "a": 1, "one": 1, "two": 2,
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "일": 1,
    **DAY_COUNTS,
}  # fmt: skip
_UNITS = {
    "일": "DAILY", "주": "WEEKLY", "주일": "WEEKLY", "달": "MONTHLY", "개월": "MONTHLY",
    "day": "DAILY", "week": "WEEKLY", "month": "MONTHLY",
}  # fmt: skip
_LONG = {"주": 7, "주일": 7, "week": 7, "달": 30, "개월": 30, "month": 30}


def rule_of(request: str) -> str | None:
    """The rhythm of a request as an RRULE."""
    return _monthly(request) or _weekly(request) or _every_few(request) or _daily(request)


def yearly_rule(request: str, day: date | None) -> str | None:
    """The rhythm of a day that comes back each year. day: the one that the request names."""
    if day is None or not _found("yearly", request):
        return None
    return f"FREQ=YEARLY;BYMONTH={day.month};BYMONTHDAY={day.day}"


def first_of(rule: str, at: time, now: datetime) -> datetime:
    """When a rhythm begins: the first of its times that is still to come."""
    start = datetime.combine(now.date(), at)
    if start <= now:
        start += timedelta(days=1)
    # A rhythm of every other week begins with its next day, whichever week that is in.
    found = first_time(read_rule(re.sub(r";INTERVAL=\d+", "", rule)), start)
    return found or start


def end_of(request: str, first: date) -> date | None:
    """The last day of a rhythm: a day that is named as its end, or so many days from its first."""
    named = [
        span.to_on
        for span in resolve(request, first)
        if span.to_on >= first and _is_end(request[: span.start], request[span.end :])
    ]
    if named:
        return named[0]
    lasts = _found("lasting", request)
    if not lasts:
        return None
    unit = (lasts["unit"] or lasts["unit_en"] or "").lower()
    count = _number(lasts["days"] or lasts["count"] or lasts["count_en"])
    return first + timedelta(days=count * _LONG.get(unit, 1) - 1)


def _is_end(before: str, behind: str) -> bool:
    ahead = re.search(r"\b(?:until|till|through|up to)\s+(?:the\s+)?$", before, re.IGNORECASE)
    return ahead is not None or behind.startswith("까지")


def _monthly(request: str) -> str | None:
    if _found("month_end", request):
        return "FREQ=MONTHLY;BYMONTHDAY=-1"
    nth = _found("nth_weekday", request)
    if nth:
        place = _PLACES[re.sub(r"\s", "", nth["place"] or nth["place_en"] or "").lower()]
        return f"FREQ=MONTHLY;BYDAY={place}{_code(nth['day'] or nth['day_en'])}"
    monthly = _found("monthly", request)
    if not monthly:
        return None
    return f"FREQ=MONTHLY;BYMONTHDAY={monthly['day'] or monthly['day_en'] or monthly['day_of']}"


def _weekly(request: str) -> str | None:
    if _found("weekends", request):
        return "FREQ=WEEKLY;BYDAY=SA,SU"
    if _found("workdays", request):
        return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    weekly = "FREQ=WEEKLY;INTERVAL=2" if _found("every_other", request) else "FREQ=WEEKLY"
    named = _named_days(request)
    if named:
        return f"{weekly};BYDAY={','.join(named)}"
    return weekly if _found("weekly", request) or _found("every_other", request) else None


def _every_few(request: str) -> str | None:
    few = _found("every_few", request)
    if not few:
        return None
    if few["other_day"] or few["other_day_en"]:
        return "FREQ=DAILY;INTERVAL=2"
    if few["days"]:
        return f"FREQ=DAILY;INTERVAL={_number(few['days'])}"
    unit = _UNITS[(few["unit"] or few["unit_en"]).lower()]
    count = _number(few["count"] or few["count_en"])
    return f"FREQ={unit}" if count == 1 else f"FREQ={unit};INTERVAL={count}"


def _daily(request: str) -> str | None:
    return "FREQ=DAILY" if _found("daily", request) else None


def _named_days(request: str) -> list[str]:
    found = _found("weekly_ko", request)
    if found:
        days = found["each"] or found["days"] or found["days_named"] or found["days_alone"]
        letters = re.sub(r"요일|이랑|하고|과|와", "", days)
        return [_code(letter) for letter in letters if letter in _DAYS_KO]
    found = _found("weekly_en", request)
    names = (
        re.findall("|".join(_DAYS_EN), (found["days"] or found["each"]).lower()) if found else []
    )
    return [_code(name) for name in names]


def weekday_of(day: str) -> int:
    """Monday is 0; the day by its Korean letter or the beginning of its English name."""
    at = _DAYS_KO.find(day)
    return at if at >= 0 else _DAYS_EN.index(day[:3].lower())


def _code(day: str) -> str:
    return WEEKDAY_CODES[weekday_of(day)]


def _number(words: str) -> int:
    told = words.strip().lower()
    return int(told) if told.isdigit() else _COUNTS[told]


def _found(name: str, text: str) -> re.Match[str] | None:
    return pattern("request", name).search(text)
