"""Rules: how often something repeats, as the part of RFC 5545 that a companion needs.

A rule is read strictly and checked before anything is computed: no parts outside the list, nothing
finer than an hour. Which dates a rule names is said in `rule_dates`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from nightcrew.domain.errors import BadInput
from nightcrew.domain.moments import read_until

LONGEST_RULE = 256
LARGEST_INTERVAL = 1000
LARGEST_COUNT = 10_000
WEEKDAY_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WORKING_DAYS = range(5)

_PART = re.compile(r"([A-Z]+)=([A-Z0-9+,:-]+)", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,4}", re.ASCII)
_WEEKDAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", re.ASCII)
_TIME_OF_DAY_PARTS = ("BYSECOND", "BYMINUTE", "BYHOUR")
_PARTS = frozenset(
    "FREQ INTERVAL COUNT UNTIL BYDAY BYMONTH BYMONTHDAY BYSETPOS WKST".split()  # noqa: SIM905 -- reads like the RFC
)


class Frequency(StrEnum):
    """How large the step of a rule is, from coarse to fine."""

    YEARLY = "YEARLY"
    MONTHLY = "MONTHLY"
    WEEKLY = "WEEKLY"
    DAILY = "DAILY"
    HOURLY = "HOURLY"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedDay:
    """A weekday in BYDAY, Monday being 0; nth counts in the month or year, 0 means every one."""

    weekday: int
    nth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A checked RRULE; empty tuples mean the part was not given.

    until: a date or a naive wall time counts by the local clock, an aware moment by UTC; all
    included. week_start: Monday is 0.
    """

    frequency: Frequency
    interval: int = 1
    count: int | None = None
    until: date | datetime | None = None
    by_day: tuple[NamedDay, ...] = ()
    by_month: tuple[int, ...] = ()
    by_month_day: tuple[int, ...] = ()
    by_set_position: tuple[int, ...] = ()
    week_start: int = 0

    @property
    def names_days(self) -> bool:
        """Say whether the rule itself settles which days of the week or month it runs on."""
        if self.by_day or self.by_month_day:
            return True
        week = {Frequency.DAILY: 7, Frequency.HOURLY: 7 * 24}.get(self.frequency, 1)
        return self.interval % week == 0


def read_rule(text: str, *, finest: Frequency = Frequency.HOURLY) -> Rule:
    """Read and check an RRULE such as `FREQ=WEEKLY;BYDAY=MO,TH`.

    finest: rules written by a model stop at Frequency.DAILY.
    Raises: BadInput `rule_too_frequent`, `rule_interval` or `rule_unreadable`.
    """
    parts = _parts_of(text)
    frequency = _frequency(parts.get("FREQ", ""), finest)
    _refuse_other_parts(parts)
    rule = Rule(
        frequency=frequency,
        interval=_interval(parts.get("INTERVAL", "1")),
        count=_count(parts.get("COUNT")),
        until=_until(parts.get("UNTIL")),
        by_day=_named_days(parts.get("BYDAY"), frequency),
        by_month=_numbers(parts, "BYMONTH", smallest=1, largest=12),
        by_month_day=_numbers(parts, "BYMONTHDAY", smallest=-31, largest=31),
        by_set_position=_numbers(parts, "BYSETPOS", smallest=-366, largest=366),
        week_start=_week_start(parts.get("WKST", "MO")),
    )
    if rule.count is not None and rule.until is not None:
        raise _unreadable("COUNT and UNTIL exclude each other")
    return rule


def _parts_of(text: str) -> dict[str, str]:
    if len(text) > LONGEST_RULE:
        raise _unreadable(f"a rule has at most {LONGEST_RULE} characters")
    parts: dict[str, str] = {}
    for piece in text.strip().upper().removeprefix("RRULE:").split(";"):
        found = _PART.fullmatch(piece)
        if found is None:
            raise _unreadable("each part is NAME=VALUE, parted by semicolons")
        if found[1] in parts:
            raise _unreadable("a part stands twice")
        parts[found[1]] = found[2]
    return parts


def _frequency(value: str, finest: Frequency) -> Frequency:
    if value in {"SECONDLY", "MINUTELY"}:
        raise _too_frequent("once an hour is the finest a rule can be")
    if value not in set(Frequency):
        raise _unreadable("FREQ is one of YEARLY MONTHLY WEEKLY DAILY HOURLY")
    order = list(Frequency)
    if order.index(Frequency(value)) > order.index(finest):
        raise _too_frequent(f"the finest rule allowed here is {finest}")
    return Frequency(value)


def _refuse_other_parts(parts: dict[str, str]) -> None:
    for name in _TIME_OF_DAY_PARTS:
        if "," in parts.get(name, ""):
            raise _too_frequent("a rule runs at one time of day, the one of its start")
    if set(parts) - _PARTS:
        raise _unreadable("allowed parts are " + " ".join(sorted(_PARTS)))


def _interval(value: str) -> int:
    if not _NUMBER.fullmatch(value) or not 1 <= int(value) <= LARGEST_INTERVAL:
        raise BadInput(
            "rule_interval",
            "the rule's INTERVAL cannot be read",
            hint=f"INTERVAL is a whole number from 1 to {LARGEST_INTERVAL}",
            field="rule",
        )
    return int(value)


def _count(value: str | None) -> int | None:
    if value is None:
        return None
    if not re.fullmatch(r"\d{1,5}", value, re.ASCII) or not 1 <= int(value) <= LARGEST_COUNT:
        raise _unreadable(f"COUNT is a whole number from 1 to {LARGEST_COUNT}")
    return int(value)


def _until(value: str | None) -> date | datetime | None:
    return None if value is None else read_until(value, field="rule")


def _named_days(value: str | None, frequency: Frequency) -> tuple[NamedDay, ...]:
    if value is None:
        return ()
    largest = {Frequency.MONTHLY: 5, Frequency.YEARLY: 53}.get(frequency, 0)
    days = []
    for piece in value.split(","):
        found = _WEEKDAY.fullmatch(piece)
        if found is None:
            raise _unreadable("BYDAY lists MO TU WE TH FR SA SU, with numbers such as 2TU or -1FR")
        nth = int(found[1] or 0)
        if abs(nth) > largest or (found[1] and nth == 0):
            raise _unreadable("numbers in BYDAY are for months (1 to 5) and years (1 to 53)")
        days.append(NamedDay(weekday=WEEKDAY_CODES.index(found[2]), nth=nth))
    return tuple(dict.fromkeys(days))


def _numbers(parts: dict[str, str], name: str, *, smallest: int, largest: int) -> tuple[int, ...]:
    if name not in parts:
        return ()
    pieces = parts[name].split(",")
    if not all(_NUMBER.fullmatch(piece) for piece in pieces):
        raise _unreadable(f"{name} lists whole numbers")
    numbers = tuple(sorted({int(piece) for piece in pieces}))
    if 0 in numbers or numbers[0] < smallest or numbers[-1] > largest:
        raise _unreadable(f"{name} goes from {smallest} to {largest}, without 0")
    return numbers


def _week_start(value: str) -> int:
    if value not in WEEKDAY_CODES:
        raise _unreadable("WKST is one of MO TU WE TH FR SA SU")
    return WEEKDAY_CODES.index(value)


def _too_frequent(why: str) -> BadInput:
    return BadInput("rule_too_frequent", "the rule repeats too often", hint=why, field="rule")


def _unreadable(why: str) -> BadInput:
    return BadInput("rule_unreadable", "the rule cannot be read", hint=why, field="rule")
