"""The time of a promise as its user said it, and as a wall clock tells it."""

from __future__ import annotations

import re
from datetime import date, datetime

from nightcrew.domain.clock_words import resolve_times
from nightcrew.domain.day import wall_clock
from nightcrew.domain.time_words import resolve
from nightcrew.domain.waits import waits_in

# Rhythms and parts of a day: words of a time that name neither a date nor a clock.
_LOOSE = re.compile(
    r"매일|날마다|(?:매주|격주)\s?(?:[월화수목금토일](?:요일)?(?:[,\s]|이랑|하고|과|와)*)+(?=[에\s]|$)"
    r"|[월화수목금토일](?:요일|욜)마다|매주|격주|(?:매달|매월|다달이)(?:\s?(?:\d{1,2}일|말일|마지막\s?날))?"
    r"|평일(?:마다)?|주말마다|(?:아침|점심|저녁|밤)마다"
    r"|(?<![가-힣])(?:아침|점심|저녁|밤|새벽|오전|오후|낮|이따가?)(?=[에\s]|$)"
    r"|\bevery (?:other )?(?:day|morning|noon|evening|night|week|month|weekend|weekday"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: (?:morning|evening|night))?\b|\bdaily\b"
    r"|\bweekly\b"
    r"|\bin the (?:morning|afternoon|evening)\b|\btonight\b|\bat night\b",
    re.IGNORECASE,
)
_JOINS = re.compile(r"[\s,]*(?:에|at|on|in)?[\s,]*", re.IGNORECASE)


def time_words(text: str, said_on: date) -> str:
    """The words of a text that say when, just as they were said; empty when there are none."""
    spans = [(each.start, each.end) for each in resolve(text, said_on)]
    spans += [(each.start, each.end) for each in resolve_times(text)]
    spans += [(each.start, each.end) for each in waits_in(text)]
    spans += [match.span() for match in _LOOSE.finditer(text)]
    runs: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if runs and (start <= runs[-1][1] or _JOINS.fullmatch(text, runs[-1][1], start)):
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return " ".join(text[start:end].strip(" ,") for start, end in runs)


def told_when(at: datetime, timezone: str, locale: str, usual: str | None) -> str:
    """`2026-12-03 (목) 20:10`; the zone stands in front unless it is the user's usual one."""
    clock = wall_clock(at, timezone, locale)
    return clock if timezone == usual else f"{timezone} {clock}"
