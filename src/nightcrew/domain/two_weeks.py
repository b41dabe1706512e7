"""The next days of one person as a calendar: when it is quiet, what is due, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice, takewhile
from uuid import UUID
from zoneinfo import ZoneInfo

from nightcrew.domain.follow_up import FollowUp, WaitingOccurrence
from nightcrew.domain.follow_up_times import is_open
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.schedule import FollowUpKind, all_occurrences, schedule_zone
from nightcrew.domain.zones import to_local, to_utc

DAYS = 14
MOST_OF_ONE = 400  # an hourly promise has 336 times in two weeks

PLANNED, LATE = "planned", "late"
WAITING = ("due", "deferred", "claimed")


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """One time on a day of the person's.

    local: the person's wall clock. state: of a stored occurrence, else `planned`, or `late` while
    nothing has come of its moment yet. moves_to: when it would leave because the night holds it
    back.
    """

    follow_up: UUID
    crew: str
    intent: str
    due_at: datetime
    local: datetime
    state: str
    reason: str | None
    moves_to: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDay:
    """One day; quiet: stretches of its wall clock in minutes after midnight."""

    day: date
    quiet: tuple[tuple[int, int], ...]
    entries: tuple[CalendarEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A follow-up, its stored times, and the quiet hours that hold for it."""

    follow_up: FollowUp
    occurrences: Sequence[WaitingOccurrence]
    quiet: QuietHours


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From the start of today to the end of the last day shown, where the person is."""

    place: ZoneInfo
    now: datetime
    first: date

    @classmethod
    def of(cls, now: datetime, place: ZoneInfo) -> Span:
        """The span that begins today."""
        return cls(place=place, now=now, first=to_local(now, place).date())

    @property
    def begins_at(self) -> datetime:
        """The first moment of the first day."""
        return to_utc(datetime.combine(self.first, time.min), self.place)

    @property
    def ends_at(self) -> datetime:
        """The first moment after the last day."""
        end = self.first + timedelta(days=DAYS)
        return to_utc(datetime.combine(end, time.min), self.place)


def calendar(
    promises: Iterable[Promise], span: Span, user_zone: str, quiet: QuietHours
) -> tuple[CalendarDay, ...]:
    """The days of a span. quiet: what holds for ordinary follow-ups, for the shading."""
    by_day: dict[date, list[CalendarEntry]] = {}
    for promise in promises:
        for entry in _entries(promise, span, user_zone):
            # What waits from before today is still to come.
            by_day.setdefault(max(entry.local.date(), span.first), []).append(entry)
    return tuple(
        CalendarDay(
            day=day,
            quiet=quiet.stretches_of(day.weekday()),
            entries=tuple(sorted(by_day.get(day, ()), key=lambda entry: entry.due_at)),
        )
        for day in (span.first + timedelta(days=step) for step in range(DAYS))
    )


def _entries(promise: Promise, span: Span, user_zone: str) -> Iterable[CalendarEntry]:
    stored = [each for each in promise.occurrences if _is_shown(each, span)]
    known = {each.due_at for each in stored}
    for each in stored:
        told = {"state": each.state, "reason": each.reason}
        yield _entry(promise, span, each.due_at, each.deliver_after, told)
    for coming in _coming(promise.follow_up, span, user_zone):
        if coming.due_at not in known:
            late = coming.due_at < span.now
            held = None if late else _held_until(promise, span, coming.due_at)
            told = {
                "state": LATE if late else PLANNED, "reason": "quiet_hours" if held else None,
            }  # fmt: skip
            yield _entry(promise, span, coming.due_at, held, told)


def _is_shown(occurrence: WaitingOccurrence, span: Span) -> bool:
    if occurrence.due_at < span.begins_at:
        return occurrence.state in WAITING
    return occurrence.due_at < span.ends_at


def _coming(follow_up: FollowUp, span: Span, user_zone: str) -> Iterable[Occurrence]:
    """What is still to come by itself; of a watch only the next look, since it looks often."""
    if not is_open(follow_up) or follow_up.next_at is None:
        return ()
    spec = follow_up.spec()
    place = schedule_zone(spec, user_zone)
    coming = [Occurrence(local=to_local(follow_up.next_at, place), due_at=follow_up.next_at)]
    if follow_up.kind is FollowUpKind.RECURRING:
        # What was due since the next one was late will not be made up for.
        later = all_occurrences(spec, place, max(follow_up.next_at, span.now))
        coming += islice(takewhile(lambda one: one.due_at < span.ends_at, later), MOST_OF_ONE)
    return tuple(one for one in coming if one.due_at < span.ends_at)


def _held_until(promise: Promise, span: Span, due_at: datetime) -> datetime | None:
    if promise.follow_up.allow_night:
        return None
    leaves = promise.quiet.next_open(due_at, span.place)
    return leaves if leaves is not None and leaves > due_at else None


def _entry(
    promise: Promise,
    span: Span,
    due_at: datetime,
    moves_to: datetime | None,
    told: Mapping[str, str | None],
) -> CalendarEntry:
    follow_up = promise.follow_up
    return CalendarEntry(
        follow_up=follow_up.id,
        crew=follow_up.crew,
        intent=follow_up.intent,
        due_at=due_at,
        local=to_local(due_at, span.place).replace(tzinfo=None),
        state=told["state"] or PLANNED,
        reason=told["reason"],
        moves_to=moves_to if moves_to is not None and moves_to > due_at else None,
    )
