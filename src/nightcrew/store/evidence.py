"""Evidence: written with the turn, read by dreams, marked and never deleted by them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import case, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.evidence import Evidence, EvidenceState
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import value
from nightcrew.store.tables import evidence, memory_cites, messages, pair_states
from nightcrew.store.whose import of_pair

BATCH_LINES = 40  # lines one dream reads, oldest first (features section 12)
DREAMS_BEFORE_PARKED = 3  # issue 3: refused evidence rides along at most three dreams

# A line with its words: what `Evidence` is made of.
COLUMNS = (
    evidence.c.id,
    messages.c.turn.label("turn_id"),
    evidence.c.speaker,
    messages.c.text,
    evidence.c.said_at,
    messages.c.timezone,
    messages.c.source,
    evidence.c.state,
    evidence.c.dreams,
)
JOINED = evidence.join(
    messages,
    (messages.c.tenant_id == evidence.c.tenant_id) & (messages.c.id == evidence.c.id),
)

# What counts as said is what was said up to `now`, which may lie before an earlier `now`.
READY = text("""
select s.user_id, s.crew from pair_states s
where s.tenant_id = :tenant and s.oldest_pending_at <= :now
  and (cast(:anyway as boolean) or s.dream_after is null or s.dream_after <= clock_timestamp())
  and (s.oldest_pending_at <= :waited_since
       or coalesce((select max(t.at) from turns t
                    where t.tenant_id = s.tenant_id and t.user_id = s.user_id
                      and t.crew = s.crew and t.at <= :now), s.oldest_pending_at) <= :quiet_since)
  and (cast(:user as uuid) is null or s.user_id = :user)
  and (cast(:crew as text) is null or s.crew = :crew)
  and exists (select from users u where u.tenant_id = s.tenant_id and u.id = s.user_id
                and coalesce((u.consents ->> 'remember')::boolean, true))
