"""What the console shows beside the use cases of the API: cited words, talk, what dreams cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from uuid import UUID

from nightcrew.domain.daily import Daily, by_day
from nightcrew.domain.day import today
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import no_user
from nightcrew.domain.reachable import known_zone
from nightcrew.domain.withholding import visible_evidence
from nightcrew.ports import Clock, Crews
from nightcrew.store import console_reads, memories, people
from nightcrew.store.connection import Connection
from nightcrew.store.console_reads import MemoryLine, Spent, TalkRow
from nightcrew.store.database import Database

DAYS_SHOWN = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamLoad:
    """What waits for dreams and what dreams cost, day by day of the house, today last.

    waiting_before: lines older than the days shown. cost: of a day, None where none is known.
    """

    waiting: tuple[Daily, ...]
    waiting_before: int
    parked: int
    tokens: tuple[Daily, ...]
    dreams: tuple[Daily, ...]
    calls: int
    failed: int
    cost: float | None

    @property
    def backlog(self) -> int:
        """All lines that wait."""
        return self.waiting_before + round(sum(day.number for day in self.waiting))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadConsole:
    """Reads for pages; nothing here changes anything."""

    db: Database
    clock: Clock
    crews: Crews

    async def find_user(self, tenant: UUID, name: str) -> UUID | None:
        """Our own id of a backend's user, which may stand in a path; None for an unknown one."""
        async with self.db.begin(tenant) as connection:
            found = await people.enter(connection, tenant, name)
        return found.id if found else None

    async def user_name(self, tenant: UUID, user: UUID) -> str:
        """The backend's id of a user. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            found = await people.names_of(connection, tenant, [user])
        if user not in found:
            raise no_user()
        return found[user]

    async def zone_of(self, tenant: UUID, user: UUID) -> str:
        """The zone in which a user's moments are told: their own, else the house's."""
        async with self.db.begin(tenant) as connection:
            person = await people.person(connection, tenant, user)
        own = person.timezone if person else None
        return own if own and known_zone(own) else self.crews.house().timezone

    async def cited(self, tenant: UUID, user: UUID, ids: Sequence[UUID]) -> Mapping[UUID, Evidence]:
        """The words behind memories, without what the user asked to forget."""
        async with self.db.begin_user(tenant, user) as connection:
            by_crew = await console_reads.lines(connection, tenant, user, list(set(ids)))
            key = await self._claim_key(connection, tenant, user) if by_crew else b""
            shown: list[Evidence] = []
            for crew, lines in by_crew.items():
                pair = Pair(tenant=tenant, user=user, crew=crew)
                standing = await memories.standing_tombstones(connection, pair)
                shown += visible_evidence(lines, standing, key)
        return {line.id: line for line in shown}

    async def _claim_key(self, connection: Connection, tenant: UUID, user: UUID) -> bytes:
        person = await people.person(connection, tenant, user)
        return person.claim_key if person else b""

    async def memory_lines(
        self, tenant: UUID, user: UUID, ids: Sequence[UUID]
    ) -> Mapping[UUID, MemoryLine]:
        """Memories of one user by id, on or off; unknown ones are left out."""
        async with self.db.begin_user(tenant, user) as connection:
            found = await console_reads.memory_lines(connection, tenant, user, list(ids))
        return {line.id: line for line in found}

    async def talk(self, pair: Pair, limit: int = 60) -> tuple[TalkRow, ...]:
        """The newest lines of a pair, oldest first."""
        async with self.db.begin_pair(pair) as connection:
            return await console_reads.talk(connection, pair, limit)

    async def befores(
        self, tenant: UUID, dream_ids: Sequence[UUID]
    ) -> Mapping[tuple[UUID, int], str | None]:
        """What memories said when a dream read them; None where the words are gone."""
        async with self.db.begin(tenant) as connection:
            return await console_reads.befores(connection, tenant, list(dream_ids))

    async def dream_load(
        self, tenant: UUID, *, user: UUID | None = None, now: datetime | None = None
    ) -> DreamLoad:
        """What waits and what it cost in the last 14 days, of all users or of one."""
        zone_name = self.crews.house().timezone
        last = today(now or self.clock.now(), zone_name)
        first = last - timedelta(days=DAYS_SHOWN - 1)
        # A day earlier in UTC: the first day of the house may begin before it.
        since = datetime.combine(first - timedelta(days=1), time.min, UTC)
        async with self.db.begin(tenant) as connection:
            spent = await console_reads.spent(connection, tenant, since, user=user)
            waits = await console_reads.waiting(connection, tenant, user=user)
            parked = await console_reads.parked(connection, tenant, user=user)
        spent = tuple(each for each in spent if today(each.at, zone_name) >= first)
        before = sum(each.lines for each in waits if today(each.at, zone_name) < first)
        return DreamLoad(
            waiting=by_day([(e.at, e.lines) for e in waits], zone_name, first, last),
            waiting_before=before,
            parked=parked,
            tokens=by_day([(e.at, e.tokens) for e in spent], zone_name, first, last),
            dreams=by_day([(e.at, e.dreams) for e in spent], zone_name, first, last),
            calls=sum(each.calls for each in spent),
            failed=sum(each.failed for each in spent),
            cost=_cost(spent),
        )


def _cost(spent: Sequence[Spent]) -> float | None:
    known = [each.cost for each in spent if each.cost is not None]
    return sum(known) if known else None
