"""When a user is told that this is an AI: as a talk begins, and again while it goes on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from nightcrew.domain.turn import RUNNING_MINUTES

Disclosure = Literal["notice", "interrupt"]
_QUIET = timedelta(minutes=RUNNING_MINUTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Of one pair, over all its conversations: when it was told last, and when it last spoke."""

    noticed_at: datetime | None = None
    last_said_at: datetime | None = None


def due(heard: Heard, now: datetime, minutes: int) -> Disclosure | None:
    """The text that is due: `notice` as a talk begins, `interrupt` after so many minutes of it.

    Time passes by UTC, so that a day of 23 or 25 hours changes nothing. A moment that lies after
    `now` is taken as far away as one before it.
    """
    if heard.noticed_at is None:
        return "notice"
    if heard.last_said_at is None or _passed(heard.last_said_at, now) >= _QUIET:
        return "notice"
    told = abs(_passed(heard.noticed_at, now)) >= timedelta(minutes=minutes)
    return "interrupt" if told else None


def _passed(since: datetime, now: datetime) -> timedelta:
    return now.astimezone(UTC) - since.astimezone(UTC)
