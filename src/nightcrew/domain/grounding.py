"""What the cited words hold: the days, clock times, numbers and names that a memory may tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, time, timedelta
from decimal import Decimal

from nightcrew.domain.calendar_days import DayRange
from nightcrew.domain.clock_words import ClockSpan, resolve_times
from nightcrew.domain.figures import Amount, amounts, counted_words, numbers
from nightcrew.domain.gate import Case, said_on
from nightcrew.domain.speech import own_words
from nightcrew.domain.time_words import DateSpan, lasting_days, resolve
from nightcrew.domain.words import same_form, script_of

_HONORIFIC = re.compile(
    r"(?<![가-힣])([가-힣]{2,4}?)\s?(?:씨|님|팀장|과장|대리|부장|본부장|차장|이사|대표|매니저"
    r"|선생님|교수|원장)(?![가-힣]{2})"
)
_FULL_NAME = re.compile(
    r"(?:은|는|이름은|이름이)\s([김박최정강조윤장임한오서신권황안송류홍이][가-힣]{2})(?=이다"
    r"|이에요|입니다|예요|이며|이고|$|\.)"
)
_TOLD_AS_NAME = re.compile(
    r"이름(?:은|이)\s([가-힣]{1,5}?)(?=이?다(?:[\s.,]|$)|이에요|입니다|예요|이며|이고|$|[.,])"
)
_TIMES = re.compile(r"\S{1,8}\s?(?:번|차례|times\b)")
_CAPITAL = re.compile(r"(?<=[a-z,;]\s)[A-Z][a-zA-Z]+")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
_TITLE = re.compile(r"(?<![\w])['‘“\"「『]([^'’”\"」』]{2,60})['’”\"」』](?![A-Za-z])")
# Said on a Wednesday, "last Tuesday" is yesterday to some and the week before to others.
_EITHER_WEEK = re.compile(
    r"\b(?:last|next)\s(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE
)
_WHOLE_MONTH = 28  # days; a range at least as long may tell of a nearer one: "in July" of 2 July
_CALENDAR_NAMES = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july"
    r"|august"
    r"|september|october|november|december|i|user|english|korean",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """Everything that may be told from the cited words without inventing.

    ranges: first and last day of whatever date words stand in them.
    """

    texts: tuple[str, ...]
    days: frozenset[date]
    ranges: frozenset[DayRange]
    clocks: frozenset[time]
    figures: frozenset[Decimal]


def cited(case: Case) -> Cited:
    """Read the cited words of a change, each line with the day it was said."""
    texts = case.grounding_texts
    return Cited(
        texts=texts,
        days=frozenset(_days(case)),
        ranges=frozenset(_ranges(case)),
        clocks=frozenset(span.at for text in texts for span in resolve_times(text)),
        figures=frozenset(number for text in texts for number in numbers(text)),
    )


def strange_days(case: Case, known: Cited) -> int:
    """How many days of a change neither stand in its cited lines nor follow from them."""
    told = [day for day in (case.change.from_on, case.change.to_on) if day is not None]
    return sum(day not in known.days for day in told) + _strange_spans(case, known)


def strange_figures(case: Case, known: Cited) -> int:
    """How many numbers and clock times of a change's text do not stand in its cited lines."""
    text = case.change.text
    clocks = resolve_times(text)
    dated = [(span.start, span.end) for span in resolve(text, case.ground.today)]
    dated += [(span.start, span.end) for span in clocks]
    loose = [
        amount.value
        for amount in amounts(text)
        if not any(start <= amount.start < end for start, end in dated)
    ]
    wrong_clocks = [span for span in clocks if not _is_told(span, known)]
    loose += [
        word.value
        for word in counted_words(text)
        if word.value > 1
        and not any(start <= word.start < end for start, end in dated)
        and not _counts_its_lines(word, case)
    ]
    return sum(value not in known.figures for value in loose) + len(wrong_clocks)


def _counts_its_lines(word: Amount, case: Case) -> bool:
    """Whether it says how often a thing was told, once a cited line: 세 번, three times."""
    often = _TIMES.match(case.change.text, word.start) is not None
    return often and word.value == len(case.user_lines)


def _is_told(span: ClockSpan, known: Cited) -> bool:
    """Whether a clock time was said; a bare hour may as well be an age: "moved at ten"."""
    hours = {Decimal(span.at.hour), Decimal(span.at.hour % 12)}
    return span.at in known.clocks or (span.assumed and bool(hours & known.figures))


def strange_names(case: Case, known: Cited) -> int:
    """How many names of a change's text and subject do not stand in its cited lines."""
    said = same_form(" ".join(known.texts))
    return sum(same_form(name) not in said for name in _names(case.change.text))


def _names(text: str) -> set[str]:
    found = {
        match[1]
        for pattern in (_HONORIFIC, _FULL_NAME, _TOLD_AS_NAME, _TITLE)
        for match in pattern.finditer(text)
    }
    if script_of(text).main == "hangul":
        found |= set(_LATIN.findall(text))
    else:
        found |= {word for word in _CAPITAL.findall(text) if not _CALENDAR_NAMES.fullmatch(word)}
    return found


def _days(case: Case) -> list[date]:
    days: list[date] = []
    for line in case.lines:
        days += _days_of(own_words(line.text), said_on(line))
    for row in case.rows:
        days += [day for day in (row.from_on, row.to_on) if day is not None]
        days += _days_of(row.text, row.said_on)[1:]
    return days


def _days_of(text: str, told_on: date) -> list[date]:
    starts = [told_on, *(day for span in _meant(text, told_on) for day in span)]
    lengths = lasting_days(text, told_on)
    return starts + [
        start + timedelta(days=length + off)
        for start in dict.fromkeys(starts)
        for length in lengths
        for off in (-1, 0)
    ]


def _ranges(case: Case) -> list[DayRange]:
    ranges: list[DayRange] = []
    for line in case.lines:
        ranges += _meant(own_words(line.text), said_on(line))
    for row in case.rows:
        ranges += _meant(row.text, row.said_on)
    return ranges


def _meant(text: str, told_on: date) -> list[DayRange]:
    """What the date words of a text may mean."""
    ranges: list[DayRange] = []
    for span in resolve(text, told_on):
        ranges.append((span.from_on, span.to_on))
        if _EITHER_WEEK.fullmatch(span.words):
            other = span.from_on - timedelta(days=7)
            ranges.append((other, other))
    return ranges


def _strange_spans(case: Case, known: Cited) -> int:
    newest = max((said_on(line) for line in case.lines), default=case.ground.today)
    spans = [span for span in resolve(case.change.text, newest) if not span.bare]
    return sum(
        not _stands(day, span, known)
        for span in spans
        if not _covers(span, known)
        for day in (span.from_on, span.to_on)
    )


def _covers(span: DateSpan, known: Cited) -> bool:
    """Whether a month, a season or a year tells of something nearer that was said."""
    if span.relative or (span.to_on - span.from_on).days + 1 < _WHOLE_MONTH:
        return False
    return any(span.from_on <= start and end <= span.to_on for start, end in known.ranges)


def _stands(day: date, span: DateSpan, known: Cited) -> bool:
    if day in known.days:
        return True
    yearly = re.search(r"\d{4}", span.words) is None and not span.relative
    return yearly and (day.month, day.day) in {(other.month, other.day) for other in known.days}
