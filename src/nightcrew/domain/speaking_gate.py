"""The one gate in front of every message a crew sends first: speak, wait, or stay silent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.reason import Silence

IDLE = timedelta(minutes=10)  # crews.md 3.1.6: while the user is mid-chat, user messages win
BAD_ZONE_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A message that would like to go, and all the gate needs to know about it.

    zone: the user's own; None when it is unknown, which keeps the gate shut. asked_for: the user
    asked for this message, so that budgets do not count it. sent_to_user, sent_by_crew: unasked
    messages on the user's day. unanswered: unasked ones since the user last spoke.
    first_allowed_at: from when its grace counts; None on the first look.
    """

    now: datetime
    zone: ZoneInfo | None
    quiet: QuietHours
    allow_night: bool = False
    consents_to_messages: bool = True
    asked_for: bool = False
    alive: bool = True
    forgotten: bool = False
    due_at: datetime
    first_allowed_at: datetime | None = None
    grace: timedelta
    expires_at: datetime | None = None
    last_spoke_at: datetime | None = None
    hold_until: datetime | None = None
    sent_to_user: int = 0
    sent_by_crew: int = 0
    per_user_per_day: int = 2
    per_crew_per_day: int = 1
    unanswered: int = 0
    unanswered_then_silent: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """allow: go now. defer: look again at `until`. block: never; the reason is stored."""

    verdict: Literal["allow", "defer", "block"]
    reason: Silence | None = None
    until: datetime | None = None


ALLOW = Answer(verdict="allow")


def decide(wish: Wish) -> Answer:
    """Say whether a message may go now; what is shut for good is asked first."""
    return _shut(wish) or _not_yet(wish) or _too_late(wish) or _over_budget(wish) or ALLOW


def _shut(wish: Wish) -> Answer | None:
    if not wish.alive:
        return _block(Silence.CANCELLED)
    if wish.forgotten:
        return _block(Silence.BURIED)
    if wish.expires_at is not None and wish.now >= wish.expires_at:
        return _block(Silence.EXPIRED)
    if not wish.consents_to_messages:
        return _block(Silence.BLOCKED_CONSENT)
    return None


def _not_yet(wish: Wish) -> Answer | None:
    if wish.zone is None:
        return _defer(Silence.UNKNOWN_ZONE, wish.now + BAD_ZONE_WAIT)
    if wish.hold_until is not None and wish.now < wish.hold_until:
        return _defer(Silence.CRISIS, wish.hold_until)
    if not wish.allow_night and wish.quiet.covers(wish.now, wish.zone):
        opening = wish.quiet.next_open(wish.now, wish.zone)
        return _defer(Silence.QUIET_HOURS, opening) if opening else _block(Silence.QUIET_HOURS)
    # Who asked to be told at six is told at six, also in the middle of a talk.
    spoke_at = None if wish.asked_for else wish.last_spoke_at
    if spoke_at is not None and _is_mid_chat(spoke_at, wish.now):
        return _defer(Silence.USER_ACTIVE, spoke_at + IDLE)
    return None


def _is_mid_chat(spoke_at: datetime, now: datetime) -> bool:
    return spoke_at <= now < spoke_at + IDLE


def _too_late(wish: Wish) -> Answer | None:
    allowed_from = wish.first_allowed_at or _first_open(wish)
    if wish.now > allowed_from + wish.grace:
        return _block(Silence.MISSED)
    return None


def _first_open(wish: Wish) -> datetime:
    """The first moment quiet hours allowed it: being late because of the night is no fault."""
    if wish.zone is None or wish.allow_night:
        return wish.due_at
    return wish.quiet.next_open(wish.due_at, wish.zone) or wish.due_at


def _over_budget(wish: Wish) -> Answer | None:
    if wish.asked_for:
        return None
    if wish.unanswered >= wish.unanswered_then_silent:
        return _block(Silence.UNANSWERED)
    spent = wish.sent_to_user >= wish.per_user_per_day
    if spent or wish.sent_by_crew >= wish.per_crew_per_day:
        return _block(Silence.DAILY_CAP)
    return None


def _block(reason: Silence) -> Answer:
    return Answer(verdict="block", reason=reason)


def _defer(reason: Silence, until: datetime) -> Answer:
    return Answer(verdict="defer", reason=reason, until=until)
