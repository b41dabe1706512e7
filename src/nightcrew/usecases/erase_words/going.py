"""What goes, found out before anything is written: the same for every act of erasing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID, uuid4

from nightcrew.domain.erasing import (
    ErasedClaim,
    Talked,
    Value,
    left_of,
    newest_left,
    resting_alone,
)
from nightcrew.domain.explicit import tombstone_of
from nightcrew.domain.memory import Memory, Scope, Tombstone
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.store import derived as derived_words
from nightcrew.store import erasing_promises, memories, memory_history, traces
from nightcrew.store.connection import Connection
from nightcrew.store.derived import Derived
from nightcrew.store.traces import TalkLine

LINES_AT_ONCE = 500  # some 10 ms of comparing in a thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Whose words, erased at which moment; holds the transaction."""

    connection: Connection
    tenant: UUID
    person: Person
    at: datetime

    def pair(self, crew: str) -> Pair:
        """This person with a crew."""
        return Pair(tenant=self.tenant, user=self.person.id, crew=crew)


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """Everything that is taken away, and what stays of it.

    memories: deleted with their history. left: what lines of talk say from now on, empty for
    nothing. talks: conversations that are deleted whole. turns: what was derived in them goes.
    versions, heads: of memories that stay, the values that lose their words and the version that
    becomes the current one. buried: kept of what must not come back. crews: whose dreams are told
    nothing of what was refused before.
    """

    memories: tuple[UUID, ...] = ()
    left: Mapping[UUID, str] = field(default_factory=dict)
    talks: tuple[UUID, ...] = ()
    turns: frozenset[UUID] = frozenset()
    versions: Mapping[UUID, frozenset[int]] = field(default_factory=dict)
    heads: Mapping[UUID, int] = field(default_factory=dict)
    changes: tuple[UUID, ...] = ()
    suggestions: tuple[UUID, ...] = ()
    follow_ups: tuple[UUID, ...] = ()
    buried: tuple[Tombstone, ...] = ()
    crews: tuple[str, ...] = ()


async def of_memory(sight: Sight, memory: Memory, crews: Sequence[str]) -> Going:
    """What goes with a memory: all it ever said, wherever its crews can read it."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    crew = None if memory.scope is Scope.SHARED else memory.crew
    claim = await _claim(sight, [memory])
    standing = await memories.standing_tombstones(connection, sight.pair(memory.crew))
    known = {each.wording_hash for each in standing if each.memory_id == memory.id}
    off = await traces.off_memories(connection, tenant, user, crew)
    gone = (memory.id, *(each for each, text in off.items() if each != memory.id
                         and claim.in_(without_passed_note(text))))  # fmt: skip
    cited = await traces.cited_by(connection, tenant, gone)
    left = await _out_of_talk(sight, claim, crew, cited)
    touched = cited | left.keys()
    seen = await traces.turns_in_view(
        connection, tenant, user, memory_ids=gone, line_ids=list(touched)
    )
    linked = seen | await traces.turns_of_lines(connection, tenant, list(touched))
    left |= await _out_of_linked(sight, claim, linked, cited)
    derived = await _deriving(sight, claim, linked)
    changes = await derived_words.changes(connection, tenant, user, crew)
    suggested = await derived_words.suggested(connection, tenant, user, crew)
    promised = await derived_words.promised(connection, tenant, user, crew)
    ended = tuple(each.id for each in promised if _rests(each, claim, left))
    left |= dict.fromkeys(await erasing_promises.messages_sent_for(connection, tenant, ended), "")
    return Going(
        memories=gone,
        left=left,
        turns=derived | await traces.turns_of_lines(connection, tenant, list(left)),
        changes=tuple(
            each.id
            for each in changes
            if each.memory in gone or touched & set(each.cites) or claim.in_(*each.texts)
        ),
        suggestions=tuple(each.id for each in suggested if claim.in_(*each.texts)),
        follow_ups=ended,
        buried=tuple(each for each in claim.tombstones if each.wording_hash not in known),
        crews=tuple(crews) if crew is None else (crew,),
    )


def _rests(promise: Derived, claim: ErasedClaim, left: Mapping[UUID, str]) -> bool:
    """Whether a promise says what was erased, or rests on lines that lost it."""
    cited = set(promise.cites)
    if claim.in_(*promise.texts) or (cited & left.keys() and claim.named_in(*promise.texts)):
        return True
    return bool(cited) and all(left.get(line) == "" for line in cited)


async def of_lines(
    sight: Sight, lines: Sequence[TalkLine], crews: Sequence[str], talks: Sequence[UUID] = ()
) -> Going:
    """What goes with lines of talk: their words, and what rests on them alone."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    whole = frozenset(line.id for line in lines)
    going = await _resting(sight, whole)
    held = [await memories.one(connection, tenant, user, each) for each in going.memories]
    claim = await _claim(sight, [memory for memory in held if memory is not None])
    seen = await traces.turns_in_view(
        connection, tenant, user, memory_ids=going.memories, line_ids=list(whole)
    )
    left = await _out_of_linked(sight, claim, seen, frozenset()) | dict.fromkeys(whole, "")
    changes = await derived_words.changes(connection, tenant, user, None)
    suggested = await derived_words.suggested(connection, tenant, user, None)
    promised = await derived_words.promised(connection, tenant, user, None)
    ended = tuple(each.id for each in promised if each.cites and whole >= set(each.cites))
    left |= dict.fromkeys(await erasing_promises.messages_sent_for(connection, tenant, ended), "")
    own = await traces.turns_of_lines(connection, tenant, list(whole))
    return replace(
        going,
        left=left,
        talks=tuple(talks),
        turns=seen - own if talks else seen | own,
        changes=tuple(
            each.id for each in changes if each.memory in going.memories or whole & set(each.cites)
        ),
        suggestions=tuple(each.id for each in suggested if whole & set(each.cites)),
        follow_ups=ended,
        crews=tuple(crews),
    )


