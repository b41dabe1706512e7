"""What crews meant to say, and what waits to be delivered, without the words that were erased."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import null, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import follow_ups, occurrences, outbox, watches
from nightcrew.store.traces import among


async def end_follow_ups(
    connection: AsyncConnection, tenant: UUID, ended: Sequence[UUID], at: datetime
) -> dict[str, int]:
    """Call promises off and take their words; their waiting times go with them."""
    open_ones = follow_ups.c.state.in_(("open", "paused"))
    mine = (follow_ups.c.tenant_id == tenant, among(follow_ups.c.id, ended))
    off = {"state": "cancelled", "reason": "buried", "next_at": None, "ended_at": at}
    await connection.execute(update(follow_ups).where(*mine, open_ones).values(**off))
    slot = text("follow_ups.id::text")  # the slot is a fingerprint of the words
    blanked = update(follow_ups).where(*mine).values(intent="", watch=null(), slot=slot)
    found = update(watches).where(
        watches.c.tenant_id == tenant, among(watches.c.follow_up_id, ended)
    )
    await connection.execute(found.values(found=null(), seen=""))
    waiting = update(occurrences).where(
        occurrences.c.tenant_id == tenant,
        among(occurrences.c.follow_up_id, ended),
        occurrences.c.state.in_(("due", "deferred", "claimed", "queued")),
    )
    off = {"state": "cancelled", "reason": "buried", "ended_at": at, "lease_token": None}
    return {
        "follow_ups": int((await connection.execute(blanked)).rowcount),
        "occurrences": int((await connection.execute(waiting.values(**off))).rowcount),
    }


async def messages_sent_for(
    connection: AsyncConnection, tenant: UUID, ended: Sequence[UUID]
) -> set[UUID]:
    """The lines that follow-ups have said."""
    found = await connection.scalars(
        select(outbox.c.message_id).where(
            outbox.c.tenant_id == tenant, among(outbox.c.follow_up_id, ended)
        )
    )
    return set(found)


_OUTBOX = text("""
update outbox o set text = nullif(s.text, ''),
  state = case when o.state = 'ready' and s.text = '' then 'failed' else o.state end,
  acked_at = case when o.state = 'ready' and s.text = '' then :at else o.acked_at end
from messages s
where o.tenant_id = :tenant and s.tenant_id = o.tenant_id and s.id = o.message_id
  and s.id = any(:lines) and o.text is not null
""")


async def follow_lines(
    connection: AsyncConnection, tenant: UUID, lines: Sequence[UUID], at: datetime
) -> int:
    """Bring the outbox to what its lines say now; what has no words is not delivered any more."""
    done = await connection.execute(_OUTBOX, {"tenant": tenant, "lines": list(lines), "at": at})
    return int(done.rowcount)
