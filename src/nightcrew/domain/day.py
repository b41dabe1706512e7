"""Which day and which wall clock it is for a person."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from nightcrew.domain.questions import Moment
from nightcrew.domain.zones import to_local, to_utc, zone

_WEEKDAYS = {
    "ko": ("월", "화", "수", "목", "금", "토", "일"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}


def today(now: datetime, timezone: str) -> date:
    """The calendar day where the person is."""
    return to_local(now, zone(timezone)).date()


def moment(now: datetime, timezone: str, locale: str) -> Moment:
    """The moment of a question, with its wall clock and weekday in words of the locale."""
    return Moment(
        now=now, timezone=timezone, locale=locale, local=wall_clock(now, timezone, locale)
    )


def wall_clock(at: datetime, timezone: str, locale: str) -> str:
    """`2026-12-03 (목) 20:10`."""
    local = to_local(at, zone(timezone))
    day = _WEEKDAYS.get(locale[:2], _WEEKDAYS["en"])[local.weekday()]
    return f"{local:%Y-%m-%d} ({day}) {local:%H:%M}"


def day_bounds(now: datetime, timezone: str) -> tuple[datetime, datetime]:
    """First moment of the person's day and of the next one, both UTC."""
    place = zone(timezone)
    day = to_local(now, place).date()
    start = to_utc(datetime.combine(day, time.min), place)
    end = to_utc(datetime.combine(day + timedelta(days=1), time.min), place)
    return start.astimezone(UTC), end.astimezone(UTC)
