"""What crews say first: a row cannot exist without the gate's decision to allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.domain.speaking_gate import Answer
from nightcrew.store.rows import value
from nightcrew.store.tables import conversations, gate_decisions, messages, outbox, users

_TAKE_TURNS = text("select pg_advisory_xact_lock(hashtextextended('outbox ' || :tenant, 0))")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxItem:
    """A message that waits for the backend; user is the backend's own id."""

    id: UUID
    user: str
    crew: str
    kind: str
    text: str | None
    follow_up: UUID | None
    occurrence: UUID | None
    created_at: datetime
    state: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentBefore:
    """What was said unasked: to the user and by the crew on this day, and since the user spoke."""

    to_user: int = 0
    by_crew: int = 0
    unanswered: int = 0


async def sent_before(
    connection: AsyncConnection,
    pair: Pair,
    *,
    day: tuple[datetime, datetime],
    last_spoke_at: datetime | None,
) -> SentBefore:
    """Count the unasked messages of all crews; day: first moment and end of the user's day."""
    on_day = (outbox.c.created_at >= day[0]) & (outbox.c.created_at < day[1])
    since = outbox.c.created_at > (last_spoke_at or day[0].replace(year=1970))
    found = await connection.execute(
        select(
            func.count().filter(on_day).label("to_user"),
            func.count().filter(on_day & (outbox.c.crew == pair.crew)).label("by_crew"),
            func.count().filter(since).label("unanswered"),
        ).where(
            outbox.c.tenant_id == pair.tenant,
            outbox.c.user_id == pair.user,
            outbox.c.unasked,
        )
    )
    return value(SentBefore, found.mappings().one())


async def decide(
    connection: AsyncConnection,
    pair: Pair,
    answer: Answer,
    *,
    sender: str,
    occurrence: UUID | None,
    now: datetime,
) -> UUID:
    """Keep what the gate said, whatever it was."""
    made = uuid4()
    await connection.execute(
        insert(gate_decisions).values(
            tenant_id=pair.tenant,
            id=made,
            user_id=pair.user,
            crew=pair.crew,
            sender=sender,
            occurrence_id=occurrence,
            verdict=answer.verdict,
            reason=answer.reason,
            decided_at=now,
            until=answer.until,
        )
    )
    return made


async def put(
    connection: AsyncConnection,
    pair: Pair,
    *,
    gate_id: UUID,
    kind: str,
    words: str,
    follow_up: UUID | None,
    occurrence: UUID | None,
    unasked: bool,
    now: datetime,
    timezone: str,
    bundle: str,
) -> UUID:
    """Put a message into the conversation and into the outbox, in that order.

    Writers of a tenant take turns until the commit, so that a reader who goes by position never
    passes a message that is still being written.
    """
    await connection.execute(_TAKE_TURNS, {"tenant": str(pair.tenant)})
    message = await _say(connection, pair, words, now=now, timezone=timezone, bundle=bundle)
    made = uuid4()
    await connection.execute(
        insert(outbox).values(
            tenant_id=pair.tenant,
            id=made,
            user_id=pair.user,
            crew=pair.crew,
            kind=kind,
            text=words,
            follow_up_id=follow_up,
            occurrence_id=occurrence,
            message_id=message,
            gate_id=gate_id,
            gate_verdict="allow",
            created_at=now,
            state="ready",
            unasked=unasked,
        )
    )
    return made


async def _say(
    connection: AsyncConnection,
    pair: Pair,
    words: str,
    *,
    now: datetime,
    timezone: str,
    bundle: str,
) -> UUID:
    conversation = await _conversation(connection, pair, now, bundle)
    made = uuid4()
    await connection.execute(
        insert(messages).values(
            tenant_id=pair.tenant,
            id=made,
            user_id=pair.user,
            crew=pair.crew,
            conversation_id=conversation,
            speaker="assistant",
            text=words,
            said_at=now,
            timezone=timezone,
            source="follow_up",
        )
    )
    return made


async def _conversation(
    connection: AsyncConnection, pair: Pair, now: datetime, bundle: str
) -> UUID:
    """The conversation the user will answer in: the newest one, or a new one."""
    newest: UUID | None = await connection.scalar(
        select(conversations.c.id)
        .where(
            conversations.c.tenant_id == pair.tenant,
            conversations.c.user_id == pair.user,
            conversations.c.crew == pair.crew,
        )
        .order_by(conversations.c.last_turn_at.desc())
        .limit(1)
    )
    if newest is not None:
        return newest
    made = uuid4()
    await connection.execute(
        insert(conversations).values(
            tenant_id=pair.tenant,
            id=made,
            user_id=pair.user,
            crew=pair.crew,
            external_id=str(made),
            bundle=bundle,
            started_at=now,
            last_turn_at=now,
        )
    )
    return made


_SHOWN = (
    outbox.c.id,
    users.c.external_id.label("user"),
    outbox.c.crew,
    outbox.c.kind,
    outbox.c.text,
    outbox.c.follow_up_id.label("follow_up"),
    outbox.c.occurrence_id.label("occurrence"),
    outbox.c.created_at,
    outbox.c.state,
    outbox.c.position,
)
_JOINED = outbox.join(
    users, (users.c.tenant_id == outbox.c.tenant_id) & (users.c.id == outbox.c.user_id)
)


async def page(
    connection: AsyncConnection, tenant: UUID, *, after: int, limit: int
) -> Sequence[OutboxItem]:
    """Messages that nobody acknowledged yet, oldest first, after a position."""
    found = await connection.execute(
        select(*_SHOWN)
        .select_from(_JOINED)
        .where(outbox.c.tenant_id == tenant, outbox.c.position > after, outbox.c.state == "ready")
        .order_by(outbox.c.position)
        .limit(limit)
    )
    return [value(OutboxItem, row) for row in found.mappings()]


async def find(
    connection: AsyncConnection, tenant: UUID, item: UUID, *, lock: bool = False
) -> OutboxItem | None:
    """One message by id, acknowledged or not; lock: nobody else acknowledges it meanwhile."""
    query = (
        select(*_SHOWN)
        .select_from(_JOINED)
        .where(outbox.c.tenant_id == tenant, outbox.c.id == item)
    )
    found = await connection.execute(query.with_for_update(of=outbox) if lock else query)
    row = found.mappings().first()
    return value(OutboxItem, row) if row else None


async def ack(
    connection: AsyncConnection, tenant: UUID, item: UUID, *, state: str, now: datetime
) -> None:
    """Note what became of a message at the backend."""
    await connection.execute(
        update(outbox)
        .where(outbox.c.tenant_id == tenant, outbox.c.id == item)
        .values(state=state, acked_at=now)
    )
