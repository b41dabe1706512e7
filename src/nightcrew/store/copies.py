"""Copies of memories for another crew: rows with their whole history, in four statements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from nightcrew.store.tables import memories, memory_versions


def _others(table: Table, *own: str) -> str:
    """The columns that are copied as they are."""
    left_out = {"id", "written_at", *own}
    return ", ".join(column.name for column in table.c if column.name not in left_out)


_PAIRS = "unnest(cast(:old as uuid[]), cast(:new as uuid[])) as p(old, new)"
_ROW = _others(memories, "crew", "version", "changed_at")
_VALUE = _others(memory_versions, "memory_id", "dream_id")
_COPY = tuple(
    text(statement)
    for statement in (
        f"""
insert into memories (id, crew, version, changed_at, {_ROW})
select p.new, :crew, m.version + 1, :at, {_ROW}
from {_PAIRS} join memories m on m.tenant_id = :tenant and m.user_id = :user and m.id = p.old
""",
        f"""
insert into memory_versions (id, memory_id, {_VALUE})
select gen_random_uuid(), p.new, {_VALUE}
from {_PAIRS} join memory_versions v
  on v.tenant_id = :tenant and v.user_id = :user and v.memory_id = p.old
""",
        """
insert into memory_versions (id, tenant_id, user_id, memory_id, version, text, kind, scope, subject,
  from_on, to_on, review_on, said_on, explicit, status, actor, cause, at, cites)
select gen_random_uuid(), m.tenant_id, m.user_id, m.id, m.version, m.text, m.kind, m.scope,
  m.subject, m.from_on, m.to_on, m.review_on, m.said_on, m.explicit, m.status, 'importer', :cause,
  :at, '{}'
from memories m
where m.tenant_id = :tenant and m.user_id = :user and m.id = any(cast(:new as uuid[]))
""",
        f"""
insert into memory_cites (tenant_id, id, user_id, memory_id, evidence_id)
select c.tenant_id, gen_random_uuid(), c.user_id, p.new, c.evidence_id
from {_PAIRS} join memory_cites c
  on c.tenant_id = :tenant and c.user_id = :user and c.memory_id = p.old
""",
    )
)


async def copy(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    new_ids: Mapping[UUID, UUID],
    *,
    to_crew: str,
    cause: str,
    at: datetime,
) -> None:
    """Write a copy of each memory for another crew. new_ids: from the memory to its copy.

    The copy has every value the memory had, and one more version that says where it is from.
    """
    values: dict[str, Any] = {
        "tenant": tenant,
        "user": user,
        "old": list(new_ids),
        "new": list(new_ids.values()),
        "crew": to_crew,
        "cause": cause,
        "at": at,
    }
    for statement in _COPY:
        await connection.execute(statement, values)