async def _resting(sight: Sight, lines: frozenset[UUID]) -> Going:
    """The memories that rest on these lines alone, and the values of others that do."""
    connection, tenant = sight.connection, sight.tenant
    gone: list[UUID] = []
    versions: dict[UUID, frozenset[int]] = {}
    heads: dict[UUID, int] = {}
    for memory in await traces.resting_on(connection, tenant, list(lines)):
        history = await _history(sight, memory)
        alone = resting_alone(history, lines)
        newest = newest_left(history, alone)
        if alone and newest is None:
            gone.append(memory)
        elif alone:
            versions[memory] = alone
            if history[-1].version in alone and newest is not None:
                heads[memory] = newest
    return Going(memories=tuple(gone), versions=versions, heads=heads)


async def _history(sight: Sight, memory: UUID) -> list[Value]:
    found = await memory_history.versions(sight.connection, sight.tenant, sight.person.id, memory)
    names = Value.__dataclass_fields__
    return [Value(**{name: getattr(each, name) for name in names}) for each in reversed(found)]


async def _claim(sight: Sight, gone: Sequence[Memory]) -> ErasedClaim:
    """What memories say and said, as hashes without a subject; the newest wording first."""
    key = sight.person.claim_key
    buried: dict[str, Tombstone] = {}
    texts: list[str] = []
    for memory in gone:
        said = [memory.text, *(each.text for each in reversed(await _history(sight, memory.id)))]
        for text in dict.fromkeys(without_passed_note(each) for each in said if each):
            value = replace(memory, text=text, subject="")
            tombstone = tombstone_of(value, new_id=uuid4(), key=key, at=sight.at)
            buried.setdefault(tombstone.wording_hash, tombstone)
            texts.append(text)
    return ErasedClaim(texts=tuple(texts), tombstones=tuple(buried.values()), key=key)


async def _out_of_talk(
    sight: Sight, claim: ErasedClaim, crew: str | None, cited: frozenset[UUID]
) -> dict[UUID, str]:
    """What is left of every line that says it, over all that was ever said to these crews."""
    connection, tenant, user = sight.connection, sight.tenant, sight.person.id
    elsewhere = await traces.some_lines(connection, tenant, ids=list(cited))
    left = await _compared(elsewhere, claim, cited)
    after = 0
    while batch := await traces.lines(
        connection, tenant, user, crew=crew, after=after, limit=LINES_AT_ONCE
    ):
        left |= await _compared(batch, claim, cited)
        after = batch[-1].position
    return left


async def _out_of_linked(
    sight: Sight, claim: ErasedClaim, turns: frozenset[UUID], cited: frozenset[UUID]
) -> dict[UUID, str]:
    lines = await traces.some_lines(sight.connection, sight.tenant, in_turns=list(turns))
    return await _compared(lines, claim, cited, linked=True)


async def _deriving(sight: Sight, claim: ErasedClaim, turns: frozenset[UUID]) -> frozenset[UUID]:
    """The turns that keep words of it, in their answer or in what was judged."""
    wanted, found = sorted(turns), set[UUID]()
    for start in range(0, len(wanted), LINES_AT_ONCE):
        words = await traces.turn_words(
            sight.connection, sight.tenant, wanted[start : start + LINES_AT_ONCE]
        )
        found |= await asyncio.to_thread(_hinted, words, claim)
    return frozenset(found)


def _hinted(words: Mapping[UUID, str], claim: ErasedClaim) -> set[UUID]:
    return {turn for turn, text in words.items() if claim.may_be_in(text)}


async def _compared(
    lines: Sequence[TalkLine], claim: ErasedClaim, cited: frozenset[UUID], *, linked: bool = False
) -> dict[UUID, str]:
    def compared() -> dict[UUID, str]:
        left = {
            line.id: left_of(
                Talked(speaker=line.speaker, text=line.text, cited=line.id in cited, linked=linked),
                claim,
            )
            for line in lines
        }
        return {line.id: left[line.id] for line in lines if left[line.id] != line.text}

    return await asyncio.to_thread(compared)
