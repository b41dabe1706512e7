"""What models cost where no turn and no dream tells it; days go by the database's clock."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.usage import Paid
from nightcrew.store.new_ids import next_id
from nightcrew.store.tables import model_costs


async def note(connection: AsyncConnection, tenant: UUID, *paid: Paid) -> None:
    """Write down what was paid; work that asked no model costs no statement."""
    rows = [
        {
            "tenant_id": tenant,
            "id": next_id(),
            "crew": each.crew,
            "work": each.work.value,
            "usage": each.usage.told(),
        }
        for each in paid
        if each.usage.model_calls
    ]
    if rows:
        await connection.execute(insert(model_costs), rows)


async def drop_before(
    connection: AsyncConnection, tenant: UUID, moment: datetime, *, batch: int
) -> int:
    """Retention: at most `batch` rows written at the moment or before it; says how many."""
    mine = model_costs.c.tenant_id == tenant
    old = select(model_costs.c.id).where(mine, model_costs.c.written_at <= moment).limit(batch)
    done = await connection.execute(delete(model_costs).where(mine, model_costs.c.id.in_(old)))
    return int(done.rowcount)
