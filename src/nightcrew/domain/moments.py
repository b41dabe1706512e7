"""How moments are written by people and models: wall times, `now+PT5M`, `instant:<UTC>`, until."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.zones import to_local, to_utc

FIRST_YEAR, LAST_YEAR = 1970, 2199  # beyond them no zone data is worth a promise
LONGEST_WAIT_DAYS = 3660

_WALL = re.compile(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)", re.ASCII)
_WAIT = re.compile(
    r"NOW\+P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?",
    re.ASCII,
)
_UNTIL = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(Z)?)?", re.ASCII)


def read_moment(text: str, in_zone: ZoneInfo, now: datetime | None = None) -> datetime:
    """Read `2026-12-01T09:00`, `now+PT5M` (elapsed) or `instant:2026-12-01T00:00:00Z` as UTC.

    Days and weeks of `now+P1D` keep the wall time; hours, minutes and seconds elapse. Without
    `now` only the two fixed forms are read.
    Raises: BadInput `local_unreadable`.
    """
    if is_instant(text):
        return _instant(text.removeprefix("instant:"))
    waited = _WAIT.fullmatch(text.strip().upper())
    if waited is not None and now is not None:
        return _after_waiting(waited, in_zone, now)
    return to_utc(read_wall(text), in_zone)


def read_wall(text: str) -> datetime:
    """Read a wall time `YYYY-MM-DDTHH:MM[:SS]` without zone.

    Raises: BadInput `local_unreadable`.
    """
    found = _WALL.fullmatch(text.strip())
    try:
        local = datetime.fromisoformat(f"{found[1]}T{found[2]}") if found else None
    except ValueError as error:
        raise _unreadable() from error
    if local is None or not FIRST_YEAR <= local.year <= LAST_YEAR:
        raise _unreadable()
    return local


def read_until(text: str, *, field: str) -> date | datetime:
    """Read an end: a date (the whole day), a wall time, or a UTC moment with Z; all included.

    Dashes and colons may be there or not. Raises: BadInput `rule_unreadable` or `until_unreadable`.
    """
    found = _UNTIL.fullmatch(text.strip().upper())
    try:
        if found is None:
            raise ValueError  # noqa: TRY301 -- one way out for all that is no date
        return _end(found)
    except ValueError as error:
        raise BadInput(
            f"{field}_unreadable",
            "the end cannot be read",
            hint="write 2026-12-31, 2026-12-31T21:00 or 2026-12-31T12:00:00Z",
            field=field,
        ) from error


def instant_text(moment: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SSZ`, as instants are told at every door; parts of a second are dropped."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def write_instant(moment: datetime) -> str:
    """Write a moment in the form that `read_moment` takes as fixed."""
    return f"instant:{instant_text(moment)}"


def is_instant(text: str | None) -> bool:
    """Whether a written moment is fixed in UTC, so that no change of a zone moves it."""
    return text is not None and text.startswith("instant:")


def _instant(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise _unreadable() from error
    if moment.tzinfo is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise _unreadable()
    return moment.astimezone(UTC)


def _after_waiting(waited: re.Match[str], in_zone: ZoneInfo, now: datetime) -> datetime:
    weeks, days, hours, minutes, seconds = (int(number or 0) for number in waited.groups())
    elapsed = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    calendar = timedelta(weeks=weeks, days=days)
    written = any(number is not None for number in waited.groups())
    if not written or elapsed + calendar > timedelta(days=LONGEST_WAIT_DAYS):
        raise _unreadable()
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        raise _unreadable()
    if calendar:
        now = to_utc(to_local(now, in_zone) + calendar, in_zone)
    return now.astimezone(UTC) + elapsed


def _end(found: re.Match[str]) -> date | datetime:
    day = date(int(found[1]), int(found[2]), int(found[3]))
    if found[4] is None:
        return day
    clock = f"{found[4]}:{found[5]}:{found[6] or '00'}"
    local = datetime.fromisoformat(f"{day.isoformat()}T{clock}")
    return local.replace(tzinfo=UTC) if found[7] else local


def _unreadable() -> BadInput:
    return BadInput(
        "local_unreadable",
        "the time cannot be read",
        hint="write a wall time such as 2026-12-01T09:00, now+PT5M or instant:2026-12-01T00:00:00Z",
        field="local",
    )
