"""The gate's question once more, for a message that is written and did not arrive yet."""

from __future__ import annotations

from datetime import datetime, timedelta

from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import ends_at
from nightcrew.domain.house import House
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.person import Person
from nightcrew.domain.planning import is_forgotten
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.reachable import known_zone, quiet_of
from nightcrew.domain.schedule import schedule_zone
from nightcrew.domain.speaking_gate import Wish

USUAL_GRACE = timedelta(minutes=120)  # contract, FollowUpSpec


def wish_again(
    person: Person,
    follow_up: FollowUp | None,
    tombstones: tuple[Tombstone, ...],
    house: House,
    *,
    refused: bool = False,
    words: str,
    written_at: datetime,
    now: datetime,
) -> Wish:
    """Ask for a message that the gate let through at written_at; budgets counted it then.

    Its words were made for that moment, so it expires when its grace from there is over, whatever
    held it up. follow_up: None for what no follow-up asked for. refused: its crew is for adults and
    this user is not. words: as they stand in the outbox.
    """
    grace = USUAL_GRACE if follow_up is None else timedelta(minutes=follow_up.grace_minutes)
    zone_name = person.timezone or house.timezone
    asked_for = follow_up is not None and follow_up.asked_for
    said = (words,) if follow_up is None else (words, follow_up.intent)
    return Wish(
        now=now,
        zone=known_zone(zone_name),
        quiet=_quiet_of(person, follow_up, house),
        allow_night=follow_up is not None and follow_up.allow_night,
        consents_to_messages=person.allows("message"),
        refused=refused,
        asked_for=asked_for,
        just_named=asked_for,  # the talk had its say when the message was written
        alive=follow_up is None or follow_up.state in (FollowUpState.OPEN, FollowUpState.DONE),
        forgotten=any(is_forgotten(each, tombstones, person.claim_key) for each in said if each),
        due_at=written_at,
        first_allowed_at=written_at,
        grace=grace,
        expires_at=min(filter(None, (written_at + grace, _end_of(follow_up, zone_name)))),
        last_spoke_at=person.last_spoke_at,
        hold_until=person.hold_until,
    )


def _quiet_of(person: Person, follow_up: FollowUp | None, house: House) -> QuietHours:
    opens = follow_up is None or follow_up.opens_talk
    windows = house.quiet_hours
    return quiet_of(person, windows.opener if opens else windows.follow_up)


def _end_of(follow_up: FollowUp | None, user_zone: str) -> datetime | None:
    """The end a follow-up was given, where its schedule is kept."""
    if follow_up is None or known_zone(user_zone) is None:
        return None
    return ends_at(follow_up, schedule_zone(follow_up.spec(), user_zone))
