"""What a user's decisions write: one value, one version, one reason each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID, uuid4

from nightcrew.domain.errors import NotFound, Refused, Stale
from nightcrew.domain.explicit import explicit_memory, tombstone_of
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.memory import Kind, Memory, Scope, Status, Tombstone
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.memory_edits import check_dates, is_same, no_memory, own_text, switched_off
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.team import team_memories_are_proposed
from nightcrew.domain.version import Version, brought_back
from nightcrew.store import conversations, memories, memory_history, pairs, suggestions
from nightcrew.store.connection import Connection
from nightcrew.store.memories import Act
from nightcrew.store.new_ids import next_id

USER = "user"
FORGETTABLE = 50  # former values of one memory that are buried with it, the newest first


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """What a user wants remembered, in their own words."""

    crew: str
    scope: str
    kind: str
    text: str
    from_on: date | None = None
    to_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedMemory:
    """A memory; created is False when it was there already.

    warning: `store_nearly_full` when the house's share of its room is taken.
    """

    created: bool
    memory: MemoryView
    warning: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedOver:
    """How many memories were switched off, and from which crews."""

    memories: int
    crews: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Whose memories, read or changed at which moment; holds the transaction."""

    connection: Connection
    tenant: UUID
    person: Person
    today: date
    at: datetime

    def pair(self, crew: str) -> Pair:
        """This person with a crew."""
        return Pair(tenant=self.tenant, user=self.person.id, crew=crew)

    def act(self, cause: str, restored_from: int | None = None) -> Act:
        """The user's own doing."""
        return Act(actor=USER, cause=cause, at=self.at, restored_from=restored_from)


async def one(sight: Sight, memory_id: UUID) -> Memory:
    """A memory of this user, on or off. Raises: NotFound."""
    found = await memories.one(sight.connection, sight.tenant, sight.person.id, memory_id)
    if found is None:
        raise no_memory()
    return found


async def write(sight: Sight, memory: Memory, act: Act) -> None:
    """Write the next version. Raises: Stale when another one was written first."""
    if not await memories.revise(sight.connection, sight.pair(memory.crew), memory, act):
        raise Stale("memory_changed", "the memory was changed meanwhile", hint="try again")
    await note_change(sight, memory)


async def note_change(sight: Sight, memory: Memory) -> None:
    """Let the next nightly dream know that this pair's memories changed."""
    await conversations.note_change(sight.connection, sight.pair(memory.crew), sight.at)


async def held(sight: Sight) -> int:
    """How many memories of this user are on."""
    return await memories.count(sight.connection, sight.tenant, sight.person.id)


def wanted_memory(sight: Sight, new: NewMemory, scope: Scope, kind: Kind) -> Memory:
    """The explicit memory of what a user wrote. Raises: BadInput."""
    if scope is Scope.TEAM:
        raise team_memories_are_proposed("scope")
    memory = explicit_memory(
        own_text(new.text, sight.today),
        new_id=next_id(),
        user=sight.person.id,
        crew=new.crew,
        said_on=sight.today,
        kind=kind,
        scope=scope,
        from_on=new.from_on,
        to_on=new.to_on,
    )
    check_dates(memory.from_on, memory.to_on)
    return memory


async def known_before(sight: Sight, new: Memory) -> Memory | None:
    """The same memory in another row, if the same crews see it already."""
    told = replace(new, text=without_passed_note(new.text))
    for memory in await memories.seen_by(sight.connection, sight.pair(new.crew)):
        seen = memory.id != new.id and memory.scope in (new.scope, Scope.SHARED)
        if seen and is_same(told, memory):
            return memory
    return None


async def lift(sight: Sight, memory: Memory, *, by: str) -> None:
    """Lift the tombstones of a memory that is wanted again, and those that forbid its words."""
    pair, key = sight.pair(memory.crew), sight.person.claim_key
    standing = await memories.standing_tombstones(sight.connection, pair)
    lifted = [
        claim.tombstone.id
        for claim in forgotten_claims(standing, key)
        if claim.tombstone.memory_id == memory.id or restates(memory.text, claim, key)
    ]
    if lifted:
        await memories.lift(sight.connection, pair, lifted, at=sight.at, by=by)


