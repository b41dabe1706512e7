"""The follow-up screen: see what was promised, make, move and end it, and run one at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID, uuid4

from nightcrew.domain.closed_list import unknown_value
from nightcrew.domain.coming_times import coming_time
from nightcrew.domain.errors import Refused
from nightcrew.domain.follow_up import FollowUp, no_follow_up
from nightcrew.domain.follow_up_times import FollowUpView, OccurrenceView, occurrence_view, view
from nightcrew.domain.minors import refused_for_minors, refuses
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_moment_cursor
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.planning import MOST_OPEN, first_time, is_forgotten, keep
from nightcrew.domain.rules import Frequency
from nightcrew.domain.schedule import FollowUpSpec
from nightcrew.ports import Clock, Crews
from nightcrew.store import follow_ups, memories, occurrences, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.usecases.keep_follow_ups import moves
from nightcrew.usecases.keep_follow_ups.moves import FollowUpChange, Opened

_BEFORE_ALL = datetime.max.replace(tzinfo=UTC), UUID(int=0)  # where the coming time stands


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFollowUp:
    """A follow-up; created is False when the same one was open already."""

    created: bool
    follow_up: FollowUpView


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepFollowUps:
    """Lets a user see and steer what crews promised to say later."""

    db: Database
    clock: Clock
    crews: Crews

    async def list(
        self,
        tenant: UUID,
        user: str,
        *,
        status: str = "open",
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
        now: datetime | None = None,
    ) -> Page[FollowUpView]:
        """A page of follow-ups, newest made first. status: `open` (paused ones too) or `all`."""
        only_open = _only_open(status)
        after, at = read_moment_cursor(cursor), now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return Page()
            found = await follow_ups.listed(
                connection, tenant, person.id,
                only_open=only_open, after=after, limit=check_limit(limit) + 1,
            )  # fmt: skip
            total = await follow_ups.count(connection, tenant, person.id, only_open=only_open)
            shown = await self._views(connection, tenant, person, found[:limit], at)
        following = cursor_behind(found, limit, lambda each: (each.created_at, each.id))
        return Page(items=shown, next_cursor=following, total=total)

    async def _views(
        self,
        connection: Connection,
        tenant: UUID,
        person: Person,
        found: Sequence[FollowUp],
        at: datetime,
    ) -> tuple[FollowUpView, ...]:
        waiting = await occurrences.waiting_of(connection, tenant, [each.id for each in found])
        zone_name = self._zone_name(person)
        return tuple(view(each, zone_name, at, waiting.get(each.id)) for each in found)

    def _zone_name(self, person: Person | None) -> str:
        return (person and person.timezone) or self.crews.house().timezone

    async def make(
        self, tenant: UUID, user: str, crew: str, spec: FollowUpSpec, *, now: datetime | None = None
    ) -> MadeFollowUp:
        """Promise what the user asks for.

        Raises: BadInput for a schedule that cannot be kept; Refused `too_many_open`, `buried` for
        what the user asked to forget, `refused_for_minors`; NotFound.
        """
        at, speaker = now or self.clock.now(), self.crews.crew(crew)
        async with self.db.begin(tenant) as connection:
            person = await people.welcome(connection, tenant, user)
            if refuses(speaker, person.age_band):
                raise refused_for_minors({})
            await people.lock_person(connection, tenant, person.id)
            pair = Pair(tenant=tenant, user=person.id, crew=crew)
            await _check_promise(connection, pair, person, spec)
            wanted = self._follow_up(pair, spec, self._zone_name(person), at, speaker.digest)
            kept, created = await follow_ups.add(connection, pair, wanted)
            [shown] = await self._views(connection, tenant, person, [kept], at)
        return MadeFollowUp(created=created, follow_up=shown)

    def _follow_up(
        self, pair: Pair, spec: FollowUpSpec, zone_name: str, at: datetime, bundle: str
    ) -> FollowUp:
        fixed, first = first_time(spec, zone_name, at, finest=Frequency.HOURLY)
        return keep(
            fixed, first, new_id=uuid4(), user=pair.user, crew=pair.crew,
            asked_for=True, now=at, bundle=bundle,
        )  # fmt: skip

    async def occurrences(
        self, tenant: UUID, user: str, follow_up: UUID, *, now: datetime | None = None
    ) -> tuple[OccurrenceView, ...]:
        """The next time of a follow-up, then every one that was due, newest first.

        Raises: NotFound.
        """
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            opened = await self._open(connection, tenant, user, follow_up, at)
            found = await occurrences.all_of(connection, tenant, follow_up)
        coming = coming_time(opened.follow_up, at)
        ahead = () if coming is None else (coming,)
        return (*ahead, *(occurrence_view(each) for each in found))

    async def occurrence_page(
        self,
        tenant: UUID,
        user: str,
        follow_up: UUID,
        *,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
        now: datetime | None = None,
    ) -> Page[OccurrenceView]:
        """A page of the same. Raises: NotFound, BadInput."""
        at, after = now or self.clock.now(), read_moment_cursor(cursor)
        async with self.db.begin(tenant) as connection:
            opened = await self._open(connection, tenant, user, follow_up, at)
            due = await occurrences.all_of(
                connection, tenant, follow_up, after=after, limit=check_limit(limit) + 1
            )
            total = await occurrences.count(connection, tenant, follow_up)
        coming = coming_time(opened.follow_up, at)
        found = [occurrence_view(each) for each in due]
        if coming is not None and after is None:
            found.insert(0, coming)
        following = cursor_behind(
            found, limit, lambda each: _BEFORE_ALL if each is coming else (each.due_at, each.id)
        )
        return Page(
            items=tuple(found[:limit]),
            next_cursor=following,
            total=total + (coming is not None),
        )

    async def delete(
        self, tenant: UUID, user: str, follow_up: UUID, *, now: datetime | None = None
    ) -> FollowUpView:
        """Call it off for good; the row stays. Raises: NotFound."""
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            opened = await self._open(connection, tenant, user, follow_up, at)
            await moves.call_off(opened)
            return await self._shown(opened)

    async def change(
        self,
        tenant: UUID,
        user: str,
        follow_up: UUID,
        change: FollowUpChange,
        *,
        now: datetime | None = None,
    ) -> FollowUpView:
        """Snooze, skip, pause, resume or end. Raises: NotFound, BadInput, Refused."""
        moves.only_verb(change)  # before anything is read
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            opened = await self._open(connection, tenant, user, follow_up, at)
            await moves.apply(opened, change)
            return await self._shown(opened)

    async def run(
        self, tenant: UUID, user: str, follow_up: UUID, *, now: datetime | None = None
    ) -> OccurrenceView:
        """Make a time of it due now, for the same gate and sender as any other.

        A recurring one keeps its series; a one-shot is used up. A watch speaks of what it found
        and is run by its flow. Raises: NotFound, Refused.
        """
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            opened = await self._open(connection, tenant, user, follow_up, at)
            return occurrence_view(await moves.run_now(opened))

    async def _open(
        self, connection: Connection, tenant: UUID, user: str, follow_up: UUID, at: datetime
    ) -> Opened:
        person = await people.enter(connection, tenant, user)
        found = await follow_ups.one(connection, tenant, follow_up, lock=True)
        if person is None or found is None or found.user_id != person.id:
            raise no_follow_up()
        return Opened(
            connection=connection,
            tenant=tenant,
            follow_up=found,
            zone_name=self._zone_name(person),
            now=at,
        )

    async def _shown(self, opened: Opened) -> FollowUpView:
        now_is = await follow_ups.one(opened.connection, opened.tenant, opened.follow_up.id)
        ids = [opened.follow_up.id]
        waiting = await occurrences.waiting_of(opened.connection, opened.tenant, ids)
        return view(now_is or opened.follow_up, opened.zone_name, opened.now, waiting.get(ids[0]))


def _only_open(status: str) -> bool:
    if status not in ("open", "all"):
        raise unknown_value("status", ("open", "all"))
    return status == "open"


async def _check_promise(
    connection: Connection, pair: Pair, person: Person, spec: FollowUpSpec
) -> None:
    if await follow_ups.count_open(connection, pair.tenant, pair.user) >= MOST_OPEN:
        raise Refused(
            "too_many_open", f"{MOST_OPEN} follow-ups are open", hint="end one of them first"
        )
    tombstones = await memories.standing_tombstones(connection, pair)
    told = (spec.intent, *((spec.watch.query, spec.watch.condition) if spec.watch else ()))
    if any(is_forgotten(words, tombstones, person.claim_key) for words in told):
        raise Refused(
            "buried",
            "it speaks of something the user asked to forget",
            hint="restore the memory first",
            field="intent",
        )
