"""The log of what was erased: enough to do it once more to a backup, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.receipt import EraseEntry, Erasing
from nightcrew.store.rows import value
from nightcrew.store.tables import erase_log

_ENTRY = [
    erase_log.c.tenant_id.label("tenant") if name == "tenant" else erase_log.c[name]
    for name in EraseEntry.__dataclass_fields__
]


async def note(connection: AsyncConnection, entry: EraseEntry) -> None:
    """Write one line; a line that is there stays as it is."""
    row = named_fields(entry)
    row["tenant_id"] = row.pop("tenant")
    await connection.execute(insert(erase_log).values(row).on_conflict_do_nothing())


async def find(
    connection: AsyncConnection,
    tenant: UUID,
    *,
    kind: Erasing,
    subject: UUID,
    version: int | None = None,
) -> EraseEntry | None:
    """The line that says when this was erased, if it was."""
    found = await connection.execute(
        select(*_ENTRY)
        .where(
            erase_log.c.tenant_id == tenant,
            erase_log.c.kind == kind,
            erase_log.c.subject == subject,
            erase_log.c.version.is_not_distinct_from(version),
        )
        .order_by(erase_log.c.at)
        .limit(1)
    )
    row = found.mappings().first()
    return value(EraseEntry, row) if row else None


async def entries(
    connection: AsyncConnection, tenant: UUID, *, since: datetime | None = None
) -> tuple[EraseEntry, ...]:
    """Lines of a tenant, oldest first. since: written at or after it, by the database's clock."""
    query = select(*_ENTRY).where(erase_log.c.tenant_id == tenant)
    if since is not None:
        query = query.where(erase_log.c.written_at >= since)
    found = await connection.execute(query.order_by(erase_log.c.written_at, erase_log.c.id))
    return tuple(value(EraseEntry, row) for row in found.mappings())


async def unknown(
    connection: AsyncConnection, tenant: UUID, wanted: Sequence[EraseEntry]
) -> list[EraseEntry]:
    """Which of these lines the log does not hold, in the same order.

    What was erased of a person who is erased is held by the one line about the person.
    """
    held = await entries(connection, tenant)
    known = {entry.id for entry in held}
    gone = {entry.person for entry in (*held, *wanted) if entry.kind is Erasing.PERSON}
    return [
        entry
        for entry in wanted
        if entry.id not in known and (entry.kind is Erasing.PERSON or entry.person not in gone)
    ]


async def drop_about(connection: AsyncConnection, tenant: UUID, person: UUID) -> int:
    """Forget what was erased of a person; once they are gone, one line about them is enough."""
    done = await connection.execute(
        delete(erase_log).where(erase_log.c.tenant_id == tenant, erase_log.c.person == person)
    )
    return int(done.rowcount)
