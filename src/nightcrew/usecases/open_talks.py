"""Openers: a crew speaks first about a dated matter of the user's; at most one a day, mostly none.

What it opens with becomes a follow-up that is due at once, so that it goes through the same gate,
the same lease and the same outbox as everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.crew import Crew
from nightcrew.domain.day import day_bounds, today
from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.minors import refuses
from nightcrew.domain.openers import (
    DAYS_AFTER,
    DAYS_BEFORE,
    Ground,
    grounds,
    is_usual_hour,
    opened_today,
    opener,
)
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.reason import Silence
from nightcrew.domain.speaking_budget import spent
from nightcrew.ports import Clock, Crews
from nightcrew.store import follow_ups, memories, openings, people, speaking
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep

_MARGIN = timedelta(days=1)  # a day begins up to fourteen hours apart from UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTalks:
    """Finds what a crew could open a talk with; the gate and the model decide whether it does."""

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
        any_hour: bool = True,
    ) -> list[FlowReport]:
        """Make at most one opener a user and day; one report a pair that has a ground.

        any_hour: also outside the hours in which a schedule looks; the gate's night holds always.
        """
        at = now or self.clock.now()
        reports: list[FlowReport] = []
        for each in await tenants_to_sweep(self.db, tenant):
            for pair in await self._pairs(each, at, user, crew):
                async with self.db.begin_user(pair.tenant, pair.user) as connection:
                    reports += await self._open(connection, pair, at, any_hour=any_hour)
        return reports

    async def _pairs(
        self, tenant: UUID, at: datetime, user: UUID | None, crew: str | None
    ) -> list[Pair]:
        day = at.astimezone(UTC).date()
        async with self.db.begin(tenant) as connection:
            return await openings.pairs_with_dates(
                connection,
                tenant,
                first=day - timedelta(days=DAYS_AFTER) - _MARGIN,
                last=day + timedelta(days=DAYS_BEFORE) + _MARGIN,
                user=user,
                crew=crew,
            )

    async def _open(
        self, connection: Connection, pair: Pair, at: datetime, *, any_hour: bool
    ) -> list[FlowReport]:
        await people.lock_person(connection, pair.tenant, pair.user)
        person = await people.person(connection, pair.tenant, pair.user)
        if person is None:
            return []
        try:
            crew = self.crews.crew(pair.crew)
            if not any_hour and not is_usual_hour(at, _zone_name(person, crew)):
                return []
            ground = await _ground(connection, pair, person, crew, at)
        except (NotFound, BadInput) as unfit:
            # The crew's text is gone, or the user's zone is none: nobody speaks first.
            return [_report(pair, unfit.code)]
        if ground is None:
            return []
        spent_up = await _spent_up(connection, pair, person, crew, at)
        if spent_up is not None:
            # The ground is kept for a day on which a word is free.
            return [_report(pair, spent_up)]
        made = opener(
            ground,
            new_id=uuid4(),
            user=pair.user,
            now=at,
            timezone=_zone_name(person, crew),
            bundle=crew.digest,
        )
        await follow_ups.add(connection, pair, made)
        return [_report(pair, "grounded", made.id)]


async def _ground(
    connection: Connection, pair: Pair, person: Person, crew: Crew, at: datetime
) -> Ground | None:
    zone_name = _zone_name(person, crew)
    start, _ = day_bounds(at, zone_name)
    since = start - timedelta(days=DAYS_AFTER)
    promised = await openings.promised_to(connection, pair.tenant, pair.user, since)
    if opened_today(promised, start):
        return None
    taken = await openings.slots_taken(connection, pair.tenant, pair.user)
    known = await memories.seen_by(connection, pair)
    followed = [each for each in promised if not each.opens_talk]
    found = grounds(known, pair.crew, today(at, zone_name), followed)
    return next((ground for ground in found if ground.slot not in taken), None)


async def _spent_up(
    connection: Connection, pair: Pair, person: Person, crew: Crew, at: datetime
) -> Silence | None:
    sent = await speaking.sent_to(connection, pair.tenant, [pair.user], at)
    before = spent(
        sent.get(pair.user, ()),
        crew=pair.crew,
        now=at,
        timezone=_zone_name(person, crew),
        last_spoke_at=person.last_spoke_at,
    )
    if not person.allows("message"):
        return Silence.BLOCKED_CONSENT
    if refuses(crew, person.age_band):
        return Silence.REFUSED_FOR_MINORS
    return before.over(crew.house.budgets, person.daily_cap)


def _zone_name(person: Person, crew: Crew) -> str:
    return person.timezone or crew.house.timezone


def _report(pair: Pair, outcome: str, *ids: UUID) -> FlowReport:
    counts: Mapping[str, int] = {"grounds": len(ids)}
    return FlowReport(user=str(pair.user), crew=pair.crew, outcome=outcome, counts=counts, ids=ids)