async def bury(sight: Sight, memory: Memory) -> None:
    """Bury what a memory says and what it said before, each wording once.

    A former wording that another active memory says is that one's, and is not buried.
    """
    pair, key = sight.pair(memory.crew), sight.person.claim_key
    standing = await memories.standing_tombstones(sight.connection, pair)
    buried = {each.wording_hash for each in standing if each.memory_id == memory.id}
    seen = await memories.seen_by(sight.connection, pair)
    others = [each.text for each in seen if each.id != memory.id]
    for at, value in enumerate(await _all_it_said(sight, memory)):
        tombstone = tombstone_of(value, new_id=uuid4(), key=key, at=sight.at)
        held = at > 0 and _is_said(others, tombstone, key)
        if tombstone.wording_hash not in buried and not held:
            buried.add(tombstone.wording_hash)
            await memories.bury(sight.connection, pair, tombstone)


def _is_said(texts: Sequence[str], tombstone: Tombstone, key: bytes) -> bool:
    (claim,) = forgotten_claims((tombstone,), key)
    return any(restates(text, claim, key) for text in texts)


async def _all_it_said(sight: Sight, memory: Memory) -> list[Memory]:
    """The memory with each wording it had, the current one first."""
    versions = await memory_history.versions(
        sight.connection, sight.tenant, sight.person.id, memory.id
    )
    said = [memory.text, *(each.text for each in versions[:FORGETTABLE] if each.text)]
    texts = dict.fromkeys(without_passed_note(text) for text in said)
    return [replace(memory, text=text) for text in texts]


async def bring_back(sight: Sight, memory: Memory, version: int | None, room: MemoryRoom) -> UUID:
    """Write a value the memory had as a new version; says which row tells it now.

    Where another active row tells it already, that one stays alone and this memory is off.
    Raises: NotFound, Refused `version_redacted` or `store_full`.
    """
    wanted = await _version(sight, memory, version)
    back = brought_back(memory, wanted)
    if back is None:
        raise Refused(
            "version_redacted", "this version has no wording left", hint="choose another version"
        )
    act = sight.act("restored", wanted.version)
    standing = await known_before(sight, back)
    if standing is None:
        if memory.status is Status.OFF:
            room.require(await held(sight))
        await write(sight, back, act)
    elif memory.status is Status.ACTIVE:
        await write(sight, switched_off(memory), act)
        await suggestions.discard_about(
            sight.connection, sight.tenant, sight.person.id, [memory.id], sight.at
        )
    await lift(sight, back, by="restored")
    return memory.id if standing is None else standing.id


async def _version(sight: Sight, memory: Memory, version: int | None) -> Version:
    """The version asked for; without one the last that was on, or any that has words."""
    versions = await memory_history.versions(
        sight.connection, sight.tenant, sight.person.id, memory.id
    )
    if version is not None:
        found = next((each for each in versions if each.version == version), None)
    else:
        on = [each for each in versions if each.status is Status.ACTIVE and each.text is not None]
        found = next(iter(on or versions), None)
    if found is None:
        raise NotFound("unknown_version", "there is no such version", hint="list the versions")
    return found


async def start_over(sight: Sight, crew: str | None) -> StartedOver:
    """Switch off what the crews hold and leave what was said so far to no dream."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    spoken = await pairs.all_pairs(connection, tenant, user)
    active = [
        each
        for each in await memories.active_of(connection, tenant, user)
        if crew in (None, each.crew)
    ]
    crews = {pair.crew for pair in spoken if crew in (None, pair.crew)} | {
        each.crew for each in active
    }
    for memory in active:
        await write(sight, switched_off(memory), sight.act("started over"))
    await suggestions.discard_about(
        connection, tenant, user, [each.id for each in active], sight.at
    )
    for name in sorted(crews):
        await pairs.start_over(connection, sight.pair(name), sight.at)
    return StartedOver(memories=len(active), crews=tuple(sorted(crews)))
