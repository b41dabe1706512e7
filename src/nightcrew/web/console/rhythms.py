"""How often a promise comes again, as a person would say it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from nightcrew.domain.errors import BadInput
from nightcrew.domain.rules import Frequency, NamedDay, Rule, read_rule
from nightcrew.web.console.words import Language, a_day, words

_ALL_DAYS, _WORKING = frozenset(range(7)), frozenset(range(5))


def rhythm(text: str, language: Language) -> str | None:
    """`매주 월·목요일`, `every second week on Tue`; None for a rule with no short name."""
    said = words(language)["rhythms"]
    try:
        rule = read_rule(text)
    except BadInput:
        return None
    how_often = None if rule.by_set_position else _how_often(rule, said)
    return how_often and how_often + _end(rule, said, language)


def _how_often(rule: Rule, said: Mapping[str, Any]) -> str | None:
    if rule.frequency is Frequency.WEEKLY and not (rule.by_month or rule.by_month_day):
        return _in_weeks(rule, said)
    if rule.frequency is Frequency.MONTHLY and not rule.by_month:
        return _on_days(rule, said, _every(rule, said))
    if rule.frequency is Frequency.YEARLY and len(rule.by_month) == 1 and rule.by_month_day:
        month = said["month"].format(name=said["months"].split()[rule.by_month[0] - 1])
        return _on_days(rule, said, f"{_every(rule, said)} {month}")
    bare = not (rule.by_day or rule.by_month or rule.by_month_day)
    return _every(rule, said) if bare else None


def _every(rule: Rule, said: Mapping[str, Any]) -> str:
    names = said[rule.frequency.lower()]
    return str(names["one"] if rule.interval == 1 else names["more"].format(n=rule.interval))


def _in_weeks(rule: Rule, said: Mapping[str, Any]) -> str:
    weekdays = frozenset(day.weekday for day in rule.by_day)
    if not weekdays:
        return _every(rule, said)
    if rule.interval == 1 and weekdays == _WORKING:
        return str(said["working_days"])
    if rule.interval == 1 and weekdays == _ALL_DAYS:
        return str(said["daily"]["one"])
    names = said["between"].join(said["weekdays"].split()[day] for day in sorted(weekdays))
    return str(said["on_weekdays"].format(every=_every(rule, said), days=names))


def _on_days(rule: Rule, said: Mapping[str, Any], every: str) -> str | None:
    if rule.by_day and rule.by_month_day:
        return None
    if rule.by_month_day:
        days = [_day_of_month(day, said) for day in rule.by_month_day]
        return None if None in days else _joined(every, days, said)
    if rule.by_day:
        named = [_nth(day, said) for day in rule.by_day]
        return None if None in named else _joined(every, named, said)
    return every


def _joined(every: str, days: list[str | None], said: Mapping[str, Any]) -> str:
    listed = said["between"].join(day for day in days if day)
    return str(said["on_days"].format(every=every, days=listed))


def _day_of_month(day: int, said: Mapping[str, Any]) -> str | None:
    if day == -1:
        return str(said["last_day"])
    return str(said["day_of_month"].format(day=day)) if day > 0 else None


def _nth(day: NamedDay, said: Mapping[str, Any]) -> str | None:
    which = said["nth"].get(str(day.nth))
    name = said["weekdays"].split()[day.weekday]
    return str(said["nth_weekday"].format(which=which, day=name)) if which else None


def _end(rule: Rule, said: Mapping[str, Any], language: Language) -> str:
    if rule.count is not None:
        return str(said["times"].format(n=rule.count))
    if rule.until is None:
        return ""
    last: date = rule.until.date() if isinstance(rule.until, datetime) else rule.until
    return str(said["until"].format(day=a_day(last, language)))
