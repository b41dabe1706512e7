"""Date words of Korean and English talk as exact days, counted from the day they were said."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from nightcrew.domain import (
    time_meanings_en,
    time_meanings_ko,
    time_words_any,
    time_words_en,
    time_words_en_month,
    time_words_ko,
    time_words_ko_month,
    time_words_within,
)
from nightcrew.domain.calendar_days import DayRange, year_of
from nightcrew.domain.past_talk import tells_of_a_plan, tells_of_the_past
from nightcrew.domain.time_rules import Frame, TimeRule, longest

# of rules that read the same words, the first holds
RULES: tuple[TimeRule, ...] = (
    *time_words_within.RULES,
    *time_words_any.RULES,
    *time_words_ko.RULES,
    *time_words_ko_month.RULES,
    *time_words_en.RULES,
    *time_words_en_month.RULES,
)
NOON = 12
_REFERENCE = date(2026, 1, 5)
_JOINT = re.compile(
    r"\s*(?:부터|에서|~|〜|–|-|to|till|until|through|and)\s*(?:the\s+|on\s+)?", re.IGNORECASE
)
_AT_A_PLACE = r"(?:(?!\S*[한은는던]\s)\S{1,6}\s)?"
_THEN_NIGHTS = re.compile(
    rf"(?:부터|에서|에는|에|엔)?(?:\s?출발(?:해서|하는|로)?)?[\s,]*{_AT_A_PLACE}"
)
_THEN_DAY = re.compile(rf"(?:로|으로|의|간)?[\s,]*{_AT_A_PLACE}")
_THEN_LASTING = re.compile(r"(?:부터)?\s?")
_YEARLY = re.compile(r"매년|해마다|생일|생신|기념일|\b(?:every year|birthday|anniversary)\b", re.I)
_TODAY = ("오늘", "금일")
_REACH = 120  # characters of a clause on either side of its date words
_CLAUSE_END = re.compile(r"[!?。\n…,;]|\.(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateSpan:
    """Date words in a text and the days they mean, both ends included.

    start, end: offsets into the text. relative: the words mean another day when read later.
    bare: a weekday or a day of a month alone, which may as well be a habit.
    """

    start: int
    end: int
    words: str
    from_on: date
    to_on: date
    relative: bool
    bare: bool = False


def resolve(text: str, said_on: date, *, hour: int = NOON) -> tuple[DateSpan, ...]:
    """All date words of a text (NFC), longest first, without overlaps, in reading order.

    A day without a year or month is the next to come, or the latest one in talk of the past. hour:
    of the clock when it was said; before 6 오늘 새벽 is the one under way.
    """
    found = [span for rule in RULES for span in _spans(rule, text, said_on, hour)]
    return _with_lengths(_joined(longest(found, len(text)), text), text, said_on)


def settled_days(text: str, said_on: date) -> DayRange | None:
    """The first days a text names that are surely no habit; None when it names none.

    A bare weekday or day of a month counts only where something was arranged for it.
    """
    for span in resolve(text, said_on):
        clause = _clause(text, span.start, span.end)
        yearly = not span.relative and _YEARLY.search(clause) is not None
        if tells_of_a_plan(clause) or not (span.bare or yearly):
            return span.from_on, span.to_on
    return None


def has_relative_words(text: str) -> bool:
    """Whether a text holds words that mean another day when they are read later."""
    if any(pattern.search(text) for pattern in (time_words_ko.VAGUE, time_words_en.VAGUE)):
        return True
    return any(span.relative for span in resolve(text, _REFERENCE))


def has_dates(text: str) -> bool:
    """Whether a text holds a date of its own: a month and a day, a month, or a year."""
    return any(not span.relative and not span.bare for span in resolve(text, _REFERENCE))


def absolute(text: str, said_on: date, *, hour: int = NOON) -> str:
    """The same text with its relative words written as dates, as they were meant on `said_on`."""
    parts: list[str] = []
    done = 0
    for span in resolve(text, said_on, hour=hour):
        if span.relative:
            parts += [text[done : span.start], _written_in(text, span)]
            done = span.end
    return "".join([*parts, text[done:]])


def lasting_days(text: str, said_on: date) -> tuple[int, ...]:
    """How many days the spans of time in a text last: 사흘 동안, for two weeks."""
    return tuple(days for _, days in _lengths(text, said_on))


def written(from_on: date, to_on: date) -> str:
    """One day, or both ends of a range, as `YYYY-MM-DD` or `YYYY-MM-DD~YYYY-MM-DD`."""
    return from_on.isoformat() if from_on == to_on else f"{from_on.isoformat()}~{to_on.isoformat()}"


def _written_in(text: str, span: DateSpan) -> str:
    if re.search("[가-힣]", text) and (span.from_on, span.to_on) == year_of(span.from_on.year):
        return f"{span.from_on.year}년"
    return written(span.from_on, span.to_on)


def _lengths(text: str, said_on: date) -> list[tuple[re.Match[str], int]]:
    korean = time_words_ko.LASTING.finditer(text)
    english = time_words_en.LASTING.finditer(text)
    return [
        *((match, _length(match, said_on, korean=True)) for match in korean),
        *((match, _length(match, said_on, korean=False)) for match in english),
    ]


def _length(match: re.Match[str], said_on: date, *, korean: bool) -> int:
    if not korean:
        count = time_meanings_en.count_of(match["count"])
        return (time_meanings_en.moved(said_on, count, match["unit"].lower()) - said_on).days
    if match["days"]:
        return time_meanings_ko.DAY_COUNTS[match["days"]]
    count = time_meanings_ko.count_of(match["count"])
    return (time_meanings_ko.moved(said_on, count, match["unit"]) - said_on).days


def _spans(rule: TimeRule, text: str, said_on: date, hour: int = NOON) -> list[DateSpan]:
    spans = []
    for match in rule.words.finditer(text):
        meant = _meaning(rule, match, said_on, hour)
        if meant is not None:
            spans.append(_span(match, meant, rule))
    return spans


def _span(match: re.Match[str], meant: DayRange, rule: TimeRule) -> DateSpan:
    relative = rule.relative or bool(match.groupdict().get("of"))
    return DateSpan(
        start=match.start(),
        end=match.end(),
        words=match.group(),
        from_on=meant[0],
        to_on=meant[1],
        relative=relative,
        bare=rule.bare,
    )


def _meaning(rule: TimeRule, match: re.Match[str], said_on: date, hour: int) -> DayRange | None:
    past = tells_of_the_past(_clause(match.string, match.start(), match.end()))
    try:
        return rule.meaning(Frame(match=match, said_on=said_on, past=past, hour=hour))
    except (ValueError, OverflowError):
        return None  # words for a day the calendar does not have


def _clause(text: str, start: int, end: int) -> str:
    head, tail = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    begin = max((match.end() for match in _CLAUSE_END.finditer(head)), default=0)
    closing = _CLAUSE_END.search(tail)
    return head[begin:] + text[start:end] + tail[: closing.start() if closing else len(tail)]


def _joined(spans: list[DateSpan], text: str) -> tuple[DateSpan, ...]:
    joined: list[DateSpan] = []
    for span in spans:
        whole = _join(joined[-1], span, text) if joined else None
        if whole is None:
            joined.append(span)
        else:
            joined[-1] = whole
    return tuple(joined)


def _join(first: DateSpan, second: DateSpan, text: str) -> DateSpan | None:
    between = text[first.end : second.start]
    if (
        len(between) > _REACH
        or not _JOINT.fullmatch(between)
        or ("and" in between and not _between(text, first.start))
    ):
        return None
    last = _last_day(first, second, text)
    if last is None:
        return None
    end = second.end + len("까지") if text.startswith("까지", second.end) else second.end
    return replace(
        first,
        end=end,
        words=text[first.start : end],
        to_on=last,
        relative=first.relative or second.relative,
        bare=first.bare and second.bare,
    )


def _with_lengths(spans: tuple[DateSpan, ...], text: str, said_on: date) -> tuple[DateSpan, ...]:
    """`11월 3일부터 2박 3일로`: the day it begins on lasts as long as the words beside it say."""
    found = list(spans)
    nights = [
        (match, time_meanings_ko.count_of(match["count"]), _spends_nights)
        for match in time_words_ko.NIGHTS.finditer(text)
    ]
    lengths = [(match, days, _lasts_from) for match, days in _lengths(text, said_on)]
    for match, days, begins in (*nights, *lengths):
        for place, span in enumerate(found):
            if span.from_on == span.to_on and begins(span, match):
                found[place] = _lasting(span, days)
                break
    return tuple(found)


def _spends_nights(span: DateSpan, nights: re.Match[str]) -> bool:
    text = nights.string
    if span.end <= nights.start():
        between = text[span.end : nights.start()][:_REACH]
        # "오늘 2박 3일 여행을 예약했어" books today and leaves another day
        begins = span.words not in _TODAY or "부터" in between or "출발" in between
        return begins and _THEN_NIGHTS.fullmatch(between) is not None
    return _THEN_DAY.fullmatch(text[nights.end() : span.start][:_REACH]) is not None


def _lasts_from(span: DateSpan, length: re.Match[str]) -> bool:
    return _THEN_LASTING.fullmatch(length.string, span.end, length.start()) is not None


def _lasting(span: DateSpan, days: int) -> DateSpan:
    try:
        return replace(span, to_on=span.from_on + timedelta(days=max(days, 1) - 1))
    except OverflowError:
        return span


def _last_day(first: DateSpan, second: DateSpan, text: str) -> date | None:
    if second.bare or second.to_on < first.from_on:
        near = resolve_alone(text[second.start : second.start + _REACH], first.from_on)
        return near.to_on if near is not None else None
    return second.to_on


def resolve_alone(text: str, said_on: date) -> DateSpan | None:
    """The date words that a text begins with, counted from `said_on`."""
    found = [span for rule in RULES for span in _spans(rule, text, said_on) if span.start == 0]
    return max(found, key=lambda each: each.end, default=None)


def _between(text: str, start: int) -> bool:
    return text[:start].rstrip().lower().endswith("between")
