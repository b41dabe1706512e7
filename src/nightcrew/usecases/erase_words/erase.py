"""The acts of erasing: each in one transaction that nobody else's work on this user can cross."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.domain.memory_edits import no_memory
from nightcrew.domain.receipt import EraseEntry, Erasing, KeptElsewhere, Receipt
from nightcrew.domain.version import Version
from nightcrew.ports import Clock, EraseJournal
from nightcrew.store import erase_log, erasing, people, traces
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.sweeps import tenants_to_sweep
from nightcrew.usecases.erase_words.acting import (
    Done,
    Places,
    entry_of,
    erase_conversations,
    erase_memory,
    erase_person,
    erase_turn,
    once_more,
)
from nightcrew.usecases.erase_words.going import Sight
from nightcrew.usecases.erase_words.places import PLACES
from nightcrew.usecases.erase_words.redacting import redacted


def _holds_nothing(_: EraseEntry, __: str) -> None:
    """For a process that keeps nothing of users in its own memory."""


@dataclass(slots=True, kw_only=True)
class _Act:
    """The transaction of one act, and what it has written down outside of it."""

    connection: Connection
    journal: EraseJournal | None
    kept: list[EraseEntry] = field(default_factory=list)

    async def keep(self, done: Done) -> None:
        """Note an erasure in the log and in the journal; the commit comes after both."""
        for entry in done.fresh:
            await erase_log.note(self.connection, entry)
        self.kept += done.fresh
        if self.journal is not None:
            await self.journal.add(done.fresh)

    async def withdraw(self) -> None:
        """The caller is told that it failed, so no later start may carry it out."""
        if self.journal is not None:
            await self.journal.withdraw(self.kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseWords:
    """Takes words away for good; an act that is repeated changes nothing and says when it was done.

    journal: the second copy of the log, written before the commit: an act that a crash cuts off is
    carried out by the next start, before anything is served. dropped: told of each erasure after
    its commit, with the backend's id of the user, to drop what this process holds in memory.
    """

    db: Database
    clock: Clock
    journal: EraseJournal | None = None
    kept_elsewhere: KeptElsewhere = field(default_factory=KeptElsewhere)
    places: Places = PLACES
    dropped: Callable[[EraseEntry, str], None] = _holds_nothing

    async def memory(
        self, tenant: UUID, user: str, memory_id: UUID, *, now: datetime | None = None
    ) -> Receipt:
        """Forget a memory and leave no wording of it, nor of what it rests on. Raises: NotFound."""
        async with self._begun(tenant) as act:
            sight = await self._sight(act.connection, tenant, user, now)
            done = sight and await erase_memory(sight, memory_id, self.places)
            if not sight or not done:
                raise no_memory()
            await act.keep(done)
        return await self._settled(sight, done)

    async def turn(
        self, tenant: UUID, user: str, evidence_id: UUID, *, now: datetime | None = None
    ) -> Receipt:
        """Erase one raw turn; of a line of the crew only that line. Raises: NotFound.

        Memories that rest on it alone go with it; others lose the values that do.
        """
        async with self._begun(tenant) as act:
            sight = await self._sight(act.connection, tenant, user, now)
            done = sight and await erase_turn(sight, evidence_id, self.places)
            if not sight or not done:
                raise NotFound(
                    "unknown_evidence", "there is no such raw turn", hint="list the evidence"
                )
            await act.keep(done)
        return await self._settled(sight, done)

    async def conversation(
        self, tenant: UUID, user: str, conversation: str, *, now: datetime | None = None
    ) -> Receipt:
        """Erase a conversation of the backend's id, with every crew that has one of it.

        One that is not there counts as erased, so that the act may be repeated.
        """
        async with self._begun(tenant) as act:
            sight = await self._sight(act.connection, tenant, user, now)
            talks = sight and await traces.talks(
                act.connection, tenant, sight.person.id, conversation
            )
            if not sight or not talks:
                return self._nothing(Erasing.CONVERSATION, now)
            done = await erase_conversations(sight, talks, self.places)
            await act.keep(done)
        return await self._settled(sight, done)

    async def person(self, tenant: UUID, user: str, *, now: datetime | None = None) -> Receipt:
        """Erase everything of a user; work under way for them can write nothing any more.

        A user who is not there counts as erased, so that the act may be repeated.
        """
        async with self._begun(tenant) as act:
            sight = await self._sight(act.connection, tenant, user, now)
            if sight is None:
                return self._nothing(Erasing.PERSON, now)
            done = await erase_person(sight)
            await act.keep(done)
        return await self._settled(sight, done)

    async def redact(
        self,
        tenant: UUID,
        user: str,
        memory_id: UUID,
        version: int,
        *,
        now: datetime | None = None,
    ) -> Version:
        """Take the words of one old value of a memory; once more changes nothing.

        Raises: NotFound, Refused `head_version` for the value that is current.
        """
        async with self._begun(tenant) as act:
            sight = await self._sight(act.connection, tenant, user, now)
            if sight is None:
                raise no_memory()
            kept, fresh = await redacted(sight, memory_id, version)
            entry = entry_of(sight, Erasing.VERSION, memory_id, version)
            done = Done(entry=entry, fresh=(entry,) if fresh else ())
            await act.keep(done)
        await self._settled(sight, done)
        return kept

    async def erase_log(
        self, tenant: UUID, *, since: datetime | None = None
    ) -> tuple[EraseEntry, ...]:
        """What was erased, oldest first, to be replayed over a backup; ids and moments only.

        since: only what was erased at or after this moment of the database's clock.
        """
        async with self.db.begin(tenant) as connection:
            return await erase_log.entries(connection, tenant, since=since)

    async def replay_erase_log(self, entries: Sequence[EraseEntry]) -> int:
        """Erase again what a restored backup brought back, before anything is served from it.

        entries: oldest first; those of tenants that are not here have nothing to erase here.
        Says how many were new to this database.
        """
        fresh = 0
        for tenant in await tenants_to_sweep(self.db):
            mine = [entry for entry in entries if entry.tenant == tenant]
            async with self.db.begin(tenant) as connection:
                unknown = await erase_log.unknown(connection, tenant, mine)
            for entry in unknown:
                await self._replay(entry)
            fresh += len(unknown)
        return fresh

    async def catch_up(self) -> int:
        """Bring a database that is older than the journal up to it, then the journal up to it.

        Says how many erasures were done once more.
        """
        if self.journal is None:
            return 0
        written = await self.journal.read()
        fresh = await self.replay_erase_log(written)
        known = {entry.id for entry in written}
        for tenant in await tenants_to_sweep(self.db):
            held = await self.erase_log(tenant)
            await self.journal.add([entry for entry in held if entry.id not in known])
        return fresh

    @asynccontextmanager
    async def _begun(self, tenant: UUID) -> AsyncIterator[_Act]:
        """One act: all of it or, when anything fails but the process itself, nothing."""
        act: _Act | None = None
        try:
            async with self.db.begin(tenant) as connection:
                act = _Act(connection=connection, journal=self.journal)
                yield act
        except BaseException:
            if act is not None:
                await asyncio.shield(act.withdraw())
            raise

    async def _sight(
        self, connection: Connection, tenant: UUID, user: str, now: datetime | None
    ) -> Sight | None:
        """The user, whose row stays locked until the end; None for one we do not know."""
        person = await people.enter(connection, tenant, user)
        if person is None:
            return None
        await people.lock_person(connection, tenant, person.id)
        return Sight(
            connection=connection, tenant=tenant, person=person, at=now or self.clock.now()
        )

    async def _settled(self, sight: Sight, done: Done) -> Receipt:
        """After the commit: turns that read just before it and begin only now."""
        if done.until is not None:
            tenant, user = sight.tenant, sight.person.id
            async with self.db.begin_user(tenant, user) as connection:
                await people.lock_person(connection, tenant, user)
                await erasing.stop_what_runs(connection, tenant, user, before=done.until)
        for entry in done.fresh:
            self.dropped(entry, sight.person.external_id)
        return self._receipt(done)

    async def _replay(self, entry: EraseEntry) -> None:
        async with self.db.begin_user(entry.tenant, entry.person) as connection:
            person = await people.person(connection, entry.tenant, entry.person)
            if person is not None:
                await people.lock_person(connection, entry.tenant, entry.person)
                sight = Sight(
                    connection=connection, tenant=entry.tenant, person=person, at=entry.at
                )
                await once_more(sight, entry, self.places)
            await erase_log.note(connection, entry)

    def _receipt(self, done: Done) -> Receipt:
        return Receipt(
            id=done.entry.id,
            kind=done.entry.kind,
            at=done.entry.at,
            counts={place: rows for place, rows in sorted(done.counts.items()) if rows},
            not_reached=self.kept_elsewhere.after(done.entry.at),
        )

    def _nothing(self, kind: Erasing, now: datetime | None) -> Receipt:
        return Receipt(id=None, kind=kind, at=now or self.clock.now())
