"""What an event says, read when it goes; a message asks the gate again first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from nightcrew.domain.delivery import Delivery
from nightcrew.domain.minors import refuses
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.reason import Silence
from nightcrew.domain.retold import wish_again
from nightcrew.domain.speaking_gate import Answer, decide
from nightcrew.domain.webhook import Event, payload
from nightcrew.ports import Crews
from nightcrew.store import delivery_records, follow_ups, memories, outbox, people
from nightcrew.store.connection import Connection
from nightcrew.store.outbox import OutboxItem

_SHOWN = ("id", "user", "crew", "kind", "text", "follow_up", "occurrence", "created_at")
_OF_BLOCK = {Silence.EXPIRED: "expired", Silence.CANCELLED: "cancelled"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """The body of an event that may go now."""

    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Why it does not go. until: when to look again, None for never.

    occurrence: what its occurrence ends as, None when that ended already.
    """

    state: Literal["ready", "expired", "cancelled"]
    reason: str
    until: datetime | None = None
    occurrence: str | None = None


async def word(
    connection: Connection, tenant: UUID, delivery: Delivery, crews: Crews, at: datetime
) -> Worded | Held:
    """Read it in the caller's transaction."""
    if delivery.event == Event.MESSAGE_DUE:
        return await _message(connection, tenant, delivery, crews, at)
    person, turn = await delivery_records.names(connection, tenant, delivery)
    if person is None:
        return Held(state="cancelled", reason="erased")
    told = {"user": person, "crew": delivery.crew, "turn_id": turn, **delivery.facts}
    known = {name: part for name, part in told.items() if part is not None}
    return Worded(body=payload(delivery.event, delivery.created_at, known))


async def _message(
    connection: Connection, tenant: UUID, delivery: Delivery, crews: Crews, at: datetime
) -> Worded | Held:
    item = await outbox.find(connection, tenant, delivery.event_id)
    if item is None or delivery.user_id is None or item.text is None:
        return Held(state="cancelled", reason="erased")
    if await delivery_records.pulled(connection, tenant, item.id):
        return Held(state="cancelled", reason="acknowledged")
    pair = Pair(tenant=tenant, user=delivery.user_id, crew=item.crew)
    answer = await _gate(connection, pair, item, crews, at)
    if answer is None:
        return Held(state="cancelled", reason="erased")
    if answer.verdict == "allow":
        data = {name: getattr(item, name) for name in _SHOWN}
        return Worded(body=payload(delivery.event, delivery.created_at, data))
    await outbox.decide(
        connection, pair, answer, sender="webhook", occurrence=item.occurrence, now=at
    )
    return _held(answer)


async def _gate(
    connection: Connection, pair: Pair, item: OutboxItem, crews: Crews, at: datetime
) -> Answer | None:
    """What the gate says now; None when the user or the follow-up is gone."""
    person = await people.person(connection, pair.tenant, pair.user)
    follow_up = item.follow_up and await follow_ups.one(connection, pair.tenant, item.follow_up)
    if person is None or (item.follow_up and follow_up is None):
        return None
    standing = await memories.standing_tombstones(connection, pair)
    wish = wish_again(
        person,
        follow_up or None,
        standing,
        crews.house(),
        refused=_is_refused(crews, pair, person),
        words=item.text or "",
        written_at=item.created_at,
        now=at,
    )
    return decide(wish)


def _is_refused(crews: Crews, pair: Pair, person: Person) -> bool:
    """A crew whose text is gone refuses nobody; what it said stands by itself."""
    known = pair.crew in crews.names()
    return known and refuses(crews.crew(pair.crew), person.age_band)


def _held(answer: Answer) -> Held:
    reason = answer.reason or Silence.CANCELLED
    if answer.verdict == "defer":
        return Held(state="ready", reason=reason, until=answer.until)
    ends_as = _OF_BLOCK.get(reason, "blocked")
    state: Literal["expired", "cancelled"] = "expired" if ends_as == "expired" else "cancelled"
    return Held(state=state, reason=reason, occurrence=ends_as)
