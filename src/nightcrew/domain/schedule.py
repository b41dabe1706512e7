"""What a follow-up is asked to do, and when it is due by its own clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import count as count_up
from itertools import islice
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import LAST_YEAR, read_moment, read_until, read_wall
from nightcrew.domain.occurrences import End, Occurrence, is_past_end, rule_occurrences
from nightcrew.domain.rules import WORKING_DAYS, Frequency, NamedDay, Rule, read_rule
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.zones import to_local, zone

MOST_OCCURRENCES = 500


class FollowUpKind(StrEnum):
    """How often a follow-up speaks."""

    ONE_SHOT = "one_shot"
    RECURRING = "recurring"
    WATCH = "watch"


class ZoneMode(StrEnum):
    """Whose clock a recurring follow-up goes by when the user travels."""

    FOLLOW_USER = "follow_user"
    PINNED = "pinned"


class Purpose(StrEnum):
    """What a follow-up is for; it settles the weekends."""

    LIFE = "life"
    WORK = "work"
    INFO = "info"
    CHECK_IN = "check_in"


class WhenNothing(StrEnum):
    """What to do when there is nothing worth saying."""

    STAY_SILENT = "stay_silent"
    SEND = "send"


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSpec:
    """What to look up again and again, and the condition that makes it worth a word."""

    tool: Tool
    query: str
    condition: str
    every_minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpSpec:
    """A follow-up as it is asked for.

    local: a wall time, `now+PT5M` or `instant:<UTC>`; DTSTART of a recurring one, the first look
    of a watch. rule: an RRULE. until: a date, a wall time or a UTC moment, included. grace_minutes
    count from the first moment the quiet hours allow.
    """

    kind: FollowUpKind
    intent: str
    local: str | None = None
    timezone: str | None = None
    zone_mode: ZoneMode = ZoneMode.FOLLOW_USER
    rule: str | None = None
    until: str | None = None
    purpose: Purpose = Purpose.CHECK_IN
    when_nothing: WhenNothing = WhenNothing.STAY_SILENT
    grace_minutes: int = 120
    allow_night: bool = False
    watch: WatchSpec | None = None


def schedule_zone(spec: FollowUpSpec, user_zone: str | None) -> ZoneInfo:
    """Choose the zone a follow-up is computed in; quiet hours are always the user's own.

    A recurring one goes with the user unless it is pinned; the others keep the moment they were
    promised for, whatever the user's zone is now.
    Raises: BadInput `unknown_time_zone`, or `time_zone_missing` when nobody named one.
    """
    follows = spec.kind is FollowUpKind.RECURRING and spec.zone_mode is ZoneMode.FOLLOW_USER
    name = (user_zone or spec.timezone) if follows else (spec.timezone or user_zone)
    if not name:
        raise BadInput(
            "time_zone_missing",
            "no time zone is known",
            hint="give timezone, such as Asia/Seoul, or set the user's preference",
            field="timezone",
        )
    return zone(name)


def occurrences_after(
    spec: FollowUpSpec, in_zone: ZoneInfo, after: datetime, count: int
) -> tuple[Occurrence, ...]:
    """Give the next occurrences after a moment, that moment excluded; fewer when it ends.

    in_zone: from `schedule_zone`. The local time of the spec must be a wall time or an instant.
    count: at most MOST_OCCURRENCES.
    """
    return tuple(islice(all_occurrences(spec, in_zone, after), min(count, MOST_OCCURRENCES)))


def all_occurrences(spec: FollowUpSpec, in_zone: ZoneInfo, after: datetime) -> Iterator[Occurrence]:
    """Give the occurrences after a moment one by one, for a caller who knows where to stop."""
    until = None if spec.until is None else read_until(spec.until, field="until")
    match spec.kind:
        case FollowUpKind.RECURRING:
            start = read_wall(spec.local or "")
            rule = rule_of(spec)
            yield from rule_occurrences(rule, start, in_zone, after=after, until=until)
        case FollowUpKind.ONE_SHOT:
            due_at = read_moment(spec.local or "", in_zone)
            if due_at > after:
                yield _occurrence(due_at, in_zone)
        case FollowUpKind.WATCH:
            yield from _looks(spec, in_zone, after, until)


def rule_of(spec: FollowUpSpec, *, finest: Frequency = Frequency.HOURLY) -> Rule:
    """Read the rule of a recurring follow-up, kept to working days where its purpose wants that.

    Work and information stay away from weekends unless the rule names its days; life matters and
    check-ins run all week.
    """
    rule = read_rule(spec.rule or "", finest=finest)
    if spec.purpose not in {Purpose.WORK, Purpose.INFO} or rule.names_days:
        return rule
    return replace(rule, by_day=tuple(NamedDay(weekday=weekday) for weekday in WORKING_DAYS))


def plan_one_shot(local: str, in_zone: ZoneInfo, now: datetime) -> Occurrence:
    """Find the moment of a one-shot.

    local: a wall time, `now+PT5M` or `instant:<UTC>`.
    Raises: BadInput `past` for a moment before `now`, `local_unreadable` else.
    """
    due_at = read_moment(local, in_zone, now)
    if due_at < now:
        raise BadInput(
            "past",
            "this moment has passed",
            hint="give a later time",
            field="local",
        )
    return _occurrence(due_at, in_zone)


def snoozed(now: datetime, minutes: int, in_zone: ZoneInfo) -> Occurrence:
    """Put one extra occurrence `minutes` from now; the series it belongs to stays as it is.

    minutes: 1 to 43,200, which is 30 days.
    """
    if not 1 <= minutes <= 30 * 24 * 60:
        raise BadInput(
            "snooze_minutes",
            "a snooze lasts from 1 minute to 30 days",
            hint="give snooze_minutes from 1 to 43200",
            field="snooze_minutes",
        )
    return _occurrence(now + timedelta(minutes=minutes), in_zone)


def _looks(
    spec: FollowUpSpec, in_zone: ZoneInfo, after: datetime, until: End | None
) -> Iterator[Occurrence]:
    """Give the looks of a watch: even steps of elapsed time, on all days of the week."""
    if spec.watch is None:
        return
    first = read_moment(spec.local or "", in_zone)
    step = timedelta(minutes=max(1, spec.watch.every_minutes))
    passed = max(0, (after - first) // step + 1)
    for number in count_up(passed):
        look = _occurrence(first + number * step, in_zone)
        if look.local.year > LAST_YEAR or (until is not None and is_past_end(look, until)):
            return
        yield look


def _occurrence(due_at: datetime, in_zone: ZoneInfo) -> Occurrence:
    return Occurrence(local=to_local(due_at, in_zone), due_at=due_at)
