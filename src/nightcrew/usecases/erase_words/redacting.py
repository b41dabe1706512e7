"""Redacting: one old value of a memory loses its words; who changed it and when stays."""

from __future__ import annotations

from uuid import UUID

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.memory_edits import switched_off
from nightcrew.domain.version import Version
from nightcrew.store import derived, erasing, memories, memory_history
from nightcrew.store.memories import Act
from nightcrew.usecases.erase_words.going import Sight

NO_WORDS = "…"  # stands where the words of a memory that is off were; a row cannot be without any


async def redacted(sight: Sight, memory_id: UUID, number: int) -> tuple[Version, bool]:
    """The version without its words, and whether it still had to be done.

    Raises: NotFound, Refused `head_version`.
    """
    memory, history = await _held(sight, memory_id)
    found = next((each for each in history if each.version == number), None)
    if memory is None or found is None:
        what = "memory" if memory is None else "version"
        raise NotFound(
            f"unknown_{what}",
            f"there is no such {what}",
            hint=f"list what is there, and take the id of a {what} from it",
        )
    if number == memory.version and memory.status is Status.ACTIVE:
        raise Refused(
            "head_version",
            f"version {number} is what the memory says now",
            hint=f"first correct the memory (PATCH) or forget it, then redact version {number};"
            " or erase the memory",
            details={"version": number},
        )
    if found.redacted_at is not None:
        return found, False
    await _blank(sight, memory, history, found)
    _, after = await _held(sight, memory_id)
    return next(each for each in after if each.version == number), True


async def redacted_again(sight: Sight, memory_id: UUID, number: int) -> None:
    """The same over a restored backup, where the version may be current again: then it goes off."""
    memory, history = await _held(sight, memory_id)
    if memory is not None and number == memory.version and memory.status is Status.ACTIVE:
        off = switched_off(memory)
        act = Act(actor="user", cause="erased", at=sight.at)
        await memories.revise(sight.connection, sight.pair(memory.crew), off, act)
        memory, history = await _held(sight, memory_id)
    found = next((each for each in history if each.version == number), None)
    if memory is not None and found is not None:
        await _blank(sight, memory, history, found)


async def _held(sight: Sight, memory_id: UUID) -> tuple[Memory | None, tuple[Version, ...]]:
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    memory = await memories.one(connection, tenant, user, memory_id)
    return memory, await memory_history.versions(connection, tenant, user, memory_id)


async def _blank(
    sight: Sight, memory: Memory, history: tuple[Version, ...], found: Version
) -> None:
    """Blank a version; of a memory that is off, also the copies that switching off made."""
    connection, tenant = sight.connection, sight.tenant
    same = [found.version]
    if memory.status is Status.OFF and found.text in (None, memory.text):
        same = [each.version for each in history if each.text in (None, found.text)]
        await erasing.blank_head(connection, tenant, memory.id, NO_WORDS)
    await erasing.redact_versions(connection, tenant, memory.id, same, sight.at)
    proposed = await derived.changes(connection, tenant, sight.person.id, None)
    made = [each.id for each in proposed if each.memory == memory.id and each.version in same]
    await erasing.blank_changes(connection, tenant, made)
