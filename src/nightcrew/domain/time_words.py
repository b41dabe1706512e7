"""Date words of Korean and English talk as exact days, counted from the day they were said."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from nightcrew.domain import (
    time_meanings_en,
    time_meanings_ko,
    time_words_any,
    time_words_en,
    time_words_ko,
)
from nightcrew.domain.calendar_days import DayRange, year_of
from nightcrew.domain.time_rules import Frame, TimeRule, longest

RULES: tuple[TimeRule, ...] = (*time_words_any.RULES, *time_words_ko.RULES, *time_words_en.RULES)
_REFERENCE = date(2026, 1, 5)
_JOINT = re.compile(
    r"\s*(?:부터|에서|~|〜|–|-|to|till|until|through|and)\s*(?:the\s+|on\s+)?", re.IGNORECASE
)
_REACH = 120  # characters of a clause on either side of its date words
_CLAUSE_END = re.compile(r"[!?。\n…,;]|\.(?!\d)")
_PLANNED_KO = re.compile(
    r"기로\s?(?:했|하였|정)|예약|예매|예정|잡[았혔]|잡아\s?[놨뒀]|끊었|끊어\s?[놨뒀]|정[했해]"
    r"|바[꿨뀌]|미[뤘루뤄]|밀렸|연기|옮[겼기]|신청|등록|약속|당겨|앞당|늦[춰췄]|확정|마감"
)
_PAST_STEM = 20  # index of the final consonant ㅆ in a Hangul syllable
_NOT_PAST = frozenset("있겠")
_DONE_EN = re.compile(
    r"\b(?!tired|excited|worried|scared|bored|interested|married|supposed|stressed|need)(?:was"
    r"|were|had|did|didn't|went|came|got|saw|met|ate|took|bought|made|left|said|told"
    r"|started|finished|ended|visited|happened|[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_PLANNED_EN = re.compile(
    r"\b(?:will|going to|gonna|booked|reserved|scheduled|planned|decided|moved (?:to|up|back"
    r"|forward)|pushed|postponed|rescheduled|delayed|shifted"
    r"|registered|signed up|arranged|confirmed)\b|'ll\b",
    re.IGNORECASE,
)


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


def resolve(text: str, said_on: date) -> tuple[DateSpan, ...]:
    """All date words of a text (NFC), longest first, without overlaps, in reading order.

    A day without a year or month is the next to come, or the latest one in talk of the past.
    """
    found = [span for rule in RULES for span in _spans(rule, text, said_on)]
    return _joined(longest(found, len(text)), text)


def has_relative_words(text: str) -> bool:
    """Whether a text holds words that mean another day when they are read later."""
    if any(pattern.search(text) for pattern in (time_words_ko.VAGUE, time_words_en.VAGUE)):
        return True
    return any(span.relative for span in resolve(text, _REFERENCE))


def has_dates(text: str) -> bool:
    """Whether a text holds a date of its own: a month and a day, a month, or a year."""
    return any(not span.relative and not span.bare for span in resolve(text, _REFERENCE))


def absolute(text: str, said_on: date) -> str:
    """The same text with its relative words written as dates, as they were meant on `said_on`."""
    parts: list[str] = []
    done = 0
    for span in resolve(text, said_on):
        if span.relative:
            parts += [text[done : span.start], _written_in(text, span)]
            done = span.end
    return "".join([*parts, text[done:]])


def lasting_days(text: str, said_on: date) -> tuple[int, ...]:
    """How many days the spans of time in a text last: 사흘 동안, for two weeks."""
    lengths = [
        _length(match, said_on, korean=True) for match in time_words_ko.LASTING.finditer(text)
    ]
    return (
        *lengths,
        *(_length(match, said_on, korean=False) for match in time_words_en.LASTING.finditer(text)),
    )


def written(from_on: date, to_on: date) -> str:
    """One day, or both ends of a range, as `YYYY-MM-DD` or `YYYY-MM-DD~YYYY-MM-DD`."""
    return from_on.isoformat() if from_on == to_on else f"{from_on.isoformat()}~{to_on.isoformat()}"


def _written_in(text: str, span: DateSpan) -> str:
    if re.search("[가-힣]", text) and (span.from_on, span.to_on) == year_of(span.from_on.year):
        return f"{span.from_on.year}년"
    return written(span.from_on, span.to_on)


def tells_of_the_past(clause: str) -> bool:
    """Whether a clause tells of something done, and not of something arranged for later."""
    if _PLANNED_KO.search(clause) or _PLANNED_EN.search(clause):
        return False
    return any(map(_past_syllable, clause)) or _DONE_EN.search(clause) is not None


def _past_syllable(letter: str) -> bool:
    hangul = "가" <= letter <= "힣" and letter not in _NOT_PAST
    return hangul and (ord(letter) - ord("가")) % 28 == _PAST_STEM


def _length(match: re.Match[str], said_on: date, *, korean: bool) -> int:
    if not korean:
        count = time_meanings_en.count_of(match["count"])
        return (time_meanings_en.moved(said_on, count, match["unit"].lower()) - said_on).days
    if match["days"]:
        return time_meanings_ko.DAY_COUNTS[match["days"]]
    count = time_meanings_ko.count_of(match["count"])
    return (time_meanings_ko.moved(said_on, count, match["unit"]) - said_on).days


def _spans(rule: TimeRule, text: str, said_on: date) -> list[DateSpan]:
    spans = []
    for match in rule.words.finditer(text):
        meant = _meaning(rule, match, said_on)
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


def _meaning(rule: TimeRule, match: re.Match[str], said_on: date) -> DayRange | None:
    past = tells_of_the_past(_clause(match.string, match.start(), match.end()))
    try:
        return rule.meaning(Frame(match=match, said_on=said_on, past=past))
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
