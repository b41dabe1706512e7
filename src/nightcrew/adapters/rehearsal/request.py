"""When a user asked to be spoken to: one moment or a rhythm, out of their own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from nightcrew.adapters.rehearsal.rhythms import end_of, first_of, rule_of, weekday_of, yearly_rule
from nightcrew.adapters.rehearsal.sentences import HANGUL, opened
from nightcrew.adapters.rehearsal.table import pattern, table, words_for
from nightcrew.domain.calendar_days import coming_weekday
from nightcrew.domain.clock_words import resolve_times
from nightcrew.domain.follow_up import ProposedFollowUp
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.time_words import DateSpan, absolute, resolve
from nightcrew.domain.waits import waits_in

MORNING, NOON, EVENING = time(9), time(12), time(19)
NIGHT_ENDS = 5
NIGHT_FROM, NIGHT_UNTIL = time(22), time(8)  # contract, quiet hours of follow-ups
_AT_ITS_END = re.compile(r"(?<!주)말|끝|\bend of\b", re.IGNORECASE)
_BEFORE_IT = re.compile(r"\s?전(?:에|까지)(?=\s)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A time that was asked for.

    at: a naive wall time. rule: the rhythm, if there is one. until: its last day, if it has one.
    """

    at: datetime
    rule: str | None = None
    named_hour: bool = True
    until: date | None = None


def asked(request: str, now: datetime, *, repeats: bool, usual: time | None = None) -> Asked | None:
    """The time of a request, from the wall clock `now`; None when none can be worked out.

    usual: when this person likes to be spoken to, for a request that names a day and no hour.
    """
    waited = waits_in(request)
    if waited:
        return Asked(at=now + waited[0].length)
    clocks = resolve_times(request)
    hour = clocks[0].at if clocks else None
    rule = rule_of(request) or yearly_rule(request, _day_named(request, now.date(), now.hour))
    if rule is None:
        return _once(request, now, hour, usual or MORNING)
    if not repeats:
        return None
    at = first_of(rule, hour or _part_of_day(request) or usual or MORNING, now)
    until = end_of(request, at.date())
    return Asked(at=at, rule=rule, named_hour=hour is not None, until=until)


def at_another_hour(
    request: str, rule: str | None, promised: datetime, now: datetime
) -> Asked | None:
    """A promise that stands, at another hour; None for a request that names none, or a day too.

    rule: its rhythm. promised: its next time, whose day stays when it has no rhythm.
    """
    clocks = resolve_times(request)
    if not clocks or _day_named(request, now.date(), now.hour) or not _found("other_hour", request):
        return None
    hour = clocks[-1].at
    if rule is not None:
        return Asked(at=first_of(rule, hour, now), rule=rule)
    at = datetime.combine(promised.date(), hour)
    return Asked(at=at) if at > now else None


def _once(request: str, now: datetime, hour: time | None, usual: time) -> Asked | None:
    named = _day_named(request, now.date(), now.hour)
    part = _part_of_day(request)
    if named is None and hour is None and part is None:
        return None
    if named is None and _is_over(request, now.date(), now.hour):
        return None
    day_before = _found("day_before", _without_days(request, now.date()))
    if named is None and day_before:
        return None
    day, when = named or now.date(), hour or part
    if day_before:
        day, when = day - timedelta(days=1), when or NOON
    elif _found("afterwards", request):
        when = max(when or EVENING, EVENING)
    at = datetime.combine(day, when or usual)
    if (at <= now and named is None) or _after_midnight(request, at, named, now):
        at += timedelta(days=1)
    return Asked(at=at, named_hour=hour is not None) if at > now else None


def _after_midnight(request: str, at: datetime, named: date | None, now: datetime) -> bool:
    """`오늘 밤 12시`, `tonight at 1am`: the night of a day reaches into the next."""
    if named is None or at.hour >= NIGHT_ENDS:
        return False
    return bool(_found("night", request)) or (at <= now and named == now.date())


def _day_named(request: str, today: date, hour: int) -> date | None:
    coming = [span for span in resolve(request, today, hour=hour) if span.to_on >= today]
    if coming:
        return _day_of(coming[0], request)
    after_next, weekday = _found("after_next", request), _found("weekday", request)
    if after_next:
        return coming_weekday(today + timedelta(days=8), weekday_of(after_next["day"]))
    if not weekday:
        return None
    return coming_weekday(today, weekday_of(weekday["day"] or weekday["day_en"]))


def _day_of(span: DateSpan, request: str) -> date:
    """The day of some days that is meant: the first, or the last where their end is named."""
    day = span.to_on if _AT_ITS_END.search(span.words) else span.from_on
    return day - timedelta(days=1 if _BEFORE_IT.match(request, span.end) else 0)


