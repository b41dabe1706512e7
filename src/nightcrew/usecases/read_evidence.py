"""What was said, word for word, as its owner may read it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, read_position_cursor, write_cursor
from nightcrew.store import people, raw_turns
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceView:
    """One raw line. state: where it stands on its way through dreams; reason: why it was parked.

    Of a turn without an answer the state is the turn's, running or incomplete: no dream reads it.
    """

    id: UUID
    crew: str
    at: datetime
    timezone: str
    speaker: str
    text: str
    state: str
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvidence:
    """Lists the raw talk of a user; reading changes nothing."""

    db: Database

    async def list(
        self,
        tenant: UUID,
        user: str,
        *,
        crew: str | None = None,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
    ) -> Page[EvidenceView]:
        """A page of lines, newest first, with the exact count. Raises: BadInput."""
        after, limit = read_position_cursor(cursor) or None, check_limit(limit)
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return Page()
            found = await raw_turns.listed(
                connection, tenant, person.id, crew=crew, after=after, limit=limit + 1
            )
            total = await raw_turns.count(connection, tenant, person.id, crew)
        positions = [row.pop("position") for row in found[:limit]]
        following = write_cursor(positions[-1]) if len(found) > limit else None
        items = tuple(EvidenceView(at=row.pop("said_at"), **row) for row in found[:limit])
        return Page(items=items, next_cursor=following, total=total)
