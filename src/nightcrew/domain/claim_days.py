"""A day or month written in any way as one word: a plan is the same however its day is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

MARK = "@"  # stands before the word of a day; no word of a text begins with it
_MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july",
         "aug august", "sep sept september", "oct october", "nov november", "dec december"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_ONES = re.findall(
    r"\w+",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
)
# The days of a month in words: third, twenty-first.
_ORDINALS: Mapping[str, int] = {
    **{word: day for day, word in enumerate(_ONES, start=1)},
    **{f"twenty{word}": 20 + day for day, word in enumerate(_ONES[:9], start=1)},
    "thirtieth": 30, "thirtyfirst": 31,
}  # fmt: skip
_ORDINAL = (
    rf"(?P<word>(?:twenty|thirty)[\s-]?(?:{'|'.join(_ONES[:9])})|{'|'.join((*_ONES, 'thirtieth'))})"
)
_IN_WORDS = re.compile(
    rf"\b(?P<month>{_MONTH})\.? (?:the )?{_ORDINAL}\b"
    rf"|\b(?:the )?{_ORDINAL.replace('word', 'early')} of (?P<late>{_MONTH})\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"(?<![\d.])['’]?(?:\d{4}|[2-9]\d)(?P<sign>[-./])\s?(?P<iso_month>0?[1-9]|1[0-2])(?P=sign)\s?"
    r"(?P<iso_day>[12]\d|3[01]|0?[1-9])(?![\d/-])\.?"
    r"|(?<![\d/.])(?P<one>\d{1,2})(?P<between>[/.-])(?P<two>\d{1,2})(?P=between)20\d\d(?!\d)"
    r"|(?<!\d)(?:\d{2,4}\s?년\s?)?(?P<month>\d{1,2})\s?월\s?(?P<day>\d{1,2})\s?일(?:날)?"
    rf"|\b(?P<name>{_MONTH})\.? (?:the )?(?P<after>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    rf"|\b(?:the )?(?P<before>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<late>{_MONTH})\b"
    r"(?:,? \d{4}\b)?"
    r"|(?<!\d)(?P<bare>\d{1,2})\s?월(?=[\s에달말초중로은는도쯤께의부까안,.!?]|이[다야에라면고]|$)"
    r"|(?<=\d년)\s?(?P<in_year>\d{1,2})\s?월(?!급|세|요일|간)"
    rf"|\b(?:in|for|this|next|by|until|of) (?P<only>{_MONTH})\b(?!\.? (?:the )?\d{{1,2}}(?!\d))",
    re.IGNORECASE,
)


def days_in(text: str) -> tuple[frozenset[str], str]:
    """The words of the days and months of a text, and the text without them; no year counts."""
    found: set[str] = set()

    def taken(match: re.Match[str]) -> str:
        for month, day in _read(match):
            found.add(_word(month))
            found.update({_word(month, day)} if day else ())
        return " "

    rest = _DAY.sub(taken, _IN_WORDS.sub(_in_figures, text))
    return frozenset(found), rest


@lru_cache(maxsize=1)
def every_day() -> frozenset[str]:
    """The words of all days of a year, to tell them among hashes."""
    days = (_word(month, day) for month in range(1, 13) for day in range(1, 32))
    return frozenset(days) | every_month()


@lru_cache(maxsize=1)
def every_month() -> frozenset[str]:
    """The words of all months."""
    return frozenset(_word(month) for month in range(1, 13))


def _read(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Month and day, 0 where none is told; 3/9/2027 may be told either way round."""
    if match["one"]:
        ways = {(int(match["one"]), int(match["two"])), (int(match["two"]), int(match["one"]))}
        yield from ((month, day) for month, day in ways if 0 < month <= _MONTHS["dec"])
        return
    month = match["iso_month"] or match["month"] or match["bare"] or match["in_year"]
    day = match["iso_day"] or match["day"] or match["after"] or match["before"]
    yield int(month or _named(match)), int(day or 0)


def _in_figures(match: re.Match[str]) -> str:
    word = re.sub(r"[\s-]", "", match["word"] or match["early"]).lower()
    return f"{match['month'] or match['late']} {_ORDINALS[word]}"


def _named(match: re.Match[str]) -> int:
    return _MONTHS[(match["name"] or match["late"] or match["only"]).casefold()]


def _word(month: int, day: int | None = None) -> str:
    return f"{MARK}{month:02}" if day is None else f"{MARK}{month:02}-{day:02}"
