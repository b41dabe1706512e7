"""Turns: claimed once, answered once, replayed as often as asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar
from uuid import UUID, uuid4

from pydantic import ConfigDict, TypeAdapter
from pydantic_core import to_json
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.disclosure import Heard
from nightcrew.domain.memory import Memory, Tombstone
from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.turn import RUNNING_MINUTES, Claim, Spoken
from nightcrew.store.database import Database
from nightcrew.store.known_follow_ups import KnownFollowUp, SentFollowUp
from nightcrew.store.prepared import driver_of, send
from nightcrew.store.rows import value
from nightcrew.store.tables import messages, turns
from nightcrew.store.turn_sql import CLAIM_AND_READ, FINISH, READ_KNOWN, RECLAIM_AND_READ

LEASE_SECONDS = 120  # longer than every model timeout of a turn together
TALK_LINES = 24  # the last 12 turns, two lines each (contract section 7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All a turn reads: whose turn it is, what is known and what was just said.

    claim: None when the turn id is taken already. talk: oldest first. follow_ups: the open ones.
    """

    claim: Claim | None
    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    talk: tuple[Spoken, ...]
    follow_ups: tuple[KnownFollowUp, ...]
    sent: SentFollowUp | None = None
    heard: Heard = field(default_factory=Heard)

    def just_said(self) -> KnownFollowUp | None:
        """The follow-up whose words are the newest in the talk: what a bare answer speaks of."""
        if self.sent is None or not self.talk or self.talk[-1].id != self.sent.line:
            return None
        return self.sent.follow_up


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a turn is claimed with; said is masked already."""

    turn_id: str
    body_hash: str
    said: str
    now: datetime
    conversation: str | None
    timezone: str | None
    locale: str | None
    house_zone: str
    bundle: str
    shows: bool


async def claim(database: Database, pair: Pair, opening: Opening, *, keep: bool = True) -> Scene:
    """Claim a turn and read its scene at once; the user's line is stored with it.

    keep: False for a rehearsal, which reads the same and leaves nothing. Nobody is told of a claim
    before the turn ends, and what ends it is flushed: waiting for the disk twice keeps no more.
    """
    values = _opening_values(pair, opening)
    rows = await database.alone(pair, CLAIM_AND_READ, values, keep=keep, flushed=False)
    return _scene(rows)


async def reclaim(database: Database, pair: Pair, opening: Opening) -> Scene:
    """Take over a turn that was left incomplete or whose worker died; else claim is None."""
    return _scene(await database.alone(pair, RECLAIM_AND_READ, _opening_values(pair, opening)))


def _opening_values(pair: Pair, opening: Opening) -> dict[str, Any]:
    return {
        "tenant": pair.tenant,
        "user": pair.user,
        "crew": pair.crew,
        "turn": uuid4(),
        "token": uuid4(),
        "new_conversation": uuid4(),
        "message": uuid4(),
        "lease": LEASE_SECONDS,
        "talk": TALK_LINES,
        "running_since": opening.now - timedelta(minutes=RUNNING_MINUTES),
        **named_fields(opening),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A document of the hot read, column by column.

    Read as JSON at once: 56 rows take 0.2 ms so, and 0.6 ms one by one (tests/benchmarks).
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    person: Person | None
    memories: tuple[Memory, ...] | None
    tombstones: tuple[Tombstone, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read(_Known):
    claim: Claim | None
    talk: tuple[Spoken, ...] | None
    follow_ups: tuple[KnownFollowUp, ...] | None
    sent: SentFollowUp | None
    heard: Heard | None


@cache
def _of_known() -> TypeAdapter[_Known]:
    return TypeAdapter(_Known)


@cache
def _of_read() -> TypeAdapter[_Read]:
    return TypeAdapter(_Read)


def _scene(rows: Sequence[tuple[Any, ...]]) -> Scene:
    [(found,)] = rows
    read = _of_read().validate_json(found)
    if read.person is None:
        raise RuntimeError("a turn was read of somebody who is not there")
    return Scene(
        claim=read.claim,
        person=_with_key(read.person),
        memories=read.memories or (),
        tombstones=read.tombstones or (),
        talk=read.talk or (),
        follow_ups=read.follow_ups or (),
        sent=read.sent,
        heard=read.heard or Heard(),
    )


def _with_key(person: Person) -> Person:
    """JSON holds no bytes: the key comes in hexadecimal."""
    return replace(person, claim_key=bytes.fromhex(person.claim_key.decode()))


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOfPair:
    """What is known of a person before anything is said: memories newest first."""

    person: Person
    memories: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]


async def known_of(database: Database, pair: Pair) -> KnownOfPair | None:
    """What a turn would read of what is known; None for somebody who is not there."""
    names = {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew, "shows": True}
    [(found,)] = await database.alone(pair, READ_KNOWN, names)
    read = _of_known().validate_json(found)
    if read.person is None:
        return None
    newest_first = sorted(read.memories or (), key=attrgetter("said_on", "id"), reverse=True)
    return KnownOfPair(
        person=_with_key(read.person),
        memories=tuple(newest_first),
        tombstones=read.tombstones or (),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a turn is finished with.

    answer: the Turn as JSON text. explain, judged: values that JSON can hold, ids and moments as
    they are; judged is text derived from the user's words, erased with them.
    keeps: whether the two lines become evidence, in `evidence_state` with `evidence_reason`.
    noticed_at: when the user was told that this is an AI; None when this turn does not tell it.
    """

    answer: str
    explain: Mapping[str, Any]
    judged: Mapping[str, Any]
    safety: str
    reply: str
    now: datetime
    skill: str | None
    bundle: str
    keeps: bool
    evidence_state: str
    evidence_reason: str | None
    hold_until: datetime | None
    noticed_at: datetime | None


