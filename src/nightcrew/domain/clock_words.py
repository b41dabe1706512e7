"""Clock words of Korean and English talk as times of day."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from nightcrew.domain.time_rules import longest
from nightcrew.domain.waits import count_of

_HOURS: Mapping[str, int] = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10, "열한": 11, "열두": 12,
}  # fmt: skip
_FIXED: Mapping[str, time] = {
    "정오": time(12), "자정": time(0), "noon": time(12), "midday": time(12), "midnight": time(0),
}  # fmt: skip
_FORENOON = frozenset({"오전", "아침", "새벽", "am"})
_LATE = frozenset({"밤", "한밤"})
_FIRST_HOUR_OF_THE_DAY = 7  # a bare "7시" is the morning, a bare "3시" the afternoon

_KOREAN = re.compile(
    r"(?<![가-힣\d])(?:(?P<part>오전|오후|아침|점심|저녁|낮|밤|한밤|새벽)(?:에)?\s?)?"
    r"(?P<hour>2[0-4]|1\d|0?\d|열한|열두|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?시"
    r"(?![간작절도민키장외내]|즌|리즈|스템)"
    r"(?:\s?(?:(?P<minute>[0-5]?\d|[이삼사오]?십[일이삼사오육칠팔구]?|오)\s?분|(?P<half>반)))?"
)
_HOURS_EN: Mapping[str, int] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_MINUTES_EN: Mapping[str, int] = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "half": 30}
_WORD_EN = "|".join(_HOURS_EN)
_HALF_DAY = r"\s?(?P<{name}>[ap])\.?m\b\.?"
# After a spelled hour more must show that it is one: "at one point" is no time.
_SHOWS_AN_HOUR = (
    r"(?=[,.!?]|$|\s(?:in the|at night|tonight|this|tomorrow|today|every|sharp|on \w+day))"
)
_ENGLISH = re.compile(
    rf"(?<![\w:.])(?P<hour>1[0-2]|0?[1-9]|\b(?:{_WORD_EN}))(?:[:.](?P<minute>[0-5]\d))?"
    + _HALF_DAY.format(name="part")
    + rf"|(?<![\w:.])(?P<hour_b>1[0-2]|[1-9]|\b(?:{_WORD_EN})) o['’]clock"
    r"|\bat (?:(?P<hour_c>1[0-2]|[1-9])(?! o['’]clock|\s?[ap]\.?m\b)(?=[\s,.!?]|$)"
    r"(?! (?:percent|%|years?|months?|people|dollars?|km|degrees))"
    rf"|(?P<hour_d>{_WORD_EN}){_SHOWS_AN_HOUR})",
    re.IGNORECASE,
)
_PAST = re.compile(
    rf"\b(?:a )?(?P<minutes>{'|'.join(_MINUTES_EN)}) (?P<side>past|after|to|till)"
    rf" (?P<hour>1[0-2]|[1-9]|{_WORD_EN})\b(?!:)(?:{_HALF_DAY.format(name='part')})?",
    re.IGNORECASE,
)
# The half of the day that is told around an English hour: "tonight at 9", "at 9 in the evening".
_DAY_AFTER = re.compile(
    r"\s(?:(?:in the|at|this|tomorrow|\w+day) (?P<part>morning|afternoon|evening|night)"
    r"|(?P<tonight>tonight))\b",
    re.IGNORECASE,
)
_DAY_BEFORE = re.compile(
    r"\b(?:(?:in the|this|tomorrow|every|\w+day) (?P<part>morning|afternoon|evening|night)"
    r"|(?P<tonight>tonight)),?(?: (?:at|around|about|by))?\s?$",
    re.IGNORECASE,
)
_HALVES: Mapping[str, str] = {
    "morning": "am", "afternoon": "pm", "evening": "pm", "night": "밤", "tonight": "밤",
}  # fmt: skip
_AT = re.compile(r"\b(?:at|by|around) $", re.IGNORECASE)
_FAR_ENOUGH = 40  # letters before an hour in which its half of the day may stand
_FIGURES = re.compile(
    r"(?:(?P<part>오전|오후|아침|저녁|밤|새벽|낮)\s?)?(?<![\d:.\-])(?P<hour>2[0-3]|[01]?\d)"
    r":(?P<minute>[0-5]\d)(?![\d:])(?!\s?[ap]\.?m\b)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?<![가-힣])(?:정오|자정)|\b(?:noon|midday|midnight)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSpan:
    """Clock words in a text and the wall time they mean.

    start, end: offsets into the text. assumed: neither half of the day was said.
    """

    start: int
    end: int
    words: str
    at: time
    assumed: bool = False


def resolve_times(text: str) -> tuple[ClockSpan, ...]:
    """All clock words of a text (NFC), longest first, without overlaps, in reading order."""
    found = [
        _span(match, at, assumed=assumed)
        for pattern, meaning in _READERS
        for match in pattern.finditer(text)
        for at, assumed in meaning(match)
    ]
    return tuple(longest(found, len(text)))


_Reading = list[tuple[time, bool]]


def _span(match: re.Match[str], at: time, *, assumed: bool) -> ClockSpan:
    return ClockSpan(
        start=match.start(), end=match.end(), words=match.group(), at=at, assumed=assumed
    )


def _korean(match: re.Match[str]) -> _Reading:
    word = match["hour"]
    hour = int(word) if word.isdigit() else _HOURS[word]
    return _reading(hour, 30 if match["half"] else int(count_of(match["minute"])), match["part"])


def _english(match: re.Match[str]) -> _Reading:
    hour = match["hour"] or match["hour_b"] or match["hour_c"] or match["hour_d"]
    part = f"{match['part'].lower()}m" if match["part"] else _told_around(match)
    return _reading(_hour_en(hour), int(match["minute"] or 0), part)


def _past(match: re.Match[str]) -> _Reading:
    if _is_a_range(match):
        return []
    minutes = _MINUTES_EN[match["minutes"].lower()]
    part = f"{match['part'].lower()}m" if match["part"] else _told_around(match)
    if match["side"].lower() in {"past", "after"}:
        return _reading(_hour_en(match["hour"]), minutes, part)
    before = [
        (datetime.combine(date.min + timedelta(days=1), at) - timedelta(minutes=minutes), assumed)
        for at, assumed in _reading(_hour_en(match["hour"]), 0, part)
    ]
    return [(moment.time(), assumed) for moment, assumed in before]


def _is_a_range(match: re.Match[str]) -> bool:
    """ "five to seven people", "from ten to twelve": two numbers, and no time told in minutes."""
    counts = match["minutes"].lower() not in {"quarter", "half"}
    to = match["side"].lower() in {"to", "till"}
    return counts and to and _AT.search(match.string[: match.start()]) is None


def _hour_en(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS_EN[word.lower()]


def _told_around(match: re.Match[str]) -> str | None:
    text, start = match.string, match.start()
    found = _DAY_AFTER.match(text, match.end()) or _DAY_BEFORE.search(
        text[max(0, start - _FAR_ENOUGH) : start]
    )
    return _HALVES[(found["part"] or found["tonight"]).lower()] if found else None


def _figures(match: re.Match[str]) -> _Reading:
    hour, minute = int(match["hour"]), int(match["minute"])
    part = match["part"] or (_told_around(match) if 0 < hour <= 12 else None)
    return _reading(hour, minute, part) if part else [(time(hour, minute), False)]


def _named(match: re.Match[str]) -> _Reading:
    return [(_FIXED[match.group().lower()], False)]


def _reading(hour: int, minute: int, part: str | None) -> _Reading:
    if hour > 24 or (hour == 24 and minute):
        return []
    return [(time(_hour(hour, part) % 24, minute), part is None and 0 < hour <= 12)]


def _hour(hour: int, part: str | None) -> int:
    if hour > 12 or hour == 0:
        return hour
    if part is None:
        return hour + 12 if hour < _FIRST_HOUR_OF_THE_DAY else hour
    if part in _FORENOON:
        return hour % 12
    if part in _LATE:
        return hour % 12 + (0 if hour == 12 or hour < 6 else 12)
    if part in {"낮", "점심"} and hour >= 10:
        return hour
    return hour % 12 + 12


_READERS = (
    (_KOREAN, _korean),
    (_ENGLISH, _english),
    (_PAST, _past),
    (_FIGURES, _figures),
    (_NAMED, _named),
)
