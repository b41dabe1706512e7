"""Show when something would be said, before anybody promises it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import FIRST_YEAR, LAST_YEAR, read_wall
from nightcrew.domain.occurrences import Occurrence, require_fires, rule_occurrences
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.rules import read_rule
from nightcrew.domain.schedule import MOST_OCCURRENCES, plan_one_shot
from nightcrew.domain.zones import zone


@dataclass(frozen=True, slots=True, kw_only=True)
class OneShotPreview:
    """One moment: a wall time, `now+PT5M` or `instant:<UTC>`."""

    local: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecurringPreview:
    """A rule and the wall time it starts from."""

    dtstart_local: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRequest:
    """What to show: exactly one of one_shot and recurring.

    now: aware. quiet_hours: as in preferences; None is never quiet. count: occurrences, 1 to 500.
    """

    timezone: str
    now: datetime
    quiet_hours: str | Mapping[str, str | None] | None = None
    one_shot: OneShotPreview | None = None
    recurring: RecurringPreview | None = None
    count: int = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewError:
    """Why there is nothing to show."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """When it is due and when it may leave, both in UTC.

    deliver_utc: distinct moments, so it is shorter where one quiet window holds several back.
    """

    nominal_utc: tuple[datetime, ...] = ()
    deliver_utc: tuple[datetime, ...] = ()
    error: PreviewError | None = None


def preview(request: PreviewRequest) -> Preview:
    """Compute the next occurrences; what is wrong with the request is part of the answer."""
    try:
        in_zone = zone(request.timezone)
        quiet_hours = QuietHours.parse(request.quiet_hours)
        due = [occurrence.due_at for occurrence in _occurrences(request, in_zone)]
    except BadInput as error:
        return Preview(error=PreviewError(code=error.code))
    leaving = (quiet_hours.next_open(due_at, in_zone) for due_at in due)
    distinct = tuple(dict.fromkeys(moment for moment in leaving if moment is not None))
    return Preview(nominal_utc=tuple(due), deliver_utc=distinct)


def _occurrences(request: PreviewRequest, in_zone: ZoneInfo) -> tuple[Occurrence, ...]:
    one_shot, recurring, now = request.one_shot, request.recurring, _usable(request.now)
    if (one_shot is None) == (recurring is None) or not 1 <= request.count <= MOST_OCCURRENCES:
        raise BadInput(
            "preview_unreadable",
            "a preview shows one thing, some times",
            hint=f"give one_shot or recurring, and a count from 1 to {MOST_OCCURRENCES}",
        )
    if one_shot is not None:
        return (plan_one_shot(one_shot.local, in_zone, now),)
    if recurring is None:
        return ()
    start, rule = read_wall(recurring.dtstart_local), read_rule(recurring.rule)
    require_fires(rule, start, in_zone)
    return tuple(islice(rule_occurrences(rule, start, in_zone, after=now), request.count))


def _usable(now: datetime) -> datetime:
    if now.tzinfo is None or not FIRST_YEAR <= now.year <= LAST_YEAR:
        raise BadInput(
            "now_unreadable",
            "now is no moment we can count from",
            hint=f"give a UTC moment between {FIRST_YEAR} and {LAST_YEAR}",
            field="now",
        )
    return now.astimezone(UTC)
