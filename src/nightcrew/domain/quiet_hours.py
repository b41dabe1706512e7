"""When a person is not to be spoken to: windows of the wall clock, one for each weekday.

A window belongs to the day it starts on and may run into the next morning. A day that is quiet as
a whole keeps the next morning quiet too, as the default night would: nobody who asks for a silent
Saturday wants a message at Sunday midnight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Self
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.zones import moments_of, to_local

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NIGHT = "22:00-08:00"  # holds for days a person left open while setting others
DAY_MINUTES = 24 * 60
SEARCH_DAYS = 9  # a whole week, the night that runs into it and a day the zone may skip

QuietHoursText = str | Mapping[str, str | None] | None

_WINDOW = re.compile(r"(\d{2}):(\d{2})\s*-\s*(\d{2}):(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietWindow:
    """A stretch of the wall clock in minutes after midnight: the start is quiet, the end is not.

    An end below the start lies in the next morning; 0 to 1440 is the whole day.
    """

    start: int
    end: int

    def __str__(self) -> str:
        return f"{_clock(self.start)}-{_clock(self.end)}"

    @property
    def is_whole_day(self) -> bool:
        """Nothing is said on such a day."""
        return self.start == 0 and self.end == DAY_MINUTES

    @property
    def morning_end(self) -> int:
        """Minutes of the next day that are still quiet."""
        return self.end if self.end < self.start else 0

    def covers(self, minute: int) -> bool:
        """Say whether this minute of the window's own day is quiet."""
        last = self.end if self.end > self.start else DAY_MINUTES
        return self.start <= minute < last


def read_window(text: str) -> QuietWindow:
    """Read `22:00-08:00`.

    Raises: BadInput `quiet_hours_empty` when both ends are equal, `quiet_hours_unreadable` else.
    """
    found = _WINDOW.fullmatch(text.strip())
    if found is None:
        raise _unreadable()
    start, end = (_minutes(found[1], found[2]), _minutes(found[3], found[4]))
    if start == end:
        raise BadInput(
            "quiet_hours_empty",
            "quiet hours start and end at the same time",
            hint="write 00:00-24:00 for the whole day, or null for no quiet hours",
            field="quiet_hours",
        )
    if start == DAY_MINUTES:
        raise _unreadable()
    return QuietWindow(start=start, end=end)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """When to keep silent. No window at all means never quiet.

    by_day: days that differ from the default; a day with None has no window of its own.
    """

    default: QuietWindow | None = None
    by_day: tuple[tuple[str, QuietWindow | None], ...] = ()

    @classmethod
    def between(cls, window: tuple[str, str]) -> Self:
        """Build the same window for each day from two wall times, `("22:00", "08:00")`."""
        return cls(default=_usual_window("-".join(window)))

    @classmethod
    def parse(cls, value: QuietHoursText) -> Self:
        """Read `"22:00-08:00"`, `{"default": …, "sat": …}` or None, as preferences hold it.

        A mapping without `default` has NIGHT as its default.
        Raises: BadInput `quiet_hours_empty` or `quiet_hours_unreadable`.
        """
        if value is None:
            return cls()
        if isinstance(value, str):
            return cls(default=read_window(value))
        if not isinstance(value, Mapping) or set(value) - {"default", *WEEKDAYS}:
            raise _unreadable()
        windows = {day: _window_or_none(text) for day, text in value.items()}
        default = windows.pop("default") if "default" in windows else read_window(NIGHT)
        ordered = tuple((day, windows[day]) for day in WEEKDAYS if day in windows)
        return cls(default=default, by_day=ordered)

    def as_json(self) -> str | dict[str, str | None] | None:
        """Write what `parse` reads."""
        default = None if self.default is None else str(self.default)
        if not self.by_day:
            return default
        days = {day: None if window is None else str(window) for day, window in self.by_day}
        return {"default": default, **days}

    def window_of(self, weekday: int) -> QuietWindow | None:
        """Give the window that starts on a weekday, Monday being 0."""
        return dict(self.by_day).get(WEEKDAYS[weekday], self.default)

    def covers(self, moment: datetime, in_zone: ZoneInfo) -> bool:
        """Say whether the wall clock of the zone stands in a quiet window at this moment."""
        local = to_local(moment, in_zone)
        minute = local.hour * 60 + local.minute
        today = self.window_of(local.weekday())
        if today is not None and today.covers(minute):
            return True
        return minute < self._morning_end(local.weekday())

    def next_open(self, moment: datetime, in_zone: ZoneInfo) -> datetime | None:
        """Give the first moment from `moment` on that is not quiet; None when none ever is."""
        if not self.covers(moment, in_zone):
            return moment
        edges = sorted(edge for edge in self._edges(moment, in_zone) if edge > moment)
        return next((edge for edge in edges if not self.covers(edge, in_zone)), None)

    def stretches_of(self, weekday: int) -> tuple[tuple[int, int], ...]:
        """The quiet minutes of a weekday's wall clock, first included, last not; ordered, apart."""
        window = self.window_of(weekday)
        found = [(0, self._morning_end(weekday))]
        if window is not None:
            last = window.end if window.end > window.start else DAY_MINUTES
            found.append((window.start, last))
        (first, until), *rest = found
        if rest and rest[0][0] <= until:
            return ((first, max(until, rest[0][1])),)
        return tuple(stretch for stretch in found if stretch[0] < stretch[1])

    def _morning_end(self, weekday: int) -> int:
        """Minutes at the start of a weekday that the night before still holds."""
        before = self.window_of((weekday - 1) % 7)
        if before is not None and before.is_whole_day:
            before = self.default
        return 0 if before is None else before.morning_end

    def _edges(self, moment: datetime, in_zone: ZoneInfo) -> Iterator[datetime]:
        """All moments near which quiet may end: window ends, and clock changes across an edge."""
        today = to_local(moment, in_zone).date()
        for days in range(-1, SEARCH_DAYS):
            day = today + timedelta(days=days)
            window = self.window_of(day.weekday())
            ends = () if window is None else (window.start, window.end % DAY_MINUTES)
            for minute in {0, self._morning_end(day.weekday()), *ends}:
                label = datetime.combine(day, time(minute // 60, minute % 60))
                yield from moments_of(label, in_zone)


# The house's own are asked for with every message.
_usual_window = lru_cache(maxsize=64)(read_window)


def _window_or_none(text: str | None) -> QuietWindow | None:
    if text is None:
        return None
    if not isinstance(text, str):
        raise _unreadable()
    return read_window(text)


def _minutes(hours: str, minutes: str) -> int:
    total = int(hours) * 60 + int(minutes)
    if int(minutes) > 59 or total > DAY_MINUTES:
        raise _unreadable()
    return total


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _unreadable() -> BadInput:
    return BadInput(
        "quiet_hours_unreadable",
        "quiet hours cannot be read",
        hint='write "22:00-08:00", or {"default": "22:00-08:00", "sat": "00:00-24:00"}; '
        "days are mon tue wed thu fri sat sun",
        field="quiet_hours",
    )
