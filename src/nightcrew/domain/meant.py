"""What a writer probably meant by an id, a day, an hour or a locale that is none."""

from __future__ import annotations

import re
from datetime import date

_DAY = re.compile(r"(\d{4})\D{1,3}(\d{1,2})\D{1,3}(\d{1,2})\D{0,3}")
_HOUR = re.compile(
    r"(?P<half>오전|오후|am|pm)?\s*(?P<hour>\d{1,2})(?:시|:)?\s*(?P<minute>\d{2})?분?\s*(?P<after>am|pm)?",
    re.IGNORECASE,
)
_QUOTES = "“”‘’\"'「」"
_COUNTRIES = {"ko": "KR", "en": "US", "ja": "JP"}
NOON = 12


def day_meant(text: str) -> str | None:
    """2026.11.20 and 2026년 11월 3일, as they have to be written."""
    found = _DAY.fullmatch(text.strip(_QUOTES + " "))
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    return date(year, month, day).isoformat() if is_a_day(year, month, day) else None


def is_a_day(year: int, month: int, day: int) -> bool:
    """Whether the calendar has it."""
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def time_meant(text: str) -> str | None:
    """8:00, 오전 8시 and 8 pm, as they have to be written."""
    found = _HOUR.fullmatch(text.strip(_QUOTES + " "))
    if found is None:
        return None
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    half = (found["half"] or found["after"] or "").lower()
    if half and hour <= NOON:
        hour = hour % NOON + (NOON if half in ("오후", "pm") else 0)
    return f"{hour:02}:{minute:02}" if hour < 2 * NOON and minute < 60 else None


def id_meant(text: str, *, least: int, most: int) -> str | None:
    """Tea_Bora and `tea bora`, as an id is written."""
    bare = re.sub(r"[\s_.]+", "-", text.strip(_QUOTES + " ").lower())
    found = re.sub(r"[^a-z0-9-]", "", bare).strip("-")
    return found if least <= len(found) <= most and found != text else None


def locale_meant(text: str) -> str | None:
    """ko, ko_KR and KO-kr, as a locale is written."""
    language, _, country = text.strip(_QUOTES + " ").replace("_", "-").partition("-")
    country = country or _COUNTRIES.get(language.lower(), "")
    found = f"{language.lower()}-{country.upper()}"
    return found if re.fullmatch(r"[a-z]{2,3}-[A-Z]{2}", found) else None
