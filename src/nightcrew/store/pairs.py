"""The state of a pair between dreams: who holds it, what it waits for, what was refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, func, select, text, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.model_faults import Trouble
from nightcrew.domain.pair import Pair
from nightcrew.store.rows import value
from nightcrew.store.tables import memories, pair_states, turns
from nightcrew.store.whose import of_pair

# More than one question may take, with all its tries; a dead worker's pair is free after it.
LEASE_SECONDS = 300

Work = Literal["dream", "plan"]  # what a pair's own trouble with a model holds back


@dataclass(frozen=True, slots=True, kw_only=True)
class PairState:
    """What is kept about a pair besides its memories and evidence; moments are product time.

    Failures and refusals of its models are counted in a row; stale_dreams: dreams in a row whose
    ground moved while they thought.
    """

    last_said_at: datetime | None = None
    oldest_pending_at: datetime | None = None
    evidence_from: datetime | None = None
    planned_until: datetime | None = None
    changed_at: datetime | None = None
    nightly_at: datetime | None = None
    nightly_on: str | None = None
    reviewed_on: str | None = None
    generation: int = 0
    dream_failures: int = 0
    dream_refusals: int = 0
    stale_dreams: int = 0
    plan_failures: int = 0
    plan_refusals: int = 0
    refused: tuple[str, ...] = ()


async def state(connection: AsyncConnection, pair: Pair) -> PairState:
    """The pair's state; of a pair that never spoke, the empty one."""
    found = await connection.execute(select(*_state_columns()).where(*of_pair(pair_states, pair)))
    row = found.mappings().first()
    return value(PairState, row) if row else PairState()


async def note(connection: AsyncConnection, pair: Pair, **changed: Any) -> None:
    """Write some columns of the state, making the row when it is missing."""
    fresh = {"tenant_id": pair.tenant, "id": uuid4(), "user_id": pair.user, "crew": pair.crew}
    await connection.execute(
        insert(pair_states)
        .values(**fresh, **changed)
        .on_conflict_do_update(index_elements=["tenant_id", "user_id", "crew"], set_=changed)
    )


async def _make(connection: AsyncConnection, pair: Pair) -> None:
    fresh = {"tenant_id": pair.tenant, "id": uuid4(), "user_id": pair.user, "crew": pair.crew}
    await connection.execute(insert(pair_states).values(**fresh).on_conflict_do_nothing())


async def take_lease(connection: AsyncConnection, pair: Pair) -> UUID | None:
    """Hold the pair for one dream, by the database's clock; None while another holds it."""
    token = uuid4()
    await _make(connection, pair)
    done = await connection.execute(
        update(pair_states)
        .where(
            *of_pair(pair_states, pair),
            pair_states.c.lease_until.is_(None)
            | (pair_states.c.lease_until < func.clock_timestamp()),
        )
        .values(
            lease_token=token,
            lease_until=func.clock_timestamp() + text(f"interval '{LEASE_SECONDS} seconds'"),
        )
    )
    return token if done.rowcount else None


async def holds_lease(connection: AsyncConnection, pair: Pair, token: UUID) -> bool:
    """Whether the lease is still ours; locks the row, so that it stays so until the commit."""
    found = await connection.scalar(
        select(pair_states.c.id)
        .where(
            *of_pair(pair_states, pair),
            pair_states.c.lease_token == token,
            pair_states.c.lease_until > func.clock_timestamp(),
        )
        .with_for_update()
    )
    return found is not None


async def give_back_lease(connection: AsyncConnection, pair: Pair, token: UUID) -> None:
    """Let the pair go; a lease that is no longer ours is left alone."""
    await connection.execute(
        update(pair_states)
        .where(*of_pair(pair_states, pair), pair_states.c.lease_token == token)
        .values(lease_token=None, lease_until=None)
    )


async def keep_lease(connection: AsyncConnection, pair: Pair, token: UUID) -> None:
    """Hold the pair for as long once more; a lease that is no longer ours is left alone."""
    await connection.execute(
        update(pair_states)
        .where(*of_pair(pair_states, pair), pair_states.c.lease_token == token)
        .values(lease_until=func.clock_timestamp() + text(f"interval '{LEASE_SECONDS} seconds'"))
    )


async def note_failure(connection: AsyncConnection, pair: Pair, work: Work, kind: str) -> Trouble:
    """Count a failed model and let the pair wait, longer each time, by the database's clock."""
    await _make(connection, pair)
    failures, refusals = pair_states.c[f"{work}_failures"], pair_states.c[f"{work}_refusals"]
    found = await connection.execute(
        select(failures.label("failures"), refusals.label("refusals"))
        .where(*of_pair(pair_states, pair))
        .with_for_update()
    )
    trouble = value(Trouble, found.mappings().one()).after(kind)
    await note(
        connection,
        pair,
        **{
            failures.name: trouble.failures,
            refusals.name: trouble.refusals,
            f"{work}_after": func.clock_timestamp() + trouble.wait(),
        },
    )
    return trouble