async def finish(connection: AsyncConnection, pair: Pair, claim: Claim, ending: Ending) -> bool:
    """Store reply, evidence, explanation and `done` at once; False when the lease was lost."""
    cursor = await send(await driver_of(connection), FINISH, _ending_values(pair, claim, ending))
    return _finished(await cursor.fetchall())


async def finish_alone(database: Database, pair: Pair, claim: Claim, ending: Ending) -> bool:
    """The same for a turn that writes nothing else, which are nearly all."""
    return _finished(await database.alone(pair, FINISH, _ending_values(pair, claim, ending)))


def _ending_values(pair: Pair, claim: Claim, ending: Ending) -> dict[str, Any]:
    values = named_fields(ending)
    for name in ("explain", "judged"):
        values[name] = to_json(values[name]).decode()
    return {
        "tenant": pair.tenant,
        "user": pair.user,
        "crew": pair.crew,
        "turn": claim.turn,
        "token": claim.token,
        "user_message": claim.message_id,
        "reply_message": uuid4(),
        "pair_state": uuid4(),
        "safety_count": uuid4(),
        "month_on": ending.now.astimezone(UTC).date().replace(day=1),
        "timezone": claim.timezone,
        **values,
    }


def _finished(rows: Sequence[tuple[Any, ...]]) -> bool:
    [(count,)] = rows
    return bool(count)


async def leave_incomplete(connection: AsyncConnection, pair: Pair, claim: Claim) -> None:
    """Give the turn back: the user's line stays under its id and a retry completes it."""
    await connection.execute(
        update(turns)
        .where(
            turns.c.tenant_id == pair.tenant,
            turns.c.id == claim.turn,
            turns.c.lease_token == claim.token,
        )
        .values(state="incomplete", lease_token=None, lease_until=None)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTurn:
    """A turn as it is stored; lease_live by the database's clock."""

    id: UUID
    user_id: UUID
    crew: str
    turn_id: str
    conversation_id: UUID
    body_hash: str
    state: str
    lease_live: bool
    at: datetime
    answer: Mapping[str, Any] | None
    explain: Mapping[str, Any] | None
    judged: Mapping[str, Any] | None


async def find(connection: AsyncConnection, tenant: UUID, turn_id: str) -> KnownTurn | None:
    """A turn of this tenant by the id the backend gave it, or that we gave in its place."""
    lease_live = (turns.c.lease_until > func.clock_timestamp()).is_(True).label("lease_live")
    names = [name for name in KnownTurn.__dataclass_fields__ if name != "lease_live"]
    found = await connection.execute(
        select(*(turns.c[name] for name in names), lease_live).where(
            turns.c.tenant_id == tenant, turns.c.turn_id == turn_id
        )
    )
    row = found.mappings().first()
    return value(KnownTurn, row) if row else None


async def lines_of(connection: AsyncConnection, tenant: UUID, turn: UUID) -> list[dict[str, Any]]:
    """The stored lines of one turn, the user's first."""
    found = await connection.execute(
        select(messages.c.id, messages.c.speaker, messages.c.text, messages.c.said_at)
        .where(messages.c.tenant_id == tenant, messages.c.turn == turn)
        .order_by(messages.c.position)
    )
    return [dict(row) for row in found.mappings()]