def _is_over(request: str, today: date, hour: int) -> bool:
    """Whether the only day that is named has passed."""
    spans = resolve(request, today, hour=hour)
    return bool(spans) and all(span.to_on < today for span in spans)


# The hours that a part of the day takes up; the names are those of the table of hours.
_TAKES_UP = {
    "06:00": range(4, 8), "08:00": range(6, 12), "12:00": range(11, 14), "15:00": range(13, 18),
    "19:00": range(17, 21), "21:00": range(20, 24),
}  # fmt: skip
_RATHER = (NOON, time(15), EVENING, time(10))  # the first that fits takes a refused hour's place


def refused_hours(text: str) -> frozenset[int]:
    """The hours in which a wish does not want to be spoken to; empty for one that names none."""
    if not _found("speaking", text) or not _found("not_then", text):
        return frozenset()
    before, after = _found("not_before", text), _found("not_after", text)
    if before:
        return frozenset(range(int(before["hour"] or before["hour_en"])))
    if after:
        return frozenset(range(int(after["hour"] or after["hour_en"]), 24))
    parts = (name for name in table("hours") if pattern("hours", name).search(text))
    return frozenset(hour for name in parts for hour in _TAKES_UP[name])


def welcome(at: time, style: Sequence[ShownMemory]) -> time:
    """An hour at which this person may be spoken to: `at`, unless a style memory refuses it."""
    refused = frozenset(hour for each in style for hour in refused_hours(each.memory.text))
    if at.hour not in refused:
        return at
    return next((each for each in _RATHER if each.hour not in refused), at)


def wished_hour(style: Sequence[ShownMemory]) -> time | None:
    """When this person wants to be spoken to, as a style memory says; None when none does."""
    spoken = [each.memory.text for each in style if _found("speaking", each.memory.text)]
    wanted = [pattern("request", "rather_not").sub(" ", text) for text in spoken]
    hours = (_hour_of(text) for text in wanted if not _found("not_then", text))
    return next((hour for hour in hours if hour is not None), None)


def _hour_of(text: str) -> time | None:
    clocks = resolve_times(text)
    return clocks[0].at if clocks else _part_of_day(text)


def _part_of_day(text: str) -> time | None:
    hits = (name for name in table("hours") if pattern("hours", name).search(text))
    return next((time.fromisoformat(name) for name in hits), None)


def _found(name: str, text: str) -> re.Match[str] | None:
    return pattern("request", name).search(text)


def intent_of(request: str, said_on: date) -> str:
    """What the message is for: the request without its time and without the asking."""
    text = opened(request.strip())
    for clock in reversed(resolve_times(text)):
        text = f"{text[: clock.start]} {text[clock.end :]}"
    for wait in reversed(waits_in(text)):
        text = f"{text[: wait.start]} {text[wait.end :]}"
    text = absolute(text, said_on) if _found("afterwards", text) else _without_days(text, said_on)
    text = pattern("request", "asking").sub(" ", pattern("request", "rhythm").sub(" ", text))
    for _ in range(3):
        text = pattern("request", "loose").sub(" ", re.sub(r"\s{2,}", " ", text).strip(" ,.!?~"))
    text = text.strip(" ,.!?~")
    korean = bool(HANGUL.search(request))
    return _whole(text) or words_for("plans", "after_a_while", korean=korean)


def _whole(text: str) -> str:
    """Without what is left of a time in front: a particle, or a word that joins."""
    return re.sub(r"^(?:에|에는|엔|에서|쯤|까지|부터|and|then)\s", "", text).strip()


def _without_days(text: str, said_on: date) -> str:
    for span in reversed(resolve(text, said_on)):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def as_follow_up(
    request: str, found: Asked, now: datetime, timezone: str, cites: tuple[str, ...]
) -> ProposedFollowUp:
    """The request as a follow-up; an hour of the night only if the user named it."""
    at_night = found.at.time() >= NIGHT_FROM or found.at.time() < NIGHT_UNTIL
    purpose = "info" if _found("info", request) else "work" if _found("work", request) else "life"
    return ProposedFollowUp(
        kind="recurring" if found.rule else "one_shot",
        local=found.at.strftime("%Y-%m-%dT%H:%M"),
        timezone=timezone,
        rule=found.rule,
        until=found.until.isoformat() if found.until else None,
        purpose=purpose,
        intent=intent_of(request, now.date()),
        when_nothing="send",
        allow_night=at_night and found.named_hour,
        cites=cites,
    )
