"""One crew's memories for another crew of the same user; no model is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.errors import BadInput
from nightcrew.domain.forgetting import ForgottenClaim, forgotten_claims, restates
from nightcrew.domain.held_claims import HeldClaims
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person, check_consent, remembering_off
from nightcrew.ports import Clock, Crews
from nightcrew.store import copies, memories, pairs, people
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.memories import ACTIVE_LIMIT
from nightcrew.store.new_ids import next_id


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedMemories:
    """Counts. withheld: what the user asked the other crew to forget. tombstones: copied too."""

    copied: int = 0
    already_there: int = 0
    withheld: int = 0
    tombstones: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    copied: tuple[Memory, ...]
    tombstones: tuple[Tombstone, ...]
    counts: CopiedMemories


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyMemories:
    """Copies what a crew remembers, and what it was asked to forget, for another crew."""

    db: Database
    clock: Clock
    crews: Crews

    async def __call__(
        self,
        tenant: UUID,
        user: str,
        from_crew: str,
        to_crew: str,
        *,
        kinds: Collection[Kind] | None = None,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> CopiedMemories:
        """Copy active memories with their dates, `via`, history, citations and explicit marks.

        kinds: which; without it all. dry_run: only the counts.
        Raises: BadInput `same_crew`, NotFound, Refused `remembering_off` or `store_full`.
        """
        self._check(from_crew, to_crew)
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            person = await people.enter(connection, tenant, user)
            if person is None:
                return CopiedMemories()
            check_consent(person)
            await people.lock_person(connection, tenant, person.id)
            source = Pair(tenant=tenant, user=person.id, crew=from_crew)
            target = replace(source, crew=to_crew)
            wanted = await _wanted(connection, source, target, person, kinds or tuple(Kind))
            held = await memories.count(connection, tenant, person.id)
            self.crews.house().memory_room.require(held, len(wanted.copied))
            if not dry_run:
                await _write(connection, source, target, wanted, at)
        return wanted.counts

    def _check(self, from_crew: str, to_crew: str) -> None:
        self.crews.crew(from_crew)
        if self.crews.crew(to_crew).memory != "on":
            raise remembering_off()
        if from_crew == to_crew:
            raise BadInput(
                "same_crew",
                "memories are copied from one crew to another",
                hint="name two crews",
                field="to_crew",
            )


async def _wanted(
    connection: Connection, source: Pair, target: Pair, person: Person, kinds: Collection[Kind]
) -> _Wanted:
    own = await memories.listed(
        connection, source.tenant, source.user, crew=source.crew, limit=ACTIVE_LIMIT * 2
    )
    there = await memories.seen_by(connection, target)
    standing = await memories.standing_tombstones(connection, target)
    forbidden, key = forgotten_claims(standing, person.claim_key), person.claim_key
    held, copied, already, withheld = HeldClaims.of(there), [], 0, 0
    for memory in own:
        if memory.crew != source.crew or memory.kind not in kinds:
            continue
        if memory.scope is not Scope.PRIVATE or held.find(memory):
            already += 1
        elif _is_forgotten(memory, forbidden, key):
            withheld += 1
        else:
            held.add(memory)
            copied.append(memory)
    graves = await _tombstones(connection, source, standing, kinds)
    graves = [each for each in graves if not _is_held(each, (*there, *copied), key)]
    return _Wanted(
        copied=tuple(copied),
        tombstones=tuple(replace(each, id=uuid4(), crew=target.crew) for each in graves),
        counts=CopiedMemories(
            copied=len(copied), already_there=already, withheld=withheld, tombstones=len(graves)
        ),
    )


async def _tombstones(
    connection: Connection, source: Pair, standing: Sequence[Tombstone], kinds: Collection[Kind]
) -> list[Tombstone]:
    """What only the source crew was asked to forget; the copies belong to no memory."""
    there = {each.wording_hash for each in standing}
    return [
        replace(each, memory_id=None)
        for each in await memories.standing_tombstones(connection, source)
        if each.crew == source.crew and each.kind in kinds and each.wording_hash not in there
    ]


def _is_forgotten(memory: Memory, forbidden: Sequence[ForgottenClaim], key: bytes) -> bool:
    text = without_passed_note(memory.text)
    return any(restates(text, claim, key) for claim in forbidden)


def _is_held(tombstone: Tombstone, there: Iterable[Memory], key: bytes) -> bool:
    """Whether the other crew may say it: then it was not forgotten there."""
    claims = forgotten_claims([tombstone], key)
    return any(_is_forgotten(memory, claims, key) for memory in there)


async def _write(
    connection: Connection, source: Pair, target: Pair, wanted: _Wanted, at: datetime
) -> None:
    if wanted.copied:
        await copies.copy(
            connection,
            target.tenant,
            target.user,
            {memory.id: next_id() for memory in reversed(wanted.copied)},
            to_crew=target.crew,
            cause=f"copied from {source.crew}",
            at=at,
        )
    for tombstone in wanted.tombstones:
        await memories.bury(connection, target, tombstone)
    if wanted.copied or wanted.tombstones:
        await pairs.note(connection, target, changed_at=at)
