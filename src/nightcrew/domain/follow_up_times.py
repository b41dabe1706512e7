"""When a follow-up speaks next, and how its owner sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.catch_up import NOTHING_BEHIND, Behind
from nightcrew.domain.follow_up import FollowUp, FollowUpState, WaitingOccurrence
from nightcrew.domain.moments import read_moment, read_until
from nightcrew.domain.named_fields import recast
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.schedule import (
    FollowUpKind,
    Purpose,
    WhenNothing,
    ZoneMode,
    all_occurrences,
    occurrences_after,
    schedule_zone,
)
from nightcrew.domain.zones import to_local, to_utc, zone_data_version

TIMES_SHOWN = 3
_OPEN = (FollowUpState.OPEN, FollowUpState.PAUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpTime:
    """One time a follow-up will be due, in UTC and on the wall clock it goes by."""

    due_at: datetime
    local: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpView:
    """A FollowUp of the contract.

    due_at, local: the next time; of a one-shot that is over, the time it had. timezone: the zone
    of `local`. next: the next times, soonest first, before quiet hours; of a watch, its next look.
    watch: what it looks up, when it speaks and how often it looks.
    """

    id: UUID
    crew: str
    kind: FollowUpKind
    intent: str
    purpose: Purpose
    state: FollowUpState
    reason: str | None
    due_at: datetime | None
    local: str | None
    timezone: str
    zone_mode: ZoneMode
    rule: str | None
    until: str | None
    when_nothing: WhenNothing
    grace_minutes: int
    allow_night: bool
    asked_for: bool
    next: tuple[FollowUpTime, ...]
    pause_until: datetime | None
    created_at: datetime
    ended_at: datetime | None
    cites: tuple[UUID, ...]
    watch: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OccurrenceView:
    """One time a follow-up was due and what became of it; reason: why it is silent or waits."""

    id: UUID
    due_at: datetime
    local: str
    timezone: str
    state: str
    reason: str | None
    deliver_after: datetime | None
    attempts: int


def occurrence_view(occurrence: WaitingOccurrence) -> OccurrenceView:
    """Show an occurrence without who holds it."""
    return recast(OccurrenceView, occurrence)


def follows_user(follow_up: FollowUp) -> bool:
    """Whether it goes by the wall clock of wherever the user is."""
    recurs = follow_up.kind is FollowUpKind.RECURRING
    return recurs and follow_up.zone_mode is ZoneMode.FOLLOW_USER


def is_just_named(
    follow_up: FollowUp, due: WaitingOccurrence, user_zone: str, within: timedelta
) -> bool:
    """Whether the user named a time shortly before it came: a short wait, a snooze, a run by hand.

    The latter two stand beside the schedule.
    """
    if due.due_at - follow_up.created_at <= within:
        return True
    if follow_up.kind is not FollowUpKind.RECURRING:
        own = _own_time(follow_up, user_zone)
        return own is not None and own.due_at != due.due_at
    spec, just_before = follow_up.spec(), due.due_at - timedelta(seconds=1)
    named = occurrences_after(spec, schedule_zone(spec, user_zone), just_before, 1)
    return not named or named[0].due_at != due.due_at


def is_open(follow_up: FollowUp) -> bool:
    """Whether it may still fall due by itself."""
    return follow_up.state in _OPEN


def ends_at(follow_up: FollowUp, place: ZoneInfo) -> datetime | None:
    """The moment from which the end a follow-up was given lies behind; the end itself is within."""
    if follow_up.until is None:
        return None
    end = read_until(follow_up.until, field="until")
    if not isinstance(end, datetime):
        return to_utc(datetime.combine(end + timedelta(days=1), time.min), place)
    return (end if end.tzinfo else to_utc(end, place)) + timedelta(seconds=1)


def next_time(
    follow_up: FollowUp, user_zone: str, after: datetime, *, behind: Behind = NOTHING_BEHIND
) -> Occurrence | None:
    """The first time after a moment that is not among those behind.

    The only time of a one-shot is the one it stands at now, which may have been put off.
    """
    if follow_up.kind is FollowUpKind.ONE_SHOT:
        at = follow_up.next_at
        return as_occurrence(follow_up.next_local or "", at) if at and at > after else None
    spec = follow_up.spec()
    coming = all_occurrences(spec, schedule_zone(spec, user_zone), after)
    return next((one for one in coming if not behind.covers(one)), None)


def moved_on(
    follow_up: FollowUp,
    user_zone: str,
    now: datetime,
    *,
    after: datetime,
    behind: Behind = NOTHING_BEHIND,
) -> dict[str, Any]:
    """The columns of a follow-up whose next time lies after `after`; without one it is done.

    A pause that lasts longer holds.
    """
    from_at = max(after, _pause_end(follow_up, now))
    coming = next_time(follow_up, user_zone, from_at, behind=behind)
    if coming is None:
        return {"state": FollowUpState.DONE, "next_at": None, "ended_at": now}
    moved: dict[str, Any] = {
        "next_at": coming.due_at,
        "next_local": wall(coming),
        "zone_data": zone_data_version(),
    }
    if follows_user(follow_up):
        moved["timezone"] = schedule_zone(follow_up.spec(), user_zone).key
    return moved


def _pause_end(follow_up: FollowUp, now: datetime) -> datetime:
    """Just before the pause is over, since a time that falls on its end is not held back."""
    pause = follow_up.pause_until
    return now if pause is None else pause - timedelta(seconds=1)


def as_occurrence(local: str, due_at: datetime) -> Occurrence:
    """A stored time as a value."""
    return Occurrence(local=datetime.fromisoformat(local), due_at=due_at)


def view(
    follow_up: FollowUp, user_zone: str, now: datetime, waiting: WaitingOccurrence | None = None
) -> FollowUpView:
    """Show a follow-up. waiting: an occurrence of it that is due and has not gone out yet."""
    coming = _coming(follow_up, user_zone, waiting)
    first = coming[0] if coming else _own_time(follow_up, user_zone)
    paused = follow_up.pause_until is not None and follow_up.pause_until > now
    return recast(
        FollowUpView,
        follow_up,
        state=FollowUpState.PAUSED if paused and is_open(follow_up) else follow_up.state,
        due_at=first.due_at if first else None,
        local=first.local if first else None,
        timezone=schedule_zone(follow_up.spec(), user_zone).key,
        next=coming,
    )


def _coming(
    follow_up: FollowUp, user_zone: str, waiting: WaitingOccurrence | None
) -> tuple[FollowUpTime, ...]:
    times: list[FollowUpTime] = []
    if waiting is not None:
        times.append(FollowUpTime(due_at=waiting.due_at, local=waiting.local))
    if is_open(follow_up) and follow_up.next_at is not None:
        times += _from_next(follow_up, user_zone, follow_up.next_at)
    return tuple(sorted(times, key=lambda time: time.due_at)[:TIMES_SHOWN])


def _from_next(follow_up: FollowUp, user_zone: str, next_at: datetime) -> list[FollowUpTime]:
    first = FollowUpTime(due_at=next_at, local=follow_up.next_local or "")
    if follow_up.kind is not FollowUpKind.RECURRING:
        return [first]
    spec = follow_up.spec()
    later = occurrences_after(spec, schedule_zone(spec, user_zone), next_at, TIMES_SHOWN - 1)
    return [first, *(FollowUpTime(due_at=one.due_at, local=wall(one)) for one in later)]


def _own_time(follow_up: FollowUp, user_zone: str) -> FollowUpTime | None:
    if follow_up.kind is not FollowUpKind.ONE_SHOT or follow_up.local is None:
        return None
    place = schedule_zone(follow_up.spec(), user_zone)
    due_at = read_moment(follow_up.local, place).astimezone(UTC)
    local = wall(Occurrence(local=to_local(due_at, place), due_at=due_at))
    return FollowUpTime(due_at=due_at, local=local)
