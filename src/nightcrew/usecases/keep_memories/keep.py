"""The memory screen: a user sees, adds, corrects, forgets and restores what crews remember."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.closed_list import member_of, unknown_value
from nightcrew.domain.day import today
from nightcrew.domain.errors import Stale
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.memory_edits import (
    check_dates,
    memory_off,
    no_memory,
    own_text,
    rewritten,
    switched_off,
)
from nightcrew.domain.memory_view import MemoryView, view
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_day_cursor
from nightcrew.domain.person import Person, remembering_off
from nightcrew.domain.version import Version
from nightcrew.ports import Clock, Crews
from nightcrew.store import memories, memory_history, people, suggestions
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memory_history import ValueThen
from nightcrew.usecases.keep_memories import acts
from nightcrew.usecases.keep_memories.acts import (
    AddedMemory,
    NewMemory,
    Sight,
    StartedOver,
    bring_back,
    bury,
    held,
    known_before,
    lift,
    note_change,
    one,
    wanted_memory,
    write,
)
from nightcrew.usecases.keep_memories.listing import Wanted, listed, values_page

STATUSES = ("active", "off", "all")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepMemories:
    """Shows a user everything that is remembered and carries out what they decide about it."""

    db: Database
    clock: Clock
    crews: Crews

    async def list(
        self,
        tenant: UUID,
        user: str,
        *,
        crew: str | None = None,
        scope: str | None = None,
        kind: str | None = None,
        status: str = "active",
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
        now: datetime | None = None,
    ) -> Page[MemoryView]:
        """A page of memories, newest said first, with the exact count of all. Raises: BadInput.

        scope: `team` lists what the user's teams know, which is no memory of the user's own.
        """
        if status not in STATUSES:
            raise unknown_value("status", STATUSES)
        wanted = Wanted(
            crew=crew,
            scope=None if scope is None else member_of(Scope, scope, "scope"),
            kind=None if kind is None else member_of(Kind, kind, "kind"),
            status=status,
            after=read_day_cursor(cursor),
            limit=check_limit(limit),
        )
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return Page()
            found, total = await listed(connection, tenant, person, wanted)
            sight = self._sight(connection, tenant, person, now or self.clock.now())
            shown = await self._views(sight, found[:limit])
        following = cursor_behind(found, limit, lambda each: (each.said_on, each.id))
        return Page(items=shown, next_cursor=following, total=total)

    def _sight(self, connection: Connection, tenant: UUID, person: Person, at: datetime) -> Sight:
        zone_name = person.timezone or self.crews.house().timezone
        return Sight(
            connection=connection, tenant=tenant, person=person, today=today(at, zone_name), at=at
        )

    async def _views(self, sight: Sight, found: Sequence[Memory]) -> tuple[MemoryView, ...]:
        off = [memory.id for memory in found if memory.status is Status.OFF]
        since = await memory_history.off_moments(sight.connection, sight.tenant, off)
        days = self.crews.house().retention_days.get("forgotten", 0)
        return tuple(
            view(memory, sight.today, days, off_at=since.get(memory.id)) for memory in found
        )

    async def _shown(self, sight: Sight, memory_id: UUID) -> MemoryView:
        memory = await one(sight, memory_id)
        [shown] = await self._views(sight, [memory])
        return shown

    async def one(
        self, tenant: UUID, user: str, memory_id: UUID, *, now: datetime | None = None
    ) -> MemoryView:
        """One memory, on or off. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            sight = await self._entered(connection, tenant, user, now)
            return await self._shown(sight, memory_id)

    async def add(
        self, tenant: UUID, user: str, new: NewMemory, *, now: datetime | None = None
    ) -> AddedMemory:
        """Keep what the user writes, explicit; lifts the tombstones that forbid it.

        Raises: BadInput, NotFound, Refused `store_full` or `remembering_off`.
        """
        scope = member_of(Scope, new.scope, "scope")
        kind = member_of(Kind, new.kind, "kind")
        check_dates(new.from_on, new.to_on)
        keeps = self.crews.crew(new.crew).memory == "on"
        async with self.db.begin(tenant) as connection:
            person = await people.welcome(connection, tenant, user)
            await people.lock_person(connection, tenant, person.id)
            sight = self._sight(connection, tenant, person, now or self.clock.now())
            if not keeps or not person.allows("remember"):
                raise remembering_off()
            memory = wanted_memory(sight, new, scope, kind)
            before = await known_before(sight, memory)
            await lift(sight, memory, by="added")
            warning = None if before else await self._write_new(sight, memory)
            shown = await self._shown(sight, before.id if before else memory.id)
        return AddedMemory(created=before is None, memory=shown, warning=warning)

    async def _write_new(self, sight: Sight, memory: Memory) -> str | None:
        """Write a memory, if there is room; says whether the room is nearly taken now."""
        room, before = self.crews.house().memory_room, await held(sight)
        room.require(before)
        await memories.add(sight.connection, sight.pair(memory.crew), memory, sight.act("added"))
        await note_change(sight, memory)
        return room.warning(before + 1)

    async def change(
        self,
        tenant: UUID,
        user: str,
        memory_id: UUID,
        text: str,
        *,
        expected_version: int | None = None,
        now: datetime | None = None,
    ) -> MemoryView:
        """Put the user's own words in; the same words again change nothing.

        Raises: NotFound; BadInput; Refused `memory_off`; Stale `memory_changed` with the current
        MemoryView in details["memory"].
        """
        async with self.db.begin(tenant) as connection:
            sight, memory = await self._held(connection, tenant, user, memory_id, now)
            kept = own_text(text, sight.today)
            if kept == memory.text and memory.explicit:
                return await self._shown(sight, memory.id)
            if memory.status is Status.OFF:
                raise memory_off()
            if expected_version not in (None, memory.version):
                raise Stale(
                    "memory_changed",
                    "the memory was changed meanwhile",
                    hint="look at the current one and decide again",
                    details={"memory": await self._shown(sight, memory.id)},
                )
            await write(sight, rewritten(memory, kept, sight.today), sight.act("corrected"))
            return await self._shown(sight, memory.id)

    async def forget(
        self, tenant: UUID, user: str, memory_id: UUID, *, now: datetime | None = None
    ) -> MemoryView:
        """Switch a memory off and keep it from coming back, with all it ever said.

        Raises: NotFound.
        """
        async with self.db.begin(tenant) as connection:
            sight, memory = await self._held(connection, tenant, user, memory_id, now)
            if memory.status is Status.ACTIVE:
                await write(sight, switched_off(memory), sight.act("forgotten"))
            await bury(sight, memory)
            await suggestions.discard_about(
                connection, tenant, sight.person.id, [memory.id], sight.at
            )
            return await self._shown(sight, memory.id)

    async def restore(
        self,
        tenant: UUID,
        user: str,
        memory_id: UUID,
        *,
        version: int | None = None,
        now: datetime | None = None,
    ) -> MemoryView:
        """Bring a memory back as a new version, also after it was forgotten.

        version: which value; without one the last one, and a memory that is on stays as it is.
        Where another active memory says the same already, that one is answered, and none is added.
        Raises: NotFound, Refused `version_redacted` or `store_full`.
        """
        async with self.db.begin(tenant) as connection:
            sight, memory = await self._held(connection, tenant, user, memory_id, now)
            if memory.status is Status.ACTIVE and version is None:
                return await self._shown(sight, memory.id)
            room = self.crews.house().memory_room
            return await self._shown(sight, await bring_back(sight, memory, version, room))

    async def versions(self, tenant: UUID, user: str, memory_id: UUID) -> tuple[Version, ...]:
        """Every value a memory had, newest first. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            sight = await self._entered(connection, tenant, user, None)
            await one(sight, memory_id)
            return await memory_history.versions(connection, tenant, sight.person.id, memory_id)

    async def version_page(
        self,
        tenant: UUID,
        user: str,
        memory_id: UUID,
        *,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
    ) -> Page[Version]:
        """A page of the values a memory had, newest first. Raises: NotFound, BadInput."""
        async with self.db.begin(tenant) as connection:
            sight = await self._entered(connection, tenant, user, None)
            await one(sight, memory_id)
            return await values_page(sight, memory_id, cursor, limit)

    async def as_of(
        self, tenant: UUID, user: str, day: date, *, crew: str | None = None
    ) -> tuple[ValueThen, ...]:
        """What was so on a day of the user's, of what is remembered now; newest said first."""
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return ()
            return await memory_history.as_of(connection, tenant, person.id, day, crew=crew)

    async def start_over(
        self, tenant: UUID, user: str, *, crew: str | None = None, now: datetime | None = None
    ) -> StartedOver:
        """Switch everything off, of one crew or of all, and dream only of what is said from now on.

        Nothing is forgotten: no tombstones, and each memory may be restored. Raises: NotFound.
        """
        if crew is not None:
            self.crews.crew(crew)
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return StartedOver(memories=0, crews=())
            await people.lock_person(connection, tenant, person.id)
            sight = self._sight(connection, tenant, person, now or self.clock.now())
            return await acts.start_over(sight, crew)

    async def _held(
        self,
        connection: Connection,
        tenant: UUID,
        user: str,
        memory_id: UUID,
        now: datetime | None,
    ) -> tuple[Sight, Memory]:
        """One memory of a user whose row is locked, so that changes take turns."""
        sight = await self._entered(connection, tenant, user, now)
        await people.lock_person(connection, tenant, sight.person.id)
        return sight, await one(sight, memory_id)

    async def _entered(
        self, connection: Connection, tenant: UUID, user: str, now: datetime | None
    ) -> Sight:
        person = await people.enter(connection, tenant, user)
        if person is None:
            raise no_memory()
        return self._sight(connection, tenant, person, now or self.clock.now())
