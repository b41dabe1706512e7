"""A user's next two weeks: when it is quiet, what is due, and what became of what was due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.follow_up_times import FollowUpView, view
from nightcrew.domain.person import Person, no_user
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.reachable import known_zone, quiet_of
from nightcrew.domain.two_weeks import WAITING, CalendarDay, Promise, Span, calendar
from nightcrew.domain.zones import zone
from nightcrew.ports import Clock, Crews
from nightcrew.store import console_reads, follow_ups, people
from nightcrew.store.database import Database

MOST_SHOWN = 500  # follow-ups of one user, the newest made


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoWeeks:
    """The calendar of one user, and the follow-ups that may still speak, newest made first."""

    zone: str
    now: datetime
    days: tuple[CalendarDay, ...]
    open: tuple[FollowUpView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCalendar:
    """Lays out what was promised to a user; reading changes nothing."""

    db: Database
    clock: Clock
    crews: Crews

    async def __call__(self, tenant: UUID, user: UUID, *, now: datetime | None = None) -> TwoWeeks:
        """The two weeks that begin today where the user is. Raises: NotFound."""
        at = now or self.clock.now()
        async with self.db.begin_user(tenant, user) as connection:
            person = await people.person(connection, tenant, user)
            if person is None:
                raise no_user()
            zone_name = person.timezone or self.crews.house().timezone
            span = Span.of(at, known_zone(zone_name) or zone("UTC"))
            found = await follow_ups.listed(
                connection, tenant, user, only_open=False, after=None, limit=MOST_SHOWN
            )
            times = await console_reads.times(
                connection, tenant, user, span.begins_at, span.ends_at
            )
        promises = [
            Promise(
                follow_up=one, occurrences=times.get(one.id, ()), quiet=self._quiet(person, one)
            )
            for one in found
        ]
        waiting = {
            one: next((each for each in held if each.state in WAITING), None)
            for one, held in times.items()
        }
        views = [view(one, span.place.key, at, waiting.get(one.id)) for one in found]
        return TwoWeeks(
            zone=span.place.key,
            now=at,
            days=calendar(promises, span, span.place.key, self._quiet(person)),
            open=tuple(each for each in views if each.state in ("open", "paused") or each.next),
        )

    def _quiet(self, person: Person, follow_up: FollowUp | None = None) -> QuietHours:
        windows = self.crews.house().quiet_hours
        opener = follow_up is not None and follow_up.opens_talk
        return quiet_of(person, windows.opener if opener else windows.follow_up)
