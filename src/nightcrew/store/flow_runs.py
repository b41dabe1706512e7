"""What flows did lately: names, codes and counts, for the status page and readiness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.named_fields import named_fields
from nightcrew.store.rows import columns_of, value
from nightcrew.store.tables import flow_runs


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRun:
    """One run of a flow. counts: outcomes and rows; never words of a user."""

    id: UUID
    flow: str
    started_at: datetime
    ended_at: datetime | None
    outcome: str
    counts: Mapping[str, Any]


async def keep(connection: AsyncConnection, run: FlowRun) -> None:
    """Store a finished run."""
    plain = named_fields(run)
    await connection.execute(insert(flow_runs).values(**plain))


async def newest(connection: AsyncConnection) -> tuple[FlowRun, ...]:
    """The newest run of each flow, by name."""
    found = await connection.execute(
        select(*columns_of(flow_runs, FlowRun))
        .ext(distinct_on(flow_runs.c.flow))
        .order_by(flow_runs.c.flow, flow_runs.c.started_at.desc())
    )
    return tuple(value(FlowRun, row) for row in found.mappings())


async def drop_before(connection: AsyncConnection, moment: datetime, *, batch: int) -> int:
    """Retention: at most `batch` runs that began at the moment or before it; says how many."""
    old = select(flow_runs.c.id).where(flow_runs.c.started_at <= moment).limit(batch)
    done = await connection.execute(delete(flow_runs).where(flow_runs.c.id.in_(old)))
    return int(done.rowcount)


async def try_flow_lock(connection: AsyncConnection, flow: str) -> bool:
    """Hold a flow for this connection's session; False while another worker runs it."""
    lock = func.pg_try_advisory_lock(func.hashtext(f"nightcrew/{flow}"))
    return bool(await connection.scalar(select(lock)))


async def free_flow_lock(connection: AsyncConnection, flow: str) -> None:
    """Let the flow go."""
    await connection.execute(
        text("select pg_advisory_unlock(hashtext(:name))"), {"name": f"nightcrew/{flow}"}
    )
