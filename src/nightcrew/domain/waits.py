"""Waits of Korean and English talk: `두 시간 반 뒤에`, `in an hour and a half`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.time_rules import longest

_NATIVE: Mapping[str, int] = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10, "열한": 11, "열두": 12,
}  # fmt: skip
_DIGITS = "일이삼사오육칠팔구"
_ENGLISH: Mapping[str, float] = {
    "a couple of": 2, "an": 1, "a": 1, "half an": 0.5, "half a": 0.5, "one": 1, "two": 2,
    "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40,
    "forty-five": 45, "fifty": 50, "ninety": 90,
}  # fmt: skip

_COUNTS: Mapping[str, float] = {
    **_NATIVE,
    **_ENGLISH,
    "반": 0.5,
    **{each: place for place, each in enumerate(_DIGITS, start=1)},
}
_KO = (
    rf"\d+(?:\.\d+)?|{'|'.join(sorted(_NATIVE, key=len, reverse=True))}"
    rf"|[{_DIGITS}]?십[{_DIGITS}]?|[{_DIGITS}]|반"
)
_EN = rf"\d+(?:\.\d+)?|{'|'.join(sorted(_ENGLISH, key=len, reverse=True))}"
_UNIT_EN = r"(?:hours?|hrs?)"
_MINUTE_EN = r"(?:minutes?|mins?)"
# How long, in either language; the hours or the minutes alone, or both.
_LONG_KO = (
    rf"(?:(?P<hours>{_KO})\s?시간(?:\s?(?P<half>반)|\s?(?P<minutes>{_KO})\s?분)?"
    rf"|(?P<only>{_KO})\s?분)"
)
_LONG_EN = (
    rf"(?:(?P<hours>{_EN})\s{_UNIT_EN}(?P<half>\sand\sa\shalf|\s(?:and\s)?(?P<minutes>{_EN})\s{_MINUTE_EN})?"
    rf"|(?P<only>{_EN})\s{_MINUTE_EN})\b"
)
_KOREAN = LatePattern(
    rf"(?<![가-힣\d.]){_LONG_KO}\s?(?:(?:만|정도|쯤)\s?)?(?:더\s)?"
    r"(?:뒤|후|있다가?|이따|지나서|(?=미뤄|미루|늦춰|연기))"
)
# "for an hour" alone is how long something takes.
_PUTS_OFF = r"\b(?:snooze|postpone|delay|push|hold|put)\b[^.!?]{0,30}?"
_AHEAD = LatePattern(rf"(?:\b(?:in|by)|{_PUTS_OFF}(?:\sfor)?)\s{_LONG_EN}", re.IGNORECASE)
_BEHIND = LatePattern(rf"\b{_LONG_EN}\s(?:later|from\snow)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Words that name a wait, and how long it is. start, end: offsets into the text."""

    start: int
    end: int
    length: timedelta


def waits_in(text: str) -> tuple[Wait, ...]:
    """All waits of a text (NFC), in reading order."""
    found = [
        Wait(start=match.start(), end=match.end(), length=_length(match))
        for pattern in (_KOREAN, _AHEAD, _BEHIND)
        for match in pattern.finditer(text)
    ]
    return tuple(longest(found, len(text)))


def _length(match: re.Match[str]) -> timedelta:
    minutes = count_of(match["minutes"] or match["only"])
    if match["half"] and not match["minutes"]:
        minutes = 30
    return timedelta(hours=count_of(match["hours"]), minutes=minutes)


def count_of(words: str | None) -> float:
    """The number of a spoken or written count, 0 for none."""
    if words is None:
        return 0
    told = " ".join(words.lower().split())
    if told in _COUNTS:
        return _COUNTS[told]
    if told[0].isdigit():
        return float(told)
    tens, _, ones = told.partition("십")
    return 10 * (_DIGITS.find(tens) + 1 if tens else 1) + _DIGITS.find(ones or " ") + 1
