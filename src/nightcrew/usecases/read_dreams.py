"""What dreams did and did not do, told again from what was kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.dream import ChangeReport, DreamReport, EvidenceCounts
from nightcrew.domain.errors import NotFound
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, read_moment_cursor, write_cursor
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.store import dreams, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.dreams import DreamRun, KeptChange


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
            told = await _told(connection, tenant, found[:limit])
        last = found[limit - 1] if len(found) > limit else None
        following = write_cursor(last.at, last.id) if last else None
        return Page(items=told, next_cursor=following, total=total)

    async def one(self, tenant: UUID, dream: UUID) -> DreamReport:
        """One report. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            run = await dreams.one(connection, tenant, dream)
            if run is None:
                raise NotFound("unknown_dream", "there is no such dream", hint="list them")
            [told] = await _told(connection, tenant, [run])
        return told


async def _told(
    connection: Connection, tenant: UUID, runs: Sequence[DreamRun]
) -> tuple[DreamReport, ...]:
    names = await people.names_of(connection, tenant, [run.user_id for run in runs])
    changes = await dreams.changes_by_dream(connection, tenant, [run.id for run in runs])
    return tuple(report_of(run, names[run.user_id], changes.get(run.id, ())) for run in runs)


def report_of(run: DreamRun, user: str, changes: Sequence[KeptChange]) -> DreamReport:
    """The report of a kept run. user: the backend's id."""
    return DreamReport(
        id=run.id,
        user=user,
        crew=run.crew,
        at=run.at,
        flow=run.flow,
        outcome=DreamOutcome(run.outcome),
        changes=tuple(_change(change) for change in changes),
        evidence=EvidenceCounts(**run.evidence),
        usage=run.usage,
        same_model_verifies=run.same_model_verifies,
    )


def _change(kept: KeptChange) -> ChangeReport:
    return ChangeReport(
        action=kept.action,
        memory=kept.memory_id,
        text=kept.text,
        kind=kept.kind,
        scope=kept.scope,
        cites=kept.cites,
        applied=kept.applied,
        reason=Reason(kept.reason) if kept.reason else None,
        why=kept.why,
        verdict=kept.verdict,
    )
