"""From the wall times of a rule to moments: each once, in order, whatever the clocks do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from heapq import heappop, heappush
from zoneinfo import ZoneInfo

from nightcrew.domain.errors import BadInput
from nightcrew.domain.rule_dates import first_time, rule_times
from nightcrew.domain.rules import Rule
from nightcrew.domain.zones import is_missing, to_local, to_utc

End = date | datetime

WIDEST_JUMP = timedelta(days=2)  # no zone has ever skipped more than a day


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One time at which a follow-up is due, before quiet hours.

    local: the wall time the rule names, naive, also when clocks skip it; due_at: the UTC moment.
    """

    local: datetime
    due_at: datetime


def rule_occurrences(
    rule: Rule, start: datetime, in_zone: ZoneInfo, *, after: datetime, until: End | None = None
) -> Iterator[Occurrence]:
    """Give what a rule names after a moment, strictly increasing, each moment once.

    start: DTSTART as a wall time. until: a further end beside the one of the rule.
    """
    last = after
    since = to_local(after, in_zone) - WIDEST_JUMP
    ends = tuple(end for end in (rule.until, until) if end is not None)
    for occurrence in _in_order(rule_times(rule, start, since), in_zone, ends):
        if occurrence.due_at > last:
            last = occurrence.due_at
            yield occurrence


def require_fires(rule: Rule, start: datetime, in_zone: ZoneInfo) -> None:
    """Refuse a rule that names no time at all, or none for eight years.

    Raises: BadInput `rule_never_fires`.
    """
    first = first_time(rule, start)
    if first is not None:
        occurrence = Occurrence(local=first, due_at=to_utc(first, in_zone))
        if rule.until is None or not is_past_end(occurrence, rule.until):
            return
    raise BadInput(
        "rule_never_fires",
        "the rule never fires",
        hint="no date fits the rule between its start and its end, or within eight years",
        field="rule",
    )


def is_past_end(occurrence: Occurrence, end: End) -> bool:
    """Say whether an occurrence lies after an end: a whole date, a wall time or a UTC moment."""
    if not isinstance(end, datetime):
        return occurrence.local.date() > end
    if end.tzinfo is None:
        return occurrence.local > end
    return occurrence.due_at > end


def _in_order(
    times: Iterable[datetime], in_zone: ZoneInfo, ends: tuple[End, ...]
) -> Iterator[Occurrence]:
    """Order by moment: wall times that clocks skip may land behind ones named later."""
    waiting: list[tuple[datetime, bool, datetime]] = []
    for local in times:
        occurrence = Occurrence(local=local, due_at=to_utc(local, in_zone))
        skipped = is_missing(local, in_zone)
        over = any(is_past_end(occurrence, end) for end in ends)
        if over and not skipped:
            break
        if not over:
            heappush(waiting, (occurrence.due_at, skipped, local))
        while not skipped and waiting and waiting[0][0] <= occurrence.due_at:
            yield _soonest(waiting)
    while waiting:
        yield _soonest(waiting)


def _soonest(waiting: list[tuple[datetime, bool, datetime]]) -> Occurrence:
    due_at, _, local = heappop(waiting)
    return Occurrence(local=local, due_at=due_at)
