"""The door of moving: what a person takes along, and what comes in from elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import Scope
from nightcrew.domain.memory_markdown import MarkdownMemory, read_markdown, write_markdown
from nightcrew.domain.named_fields import recast
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person, check_consent, remembering_off
from nightcrew.domain.plain_list import ListItem
from nightcrew.domain.preferences import check_external_id
from nightcrew.domain.taking_in import TakenIn, taken_in
from nightcrew.domain.team import team_memories_are_proposed
from nightcrew.ports import Clock, Crews
from nightcrew.store import memories, people, portable, team_changes
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.usecases.move_person import items, whole
from nightcrew.usecases.move_person.document import read_document, under_new_ids, write_document
from nightcrew.usecases.move_person.items import Bringing

MOST_ITEMS = 1_000  # items a list; more come in further calls


@dataclass(frozen=True, slots=True, kw_only=True)
class MovePerson:
    """Exports and imports. dry_run: everything is done, told and taken back."""

    db: Database
    clock: Clock
    crews: Crews

    async def export(
        self, tenant: UUID, user: str, *, now: datetime | None = None
    ) -> dict[str, Any]:
        """All rows about a person as one JSON document; of nobody, an empty one."""
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            rows = await portable.read(connection, tenant, person.id) if person else {}
            offered = await team_changes.of_person(connection, tenant, person.id) if person else ()
        return write_document(person, user, rows, at, offered=offered)

    async def markdown(
        self, tenant: UUID, user: str, *, crew: str | None = None, now: datetime | None = None
    ) -> str:
        """The active memories as Markdown, crew by crew, newest said first."""
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            known = await memories.active_of(connection, tenant, person.id) if person else ()
        mine = [each for each in known if crew in (None, each.crew)]
        crews = sorted({each.crew for each in mine})
        return write_markdown([recast(MarkdownMemory, each) for each in mine], crews, at)

    async def import_document(
        self,
        tenant: UUID,
        user: str,
        given: Mapping[str, Any],
        *,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> TakenIn:
        """Bring a whole export in, for the same person or for another.

        Rows that are there stay as they are. Ids are kept unless other users have them.
        Raises: BadInput `export_unreadable`, Refused `remembering_off` or `store_full`.
        """
        at = now or self.clock.now()
        # A life of 10 MB is read in a second, which nobody else should wait for.
        document = await asyncio.to_thread(read_document, given)
        async with self.db.begin(tenant) as connection:
            # Until the person is entered, rows of others are seen, whose ids are taken.
            person = await people.make_person(connection, tenant, check_external_id(user))
            check_consent(person)
            ids = await asyncio.to_thread(document.ids)
            if await portable.taken(connection, tenant, person.id, ids):
                document = await asyncio.to_thread(under_new_ids, document, person.id)
            await people.enter(connection, tenant, user)
            await people.lock_person(connection, tenant, person.id)
            room = self.crews.house().memory_room
            taking = await whole.take_in(connection, tenant, person, document, room=room, at=at)
            if dry_run:
                await connection.rollback()
        return taken_in(taking.items, dry_run=dry_run, rows=taking.written)

    async def import_markdown(
        self,
        tenant: UUID,
        user: str,
        text: str,
        *,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> TakenIn:
        """Take over what a person edited: changed lines, new lines, and lines that are gone.

        Changed and new ones are explicit from then on. What changed since the file was made is
        left alone and told. Raises: BadInput `markdown_unreadable`, NotFound, Refused.
        """
        file, at = await asyncio.to_thread(read_markdown, text), now or self.clock.now()
        for crew in file.crews:
            self.crews.crew(crew)
        async with self.db.begin(tenant) as connection:
            person = await self._entered(connection, tenant, user)
            brought: list[Bringing] = []
            for crew in file.crews:
                bringing = await self._begin(connection, tenant, person, crew, at)
                await items.bring_markdown(bringing, file, await items.moments(bringing))
                await items.finish(bringing)
                brought.append(bringing)
            if dry_run:
                await connection.rollback()
        return taken_in([item for each in brought for item in each.items], dry_run=dry_run)

    async def import_list(
        self,
        tenant: UUID,
        user: str,
        crew: str,
        wanted: Sequence[ListItem],
        *,
        scope: Scope = Scope.PRIVATE,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> TakenIn:
        """Keep the items of another assistant's list, each with the date it came with.

        Raises: BadInput `too_many_items` or, for a team, `team_memories_are_proposed`; NotFound;
        Refused `remembering_off` or `store_full`.
        """
        at = now or self.clock.now()
        _check_list(wanted, scope)
        if self.crews.crew(crew).memory != "on":
            raise remembering_off()
        async with self.db.begin(tenant) as connection:
            person = await self._entered(connection, tenant, user)
            bringing = await self._begin(connection, tenant, person, crew, at)
            await items.bring_list(bringing, wanted, scope)
            await items.finish(bringing)
            if dry_run:
                await connection.rollback()
        return taken_in(bringing.items, dry_run=dry_run)

    async def _entered(self, connection: Connection, tenant: UUID, user: str) -> Person:
        """The person, made when new, holding their turn. Raises: Refused `remembering_off`."""
        person = await people.welcome(connection, tenant, user)
        check_consent(person)
        await people.lock_person(connection, tenant, person.id)
        return person

    async def _begin(
        self, connection: Connection, tenant: UUID, person: Person, crew: str, at: datetime
    ) -> Bringing:
        known = self.crews.crew(crew)
        timezone = person.timezone or known.house.timezone
        return await items.begin(
            connection,
            Pair(tenant=tenant, user=person.id, crew=crew),
            person,
            room=known.house.memory_room,
            at=at,
            today=today(at, timezone),
            timezone=timezone,
            locale=person.locale or known.locale,
        )


def _check_list(wanted: Sequence[ListItem], scope: Scope) -> None:
    if len(wanted) > MOST_ITEMS:
        raise BadInput(
            "too_many_items",
            f"a list holds at most {MOST_ITEMS} items",
            hint="bring it in in parts",
            field="lines",
            details={"limit": MOST_ITEMS},
        )
    if scope is Scope.TEAM:
        raise team_memories_are_proposed("scope")
