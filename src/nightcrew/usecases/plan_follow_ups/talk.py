"""What the planner reads of one pair's talk, and what its answer is held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nightcrew.domain.crew import Crew, Tool, guide_lines
from nightcrew.domain.day import moment, today
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.follow_up_lines import show_follow_ups
from nightcrew.domain.lines import show_memories, show_tombstones, split_style
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.planning import PlanGround, is_forgotten
from nightcrew.domain.questions import OpenFollowUp, PlanInputs, ShownEvidence
from nightcrew.domain.style_memory import most_fitting, shown_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """What the planner reads of one pair."""

    pair: Pair
    crew: Crew
    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    open: tuple[FollowUp, ...]
    called_off: tuple[FollowUp, ...]
    open_count: int
    lines: tuple[ShownEvidence, ...]
    heard_until: datetime | None
    erase_count: int

    def zone_name(self) -> str:
        """The user's zone, or the house's while it is not known."""
        return self.person.timezone or self.crew.house.timezone


def first_half(talk: Talk) -> Talk | None:
    """The older half of a talk; what follows is read the next time. None for a single line."""
    lines = talk.lines[: len(talk.lines) // 2]
    if not lines:
        return None
    return replace(talk, lines=lines, heard_until=lines[-1].evidence.said_at)


def has_user_words(lines: Sequence[ShownEvidence]) -> bool:
    """Whether the user said any of it."""
    return any(line.evidence.speaker is Speaker.USER for line in lines)


def inputs_of(talk: Talk, at: datetime) -> PlanInputs:
    """What the planner is asked with."""
    timezone, locale = talk.zone_name(), talk.person.locale or talk.crew.locale
    every_style, _ = split_style(show_memories(talk.memories, today(at, timezone), locale, {}))
    users = (line.evidence for line in talk.lines if line.evidence.speaker is Speaker.USER)
    style = most_fitting(every_style, " ".join(line.text for line in users))
    return PlanInputs(
        crew=talk.crew,
        user_name=talk.person.name or "",
        moment=moment(at, timezone, locale),
        guide_lines=guide_lines(talk.crew),
        style=style,
        style_shown=shown_of(style, every_style, locale),
        evidence=talk.lines,
        follow_ups=_shown(talk, talk.open),
        called_off=_shown(talk, talk.called_off),
        tombstones=show_tombstones(talk.tombstones),
        request=None,
    )


def _shown(talk: Talk, promises: Sequence[FollowUp]) -> tuple[OpenFollowUp, ...]:
    """Promises as the prompt shows them, but for those about something forgotten."""
    return show_follow_ups(
        each
        for each in promises
        if each.intent and not is_forgotten(each.intent, talk.tombstones, talk.person.claim_key)
    )


def ground_of(talk: Talk, at: datetime) -> PlanGround:
    """What code holds its answer against."""
    shown: dict[str, Evidence] = {line.handle: line.evidence for line in talk.lines}
    return PlanGround(
        now=at,
        user=talk.pair.user,
        crew=talk.pair.crew,
        user_zone=talk.person.timezone,
        house_zone=talk.crew.house.timezone,
        evidence=shown,
        repeats=talk.crew.tool_guide[Tool.FOLLOW_UP].repeats,
        asked_for=False,
        open_count=talk.open_count,
        tombstones=talk.tombstones,
        claim_key=talk.person.claim_key,
        bundle=talk.crew.digest,
        called_off=talk.called_off,
    )