async def note_recovery(connection: AsyncConnection, pair: Pair, work: Work) -> None:
    """The pair's model answered: nothing is counted and nothing waits any more."""
    failures = pair_states.c[f"{work}_failures"]
    await connection.execute(
        update(pair_states)
        .where(*of_pair(pair_states, pair), failures > 0)
        .values({failures.name: 0, f"{work}_refusals": 0, f"{work}_after": None})
    )


def rested(work: Work) -> ColumnElement[bool]:
    """Whether a pair has waited long enough after its last failure."""
    after = pair_states.c[f"{work}_after"]
    return after.is_(None) | (after <= func.clock_timestamp())


_NEXT_PENDING = text("""
update pair_states set oldest_pending_at = (
  select min(e.said_at) from evidence e
  where e.tenant_id = :tenant and e.user_id = :user and e.crew = :crew
    and e.state = 'pending' and e.dreams = 0 and e.erased_at is null
    and e.said_at > coalesce(pair_states.evidence_from, '-infinity'::timestamptz))
where tenant_id = :tenant and user_id = :user and crew = :crew
""")


async def find_next_pending(connection: AsyncConnection, pair: Pair) -> None:
    """Set what wakes the next dream: the oldest line no dream has read; refused ones do not."""
    await connection.execute(
        _NEXT_PENDING, {"tenant": pair.tenant, "user": pair.user, "crew": pair.crew}
    )


async def start_over(connection: AsyncConnection, pair: Pair, at: datetime) -> None:
    """Leave what was said so far to no dream and no planner; a running dream loses its hold."""
    await note(
        connection,
        pair,
        evidence_from=at,
        planned_until=at,
        refused=None,
        lease_token=None,
        lease_until=None,
    )
    await find_next_pending(connection, pair)


async def nightly_pairs(
    connection: AsyncConnection, tenant: UUID, *, more_than: int, anyway: bool = False
) -> list[tuple[Pair, PairState]]:
    """Pairs with more than so many active memories that changed since their last night.

    anyway: also those that wait after a failure.
    """
    counted = (
        select(memories.c.user_id, memories.c.crew)
        .where(memories.c.tenant_id == tenant, memories.c.status == "active")
        .group_by(memories.c.user_id, memories.c.crew)
        .having(func.count() > more_than)
        .subquery()
    )
    found = await connection.execute(
        select(pair_states.c.user_id, pair_states.c.crew, *_state_columns())
        .join(
            counted,
            (counted.c.user_id == pair_states.c.user_id) & (counted.c.crew == pair_states.c.crew),
        )
        .where(
            pair_states.c.tenant_id == tenant,
            pair_states.c.changed_at
            > func.coalesce(pair_states.c.nightly_at, text("'-infinity'::timestamptz")),
            true() if anyway else rested("dream"),
        )
        .order_by(pair_states.c.user_id, pair_states.c.crew)
    )
    return [_with_state(tenant, dict(row)) for row in found.mappings()]


def _with_state(tenant: UUID, row: dict[str, Any]) -> tuple[Pair, PairState]:
    pair = Pair(tenant=tenant, user=row.pop("user_id"), crew=row.pop("crew"))
    return pair, value(PairState, row)


async def spoken_pairs(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    now: datetime,
    quiet_since: datetime,
    user: UUID | None = None,
    crew: str | None = None,
    anyway: bool = False,
) -> list[Pair]:
    """Pairs that fell quiet and whose talk was not yet read for follow-ups.

    anyway: also those that wait after a failure.
    """
    last_said_at = _last_said_at(now)
    query = select(pair_states.c.user_id, pair_states.c.crew).where(
        pair_states.c.tenant_id == tenant,
        last_said_at <= quiet_since,
        last_said_at > func.coalesce(pair_states.c.planned_until, text("'-infinity'::timestamptz")),
    )
    if not anyway:
        query = query.where(rested("plan"))
    if user is not None:
        query = query.where(pair_states.c.user_id == user)
    if crew is not None:
        query = query.where(pair_states.c.crew == crew)
    found = await connection.execute(query.order_by(last_said_at))
    return [Pair(tenant=tenant, user=row.user_id, crew=row.crew) for row in found]


def _last_said_at(now: datetime) -> Any:
    """When the pair last spoke up to `now`, which may lie before an earlier `now`."""
    return (
        select(func.max(turns.c.at))
        .where(
            turns.c.tenant_id == pair_states.c.tenant_id,
            turns.c.user_id == pair_states.c.user_id,
            turns.c.crew == pair_states.c.crew,
            turns.c.at <= now,
        )
        .scalar_subquery()
    )


async def all_pairs(connection: AsyncConnection, tenant: UUID, user: UUID) -> list[Pair]:
    """Every crew this user has spoken with."""
    found: Sequence[str] = list(
        await connection.scalars(
            select(pair_states.c.crew)
            .where(pair_states.c.tenant_id == tenant, pair_states.c.user_id == user)
            .order_by(pair_states.c.crew)
        )
    )
    return [Pair(tenant=tenant, user=user, crew=crew) for crew in found]


def _state_columns() -> list[Any]:
    plain = [name for name in PairState.__dataclass_fields__ if name != "refused"]
    refused = func.coalesce(pair_states.c.refused, text("'[]'::jsonb")).label("refused")
    return [*(pair_states.c[name] for name in plain), refused]
