"""The acts of erasing: each in one transaction that nobody else's work on this user can cross."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.errors import NotFound
from nightcrew.domain.receipt import EraseEntry, Erasing, KeptElsewhere, Receipt
from nightcrew.ports import Clock
from nightcrew.store import erase_log, erasing, memories, pairs, people, traces
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memory_history import Version
from nightcrew.usecases.erase_words.going import Going, Sight, of_lines, of_memory
from nightcrew.usecases.erase_words.places import PLACES, Place
from nightcrew.usecases.erase_words.redacting import redacted, redacted_again

Dropped = Callable[[EraseEntry], None]


def _holds_nothing(_: EraseEntry) -> None:
    """For a process that keeps nothing of users in its own memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseWords:
    """Takes words away for good; an act that is repeated changes nothing and says when it was done.

    dropped: told of each erasure after its commit, to drop what this process holds in memory.
    """

    db: Database
    clock: Clock
    kept_elsewhere: KeptElsewhere = field(default_factory=KeptElsewhere)
    places: tuple[Place, ...] = PLACES
    dropped: Dropped = _holds_nothing

    async def memory(
        self, tenant: UUID, user: str, memory_id: UUID, *, now: datetime | None = None
    ) -> Receipt:
        """Forget a memory and leave no wording of it, nor of what it rests on. Raises: NotFound."""
        async with self.db.begin(tenant) as connection:
            sight = await self._sight(connection, tenant, user, now)
            done = sight and await self._memory(sight, memory_id)
            if not sight or not done:
                raise NotFound("unknown_memory", "there is no such memory", hint="list them")
            await _note(sight, done)
        return await self._settled(sight, done)

    async def turn(
        self, tenant: UUID, user: str, evidence_id: UUID, *, now: datetime | None = None
    ) -> Receipt:
        """Erase one raw turn; of a line of the crew only that line. Raises: NotFound.

        Memories that rest on it alone go with it; others lose the values that do.
        """
        async with self.db.begin(tenant) as connection:
            sight = await self._sight(connection, tenant, user, now)
            done = sight and await self._turn(sight, evidence_id)
            if not sight or not done:
                raise NotFound("unknown_evidence", "there is no such raw turn", hint="list them")
            await _note(sight, done)
        return await self._settled(sight, done)

    async def conversation(
        self, tenant: UUID, user: str, conversation: str, *, now: datetime | None = None
    ) -> Receipt:
        """Erase a conversation of the backend's id, with every crew that has one of it.

        One that is not there is erased already, so that the act may be repeated.
        """
        async with self.db.begin(tenant) as connection:
            sight = await self._sight(connection, tenant, user, now)
            if sight is None:
                return self._nothing(Erasing.CONVERSATION, now)
            talks = await traces.talks(connection, tenant, sight.person.id, conversation)
            if not talks:
                return self._nothing(Erasing.CONVERSATION, now)
            done = await self._conversations(sight, talks)
            await _note(sight, done)
        return await self._settled(sight, done)

    async def person(self, tenant: UUID, user: str, *, now: datetime | None = None) -> Receipt:
        """Erase everything of a user; work under way for them can write nothing any more.

        A user who is not there is erased already, so that the act may be repeated.
        """
        async with self.db.begin(tenant) as connection:
            sight = await self._sight(connection, tenant, user, now)
            if sight is None:
                return self._nothing(Erasing.PERSON, now)
            entry = _entry(sight, Erasing.PERSON, sight.person.id)
            counts = await _person(sight, entry)
        self.dropped(entry)
        return self._receipt(entry, counts)

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
        async with self.db.begin(tenant) as connection:
            sight = await self._sight(connection, tenant, user, now)
            if sight is None:
                raise NotFound("unknown_memory", "there is no such memory", hint="list them")
            kept, fresh = await redacted(sight, memory_id, version)
            if fresh:
                entry = _entry(sight, Erasing.VERSION, memory_id, version)
                await erase_log.note(connection, entry)
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

        entries: of any tenants, oldest first. Says how many were new to this database.
        """
        fresh = 0
        for tenant in dict.fromkeys(entry.tenant for entry in entries):
            mine = [entry for entry in entries if entry.tenant == tenant]
            async with self.db.begin(tenant) as connection:
                unknown = await erase_log.unknown(connection, tenant, mine)
            for entry in unknown:
                await self._replay(entry)
            fresh += len(unknown)
        return fresh

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

    async def _memory(self, sight: Sight, memory_id: UUID) -> _Done | None:
        connection, tenant = sight.connection, sight.tenant
        held = await memories.one(connection, tenant, sight.person.id, memory_id)
        if held is None:
            return await self._before(sight, Erasing.MEMORY, memory_id)
        going = await of_memory(sight, held, await _crews(sight))
        return await self._erase(sight, Erasing.MEMORY, going.memories, going)

    async def _turn(self, sight: Sight, line_id: UUID) -> _Done | None:
        connection, tenant = sight.connection, sight.tenant
        before = await self._before(sight, Erasing.TURN, line_id)
        there = await traces.is_evidence(connection, tenant, sight.person.id, line_id)
        if before or not there:
            return before
        [line] = await traces.some_lines(connection, tenant, ids=[line_id])
        whole = line.turn is not None and line.speaker == "user"
        lines = await traces.some_lines(
            connection, tenant, ids=[line_id], in_turns=[line.turn] if whole and line.turn else []
        )
        going = await of_lines(sight, lines, await _crews(sight))
        return await self._erase(sight, Erasing.TURN, [line_id], going)

    async def _conversations(self, sight: Sight, talks: Sequence[UUID]) -> _Done:
        lines = await traces.some_lines(sight.connection, sight.tenant, in_talks=talks)
        going = await of_lines(sight, lines, await _crews(sight), talks)
        return await self._erase(sight, Erasing.CONVERSATION, talks, going)

    async def _before(self, sight: Sight, kind: Erasing, subject: UUID) -> _Done | None:
        entry = await erase_log.find(sight.connection, sight.tenant, kind=kind, subject=subject)
        return None if entry is None else _Done(entry=entry)

    async def _erase(
        self, sight: Sight, kind: Erasing, subjects: Sequence[UUID], going: Going
    ) -> _Done:
        connection, tenant, user = sight.connection, sight.tenant, sight.person.id
        counts: Counter[str] = Counter()
        await erasing.stop_what_runs(connection, tenant, user)
        for place in self.places:
            counts.update(await place(sight, going))
        await erasing.count_one_more(connection, tenant, user)
        entries = [_entry(sight, kind, subject) for subject in subjects]
        until = await erasing.clock(connection)
        return _Done(entry=entries[0], counts=counts, until=until, fresh=tuple(entries))

    async def _settled(self, sight: Sight, done: _Done) -> Receipt:
        """After the commit: stop turns that read just before it and could begin only after it."""
        if done.until is not None:
            tenant, user = sight.tenant, sight.person.id
            async with self.db.begin_user(tenant, user) as connection:
                await people.lock_person(connection, tenant, user)
                await erasing.stop_what_runs(connection, tenant, user, before=done.until)
        for entry in done.fresh:
            self.dropped(entry)
        return self._receipt(done.entry, done.counts)

    async def _replay(self, entry: EraseEntry) -> None:
        async with self.db.begin_user(entry.tenant, entry.person) as connection:
            person = await people.person(connection, entry.tenant, entry.person)
            if person is not None:
                await people.lock_person(connection, entry.tenant, entry.person)
                sight = Sight(
                    connection=connection, tenant=entry.tenant, person=person, at=entry.at
                )
                await self._once_more(sight, entry)
            await erase_log.note(connection, entry)

    async def _once_more(self, sight: Sight, entry: EraseEntry) -> None:
        connection, tenant, user = sight.connection, sight.tenant, sight.person.id
        match entry.kind:
            case Erasing.PERSON:
                await _person(sight, entry)
            case Erasing.MEMORY:
                await self._memory(sight, entry.subject)
            case Erasing.TURN:
                await self._turn(sight, entry.subject)
            case Erasing.CONVERSATION:
                if await traces.talk_is_there(connection, tenant, user, entry.subject):
                    await self._conversations(sight, [entry.subject])
            case Erasing.VERSION:
                await redacted_again(sight, entry.subject, entry.version or 0)

    def _receipt(self, entry: EraseEntry, counts: Counter[str]) -> Receipt:
        return Receipt(
            id=entry.id,
            kind=entry.kind,
            at=entry.at,
            counts={place: rows for place, rows in sorted(counts.items()) if rows},
            not_reached=self.kept_elsewhere.after(entry.at),
        )

    def _nothing(self, kind: Erasing, now: datetime | None) -> Receipt:
        return Receipt(id=None, kind=kind, at=now or self.clock.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """An erasure that is written.

    until: what began before this moment of the database's clock may have read what is gone.
    fresh: what is to be noted in the log; nothing when it was erased earlier.
    """

    entry: EraseEntry
    counts: Counter[str] = field(default_factory=Counter)
    until: datetime | None = None
    fresh: tuple[EraseEntry, ...] = ()


def _entry(sight: Sight, kind: Erasing, subject: UUID, version: int | None = None) -> EraseEntry:
    return EraseEntry(
        id=uuid4(),
        tenant=sight.tenant,
        kind=kind,
        person=sight.person.id,
        subject=subject,
        version=version,
        at=sight.at,
    )


async def _note(sight: Sight, done: _Done) -> None:
    for entry in done.fresh:
        await erase_log.note(sight.connection, entry)


async def _crews(sight: Sight) -> list[str]:
    spoken = await pairs.all_pairs(sight.connection, sight.tenant, sight.person.id)
    return [pair.crew for pair in spoken]


async def _person(sight: Sight, entry: EraseEntry) -> Counter[str]:
    """Delete the rows, and leave one line that says so."""
    await erase_log.drop_about(sight.connection, sight.tenant, sight.person.id)
    counts = await erasing.delete_person(sight.connection, sight.tenant, sight.person.id)
    await erase_log.note(sight.connection, entry)
    return Counter(counts)
