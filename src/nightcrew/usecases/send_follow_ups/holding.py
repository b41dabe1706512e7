"""Messages that do not go now: put off to the gate's moment, or ended with its reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.reason import Silence
from nightcrew.domain.speaking_gate import Answer
from nightcrew.domain.spreading import WIDEST, opening_delays
from nightcrew.store import speaking
from nightcrew.store.connection import Connection
from nightcrew.store.speaking import GateDecision, GateFacts, Settled

_STATE_OF_BLOCK = {
    Silence.MISSED: "missed",
    Silence.EXPIRED: "expired",
    Silence.CANCELLED: "cancelled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One occurrence and the gate's no."""

    facts: GateFacts
    answer: Answer


async def hold(
    connection: Connection, tenant: UUID, held: Sequence[Held], now: datetime
) -> dict[UUID, str]:
    """Store each no and what follows from it; gives what became of each occurrence."""
    if not held:
        return {}
    later = await _spread(connection, tenant, held)
    kept = [decision(each.facts, each.answer, now) for each in later]
    await speaking.keep_decisions(connection, tenant, kept)
    settled = [_settled(each, now) for each in later]
    await speaking.settle(connection, tenant, settled)
    ended = [
        each.facts.follow_up.id
        for each, how in zip(later, settled, strict=True)
        if how.ended_at is not None
    ]
    await speaking.finish_one_shots(connection, tenant, ended, now)
    return {each.id: each.state for each in settled}


def decision(facts: GateFacts, answer: Answer, now: datetime) -> GateDecision:
    """What the gate said, as it is kept."""
    return GateDecision(
        id=uuid4(),
        user_id=facts.person.id,
        crew=facts.occurrence.crew,
        sender="opener" if facts.follow_up.opens_talk else "follow_up",
        occurrence_id=facts.occurrence.id,
        verdict=answer.verdict,
        reason=answer.reason,
        decided_at=now,
        until=answer.until,
    )


def ended(facts: GateFacts, state: str, now: datetime, reason: str | None = None) -> Settled:
    """An occurrence that is over. reason: its state when there is nothing more to say."""
    return Settled(
        id=facts.occurrence.id,
        lease_token=facts.occurrence.lease_token,
        state=state,
        reason=reason or state,
        ended_at=now,
    )


def put_off(
    facts: GateFacts, reason: Silence, until: datetime, *, grace_from: datetime | None = None
) -> Settled:
    """An occurrence that waits. grace_from: from when its grace counts, if that moves too."""
    return Settled(
        id=facts.occurrence.id,
        lease_token=facts.occurrence.lease_token,
        state="deferred",
        reason=reason,
        deliver_after=until,
        first_allowed_at=grace_from,
    )


def _settled(held: Held, now: datetime) -> Settled:
    answer = held.answer
    reason = answer.reason or Silence.CANCELLED
    if answer.verdict == "defer" and answer.until is not None:
        put = put_off(held.facts, reason, answer.until, grace_from=answer.until)
        return replace(put, untried=1)
    return ended(held.facts, _STATE_OF_BLOCK.get(reason, "blocked"), now, reason)


async def _spread(connection: Connection, tenant: UUID, held: Sequence[Held]) -> list[Held]:
    """Let what one quiet window holds back leave one after the other when it opens."""
    openings: dict[datetime, list[Held]] = defaultdict(list)
    others: list[Held] = []
    for each in held:
        until = each.answer.until
        if each.answer.reason is Silence.QUIET_HOURS and until is not None:
            openings[until].append(each)
        else:
            others.append(each)
    for opening, waiting in openings.items():
        before = await speaking.waiting_at(connection, tenant, opening, WIDEST)
        people = [each.facts.person.id for each in waiting]
        delays = opening_delays(people, before.total(), before)
        others += [_moved(each, delay) for each, delay in zip(waiting, delays, strict=True)]
    return others


def _moved(held: Held, delay: timedelta) -> Held:
    answer = held.answer
    until = None if answer.until is None else answer.until + delay
    moved = Answer(verdict=answer.verdict, reason=answer.reason, until=until)
    return Held(facts=held.facts, answer=moved)
