"""Which results of a search may be shown: their day, their domain, and how old they may be."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from nightcrew.domain.tool import SearchRequest, Source

_ISO = re.compile(r"(\d{4})\s?[-./년]\s?(\d{1,2})\s?[-./월]\s?(\d{1,2})(?!\d)")
_NAMED = re.compile(
    r"(?P<month_first>[A-Za-z]{3})[a-z]*\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})"
    r"|(?P<day_first>\d{1,2})(?:st|nd|rd|th)? (?P<month>[A-Za-z]{3})[a-z]*\.?,?"
    r" (?P<year_last>\d{4})"
)
_AGO = re.compile(
    r"(?P<count>\d{1,3})\s?(?P<unit>분|시간|일|주|개월|달|년"
    r"|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\s?(?:전|ago)",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS: Mapping[str, int] = {
    "분": 0, "시간": 0, "일": 1, "주": 7, "개월": 30, "달": 30, "년": 365,
    "min": 0, "hou": 0, "hrs": 0, "hr": 0, "day": 1, "wee": 7, "mon": 30, "yea": 365,
}  # fmt: skip
_YESTERDAY = re.compile(r"어제|yesterday", re.IGNORECASE)
_TODAY = re.compile(r"오늘|방금|today|just now", re.IGNORECASE)


def published_on(value: object, on: date | None) -> date | None:
    """The day a provider gives a result, in any of the forms they write; None for none of them.

    on: the asker's day; without it "3 days ago" says nothing. Nothing was published on a day that
    has begun nowhere yet, so that such a day is none.
    """
    if not isinstance(value, str) or not value.strip():
        return None
    text = value.strip()[:64]
    day = _whole(text) or _of_mail(text) or (None if on is None else _ago(text, on))
    return None if day and on and day > on + timedelta(days=1) else day


def _whole(text: str) -> date | None:
    iso = _ISO.search(text)
    if iso:
        return _day(int(iso[1]), int(iso[2]), int(iso[3]))
    named = _NAMED.search(text)
    if named is None:
        return None
    month = (named["month_first"] or named["month"]).lower()
    year, day = named["year"] or named["year_last"], named["day"] or named["day_first"]
    return _day(int(year), _MONTHS.index(month) + 1, int(day)) if month in _MONTHS else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _of_mail(text: str) -> date | None:
    try:
        return parsedate_to_datetime(text).date()
    except ValueError:
        return None


def _ago(text: str, on: date) -> date | None:
    found = _AGO.search(text)
    if found:
        unit = found["unit"].lower()
        days = _DAYS[unit if unit in _DAYS else unit[:3]]
        return on - timedelta(days=int(found["count"]) * days)
    if _YESTERDAY.search(text):
        return on - timedelta(days=1)
    return on if _TODAY.search(text) else None


def line_of(source: Source) -> str:
    """A result as one line of data."""
    dated = f" ({source.published_on})" if source.published_on else ""
    return f"{source.title}{dated}: {source.snippet} <{source.url}>"


def may_be_shown(source: Source, request: SearchRequest) -> bool:
    """Whether a result is from where it may come, and not older than it may be."""
    host = urlsplit(source.url).hostname or ""
    if request.allow is not None and not lies_in(host, request.allow):
        return False
    return not lies_in(host, request.deny) and not _is_old(source, request)


def lies_in(host: str, domains: Sequence[str]) -> bool:
    """Whether a host is one of the domains or below one."""
    named = (each.strip().lower().strip(".").removeprefix("www.") for each in domains)
    return any(host == each or host.endswith(f".{each}") for each in named if each)


def _is_old(source: Source, request: SearchRequest) -> bool:
    if request.freshness_days is None or request.on is None or source.published_on is None:
        return False
    return source.published_on < request.on - timedelta(days=request.freshness_days)
