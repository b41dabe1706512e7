"""When a crew may open a talk by itself: only about something real that the user told it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.memory import Kind, Memory, State
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import wall
from nightcrew.domain.schedule import FollowUpKind, Purpose, WhenNothing, ZoneMode
from nightcrew.domain.words import script_of
from nightcrew.domain.zones import to_local, zone, zone_data_version

DAYS_AFTER = 3  # a plan that passed longer ago is not asked about any more
DAYS_BEFORE = 1  # a dated event is near on its eve
GRACE_MINUTES = 120  # as a FollowUpSpec has them by itself (contract section 5)
USUAL_HOURS = range(10, 20)  # of the user's clock: when people read, and have time for a word


class Occasion(StrEnum):
    """What about a memory is worth a word now."""

    NEAR = "near"
    PASSED = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What an opener stands on; each memory is one only once before and once after its date."""

    memory: Memory
    occasion: Occasion

    @property
    def slot(self) -> str:
        """Its fingerprint among the follow-ups, so that nothing is opened with twice."""
        return hashlib.sha256(f"opener {self.memory.id} {self.occasion}".encode()).hexdigest()


def grounds(
    memories: Iterable[Memory], crew: str, today: date, followed: Iterable[FollowUp] = ()
) -> tuple[Ground, ...]:
    """What this crew could open with today, what passed last first.

    Only what it learned itself. followed: what a follow-up speaks of already is left to that.
    """
    spoken_of = {cite for each in followed for cite in each.cites}
    found = [
        Ground(memory=memory, occasion=occasion)
        for memory in memories
        if memory.crew == crew and not spoken_of.intersection(memory.cites)
        if (occasion := _occasion(memory, today)) is not None
    ]
    return tuple(sorted(found, key=lambda ground: (_last_day(ground.memory), ground.slot)))


def _occasion(memory: Memory, today: date) -> Occasion | None:
    if memory.kind is Kind.STYLE or memory.from_on is None:
        return None
    match memory.state(today):
        case State.PASSED if today - _last_day(memory) <= timedelta(days=DAYS_AFTER):
            return Occasion.PASSED
        case State.PLANNED if memory.from_on - today <= timedelta(days=DAYS_BEFORE):
            return Occasion.NEAR
        case _:
            return None


def _last_day(memory: Memory) -> date:
    return memory.to_on or memory.from_on or date.max


_INTENTS: Mapping[tuple[Occasion, str], str] = {
    (Occasion.PASSED, "ko"): "{days} {text} 어땠는지",
    (Occasion.PASSED, "en"): "{text}, {days}",
    (Occasion.NEAR, "ko"): "{days} {text}",
    (Occasion.NEAR, "en"): "{text}, {days}",
}


def intent_of(ground: Ground) -> str:
    """What the crew opens with, in the language of the memory; how it went is asked, not told."""
    memory = ground.memory
    text = without_passed_note(memory.text)
    language = "ko" if script_of(text).hangul else "en"
    days = " ~ ".join(str(day) for day in (memory.from_on, memory.to_on) if day)
    return _INTENTS[ground.occasion, language].format(text=text, days=days)


def opener(
    ground: Ground, *, new_id: UUID, user: UUID, now: datetime, timezone: str, bundle: str
) -> FollowUp:
    """The opener as a follow-up that is due at once: it goes the way of every other message."""
    local = to_local(now, zone(timezone)).replace(microsecond=0)
    at, memory = wall(Occurrence(local=local, due_at=now)), ground.memory
    return FollowUp(
        id=new_id,
        user_id=user,
        crew=memory.crew,
        kind=FollowUpKind.ONE_SHOT,
        local=at,
        timezone=timezone,
        zone_mode=ZoneMode.PINNED,
        rule=None,
        until=None,
        purpose=Purpose.CHECK_IN,
        intent=intent_of(ground),
        when_nothing=WhenNothing.STAY_SILENT,
        grace_minutes=GRACE_MINUTES,
        allow_night=False,
        watch=None,
        asked_for=False,
        state=FollowUpState.OPEN,
        reason=None,
        slot=ground.slot,
        next_at=now,
        next_local=at,
        pause_until=None,
        ended_at=None,
        created_at=now,
        cites=memory.cites,
        bundle=bundle,
        zone_data=zone_data_version(),
        opens_talk=True,
    )


def is_usual_hour(now: datetime, timezone: str) -> bool:
    """Whether a schedule may look for something to open with now."""
    return to_local(now, zone(timezone)).hour in USUAL_HOURS


def opened_today(sent: Sequence[FollowUp], since: datetime) -> bool:
    """Whether a crew opened a talk, or tried to, on this day of the user."""
    return any(each.opens_talk and each.created_at >= since for each in sent)