order by s.oldest_pending_at, s.user_id, s.crew
""")


async def ready_pairs(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    now: datetime,
    quiet_since: datetime,
    waited_since: datetime,
    user: UUID | None = None,
    crew: str | None = None,
    anyway: bool = False,
) -> list[Pair]:
    """Pairs that fell quiet, or whose oldest unread line has waited long enough; oldest first.

    anyway: also those that wait after a failed dream.
    """
    found = await connection.execute(
        READY,
        {
            "tenant": tenant,
            "now": now,
            "quiet_since": quiet_since,
            "waited_since": waited_since,
            "user": user,
            "crew": crew,
            "anyway": anyway,
        },
    )
    return [Pair(tenant=tenant, user=row.user_id, crew=row.crew) for row in found]


async def pending(connection: AsyncConnection, pair: Pair, now: datetime) -> tuple[Evidence, ...]:
    """Lines said up to `now` that wait for a dream, oldest first, at most a batch of them.

    Assistant lines of the same exchanges come along as context.
    """
    cursor = (
        select(pair_states.c.evidence_from).where(*of_pair(pair_states, pair)).scalar_subquery()
    )
    found = await connection.execute(
        select(*COLUMNS)
        .select_from(JOINED)
        .where(
            *of_pair(evidence, pair),
            evidence.c.state == "pending",
            evidence.c.erased_at.is_(None),
            evidence.c.said_at <= now,
            evidence.c.said_at > func.coalesce(cursor, text("'-infinity'::timestamptz")),
        )
        .order_by(evidence.c.said_at, evidence.c.position)
        .limit(BATCH_LINES)
    )
    return tuple(value(Evidence, row) for row in found.mappings())


async def cited(
    connection: AsyncConnection, pair: Pair, memory_ids: Sequence[UUID]
) -> tuple[Evidence, ...]:
    """The lines that memories rest on, oldest first."""
    ids = select(memory_cites.c.evidence_id).where(
        memory_cites.c.tenant_id == pair.tenant, memory_cites.c.memory_id.in_(memory_ids)
    )
    found = await connection.execute(
        select(*COLUMNS)
        .select_from(JOINED)
        .where(
            evidence.c.tenant_id == pair.tenant,
            evidence.c.user_id == pair.user,
            evidence.c.id.in_(ids),
            evidence.c.erased_at.is_(None),
        )
        .order_by(evidence.c.said_at, evidence.c.position)
    )
    return tuple(value(Evidence, row) for row in found.mappings())


async def by_ids(
    connection: AsyncConnection, pair: Pair, ids: Sequence[UUID]
) -> tuple[Evidence, ...]:
    """Lines by id, oldest first; ids of other pairs find nothing."""
    found = await connection.execute(
        select(*COLUMNS)
        .select_from(JOINED)
        .where(*of_pair(evidence, pair), evidence.c.id.in_(ids), evidence.c.erased_at.is_(None))
        .order_by(evidence.c.said_at, evidence.c.position)
    )
    return tuple(value(Evidence, row) for row in found.mappings())


async def moments(
    connection: AsyncConnection, pair: Pair, memory_ids: Sequence[UUID]
) -> dict[UUID, datetime]:
    """When the lines of this pair that memories rest on were said, by id of the line."""
    ids = select(memory_cites.c.evidence_id).where(
        memory_cites.c.tenant_id == pair.tenant, memory_cites.c.memory_id.in_(memory_ids)
    )
    found = await connection.execute(
        select(evidence.c.id, evidence.c.said_at).where(
            *of_pair(evidence, pair), evidence.c.id.in_(ids)
        )
    )
    return {row.id: row.said_at for row in found}


async def said_since(
    connection: AsyncConnection, pair: Pair, since: datetime | None, now: datetime
) -> tuple[Evidence, ...]:
    """Lines said after `since` and up to `now` that dreams may read; a batch, oldest first."""
    query = (
        select(*COLUMNS)
        .select_from(JOINED)
        .where(
            *of_pair(evidence, pair),
            evidence.c.state != "excluded",
            evidence.c.erased_at.is_(None),
            evidence.c.said_at <= now,
        )
        .order_by(evidence.c.said_at.desc(), evidence.c.position.desc())
        .limit(BATCH_LINES)
    )
    if since is not None:
        query = query.where(evidence.c.said_at > since)
    found = await connection.execute(query)
    return tuple(reversed([value(Evidence, row) for row in found.mappings()]))


async def mark(
    connection: AsyncConnection,
    pair: Pair,
    ids: Sequence[UUID],
    *,
    state: EvidenceState,
    reason: str | None,
    dream_id: UUID | None,
) -> None:
    """Say how a dream left these lines; the words stay."""
    if ids:
        await connection.execute(
            update(evidence)
            .where(*of_pair(evidence, pair), evidence.c.id.in_(ids))
            .values(
                state=state,
                reason=reason,
                dream_id=dream_id,
                dreams=evidence.c.dreams + 1,
            )
        )


async def ride_along(
    connection: AsyncConnection, pair: Pair, ids: Sequence[UUID], *, reason: str, dream_id: UUID
) -> int:
    """Keep refused lines for the next dream that new evidence wakes; says how many were parked."""
    if not ids:
        return 0
    parked = evidence.c.dreams + 1 >= DREAMS_BEFORE_PARKED
    done = await connection.execute(
        update(evidence)
        .where(*of_pair(evidence, pair), evidence.c.id.in_(ids))
        .values(
            state=case((parked, "parked"), else_="pending"),
            reason=reason,
            dream_id=dream_id,
            dreams=evidence.c.dreams + 1,
        )
        .returning(evidence.c.state)
    )
    return sum(row.state == "parked" for row in done)


async def wake_again(
    connection: AsyncConnection, pair: Pair, dream_id: UUID, *, reason: str
) -> None:
    """Let lines that a dream left with this reason wake one more dream, as if it had not been."""
    await connection.execute(
        update(evidence)
        .where(
            *of_pair(evidence, pair),
            evidence.c.dream_id == dream_id,
            evidence.c.state == "pending",
            evidence.c.reason == reason,
        )
        .values(dreams=evidence.c.dreams - 1)
    )


async def count_by_state(connection: AsyncConnection, tenant: UUID) -> dict[str, int]:
    """How many lines of a tenant stand in each state."""
    found = await connection.execute(
        select(evidence.c.state, func.count())
        .where(evidence.c.tenant_id == tenant)
        .group_by(evidence.c.state)
    )
    return {state: int(rows) for state, rows in found}
