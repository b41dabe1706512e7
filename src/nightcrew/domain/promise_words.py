"""What is told of a promise: when it will speak, in the user's words, and what is in its way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from nightcrew.domain.day import today, wall_clock
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.spoken_times import time_words, told_when
from nightcrew.domain.turn_words import done
from nightcrew.domain.zones import to_local, zone

_STEP = timedelta(minutes=10)  # crews.md C16: the offer for 22:30 with quiet from 22:00 is 21:50
_A_DAY = timedelta(days=1)
_NO_TIME = frozenset({"past", "silent", "local_missing", "local_unreadable", "unknown_time_zone"})
_LATE_DAY = re.compile(r"FREQ=MONTHLY\b.*\bBYMONTHDAY=(29|30|31)(?![\d,])", re.IGNORECASE)
_NAMES_DAYS = re.compile(r"BYMONTHDAY=|BYDAY=", re.IGNORECASE)
_MONTHLY = re.compile(r"FREQ=MONTHLY\b", re.IGNORECASE)
_FIRST_LATE_DAY = 29
_ENDS = re.compile(
    r"말일|마지막\s?날|건너|없는\s?달|그\s?달은|\b(?:last day|end of (?:the|each|every) month|skip"
    r"|months? (?:without|with no|that ha))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearer:
    """Who is told: their words of this turn, their clock, and when they are not to be spoken to.

    usual: the zone by name that they know as theirs; None while the house's is assumed.
    """

    said: str
    now: datetime
    locale: str
    timezone: str
    usual: str | None
    quiet: QuietHours

    def when(self, at: datetime | None, timezone: str) -> str:
        """A moment as it is told, with its weekday, and with its zone when that is unusual."""
        return told_when(at, timezone, self.locale, self.usual) if at else ""


def promise_told(made: FollowUp, hearer: Hearer, *, alone: bool = True) -> tuple[str, ...]:
    """What is said of a new promise. alone: the words of the turn speak of this one only."""
    if made.watch is not None:
        until = (made.until or "").replace("T", " ")
        return (done("watching", hearer.locale, intent=made.intent, until=until),)
    when = hearer.when(made.next_at, made.timezone)
    words = time_words(hearer.said, today(hearer.now, hearer.timezone)) if alone else ""
    if words:
        told = done("promised_in_words", hearer.locale, words=words, when=when, intent=made.intent)
    else:
        told = done("promised", hearer.locale, when=when, intent=made.intent)
    return (told, *night_told(made.next_at, hearer, allowed=made.allow_night))


def night_told(due_at: datetime | None, hearer: Hearer, *, allowed: bool) -> tuple[str, ...]:
    """That a moment lies in the quiet hours, when it leaves then, and what may be done instead.

    allowed: the user lets this one speak by night.
    """
    place = zone(hearer.timezone)
    if due_at is None or allowed or not hearer.quiet.covers(due_at, place):
        return ()
    opens = hearer.quiet.next_open(due_at, place)
    steps = (due_at - _STEP * count for count in range(1, _A_DAY // _STEP))
    before = next((each for each in steps if not hearer.quiet.covers(each, place)), None)
    if opens is None or before is None:
        return ()
    told = (wall_clock(each, hearer.timezone, hearer.locale) for each in (opens, before))
    return (done("in_quiet_hours", hearer.locale, opens=next(told), before=next(told)),)


def already_told(intent: str, at: datetime | None, timezone: str, hearer: Hearer) -> str:
    """What is said of a promise that stands already."""
    when = hearer.when(at, timezone)
    return done("promised_before", hearer.locale, when=when, intent=intent)


def refusal_told(reason: str, locale: str) -> str:
    """What is said when nothing could be promised."""
    if reason == "repeats_not_allowed":
        return done("no_rhythm", locale)
    code = "not_promised" if reason in _NO_TIME else "not_possible"
    return done(code, locale, reason=reason)


def open_month_end(made: FollowUp, said: str, asked_before: str) -> int | None:
    """The day that some months lack, while nobody has said what is to be done in those.

    said: the request. asked_before: what the crew said last; it asks once and not again.
    """
    if made.rule is None or _ENDS.search(said) or _ENDS.search(asked_before):
        return None
    named = _LATE_DAY.search(made.rule)
    if named:
        return int(named[1])
    if not _MONTHLY.search(made.rule) or _NAMES_DAYS.search(made.rule) or made.next_at is None:
        return None
    day = to_local(made.next_at, zone(made.timezone)).day
    return day if day >= _FIRST_LATE_DAY else None
