"""The one gate in front of every message a crew sends first: speak, wait, or stay silent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from nightcrew.domain.house import USUAL_BUDGETS, Budgets
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.reason import Silence
from nightcrew.domain.speaking_budget import NOTHING_SPENT, Spent

IDLE = timedelta(minutes=10)  # crews.md 3.1.6: while the user is mid-chat, user messages win
ASKED_WAITS = IDLE  # who asked to be told at six and talks on is told ten minutes later
BAD_ZONE_WAIT = timedelta(hours=1)
LATE = timedelta(minutes=15)  # later than this nobody was there to send it: it is a catch-up
MOST_CAUGHT_UP_A_DAY = 3  # messages of a user's day beyond which a catch-up is missed
UNHEARD = timedelta(days=30)  # without a word, then a routine asks whether it is still wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A message that would like to go, and all the gate needs to know about it.

    zone: the user's own; None when it is unknown, which keeps the gate shut. asked_for: the user
    asked for this message, so that budgets do not count it. just_named: the user named this very
    time a moment ago, so that a talk that goes on does not hold it back. spent: what crews said
    first before.
    daily_cap: the user's own, of unasked messages. first_allowed_at: from when its grace counts;
    None on the first look. unheard_since: of a routine the user asked for, their last word or,
    when there is none since, when it was promised. still_asked_at: when it asked whether it is
    wanted.
    """

    now: datetime
    zone: ZoneInfo | None
    quiet: QuietHours
    allow_night: bool = False
    consents_to_messages: bool = True
    refused: bool = False
    asked_for: bool = False
    just_named: bool = False
    alive: bool = True
    forgotten: bool = False
    due_at: datetime
    first_allowed_at: datetime | None = None
    grace: timedelta
    expires_at: datetime | None = None
    last_spoke_at: datetime | None = None
    hold_until: datetime | None = None
    spent: Spent = NOTHING_SPENT
    budgets: Budgets = USUAL_BUDGETS
    daily_cap: int | None = None
    unheard_since: datetime | None = None
    still_asked_at: datetime | None = None

    @property
    def was_unheard(self) -> bool:
        """Whether a routine has gone on for long without a word from the user."""
        since = self.unheard_since
        return since is not None and self.now - since >= UNHEARD


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """allow: go now. defer: look again at `until`. block: never; the reason is stored.

    asks: what may go is the question whether the routine is still wanted, in place of its words.
    """

    verdict: Literal["allow", "defer", "block"]
    reason: Silence | None = None
    until: datetime | None = None
    asks: bool = False


ALLOW = Answer(verdict="allow")
ASK = Answer(verdict="allow", asks=True)


def decide(wish: Wish) -> Answer:
    """Say whether a message may go now; what is shut for good is asked first."""
    shut = _shut(wish) or _not_yet(wish) or _too_late(wish) or _over_budget(wish)
    return shut or (ASK if wish.was_unheard else ALLOW)


def _shut(wish: Wish) -> Answer | None:
    if not wish.alive:
        return _block(Silence.CANCELLED)
    if wish.forgotten:
        return _block(Silence.BURIED)
    if wish.expires_at is not None and wish.now >= wish.expires_at:
        return _block(Silence.EXPIRED)
    if not wish.consents_to_messages:
        return _block(Silence.BLOCKED_CONSENT)
    return _block(Silence.REFUSED_FOR_MINORS) if wish.refused else None


def _not_yet(wish: Wish) -> Answer | None:
    if wish.zone is None:
        return _defer(Silence.UNKNOWN_ZONE, wish.now + BAD_ZONE_WAIT)
    if wish.hold_until is not None and wish.now < wish.hold_until:
        return _defer(Silence.CRISIS, wish.hold_until)
    if not wish.allow_night and wish.quiet.covers(wish.now, wish.zone):
        return _held_by_the_night(wish, wish.zone)
    talk_is_over = _end_of_talk(wish)
    return None if talk_is_over is None else _defer(Silence.USER_ACTIVE, talk_is_over)


def _held_by_the_night(wish: Wish, zone: ZoneInfo) -> Answer:
    """Wait for the morning, unless its grace was over before the night began."""
    opening = wish.quiet.next_open(wish.now, zone)
    if opening is None:
        return _block(Silence.QUIET_HOURS)
    return _block(Silence.MISSED) if _is_past_grace(wish) else _defer(Silence.QUIET_HOURS, opening)


def _end_of_talk(wish: Wish) -> datetime | None:
    """When the talk will no longer hold a message back; None when it does not do so now."""
    if wish.just_named or not is_mid_chat(wish.last_spoke_at, wish.now):
        return None
    ends = (wish.last_spoke_at or wish.now) + IDLE
    if wish.asked_for:
        ends = min(ends, _first_open(wish) + ASKED_WAITS)
    return ends if ends > wish.now else None


def is_mid_chat(spoke_at: datetime | None, now: datetime) -> bool:
    """Whether somebody who spoke last at a moment is still talking."""
    return spoke_at is not None and spoke_at <= now < spoke_at + IDLE


def _too_late(wish: Wish) -> Answer | None:
    if _is_past_grace(wish):
        return _block(Silence.MISSED)
    never_put_off = wish.first_allowed_at is None
    if (
        never_put_off
        and wish.now > _allowed_from(wish) + LATE
        and wish.spent.today >= MOST_CAUGHT_UP_A_DAY
    ):
        return _block(Silence.MISSED)
    return None


def _is_past_grace(wish: Wish) -> bool:
    return wish.now > _allowed_from(wish) + wish.grace


def _allowed_from(wish: Wish) -> datetime:
    return wish.first_allowed_at or _first_open(wish)


def _first_open(wish: Wish) -> datetime:
    """The first moment quiet hours allowed it: being late because of the night is no fault."""
    if wish.zone is None or wish.allow_night:
        return wish.due_at
    return wish.quiet.next_open(wish.due_at, wish.zone) or wish.due_at


def _over_budget(wish: Wish) -> Answer | None:
    if wish.asked_for:
        return _asked_in_vain(wish)
    over = wish.spent.over(wish.budgets, wish.daily_cap)
    return None if over is None else _block(over)


def _asked_in_vain(wish: Wish) -> Answer | None:
    since, asked_at = wish.unheard_since, wish.still_asked_at
    if since is None or asked_at is None or asked_at <= since:
        return None
    return _block(Silence.UNANSWERED)


def _block(reason: Silence) -> Answer:
    return Answer(verdict="block", reason=reason)


def _defer(reason: Silence, until: datetime) -> Answer:
    return Answer(verdict="defer", reason=reason, until=until)
