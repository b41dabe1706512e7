"""When a user asked to be spoken to: one moment or a rhythm, out of their own words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from nightcrew.adapters.rehearsal.sentences import HANGUL, opened
from nightcrew.adapters.rehearsal.table import pattern, table, words_for
from nightcrew.domain.calendar_days import coming_weekday
from nightcrew.domain.clock_words import resolve_times
from nightcrew.domain.follow_up import ProposedFollowUp
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.time_words import absolute, resolve

MORNING, NOON, EVENING = time(9), time(12), time(19)
NIGHT_ENDS = 5
NIGHT_FROM, NIGHT_UNTIL = time(22), time(8)  # contract, quiet hours of follow-ups
_COUNTS = {"한": 1.0, "두": 2.0, "세": 3.0, "반": 0.5, "an": 1.0, "a": 1.0, "half an": 0.5}
_DAYS_KO, _DAYS = "월화수목금토일", ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAYS_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A time that was asked for. at: a naive wall time; rule: the rhythm, if there is one."""

    at: datetime
    rule: str | None
    named_hour: bool


def asked(request: str, now: datetime, *, repeats: bool, usual: time | None = None) -> Asked | None:
    """The time of a request, from the wall clock `now`; None when none can be worked out.

    usual: when this person likes to be spoken to, for a request that names a day and no hour.
    """
    waited = _found("wait", request)
    if waited:
        return Asked(at=_later(waited, now), rule=None, named_hour=True)
    clocks = resolve_times(request)
    hour = clocks[0].at if clocks else None
    rule = rule_of(request) or _yearly(request, now)
    if rule is None:
        return _once(request, now, hour, usual or MORNING)
    if not repeats:
        return None
    first = hour or _part_of_day(request) or usual or MORNING
    return Asked(at=_first(rule, first, now), rule=rule, named_hour=hour is not None)


def _once(request: str, now: datetime, hour: time | None, usual: time) -> Asked | None:
    named = _day_named(request, now.date(), now.hour)
    part = _part_of_day(request)
    if named is None and hour is None and part is None:
        return None
    if named is None and _found("day_before", request):
        return None
    day, when = named or now.date(), hour or part
    if _found("day_before", request):
        day, when = day - timedelta(days=1), when or NOON
    elif _found("afterwards", request):
        when = max(when or EVENING, EVENING)
    at = datetime.combine(day, when or usual)
    if (at <= now and named is None) or _after_midnight(request, at, named, now):
        at += timedelta(days=1)
    return Asked(at=at, rule=None, named_hour=hour is not None) if at > now else None


def _after_midnight(request: str, at: datetime, named: date | None, now: datetime) -> bool:
    """`오늘 밤 12시`, `tonight at 1am`: the night of a day reaches into the next."""
    if named is None or at.hour >= NIGHT_ENDS:
        return False
    return bool(_found("night", request)) or (at <= now and named == now.date())


def _day_named(request: str, today: date, hour: int) -> date | None:
    coming = [span.from_on for span in resolve(request, today, hour=hour) if span.to_on >= today]
    if coming:
        return coming[0]
    weekday = _found("weekday", request)
    return coming_weekday(today, _DAYS_KO.index(weekday["day"])) if weekday else None


def rule_of(request: str) -> str | None:
    """The rhythm of a request as an RRULE."""
    monthly = _day_of_the_month(request)
    if monthly:
        return f"FREQ=MONTHLY;BYMONTHDAY={monthly}"
    weekly = "FREQ=WEEKLY;INTERVAL=2" if _found("every_other", request) else "FREQ=WEEKLY"
    if _found("weekends", request):
        return "FREQ=WEEKLY;BYDAY=SA,SU"
    if _found("workdays", request):
        return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    named = _named_days(request)
    if named:
        return f"{weekly};BYDAY={','.join(named)}"
    if _found("daily", request):
        return "FREQ=DAILY"
    often = _found("weekly", request) or _found("every_other", request)
    return weekly if often else None


def _yearly(request: str, now: datetime) -> str | None:
    day = _day_named(request, now.date(), now.hour) if _found("yearly", request) else None
    return f"FREQ=YEARLY;BYMONTH={day.month};BYMONTHDAY={day.day}" if day else None


def _day_of_the_month(request: str) -> int | None:
    if _found("month_end", request):
        return -1
    monthly = _found("monthly", request)
    return int(monthly["day"] or monthly["day_en"] or monthly["day_of"]) if monthly else None


def _named_days(request: str) -> list[str]:
    found = _found("weekly_ko", request)
    if found:
        days = found["each"] or found["days"] or found["days_named"]
        letters = re.sub(r"요일|이랑|하고|과|와", "", days)
        return [_DAYS[_DAYS_KO.index(letter)] for letter in letters if letter in _DAYS_KO]
    found = _found("weekly_en", request)
    if not found:
        return []
    names = re.findall("|".join(_DAYS_EN), (found["days"] or found["each"]).lower())
    return [_DAYS[_DAYS_EN.index(name)] for name in names]


def _first(rule: str, at: time, now: datetime) -> datetime:
    """The first day of a rhythm that is still to come."""
    for ahead in range(370):
        moment = datetime.combine(now.date() + timedelta(days=ahead), at)
        if moment > now and _falls_on(rule, moment.date()):
            return moment
    return datetime.combine(now.date() + timedelta(days=1), at)


def _falls_on(rule: str, day: date) -> bool:
    if "BYDAY=" in rule:
        return _DAYS[day.weekday()] in rule.partition("BYDAY=")[2].split(",")
    month = re.search(r"BYMONTH=(\d+)", rule)
    if month and int(month[1]) != day.month:
        return False
    if "BYMONTHDAY=" in rule:
        wanted = int(rule.partition("BYMONTHDAY=")[2])
        return day.day == wanted or (wanted < 0 and (day + timedelta(days=1)).day == 1)
    return True


def _later(found: re.Match[str], now: datetime) -> datetime:
    count = found["count"] or found["count_put"] or found["count_en"].lower()
    unit = (found["unit"] or found["unit_put"] or found["unit_en"]).lower()
    amount = _COUNTS.get(count) or float(count)
    hours = unit.startswith(("시간", "hour"))
    return now + (timedelta(hours=amount) if hours else timedelta(minutes=amount))


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
    text = pattern("request", "wait").sub(" ", text)
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
        purpose=purpose,
        intent=intent_of(request, now.date()),
        when_nothing="send",
        allow_night=at_night and found.named_hour,
        cites=cites,
    )
