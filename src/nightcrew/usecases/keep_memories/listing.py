"""A page of the memory screen: a person's own memories, or what the person's teams know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.page import Page, check_limit, cursor_behind, read_position_cursor
from nightcrew.domain.person import Person
from nightcrew.domain.version import Version
from nightcrew.store import memories, memory_history, team_memories
from nightcrew.store.connection import Connection
from nightcrew.usecases.keep_memories.acts import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which rows to list, None for any. after: the last row of the page before."""

    crew: str | None
    scope: Scope | None
    kind: Kind | None
    status: str
    after: tuple[date, UUID] | None
    limit: int


async def listed(
    connection: Connection, tenant: UUID, person: Person, wanted: Wanted
) -> tuple[Sequence[Memory], int]:
    """At most `limit` rows and one more, which tells that a page follows, and the count of all."""
    if wanted.scope is Scope.TEAM:
        return await _known_to_teams(connection, tenant, person, wanted)
    which = {"crew": wanted.crew, "scope": wanted.scope, "kind": wanted.kind}
    found = await memories.listed(
        connection, tenant, person.id,
        **which, status=wanted.status, after=wanted.after, limit=wanted.limit + 1,
    )  # fmt: skip
    total = await memories.count(connection, tenant, person.id, **which, status=wanted.status)
    return found, total


async def values_page(
    sight: Sight, memory_id: UUID, cursor: str | None, limit: int
) -> Page[Version]:
    """What one memory of the user said, newest first. Raises: BadInput."""
    whose = sight.connection, sight.tenant, sight.person.id, memory_id
    before, most = read_position_cursor(cursor) or None, check_limit(limit) + 1
    found = await memory_history.versions(*whose, before=before, limit=most)
    following = cursor_behind(found, limit, lambda each: (each.version,))
    total = await memory_history.count(*whose)
    return Page(items=found[:limit], next_cursor=following, total=total)


async def _known_to_teams(
    connection: Connection, tenant: UUID, person: Person, wanted: Wanted
) -> tuple[Sequence[Memory], int]:
    """What a team forgot is not listed."""
    if wanted.status == "off":
        return (), 0
    which = {"crew": wanted.crew, "kind": wanted.kind}
    found = await team_memories.listed(
        connection, tenant, person.id, **which, after=wanted.after, limit=wanted.limit + 1
    )
    return found, await team_memories.count(connection, tenant, person.id, **which)
