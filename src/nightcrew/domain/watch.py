"""A watch: whether what was looked up is the news that is waited for, and when to look again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from zoneinfo import ZoneInfo

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.follow_up_times import ends_at
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.planning import is_forgotten
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import FollowUpKind, WatchSpec, WhenNothing
from nightcrew.domain.search_results import line_of
from nightcrew.domain.tool import Source
from nightcrew.domain.watch_condition import limit_of, news_in, only_currency
from nightcrew.domain.words import same_form, tokens

FRESH_DAYS = 30  # a dated result older than this is no news
MOST_LINES = 3  # that the words of the message are made from
MOST_RESULTS = 10
STILL_TOLD = timedelta(days=1)  # after the end: that nothing was found is stale then
ENOUGH_WORDS = 0.5  # of the words looked for; a page with fewer is about something else


class NewsKind(StrEnum):
    """What a look came to. met: a number decides it. open: a model must read it. over: it ends."""

    NONE = "none"
    MET = "met"
    OPEN = "open"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What one look of a watch brought.

    lines: of a tool that answers in lines of its own. figure: the number it answers with, and the
    currency as its measure, where it answers with one.
    """

    status: ToolStatus
    sources: tuple[Source, ...] = ()
    lines: tuple[str, ...] = ()
    figure: tuple[Decimal, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What the crew is to find words for. seen: a mark of it, to know it again without its text."""

    kind: NewsKind = NewsKind.NONE
    lines: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    seen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchFound:
    """What a watch found, as it is kept until its message is worded. found_at: when it stood so."""

    kind: NewsKind
    lines: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    found_at: datetime


NO_NEWS = News()


def news_of(watch: WatchSpec, looked: Looked, turned_down: str = "") -> News:
    """What a look brought that may be worth a word.

    turned_down: the mark of what the crew was given last and kept to itself; that is no news again.
    """
    if looked.status is not ToolStatus.OK:
        return NO_NEWS
    found = _of_figure(watch, looked) if looked.figure else _of_sources(watch, looked.sources)
    return NO_NEWS if found.seen == turned_down else found


def _of_figure(watch: WatchSpec, looked: Looked) -> News:
    """The tool's own number decides; a condition without a number is left to be read."""
    limit = limit_of(watch.condition)
    if limit is None:
        return _news(NewsKind.OPEN, looked.lines, ())
    value, measure = looked.figure or (Decimal(0), "")
    met = limit.measure in ("", measure) and limit.holds(value)
    return _news(NewsKind.MET, looked.lines, ()) if met else NO_NEWS


def _of_sources(watch: WatchSpec, sources: Sequence[Source]) -> News:
    about = [each for each in sources if _is_about(each, watch.query)]
    asked = f"{watch.query} {watch.condition}"
    limit = limit_of(watch.condition)
    if limit is None or not (limit.measure or any(only_currency(_text(each)) for each in about)):
        picked, kind = about[:MOST_LINES], NewsKind.OPEN  # nothing that code could compare
    else:
        best = [(news[0], each) for each in about if (news := news_in(_text(each), limit, asked))]
        best.sort(key=lambda pair: abs(pair[0] - limit.value), reverse=True)
        picked, kind = [each for _, each in best[:MOST_LINES]], NewsKind.MET
    lines = tuple(map(line_of, picked))
    return _news(kind, lines, tuple(each.url for each in picked)) if lines else NO_NEWS


def _news(kind: NewsKind, lines: tuple[str, ...], links: tuple[str, ...]) -> News:
    seen = hashlib.sha256("\x1f".join(sorted(lines)).encode()).hexdigest()
    return News(kind=kind, lines=lines, links=links, seen=seen)


def _text(source: Source) -> str:
    return f"{source.title} {source.snippet}"


def _is_about(source: Source, query: str) -> bool:
    """Whether a page holds enough of the words that were looked for; numbers are the condition."""
    wanted = {same_form(word) for word in tokens(query) if not word[0].isdigit()} - {""}
    held = same_form(_text(source))
    return sum(word in held for word in wanted) >= len(wanted) * ENOUGH_WORDS


def next_look(follow_up: FollowUp, place: ZoneInfo, now: datetime) -> datetime | None:
    """When to look again, after its pause and never sooner than asked; None beyond its end."""
    spec, end = follow_up.spec().watch, ends_at(follow_up, place)
    if spec is None:
        return None
    from_at = max(now, follow_up.pause_until or now)
    at = (from_at + timedelta(minutes=spec.every_minutes)).replace(microsecond=0)
    return None if end is not None and at >= end else at


def is_over(follow_up: FollowUp, place: ZoneInfo, now: datetime) -> bool:
    """Whether its end has come, or there was no later look."""
    end = ends_at(follow_up, place)
    return follow_up.next_at is None or (end is not None and now >= end)


def ends_untold(follow_up: FollowUp, place: ZoneInfo, now: datetime) -> bool:
    """Whether its end, if nobody saw it come, is still worth the word that was asked for."""
    last = told_until(follow_up, place)
    return _wants_a_word(follow_up) and last is not None and now < last


def told_until(follow_up: FollowUp, place: ZoneInfo) -> datetime | None:
    """Until when a follow-up may speak: to its end, and of how that came a little longer.

    A watch ends at midnight, when most people are not to be spoken to.
    """
    end = ends_at(follow_up, place)
    return end + STILL_TOLD if end is not None and _wants_a_word(follow_up) else end


def _wants_a_word(follow_up: FollowUp) -> bool:
    watches = follow_up.kind is FollowUpKind.WATCH
    return watches and follow_up.when_nothing is WhenNothing.SEND


def is_buried(follow_up: FollowUp, tombstones: tuple[Tombstone, ...], key: bytes) -> bool:
    """Whether it is about something the user asked to forget; then nothing is looked up for it."""
    return any(is_forgotten(words, tombstones, key) for words in watched_words(follow_up))


def watched_words(follow_up: FollowUp) -> tuple[str, ...]:
    """All a watch is told in: what it is for, what it looks up, and its condition."""
    spec = follow_up.spec().watch
    told = (follow_up.intent, spec.query, spec.condition) if spec else (follow_up.intent,)
    return tuple(filter(None, told))
