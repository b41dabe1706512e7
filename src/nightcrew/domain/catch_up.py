"""What is still said after a time away, and what comes next: at most one word of the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.schedule import FollowUpSpec, all_occurrences

SAME_AGAIN_WITHIN = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """When and where a person can be spoken to: their quiet hours in the zone they are in now."""

    quiet_hours: QuietHours
    zone: ZoneInfo

    def hears_at(self, moment: datetime) -> datetime | None:
        """Give the first moment from `moment` on outside quiet hours; None when there is none."""
        return self.quiet_hours.next_open(moment, self.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled:
    """Up to where a follow-up is settled, and what it said last.

    up_to_at: when the last occurrence was due, or the promise was made, the skipped one was due,
    the pause was over, whichever is latest. zone: the one it was computed in; after a change of
    zone the time up to now still goes by it. said: None when nothing was said yet.
    """

    up_to_at: datetime
    zone: ZoneInfo
    said: Occurrence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """Times of a follow-up that need no more words.

    said: newest ones that were said, tried, or are about to be. left_out: wall times the user
    skipped, wherever they were then.
    """

    said: tuple[Occurrence, ...] = ()
    left_out: frozenset[datetime] = frozenset()

    def covers(self, candidate: Occurrence) -> bool:
        """Whether a time repeats one of them."""
        return candidate.local in self.left_out or any(
            is_same_again(one, candidate) for one in self.said
        )


NOTHING_BEHIND = Behind()


@dataclass(frozen=True, slots=True, kw_only=True)
class CatchUp:
    """What becomes of the occurrences nobody handled in time.

    occurrence: the one that is still said, at leaves_at; None is silence. missed: to be recorded.
    """

    occurrence: Occurrence | None = None
    leaves_at: datetime | None = None
    missed: tuple[Occurrence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What lies ahead of one follow-up.

    occurrences: the catch-up first, then the future. leaves_at: distinct moments, in order, after
    quiet hours. missed and expired are never said.
    """

    occurrences: tuple[Occurrence, ...]
    leaves_at: tuple[datetime, ...]
    missed: tuple[Occurrence, ...] = ()
    expired: tuple[Occurrence, ...] = ()


def outlook(
    spec: FollowUpSpec,
    in_zone: ZoneInfo,
    listener: Listener,
    *,
    now: datetime,
    count: int,
    handled: Handled | None = None,
    expires_at: datetime | None = None,
) -> Outlook:
    """Say what comes next, from the rule itself and never from a moment computed earlier.

    in_zone: from `schedule_zone`, as it is now. count: of occurrences. handled: None means
    that nothing before now was ever promised.
    """
    listener = listener_for(spec, listener)
    grace = timedelta(minutes=spec.grace_minutes)
    overdue = () if handled is None else overdue_since(spec, handled, now)
    caught = catch_up(overdue, listener, now=now, grace=grace)
    said = caught.occurrence or (handled.said if handled else None)
    after = now if handled is None else max(now, handled.up_to_at)
    coming = (
        occurrence
        for occurrence in all_occurrences(spec, in_zone, after)
        if said is None or not is_same_again(said, occurrence)
    )
    promised = () if caught.occurrence is None else (caught.occurrence,)
    ahead = (*promised, *islice(coming, count - len(promised)))
    leaves, expired = _leaving(ahead, caught, listener, expires_at)
    return Outlook(occurrences=ahead, leaves_at=leaves, missed=caught.missed, expired=expired)


def overdue_since(spec: FollowUpSpec, handled: Handled, now: datetime) -> tuple[Occurrence, ...]:
    """Give what fell due after everything handled, up to and with now, oldest first."""
    due = all_occurrences(spec, handled.zone, handled.up_to_at)
    until_now = takewhile(lambda occurrence: occurrence.due_at <= now, due)
    said = handled.said
    return tuple(one for one in until_now if said is None or not is_same_again(said, one))


def catch_up(
    overdue: Sequence[Occurrence], listener: Listener, *, now: datetime, grace: timedelta
) -> CatchUp:
    """Choose the one overdue occurrence that is still worth saying: the newest, within its grace.

    Grace counts from the first moment the quiet hours allow. What the same quiet window held back
    goes with it; everything older is missed.
    """
    if not overdue:
        return CatchUp()
    opens_at = listener.hears_at(overdue[-1].due_at)
    leaves_at = listener.hears_at(now)
    if opens_at is None or leaves_at is None or leaves_at > opens_at + grace:
        return CatchUp(missed=tuple(overdue))
    missed = tuple(one for one in overdue if listener.hears_at(one.due_at) != opens_at)
    return CatchUp(occurrence=overdue[-1], leaves_at=leaves_at, missed=missed)


def is_same_again(said: Occurrence, candidate: Occurrence) -> bool:
    """Say whether a candidate repeats what was just said, as after a short hop to the west."""
    apart = abs(candidate.due_at - said.due_at)
    return candidate.local == said.local and apart < SAME_AGAIN_WITHIN


def listener_for(spec: FollowUpSpec, listener: Listener) -> Listener:
    """Drop the quiet hours where the user allowed the night for this one follow-up."""
    if not spec.allow_night:
        return listener
    return Listener(quiet_hours=QuietHours(), zone=listener.zone)


def _leaving(
    ahead: Sequence[Occurrence],
    caught: CatchUp,
    listener: Listener,
    expires_at: datetime | None,
) -> tuple[tuple[datetime, ...], tuple[Occurrence, ...]]:
    leaves: list[datetime] = []
    expired: list[Occurrence] = []
    for occurrence in ahead:
        caught_up = occurrence is caught.occurrence
        leaves_at = caught.leaves_at if caught_up else listener.hears_at(occurrence.due_at)
        if expires_at is not None and (leaves_at is None or leaves_at > expires_at):
            expired.append(occurrence)
        elif leaves_at is not None and leaves_at not in leaves:
            leaves.append(leaves_at)
    return tuple(leaves), tuple(expired)
