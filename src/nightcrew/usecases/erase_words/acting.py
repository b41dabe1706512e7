"""One erasure over rows that are locked: found out, written, and ready to be noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.receipt import EraseEntry, Erasing
from nightcrew.store import erase_log, erasing, memories, pairs, raw_turns, traces
from nightcrew.usecases.erase_words.going import Going, Sight, of_lines, of_memory
from nightcrew.usecases.erase_words.places import Place
from nightcrew.usecases.erase_words.redacting import redacted_again

Places = Sequence[Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An erasure that is written.

    until: what began before this moment of the database's clock may have read what is gone.
    fresh: what is to be noted in the log; nothing when it was erased earlier.
    """

    entry: EraseEntry
    counts: Counter[str] = field(default_factory=Counter)
    until: datetime | None = None
    fresh: tuple[EraseEntry, ...] = ()


async def erase_memory(sight: Sight, memory_id: UUID, places: Places) -> Done | None:
    """A memory; what was done when it was erased before; None when there never was one."""
    connection, tenant = sight.connection, sight.tenant
    held = await memories.one(connection, tenant, sight.person.id, memory_id)
    if held is None:
        return await _before(sight, Erasing.MEMORY, memory_id)
    going = await of_memory(sight, held, await _crews(sight))
    return await _erase(sight, Erasing.MEMORY, going.memories, going, places)


async def erase_turn(sight: Sight, line_id: UUID, places: Places) -> Done | None:
    """The turn of a user's line, or one line of the crew; None when there is no such line."""
    connection, tenant = sight.connection, sight.tenant
    before = await _before(sight, Erasing.TURN, line_id)
    there = await raw_turns.is_one(connection, tenant, sight.person.id, line_id)
    if before or not there:
        return before
    [line] = await traces.some_lines(connection, tenant, ids=[line_id])
    turn = [line.turn] if line.turn is not None and line.speaker == "user" else []
    lines = await traces.some_lines(connection, tenant, ids=[line_id], in_turns=turn)
    going = await of_lines(sight, lines, await _crews(sight))
    return await _erase(sight, Erasing.TURN, [line_id], going, places)


async def erase_conversations(sight: Sight, talks: Sequence[UUID], places: Places) -> Done:
    """Conversations that are there, by our ids."""
    lines = await traces.some_lines(sight.connection, sight.tenant, in_talks=talks)
    going = await of_lines(sight, lines, await _crews(sight), talks)
    return await _erase(sight, Erasing.CONVERSATION, talks, going, places)


async def erase_person(sight: Sight) -> Done:
    """Every row about the person, and what the log said of them before."""
    entry = entry_of(sight, Erasing.PERSON, sight.person.id)
    await erase_log.drop_about(sight.connection, sight.tenant, sight.person.id)
    counts = await erasing.delete_person(sight.connection, sight.tenant, sight.person.id)
    return Done(entry=entry, counts=Counter(counts), fresh=(entry,))


async def once_more(sight: Sight, entry: EraseEntry, places: Places) -> None:
    """What a line of the log says, over a database that may have it again or not."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    match entry.kind:
        case Erasing.PERSON:
            await erase_person(sight)
        case Erasing.MEMORY:
            await erase_memory(sight, entry.subject, places)
        case Erasing.TURN:
            await erase_turn(sight, entry.subject, places)
        case Erasing.CONVERSATION:
            if await traces.talk_is_there(connection, tenant, user, entry.subject):
                await erase_conversations(sight, [entry.subject], places)
        case Erasing.VERSION:
            await redacted_again(sight, entry.subject, entry.version or 0)


def entry_of(sight: Sight, kind: Erasing, subject: UUID, version: int | None = None) -> EraseEntry:
    """A new line for the log."""
    return EraseEntry(
        id=uuid4(),
        tenant=sight.tenant,
        kind=kind,
        person=sight.person.id,
        subject=subject,
        version=version,
        at=sight.at,
    )


async def _before(sight: Sight, kind: Erasing, subject: UUID) -> Done | None:
    entry = await erase_log.find(sight.connection, sight.tenant, kind=kind, subject=subject)
    return None if entry is None else Done(entry=entry)


async def _erase(
    sight: Sight, kind: Erasing, subjects: Sequence[UUID], going: Going, places: Places
) -> Done:
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    counts: Counter[str] = Counter()
    await erasing.stop_what_runs(connection, tenant, user)
    for place in places:
        counts.update(await place(sight, going))
    await erasing.count_one_more(connection, tenant, user)
    entries = tuple(entry_of(sight, kind, subject) for subject in subjects)
    until = await erasing.clock(connection)
    return Done(entry=entries[0], counts=counts, until=until, fresh=entries)


async def _crews(sight: Sight) -> list[str]:
    spoken = await pairs.all_pairs(sight.connection, sight.tenant, sight.person.id)
    return [pair.crew for pair in spoken]
