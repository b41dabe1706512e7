"""A tenant's own places of help, texts and intervals, and the counts of levels by month."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.safety_settings import SHIPPED, SafetySettings
from nightcrew.store.rows import value
from nightcrew.store.tables import safety_counts, safety_settings

_SETTINGS: TypeAdapter[SafetySettings] = TypeAdapter(SafetySettings)
_PARTS = tuple(SafetySettings.__dataclass_fields__)


async def settings(
    connection: AsyncConnection, tenant: UUID, *, to_change: bool = False
) -> SafetySettings:
    """What a tenant set. to_change: nobody else changes it until the transaction ends.

    Raises: ValueError for a row that cannot be read.
    """
    mine = safety_settings.c.tenant_id == tenant
    if to_change:
        made = insert(safety_settings).values(tenant_id=tenant, id=tenant)
        await connection.execute(made.on_conflict_do_nothing())
    query = select(*(safety_settings.c[name] for name in _PARTS)).where(mine)
    found = await connection.execute(query.with_for_update() if to_change else query)
    row = found.mappings().first()
    return _SETTINGS.validate_python(dict(row)) if row else SHIPPED


async def write(connection: AsyncConnection, tenant: UUID, wanted: SafetySettings) -> None:
    """Put these settings in place of a tenant's."""
    parts = _SETTINGS.dump_python(wanted, mode="json")
    made = insert(safety_settings).values(tenant_id=tenant, id=tenant, **parts)
    await connection.execute(
        made.on_conflict_do_update(
            index_elements=["tenant_id", "id"], set_={**parts, "written_at": func.now()}
        )
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyMonth:
    """How many turns of a month, by UTC, were of which level; nobody is named."""

    month_on: date
    concern: int
    crisis: int


async def months(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    before: date | None = None,
    limit: int | None = None,
) -> tuple[SafetyMonth, ...]:
    """Months with such a turn, newest first. before: only earlier ones."""
    mine = [safety_counts.c.tenant_id == tenant]
    if before is not None:
        mine.append(safety_counts.c.month_on < before)
    counted = func.sum(safety_counts.c.turns)
    concern, crisis = (
        func.coalesce(counted.filter(safety_counts.c.level == level), 0).label(level)
        for level in ("concern", "crisis")
    )
    found = await connection.execute(
        select(safety_counts.c.month_on, concern, crisis)
        .where(*mine)
        .group_by(safety_counts.c.month_on)
        .order_by(safety_counts.c.month_on.desc())
        .limit(limit)
    )
    return tuple(value(SafetyMonth, row) for row in found.mappings())


async def count_months(connection: AsyncConnection, tenant: UUID) -> int:
    """How many months had such a turn."""
    different = func.count(safety_counts.c.month_on.distinct())
    wanted = select(different).where(safety_counts.c.tenant_id == tenant)
    return int(await connection.scalar(wanted) or 0)
