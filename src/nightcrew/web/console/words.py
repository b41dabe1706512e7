"""What the console says, in Korean and English: one file a language, the same keys in both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml

from nightcrew.domain.day import wall_clock
from nightcrew.domain.stems_ko import final_of
from nightcrew.domain.zones import to_local, zone

Language = Literal["en", "ko"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")

_ENGLISH_MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_WEEKDAYS: Mapping[str, tuple[str, ...]] = {
    "ko": ("월", "화", "수", "목", "금", "토", "일"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}


@cache
def words(language: Language) -> Mapping[str, Any]:
    """All words of a language, nested by page."""
    text = files("nightcrew").joinpath(f"data/console_{language}.yaml").read_text("utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


def keys(part: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Every key with the ones above it, as `memories.title`."""
    for key, cell in part.items():
        if isinstance(cell, Mapping):
            yield from keys(cell, f"{above}{key}.")
        else:
            yield f"{above}{key}"


def chosen(cookie: str | None, accepted: str, usual: Language) -> Language:
    """The language of a page: what was switched to, else what the browser asks for, else usual.

    accepted: the Accept-Language header.
    """
    for language in LANGUAGES:
        if cookie == language:
            return language
    for wanted in _by_weight(accepted):
        for language in LANGUAGES:
            if wanted.split("-")[0] == language:
                return language
    return usual


def _by_weight(accepted: str) -> list[str]:
    ranked = []
    for place, part in enumerate(accepted.lower().split(",")[:20]):
        name, _, weight = part.partition(";q=")
        ranked.append((-_number(weight), place, name.strip()))
    return [name for weight, _, name in sorted(ranked) if weight < 0]


def _number(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0


def a_day(day: date, language: str, *, weekday: bool = False) -> str:
    """`2026년 12월 3일` or `3 Dec 2026`."""
    name = f" ({_WEEKDAYS[language][day.weekday()]})" if weekday else ""
    if language == "ko":
        return f"{day.year}년 {day.month}월 {day.day}일{name}"
    return f"{day.day} {_ENGLISH_MONTHS[day.month - 1]} {day.year}{name}"


def a_short_day(day: date, language: str) -> str:
    """`12/3 (목)` or `Thu 3 Dec`."""
    name = _WEEKDAYS[language][day.weekday()]
    if language == "ko":
        return f"{day.month}/{day.day} ({name})"
    return f"{name} {day.day} {_ENGLISH_MONTHS[day.month - 1]}"


def a_moment(at: datetime, timezone: str, language: str) -> str:
    """`2026-12-03 (목) 20:10` on the wall clock of a zone."""
    return wall_clock(at, timezone, language)


def a_short_moment(at: datetime, timezone: str, language: str) -> str:
    """`12/3 (목) 20:10` or `Thu 3 Dec 20:10`."""
    local = to_local(at, zone(timezone))
    return f"{a_short_day(local.date(), language)} {local:%H:%M}"


def with_particle(word: str, after_consonant: str, after_vowel: str) -> str:
    """A word with the Korean particle its last syllable asks for; `준과`, `미나와`."""
    return word + (after_consonant if final_of(word[-1:] or " ") else after_vowel)


def a_number(number: float) -> str:
    """Thousands apart; fractions as far as they say something."""
    if number == int(number):
        return f"{int(number):,}"
    return f"{number:,.4f}".rstrip("0") if abs(number) < 1 else f"{number:,.2f}"
