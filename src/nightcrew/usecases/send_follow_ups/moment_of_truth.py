"""What is true when a message would go, read fresh for its words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import moment, today
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.lines import show_memories, split_style
from nightcrew.domain.memory import Memory
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.domain.questions import ComposeInputs, FoundBlock, OpenTalkInputs, TalkLine
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.style_memory import most_fitting, shown_of
from nightcrew.domain.turn import Spoken
from nightcrew.domain.watch import NewsKind, WatchFound, watched_words
from nightcrew.domain.withholding import visible_texts
from nightcrew.store import conversations, memories, watches
from nightcrew.store.connection import Connection
from nightcrew.store.speaking import GateFacts

TALK_LINES = 24  # the last 12 turns, as in a reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """One occurrence the gate let pass, with everything its words are made from."""

    crew: Crew
    facts: GateFacts
    memories: tuple[Memory, ...]
    talk: tuple[Spoken, ...]
    found: WatchFound | None = None

    def zone_name(self) -> str:
        """The user's zone, or the house's while it is not known."""
        return self.facts.person.timezone or self.crew.house.timezone

    def locale(self) -> str:
        """The language to speak in."""
        return self.facts.person.locale or self.crew.locale


async def read(connection: Connection, pair: Pair, facts: GateFacts, crew: Crew) -> Truth:
    """Read what the crew knows and what was said last, in the caller's transaction."""
    return Truth(
        crew=crew,
        facts=facts,
        memories=await memories.seen_by(connection, pair),
        talk=await conversations.last_lines(connection, pair, TALK_LINES),
        found=await watches.found(connection, pair.tenant, facts.follow_up.id)
        if facts.follow_up.kind is FollowUpKind.WATCH
        else None,
    )


def said_before(truth: Truth) -> tuple[str, ...]:
    """The user's words and what is known of them: what a message may repeat amounts of.

    What a watch found is told in the figures that were found; beside them it may name its own.
    """
    if truth.found is not None:
        return watched_words(truth.facts.follow_up)
    spoken = (line.text for line in truth.talk if line.speaker == Speaker.USER)
    known = (memory.text for memory in truth.memories)
    return (truth.facts.follow_up.intent, *spoken, *known)


def inputs_of(truth: Truth, now: datetime) -> OpenTalkInputs:
    """What the words are made from, as it is now and not when the promise was made."""
    told = _opening(truth, now)
    follow_up, found = truth.facts.follow_up, truth.found
    if follow_up.opens_talk:
        return told
    values = named_fields(told)
    watch = follow_up.spec().watch
    if watch is None or found is None:
        return ComposeInputs(**values)
    block = FoundBlock(tool=watch.tool, status=ToolStatus.OK, lines=found.lines)
    return ComposeInputs(
        **values,
        condition=watch.condition,
        found=(block,) if found.lines else (),
        met=found.kind is NewsKind.MET,
        over=found.kind is NewsKind.OVER,
    )


def _opening(truth: Truth, now: datetime) -> OpenTalkInputs:
    follow_up, person, locale = truth.facts.follow_up, truth.facts.person, truth.locale()
    names = {truth.crew.id: truth.crew.name}
    known = show_memories(truth.memories, today(now, truth.zone_name()), locale, names)
    every_style, facts = split_style(known)
    style = most_fitting(every_style, follow_up.intent)
    return OpenTalkInputs(
        crew=truth.crew,
        user_name=person.name or "",
        moment=moment(now, truth.zone_name(), locale),
        intent=follow_up.intent,
        purpose=follow_up.purpose,
        when_nothing=follow_up.when_nothing,
        asked_for=follow_up.asked_for,
        style=style,
        style_shown=shown_of(style, every_style, locale),
        memories=facts,
        talk=_talk(truth),
    )


def _talk(truth: Truth) -> tuple[TalkLine, ...]:
    tombstones, key = truth.facts.tombstones, truth.facts.person.claim_key
    shown = visible_texts([line.text for line in truth.talk], tombstones, key)
    return tuple(
        TalkLine(speaker=line.speaker, text=text, said_at=line.said_at)
        for line, text in zip(truth.talk, shown, strict=True)
        if text
    )
