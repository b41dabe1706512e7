"""Turn what was asked for into a schedule that can be kept, or say what is wrong with it.

A settled spec needs no `now` any more: zone named, times fixed, an end where one belongs.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import read_moment, read_until, read_wall, write_instant
from nightcrew.domain.occurrences import is_past_end, require_fires
from nightcrew.domain.rules import Frequency
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
    occurrences_after,
    plan_one_shot,
    rule_of,
    schedule_zone,
)
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.zones import to_local, zone

LONGEST_INTENT = 500  # characters
LONGEST_WATCH_WORDS = 300  # characters of a query, or of a condition
LONGEST_GRACE_MINUTES = 7 * 24 * 60
SHORTEST_WATCH_MINUTES = 5  # less is a mistake and is refused
LEAST_WATCH_MINUTES = 30  # what is asked for more often than this looks this often
LONGEST_WATCH_MINUTES = 30 * 24 * 60
INFORMATION_DAYS = 90  # information and watches end by themselves; life matters may stay open
WATCHED_TOOLS = frozenset({Tool.SEARCH, Tool.PRICE})


def settled(
    spec: FollowUpSpec,
    *,
    now: datetime,
    user_zone: str | None,
    finest: Frequency = Frequency.HOURLY,
) -> FollowUpSpec:
    """Check a spec and fix everything that depends on now.

    user_zone: the user's zone by name, if known. finest: Frequency.DAILY for specs of a model.
    Raises: BadInput `past`, `unknown_time_zone`, `rule_too_frequent`, `rule_interval`,
    `rule_never_fires`, or a code that ends in `_unreadable` or `_missing`, with its `field`.
    """
    _check_amounts(spec)
    if spec.timezone is not None:
        zone(spec.timezone)
    in_zone = schedule_zone(replace(spec, timezone=spec.timezone or user_zone), user_zone)
    named = replace(spec, timezone=spec.timezone or user_zone)
    match spec.kind:
        case FollowUpKind.ONE_SHOT:
            return _settled_one_shot(named, in_zone, now)
        case FollowUpKind.RECURRING:
            return _settled_recurring(named, in_zone, now, finest)
        case FollowUpKind.WATCH:
            return _settled_watch(named, in_zone, now)


def _settled_one_shot(spec: FollowUpSpec, in_zone: ZoneInfo, now: datetime) -> FollowUpSpec:
    if spec.rule is not None or spec.watch is not None:
        raise _wrong("kind", "a one-shot has neither a rule nor a watch")
    occurrence = plan_one_shot(_required(spec.local, "local"), in_zone, now)
    if spec.until is not None and is_past_end(occurrence, read_until(spec.until, field="until")):
        raise _wrong("until", "the end lies before the moment itself")
    return replace(spec, local=_fixed(spec.local or "", occurrence.due_at))


def _settled_recurring(
    spec: FollowUpSpec, in_zone: ZoneInfo, now: datetime, finest: Frequency
) -> FollowUpSpec:
    if spec.watch is not None:
        raise _wrong("watch", "a recurring follow-up has no watch")
    local = _required(spec.local, "local")
    _required(spec.rule, "rule")
    start = _start(local, in_zone, now)
    rule = rule_of(spec, finest=finest)
    require_fires(rule, start, in_zone)
    fixed = replace(spec, local=start.isoformat())
    if rule.count is None and rule.until is None:
        fixed = _with_end(fixed, in_zone, now)
    _require_future(fixed, in_zone, now)
    return fixed


def _start(local: str, in_zone: ZoneInfo, now: datetime) -> datetime:
    if not _is_relative(local):
        return read_wall(local)
    return to_local(read_moment(local, in_zone, now), in_zone).replace(microsecond=0)


def _settled_watch(spec: FollowUpSpec, in_zone: ZoneInfo, now: datetime) -> FollowUpSpec:
    watch = spec.watch
    if watch is None or spec.rule is not None:
        raise _wrong("watch", "a watch has its watch part and no rule")
    if watch.tool not in WATCHED_TOOLS:
        raise _wrong("watch", "a watch looks with search or price")
    if not _is_told(watch.query) or not _is_told(watch.condition):
        hint = f"query and condition have 1 to {LONGEST_WATCH_WORDS} characters"
        raise _wrong("watch", f"a watch says what to look up and when to speak; {hint}")
    if watch.every_minutes < SHORTEST_WATCH_MINUTES:
        hint = f"every_minutes is {SHORTEST_WATCH_MINUTES} or more"
        raise BadInput("rule_too_frequent", "the watch looks too often", hint=hint, field="watch")
    if watch.every_minutes > LONGEST_WATCH_MINUTES:
        raise _wrong("watch", f"every_minutes is {LONGEST_WATCH_MINUTES} or less")
    first_at = now if spec.local is None else plan_one_shot(spec.local, in_zone, now).due_at
    seldom = replace(watch, every_minutes=max(watch.every_minutes, LEAST_WATCH_MINUTES))
    fixed = replace(spec, local=write_instant(first_at), watch=seldom)
    fixed = _with_end(fixed, in_zone, now)
    _require_future(fixed, in_zone, first_at - timedelta(seconds=1))
    return fixed


def _is_told(words: str) -> bool:
    return 1 <= len(words.strip()) <= LONGEST_WATCH_WORDS


def _with_end(spec: FollowUpSpec, in_zone: ZoneInfo, now: datetime) -> FollowUpSpec:
    """Give an end to what only informs; a habit stays open and is asked about later."""
    informs = spec.kind is FollowUpKind.WATCH or spec.purpose is Purpose.INFO
    if spec.until is not None or not informs:
        return spec
    last_on = to_local(now, in_zone).date() + timedelta(days=INFORMATION_DAYS)
    return replace(spec, until=last_on.isoformat())


def _require_future(spec: FollowUpSpec, in_zone: ZoneInfo, now: datetime) -> None:
    if not occurrences_after(spec, in_zone, now, 1):
        raise BadInput(
            "past",
            "every occurrence lies in the past",
            hint="give a later end, or leave it out",
            field="until" if spec.until is not None else "rule",
        )


def _check_amounts(spec: FollowUpSpec) -> None:
    if not 1 <= len(spec.intent.strip()) <= LONGEST_INTENT:
        raise _wrong("intent", f"say in 1 to {LONGEST_INTENT} characters what it is for")
    if not 0 <= spec.grace_minutes <= LONGEST_GRACE_MINUTES:
        raise _wrong("grace_minutes", f"grace_minutes goes from 0 to {LONGEST_GRACE_MINUTES}")


def _is_relative(local: str) -> bool:
    return local.strip().lower().startswith(("now", "instant:"))


def _fixed(local: str, due_at: datetime) -> str:
    return write_instant(due_at) if _is_relative(local) else local


def _required(value: str | None, field: str) -> str:
    if not value:
        raise BadInput(f"{field}_missing", f"{field} is missing", hint=f"give {field}", field=field)
    return value


def _wrong(field: str, why: str) -> BadInput:
    return BadInput("follow_up_unreadable", "the follow-up makes no sense", hint=why, field=field)
