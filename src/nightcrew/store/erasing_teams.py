"""How a member's words leave what they proposed to teams and what teams know by them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

# A proposal goes with any of its lines; what was approved, with the last line it rests on.
_CHANGES = text("""
delete from team_changes where tenant_id = :tenant and user_id = :user
  and (source_memory = any(cast(:memories as uuid[])) or cites && cast(:lines as uuid[]))
""")
_WORDS = text("""
delete from team_words where tenant_id = :tenant and user_id = :user
  and (source_memory = any(cast(:memories as uuid[]))
       or (cites <> '{}' and cites <@ cast(:lines as uuid[])))
""")


async def take_words(
    connection: AsyncConnection,
    tenant: UUID,
    user: UUID,
    *,
    memories: Collection[UUID],
    lines: Collection[UUID],
) -> Mapping[str, int]:
    """Delete what came from these memories and lines; says where there was something.

    What was made of the words leaves by a trigger: the digest, and a line without any words left.
    """
    asked = {"tenant": tenant, "user": user, "memories": list(memories), "lines": list(lines)}
    done = {
        "team_changes": int((await connection.execute(_CHANGES, asked)).rowcount),
        "team_words": int((await connection.execute(_WORDS, asked)).rowcount),
    }
    return {table: rows for table, rows in done.items() if rows}
