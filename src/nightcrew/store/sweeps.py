"""A sweep goes through tenants one by one, each in transactions of its own."""

from __future__ import annotations

from uuid import UUID

from nightcrew.store import people
from nightcrew.store.database import Database


async def tenants_to_sweep(db: Database, only: UUID | None = None) -> list[UUID]:
    """The one tenant asked for, or all, the oldest first."""
    if only is not None:
        return [only]
    async with db.begin_system() as connection:
        return await people.tenant_ids(connection)
