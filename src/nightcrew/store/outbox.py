"""What crews say first: a row cannot exist without the gate's decision to allow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.pair import Pair
from nightcrew.domain.speaking_gate import Answer
from nightcrew.store.rows import value
from nightcrew.store.speaking import GateDecision, keep_decisions
from nightcrew.store.tables import outbox, users


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
    kept = GateDecision(
        id=uuid4(),
        user_id=pair.user,
        crew=pair.crew,
        sender=sender,
        occurrence_id=occurrence,
        verdict=answer.verdict,
        reason=answer.reason,
        decided_at=now,
        until=answer.until,
    )
    await keep_decisions(connection, pair.tenant, [kept])
    return kept.id


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
