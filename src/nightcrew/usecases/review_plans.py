"""The temporal review: plans whose date has passed say so, and the outcome is never guessed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.errors import NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.memory import TEXT_LIMIT, Memory
from nightcrew.domain.memory_changes import passed_text
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.ports import Clock, Crews
from nightcrew.store import memories, pairs, passed_dates, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.store.sweeps import tenants_to_sweep

EARLIEST_DAY = timedelta(hours=14)  # the clocks of Kiribati are that far ahead of UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPlans:
    """Marks what has passed, once, by the calendar alone: no model is asked."""

    db: Database
    crews: Crews
    clock: Clock

    async def __call__(
        self,
        *,
        now: datetime | None = None,
        tenant: UUID | None = None,
        user: UUID | None = None,
        crew: str | None = None,
    ) -> list[FlowReport]:
        """Review every pair with something that has passed where its user is; one report a pair."""
        at = now or self.clock.now()
        reports: list[FlowReport] = []
        for each in await tenants_to_sweep(self.db, tenant):
            for pair in await self._pairs(each, at, user, crew):
                report = await self._review(pair, at)
                reports += [report] if report.ids else []
        return reports

    async def _pairs(
        self, tenant: UUID, at: datetime, user: UUID | None, crew: str | None
    ) -> list[Pair]:
        """Pairs with something that has passed somewhere on earth."""
        before = (at.astimezone(UTC) + EARLIEST_DAY).date()
        async with self.db.begin(tenant) as connection:
            return await passed_dates.pairs_with_passed(
                connection, tenant, before=before, user=user, crew=crew
            )

    async def _review(self, pair: Pair, at: datetime) -> FlowReport:
        noted: list[UUID] = []
        async with self.db.begin_pair(pair) as connection:
            await people.lock_person(connection, pair.tenant, pair.user)
            person = await people.person(connection, pair.tenant, pair.user)
            if person is not None:
                day = today(at, person.timezone or self.crews.house().timezone)
                locale = self._locale(person, pair.crew)
                noted = await _note_passed(connection, pair, day, locale, at)
        return FlowReport(
            user=str(pair.user),
            crew=pair.crew,
            outcome="applied" if noted else "nothing_to_do",
            counts={"passed": len(noted)},
            ids=tuple(noted),
        )

    def _locale(self, person: Person, crew: str) -> str:
        if person.locale:
            return person.locale
        try:
            return self.crews.crew(crew).locale
        except NotFound:
            # A crew whose text is gone leaves its memories behind; they still have dates.
            return self.crews.house().locale


async def _note_passed(
    connection: Connection, pair: Pair, day: date, locale: str, at: datetime
) -> list[UUID]:
    act = Act(actor="review", cause="clock", at=at)
    noted: list[UUID] = []
    for memory in await passed_dates.passed(connection, pair, today=day):
        if await memories.revise(connection, pair, _marked(memory, locale), act):
            noted.append(memory.id)
    if noted:
        await pairs.note(connection, pair, reviewed_on=day.isoformat())
    return noted


def _marked(memory: Memory, locale: str) -> Memory:
    """The next version; words that would grow too long stay as they are, their line says passed."""
    text = passed_text(memory, locale)
    return replace(
        memory,
        text=text if len(text) <= TEXT_LIMIT else memory.text,
        passed_noted=True,
        version=memory.version + 1,
        cites=(),
    )
