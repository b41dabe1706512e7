"""A watch out of a user's own words: what to look up, when it is news, and until when."""

from __future__ import annotations

import re
from datetime import date, datetime

from nightcrew.adapters.rehearsal.request import intent_of
from nightcrew.adapters.rehearsal.rhythms import end_of
from nightcrew.adapters.rehearsal.sentences import HANGUL
from nightcrew.adapters.rehearsal.table import pattern
from nightcrew.domain.figures import amounts
from nightcrew.domain.follow_up import ProposedFollowUp
from nightcrew.domain.price.asked import item_of
from nightcrew.domain.proposed_spec import USUAL_WATCH_MINUTES
from nightcrew.domain.schedule import WhenNothing
from nightcrew.domain.time_words import DateSpan, resolve
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.watch_condition import limit_of

_PARTICLE = re.compile(r"(?<=[가-힣])(?:이|(?<![특물원정휴])가|은|는|을|를|값이|가격이)$")
_AROUND = re.compile(
    r"\s*\d[\d,.]*\s?[만천백억]*\s?(?:원|달러|유로|엔)"
    r"(?:대(?:로|까지)?|(?:에서|부터)\s?\d[\d,.]*\s?[만천백억]*\s?(?:원|달러|유로|엔))\s*$|\s*영하(?:권)?(?:로|까지)?\s*$"
)  # a range of prices
_END_AHEAD = re.compile(
    r"(?:\b(?:until|till|by|before|within|in|during)\s*)?(?:\bthe end of\s*)?$", re.IGNORECASE
)
_SIGN = re.compile(r"(?:영하|minus)?[₩￦$€£¥ -]*$", re.IGNORECASE)
_LOOSE = re.compile(r"^(?:혹시|the|a|if|when)\s+|\s+(?:is|are|get|gets|price of)$", re.IGNORECASE)


def watch_asked(
    request: str, now: datetime, timezone: str, cites: tuple[str, ...]
) -> ProposedFollowUp | None:
    """The watch a request asks for; None when it asks for something else."""
    either_way = _found("watch_either_way", request) is not None
    request = pattern("request", "watch_either_way").sub("", request)
    request = pattern("request", "watch_whether").sub(r"\g<stem>면 알려줘", request)
    if not _is_watch(request):
        return None
    spans = _until(request, now.date(), now.hour)
    last = spans[-1].to_on if spans else _last_of(request, now.date())
    told = _asked_away(_without(request, spans))
    query, condition = _parted(told)
    if not query and _found("watch_over", request):
        query, condition = _query(told), told
    if not query or not condition:
        return None
    return ProposedFollowUp(
        kind="watch",
        timezone=timezone,
        until=last.isoformat() if last else None,
        when_nothing=WhenNothing.SEND if either_way else WhenNothing.STAY_SILENT,
        purpose="info",
        intent=intent_of(told, now.date()),
        watch={
            "tool": Tool.PRICE if _is_car(query) else Tool.SEARCH,
            "query": query,
            "condition": condition,
            "every_minutes": USUAL_WATCH_MINUTES,
        },
        cites=cites,
    )


def _is_watch(request: str) -> bool:
    if _found("watch_over", request):
        return True
    asks = _found("watch_asked", request) or _found("watch_ahead", request)
    if not asks:
        return False
    happens = pattern("news").search(request) or _found("watch_sides", request)
    return bool(happens) or limit_of(_asked_away(request)) is not None


def _until(request: str, today: date, hour: int) -> list[DateSpan]:
    """The days up to which it is to be watched, as they stand in the request."""
    return [
        span
        for span in resolve(request, today, hour=hour)
        if span.to_on >= today and (_is_end(request, span) or _is_window(request, span, today))
    ]


def _last_of(request: str, today: date) -> date | None:
    """The last of so many days from today on: 일주일 동안만, for three days."""
    lasts = _found("watch_lasting", request)
    return end_of(lasts.group(), today) if lasts else None


def _is_end(request: str, span: DateSpan) -> bool:
    before, behind = request[max(0, span.start - 8) : span.start], request[span.end :]
    ahead = _found("watch_until", before)
    return behind.lstrip().startswith("까지") or (ahead is not None and ahead[0] != "까지")


def _is_window(request: str, span: DateSpan, today: date) -> bool:
    """이번 달 안에, this month: days that have begun; later ones may be when somebody travels."""
    if not span.from_on <= today < span.to_on:
        return False
    behind = request[span.end :]
    if HANGUL.search(span.words):
        return pattern("request", "watch_within").match(behind) is not None
    return not behind.strip(" .!?~") or behind.startswith(",") or span.start == 0


def _without(request: str, spans: list[DateSpan]) -> str:
    for span in reversed(spans):
        before = _END_AHEAD.sub("", request[: span.start])
        behind = re.sub(r"^\s*까지(?:만)?", "", request[span.end :])
        behind = pattern("request", "watch_within").sub("", behind)
        request = f"{before.rstrip(' ,')} {behind.lstrip(' ,')}"
    return pattern("request", "watch_lasting").sub(" ", request).strip(" ,.!?~")


def _asked_away(request: str) -> str:
    text = pattern("request", "watch_ahead").sub(" ", request)
    text = pattern("request", "watch_over").sub("", text)
    return pattern("request", "watch_asked").sub("", text).strip(" ,.!?~")


def _parted(told: str) -> tuple[str, str]:
    """What to look up, and the condition: from the number on, or from what happens on."""
    limit = limit_of(told)
    numbers = [each.start for each in amounts(told) if limit and each.value == abs(limit.value)]
    if numbers:
        before = told[: numbers[0]]
        at = len(_SIGN.sub("", before))
        sides = _found("watch_sides", told[:at])
        at = sides.start() if sides else at
        return _query(told[:at]), told[at:].strip()
    happens = pattern("news").search(told) or _found("watch_sides", told)
    if happens is None:
        return "", ""
    before = told[: happens.start()]
    return _query(_AROUND.sub("", before)) or _query(before) or _query(told), told


def _query(text: str) -> str:
    return _LOOSE.sub("", _PARTICLE.sub("", _LOOSE.sub("", text.strip(" ,")))).strip()


def _is_car(query: str) -> bool:
    item = item_of(query)
    return item.model is not None and item.year is not None


def _found(name: str, text: str) -> re.Match[str] | None:
    return pattern("request", name).search(text)
