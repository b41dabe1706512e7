"""The gate's question about one waiting occurrence, from what was read for it."""

from __future__ import annotations

from datetime import datetime, timedelta

from nightcrew.domain.crew import Crew
from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import is_just_named
from nightcrew.domain.minors import refuses
from nightcrew.domain.person import Person
from nightcrew.domain.planning import is_forgotten
from nightcrew.domain.reachable import known_zone, quiet_of
from nightcrew.domain.schedule import FollowUpKind, schedule_zone
from nightcrew.domain.speaking_budget import spent
from nightcrew.domain.speaking_gate import IDLE, Wish, is_mid_chat
from nightcrew.domain.watch import told_until, watched_words
from nightcrew.store.speaking import GateFacts

_ALIVE = (FollowUpState.OPEN, FollowUpState.DONE)


def wish_of(facts: GateFacts, crew: Crew, now: datetime, *, words: str = "") -> Wish:
    """Ask for this occurrence. words: what would be said, once it is written."""
    follow_up, person, windows = facts.follow_up, facts.person, crew.house.quiet_hours
    zone_name = person.timezone or crew.house.timezone
    before = spent(
        facts.sent,
        crew=crew.id,
        now=now,
        timezone=zone_name,
        last_spoke_at=person.last_spoke_at,
    )
    place = known_zone(zone_name)
    return Wish(
        now=now,
        zone=place,
        quiet=quiet_of(person, windows.opener if follow_up.opens_talk else windows.follow_up),
        allow_night=follow_up.allow_night,
        consents_to_messages=person.allows("message"),
        refused=refuses(crew, person.age_band),
        asked_for=follow_up.asked_for,
        just_named=_is_just_named(facts, zone_name, now),
        alive=follow_up.state in _ALIVE,
        forgotten=_is_forgotten(facts, words),
        due_at=facts.occurrence.due_at,
        first_allowed_at=facts.occurrence.first_allowed_at,
        grace=timedelta(minutes=follow_up.grace_minutes),
        expires_at=told_until(follow_up, schedule_zone(follow_up.spec(), zone_name))
        if place
        else None,
        last_spoke_at=person.last_spoke_at,
        hold_until=person.hold_until,
        spent=before,
        budgets=crew.house.budgets,
        daily_cap=person.daily_cap,
        unheard_since=_unheard_since(follow_up, person),
        still_asked_at=follow_up.still_asked_at,
    )


def _is_just_named(facts: GateFacts, zone_name: str, now: datetime) -> bool:
    if not facts.follow_up.asked_for or not is_mid_chat(facts.person.last_spoke_at, now):
        return False
    return is_just_named(facts.follow_up, facts.occurrence, zone_name, IDLE)


def _is_forgotten(facts: GateFacts, words: str) -> bool:
    if not facts.tombstones:
        return False
    key = facts.person.claim_key
    return any(
        is_forgotten(said, facts.tombstones, key)
        for said in (*watched_words(facts.follow_up), words)
        if said
    )


def _unheard_since(follow_up: FollowUp, person: Person) -> datetime | None:
    if follow_up.kind is not FollowUpKind.RECURRING or not follow_up.asked_for:
        return None
    return max(filter(None, (person.last_spoke_at, follow_up.created_at)))
