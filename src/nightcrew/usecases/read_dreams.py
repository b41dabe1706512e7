"""What dreams did and did not do, told again from what was kept."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.dream import DreamReport, no_dream
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_moment_cursor
from nightcrew.store import dream_reports, dreams, people
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDreams:
    """Tells dreams by user, by crew or all of a tenant's."""

    db: Database

    async def list(
        self,
        tenant: UUID,
        *,
        user: str | None = None,
        crew: str | None = None,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
    ) -> Page[DreamReport]:
        """A page of reports, newest first, with the exact count. Raises: BadInput."""
        after, limit = read_moment_cursor(cursor), check_limit(limit)
        async with self.db.begin(tenant) as connection:
            user_id: UUID | None = None
            if user is not None:
                person = await people.enter(connection, tenant, user)
                if person is None:
                    return Page()
                user_id = person.id
            found = await dreams.listed(
                connection, tenant, user=user_id, crew=crew, after=after, limit=limit + 1
            )
            total = await dreams.count(connection, tenant, user=user_id, crew=crew)
            told = await dream_reports.reports(connection, tenant, found[:limit])
        following = cursor_behind(found, limit, lambda each: (each.at, each.id))
        return Page(items=told, next_cursor=following, total=total)

    async def one(self, tenant: UUID, dream: UUID) -> DreamReport:
        """One report. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            run = await dreams.one(connection, tenant, dream)
            if run is None:
                raise no_dream()
            [told] = await dream_reports.reports(connection, tenant, [run])
        return told
