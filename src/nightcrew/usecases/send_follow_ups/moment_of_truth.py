"""What is true when a message would go: read fresh for the gate and for the words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import day_bounds, moment, today
from nightcrew.domain.errors import BadInput
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.follow_up import FollowUp, FollowUpState, WaitingOccurrence
from nightcrew.domain.lines import show_memories, split_style
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.planning import is_forgotten
from nightcrew.domain.questions import ComposeInputs, TalkLine
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.speaking_gate import Wish
from nightcrew.domain.turn import Spoken
from nightcrew.domain.withholding import visible
from nightcrew.domain.zones import zone
from nightcrew.store import conversations, follow_ups, memories, outbox, people
from nightcrew.store.connection import Connection
from nightcrew.store.outbox import SentBefore

TALK_LINES = 24  # the last 12 turns, as in a reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """One waiting occurrence with everything it depends on."""

    pair: Pair
    crew: Crew
    occurrence: WaitingOccurrence
    follow_up: FollowUp
    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    talk: tuple[Spoken, ...]
    before: SentBefore

    def zone_name(self) -> str:
        """The user's zone, or the house's while it is not known."""
        return self.person.timezone or self.crew.house.timezone


async def read(
    connection: Connection,
    pair: Pair,
    occurrence: WaitingOccurrence,
    crew: Crew,
    now: datetime,
) -> Truth | None:
    """Read it all in the caller's transaction; None when the user or the follow-up is gone."""
    person = await people.person(connection, pair.tenant, pair.user)
    follow_up = await follow_ups.one(connection, pair.tenant, occurrence.follow_up_id)
    if person is None or follow_up is None:
        return None
    zone_name = person.timezone or crew.house.timezone
    return Truth(
        pair=pair,
        crew=crew,
        occurrence=occurrence,
        follow_up=follow_up,
        person=person,
        memories=await memories.seen_by(connection, pair),
        tombstones=await memories.standing_tombstones(connection, pair),
        talk=await conversations.last_lines(connection, pair, TALK_LINES),
        before=await outbox.sent_before(
            connection,
            pair,
            day=_day(now, zone_name),
            last_spoke_at=person.last_spoke_at,
        ),
    )


def _day(now: datetime, zone_name: str) -> tuple[datetime, datetime]:
    try:
        return day_bounds(now, zone_name)
    except BadInput:
        # The gate stays shut for a zone we do not know; the counts only need some day.
        return now - timedelta(days=1), now + timedelta(days=1)


def wish_of(truth: Truth, now: datetime) -> Wish:
    """The gate's question about this occurrence."""
    follow_up, person, budgets = truth.follow_up, truth.person, truth.crew.house.budgets
    cap = person.daily_cap
    per_user = budgets.per_user_per_day if cap is None else min(cap, budgets.per_user_per_day)
    alive = follow_up.state in (FollowUpState.OPEN, FollowUpState.DONE)
    return Wish(
        now=now,
        zone=_zone(truth.zone_name()),
        quiet=_quiet(truth),
        allow_night=follow_up.allow_night,
        consents_to_messages=person.allows("message"),
        asked_for=follow_up.asked_for,
        alive=alive,
        forgotten=is_forgotten(follow_up.intent, truth.tombstones, person.claim_key),
        due_at=truth.occurrence.due_at,
        first_allowed_at=truth.occurrence.first_allowed_at,
        grace=timedelta(minutes=follow_up.grace_minutes),
        last_spoke_at=person.last_spoke_at,
        hold_until=person.hold_until,
        sent_to_user=truth.before.to_user,
        sent_by_crew=truth.before.by_crew,
        per_user_per_day=per_user,
        per_crew_per_day=budgets.per_crew_per_day,
        unanswered=truth.before.unanswered,
        unanswered_then_silent=budgets.unanswered_then_silent,
    )


def _zone(name: str) -> ZoneInfo | None:
    try:
        return zone(name)
    except BadInput:
        return None


def _quiet(truth: Truth) -> QuietHours:
    """The user's own quiet hours; until they have any, the house's for follow-ups."""
    own = truth.person.quiet_hours
    if own is None:
        return QuietHours.between(truth.crew.house.quiet_hours.follow_up)
    try:
        return QuietHours.parse(own)
    except BadInput:
        return QuietHours.parse("00:00-24:00")


def said_before(truth: Truth) -> tuple[str, ...]:
    """The user's words and what is known of them: what a message may repeat amounts of."""
    spoken = (line.text for line in truth.talk if line.speaker == Speaker.USER)
    return (truth.follow_up.intent, *spoken, *(memory.text for memory in truth.memories))


def compose_inputs(truth: Truth, now: datetime) -> ComposeInputs:
    """What the words are made from, as it is now and not when the promise was made."""
    zone_name, locale = truth.zone_name(), truth.person.locale or truth.crew.locale
    names = {truth.crew.id: truth.crew.name}
    style, known = split_style(show_memories(truth.memories, today(now, zone_name), locale, names))
    key = truth.person.claim_key
    shown = ((line, visible(line.text, truth.tombstones, key)) for line in truth.talk)
    return ComposeInputs(
        crew=truth.crew,
        user_name=truth.person.name or "",
        moment=moment(now, zone_name, locale),
        intent=truth.follow_up.intent,
        purpose=truth.follow_up.purpose,
        when_nothing=truth.follow_up.when_nothing,
        asked_for=truth.follow_up.asked_for,
        style=style,
        memories=known,
        talk=tuple(
            TalkLine(speaker=line.speaker, text=text, said_at=line.said_at)
            for line, text in shown
            if text
        ),
    )
