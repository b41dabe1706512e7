"""What a person's teams know, as the memory screen lists it; none of it is the person's own."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from nightcrew.domain.memory import Memory
from nightcrew.domain.person import Person
from nightcrew.store import team_memories
from nightcrew.store.connection import Connection


async def known_to_teams(
    connection: Connection,
    tenant: UUID,
    person: Person,
    *,
    crew: str | None,
    kind: str | None,
    status: str,
    after: tuple[date, UUID] | None,
    limit: int,
) -> tuple[tuple[Memory, ...], int]:
    """A page of at most `limit` lines and the count of all; what a team forgot is not listed."""
    if status == "off":
        return (), 0
    asked = {"crew": crew, "kind": kind}
    found = await team_memories.listed(
        connection, tenant, person.id, **asked, after=after, limit=limit
    )
    return found, await team_memories.count(connection, tenant, person.id, **asked)
