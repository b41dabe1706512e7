"""Which days a clause means, when it names several, a length of time or a correction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from nightcrew.domain.time_words import DateSpan, lasting_days, resolve_alone

_CORRECTED = re.compile(r"(?:아니고|아니라|말고|\bnot\b.*\bbut\b|\binstead of\b)")
_AND = re.compile(r"\s*(?:,|&|·|하고|이랑|랑|과|와|및|and)\s*(?:the\s)?", re.IGNORECASE)
_NIGHTS = re.compile(r"(?P<nights>\d{1,2})박\s?(?P<days>\d{1,2})일")


def days_meant(text: str, spans: Sequence[DateSpan], said_on: date) -> tuple[date, date] | None:
    """First and last of the coming days of a clause; None when it names none."""
    coming = [span for span in _uncorrected(text, spans) if span.to_on >= said_on]
    if not coming:
        return None
    first = next((span for span in coming if not span.bare), coming[0])
    length = _length(text, said_on)
    if length and (first.from_on == first.to_on or _counts_days(text, first)):
        return first.from_on, first.from_on + timedelta(days=length - 1)
    return first.from_on, _last(text, first, coming)


def days_that_follow(text: str, spans: Sequence[DateSpan], said_on: date) -> frozenset[date]:
    """Every day that words of a text may mean: named, or counted from a named one."""
    every = (*spans, *_uncorrected(text, spans))
    named = {day for span in every for day in (span.from_on, span.to_on)}
    length = _length(text, said_on)
    counted = {day + timedelta(days=length - 1) for day in named} if length else set()
    return frozenset(named | counted)


def _uncorrected(text: str, spans: Sequence[DateSpan]) -> Sequence[DateSpan]:
    """`다음 주 수요일 아니고 목요일`: what stands after the correction, in the same week."""
    for place, span in enumerate(spans[:-1]):
        after = spans[place + 1]
        if _CORRECTED.search(text[span.end : after.start]):
            monday = span.from_on - timedelta(days=span.from_on.weekday())
            meant = resolve_alone(text[after.start :], monday) if after.bare else None
            days = (
                after if meant is None else replace(after, from_on=meant.from_on, to_on=meant.to_on)
            )
            return (days, *spans[place + 2 :])
    return spans


def _last(text: str, first: DateSpan, coming: Sequence[DateSpan]) -> date:
    """`내일하고 모레`: days that are strung together end with the last."""
    end, last = first.end, first.to_on
    for span in coming:
        if span.start >= end and _AND.fullmatch(text[end : span.start]) and span.to_on > last:
            end, last = span.end, span.to_on
    return last


def _counts_days(text: str, span: DateSpan) -> bool:
    """`11월 3일부터 5일간`: the figure is a length and no day."""
    return bool(re.match(r"간|\s?동안", text[span.end :])) and "부터" in span.words


def _length(text: str, said_on: date) -> int:
    """The one length of time a text names, in days; 0 for none or several."""
    nights = _NIGHTS.search(text)
    if nights:
        return int(nights["days"])
    found = lasting_days(text, said_on)
    return found[0] if len(found) == 1 else 0
