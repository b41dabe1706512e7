"""A page of a list, and the opaque word that asks for the next one."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Generic, TypeVar
from uuid import UUID

from nightcrew.domain.errors import BadInput

T = TypeVar("T")
S = TypeVar("S")
LONGEST_PAGE = 200  # contract section 5
USUAL_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Some items of a list; total counts the whole list exactly."""

    items: tuple[T, ...] = ()
    next_cursor: str | None = None
    total: int = 0

    def showing(self, shown: Iterable[S]) -> Page[S]:
        """The same page with its items as they are shown."""
        return Page(items=tuple(shown), next_cursor=self.next_cursor, total=self.total)


def check_limit(limit: int) -> int:
    """The limit itself. Raises: BadInput when it is not 1 to LONGEST_PAGE."""
    if not 1 <= limit <= LONGEST_PAGE:
        raise BadInput(
            "limit_out_of_range",
            f"a page holds 1 to {LONGEST_PAGE} items",
            hint=f"give a limit from 1 to {LONGEST_PAGE}",
            field="limit",
        )
    return limit


def write_cursor(*place: date | int | UUID) -> str:
    """The place of a page's last row as one opaque word."""
    parts = [each.isoformat() if isinstance(each, date) else str(each) for each in place]
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def cursor_behind(
    found: Sequence[T], limit: int, place: Callable[[T], tuple[date | int | UUID, ...]]
) -> str | None:
    """What asks for the next page, of rows read as one more than `limit`; None on the last one.

    place: by what the list is ordered.
    """
    return write_cursor(*place(found[limit - 1])) if len(found) > limit else None


def read_day_cursor(cursor: str | None) -> tuple[date, UUID] | None:
    """A day and an id. Raises: BadInput `cursor_unreadable`."""
    parts = _parts(cursor, 2)
    try:
        return None if parts is None else (date.fromisoformat(parts[0]), UUID(parts[1]))
    except ValueError as error:
        raise _unreadable() from error


def read_moment_cursor(cursor: str | None) -> tuple[datetime, UUID] | None:
    """A moment and an id. Raises: BadInput `cursor_unreadable`."""
    parts = _parts(cursor, 2)
    try:
        return None if parts is None else (_moment(parts[0]), UUID(parts[1]))
    except ValueError as error:
        raise _unreadable() from error


def read_position_cursor(cursor: str | None) -> int:
    """A position; 0, which is before all, without a cursor. Raises: BadInput."""
    parts = _parts(cursor, 1)
    if parts is None:
        return 0
    if not (parts[0].isascii() and parts[0].isdigit() and len(parts[0]) < 19):
        raise _unreadable()
    return int(parts[0])


def read_queue_cursor(cursor: str | None) -> tuple[datetime, int, UUID] | None:
    """A moment, a position in what came then, and an id. Raises: BadInput `cursor_unreadable`."""
    parts = _parts(cursor, 3)
    try:
        return None if parts is None else (_moment(parts[0]), int(parts[1]), UUID(parts[2]))
    except ValueError as error:
        raise _unreadable() from error


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment


def _parts(cursor: str | None, count: int) -> list[str] | None:
    if not cursor:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        parts = json.loads(base64.b64decode(padded.encode(), altchars=b"-_", validate=True))
    except (ValueError, binascii.Error) as error:
        raise _unreadable() from error
    if not isinstance(parts, list) or len(parts) != count:
        raise _unreadable()
    return [str(part) for part in parts]


def _unreadable() -> BadInput:
    return BadInput(
        "cursor_unreadable",
        "this is no cursor of ours",
        hint="give next_cursor of the page before as it is, or none for the first page",
        field="cursor",
    )
