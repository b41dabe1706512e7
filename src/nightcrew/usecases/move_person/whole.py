"""Bringing a whole export in: what is not there yet, and nothing that was forgotten or erased."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.held_claims import HeldClaims
from nightcrew.domain.kept_words import claim_hashes
from nightcrew.domain.memory import Kind, Memory, Scope, Status
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import DEFAULT_CONSENTS, Person
from nightcrew.domain.preferences import checked
from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.taking_in import Taken, TakenItem
from nightcrew.domain.words import wording_hash
from nightcrew.store import memories, pairs, people, portable
from nightcrew.store.connection import Connection
from nightcrew.store.portable import Row, unreadable
from nightcrew.usecases.move_person.document import Document, without

_OF_MEMORIES = ("memory_versions", "memory_cites", "suggestions")


@dataclass(slots=True, kw_only=True)
class Taking:
    """One export on its way in; holds the transaction."""

    connection: Connection
    person: Person
    tenant: UUID
    at: datetime
    room: MemoryRoom
    rows: dict[str, Sequence[Row]]
    items: list[TakenItem] = field(default_factory=list)
    written: dict[str, int] = field(default_factory=dict)

    async def put(self, name: str) -> frozenset[UUID]:
        """Write a table's rows; the ids of those that were not there."""
        rows = self.rows[name]
        done = await portable.put(self.connection, self.tenant, self.person.id, name, rows)
        self.written[name] = len(done)
        return done

    async def there(self, name: str) -> frozenset[UUID]:
        """The ids the person has in a table."""
        return await portable.there(self.connection, self.tenant, self.person.id, name)

    def keep(self, name: str, wanted: Iterable[Row]) -> None:
        """Go on with these rows of a table only."""
        self.rows[name] = list(wanted)


async def take_in(
    connection: Connection,
    tenant: UUID,
    person: Person,
    document: Document,
    *,
    room: MemoryRoom,
    at: datetime,
) -> Taking:
    """Write all of a document that is new to the person."""
    erased = await portable.erased(connection, tenant)
    left = await asyncio.to_thread(without, document, erased)
    taking = Taking(
        connection=connection,
        person=person,
        tenant=tenant,
        at=at,
        room=room,
        rows=dict(left.rows),
    )
    taking.items += [
        TakenItem(place=_place(row), outcome=Taken.WITHHELD, reason="erased")
        for row in document.rows["memories"]
        if row["id"] in erased
    ]
    await _take_tombstones(taking, document.claim_key)
    await _choose_memories(taking)
    await _put_talk(taking)
    await _put_memories(taking)
    for name in ("tombstones", "dreams", "dream_changes", "follow_ups", "pair_states"):
        if name == "dream_changes":
            known = await taking.there("dreams")
            taking.keep(name, (row for row in taking.rows[name] if row["dream_id"] in known))
        await taking.put(name)
    await _wake(taking)
    await _take_preferences(taking, document)
    return taking


def _place(row: Row) -> str:
    return f"memories {row['id']}"


async def _take_tombstones(taking: Taking, key: bytes) -> None:
    """Use the export's key where nothing was forgotten yet; else hash anew what still has words."""
    if not taking.rows["tombstones"] or key in (b"", taking.person.claim_key):
        return
    if not await taking.there("tombstones"):
        await people.set_preferences(
            taking.connection, taking.tenant, taking.person.id, {"claim_key": key}
        )
        taking.person = replace(taking.person, claim_key=key)
        return
    new_key, rows = taking.person.claim_key, dict(taking.rows)
    kept = await asyncio.to_thread(_all_hashed_anew, rows, key, new_key)
    taking.items += [
        TakenItem(place=f"tombstones {row['id']}", outcome=Taken.REFUSED, reason="other_key")
        for row, anew in zip(taking.rows["tombstones"], kept, strict=True)
        if anew is None
    ]
    taking.keep("tombstones", (row for row in kept if row is not None))


def _all_hashed_anew(
    rows: Mapping[str, Sequence[Row]], key: bytes, new_key: bytes
) -> list[Row | None]:
    texts = _texts_of_memories(rows)
    return [_hashed_anew(row, texts, key, new_key) for row in rows["tombstones"]]


def _texts_of_memories(rows: Mapping[str, Sequence[Row]]) -> dict[UUID, set[str]]:
    texts: dict[UUID, set[str]] = {}
    for row in rows["memories"]:
        texts.setdefault(row["id"], set()).add(without_passed_note(row["text"] or ""))
    for row in rows["memory_versions"]:
        texts.setdefault(row["memory_id"], set()).add(without_passed_note(row["text"] or ""))
    return texts


def _hashed_anew(
    row: Row, texts: Mapping[UUID, set[str]], key: bytes, new_key: bytes
) -> Row | None:
    if row["lifted_at"] is not None:
        return row
    for text in texts.get(row["memory_id"], ()):
        if wording_hash(text, key) == row["wording_hash"]:
            hashes = sorted(claim_hashes(text, new_key))
            return {**row, "claim_hashes": hashes, "wording_hash": wording_hash(text, new_key)}
    return None


async def _choose_memories(taking: Taking) -> None:
    known, chosen, active = await taking.there("memories"), [], 0
    wanted = [_memory(row, taking.person.id) for row in taking.rows["memories"]]
    grounds = {crew: await _standing(taking, crew) for crew in {each.crew for each in wanted}}
    outcomes = await asyncio.to_thread(_outcomes, wanted, grounds, known)
    for row, memory, outcome in zip(taking.rows["memories"], wanted, outcomes, strict=True):
        reason = "forgotten" if outcome is Taken.WITHHELD else None
        taking.items.append(
            TakenItem(place=_place(row), outcome=outcome, reason=reason, memory=row["id"])
        )
        if outcome is Taken.CREATED:
            chosen.append(row)
            active += memory.status is Status.ACTIVE
    await _require_room(taking, active)
    taking.keep("memories", chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """What a crew holds and what it was asked to forget, before anything comes in."""

    held: HeldClaims
    forbidden: Sequence[Any]
    key: bytes

    def outcome(self, memory: Memory) -> Taken:
        """What is to become of a memory of another id."""
        if memory.status is Status.OFF:
            return Taken.CREATED
        text = without_passed_note(memory.text)
        if any(restates(text, claim, self.key) for claim in self.forbidden):
            return Taken.WITHHELD
        return Taken.ALREADY_THERE if self.held.find(memory) else Taken.CREATED


def _outcomes(
    wanted: Sequence[Memory], grounds: Mapping[str, _Standing], known: Collection[UUID]
) -> list[Taken]:
    return [
        Taken.ALREADY_THERE if each.id in known else grounds[each.crew].outcome(each)
        for each in wanted
    ]


async def _standing(taking: Taking, crew: str) -> _Standing:
    pair = Pair(tenant=taking.tenant, user=taking.person.id, crew=crew)
    standing = await memories.standing_tombstones(taking.connection, pair)
    return _Standing(
        held=HeldClaims.of(await memories.seen_by(taking.connection, pair)),
        forbidden=forgotten_claims(standing, taking.person.claim_key),
        key=taking.person.claim_key,
    )


def _memory(row: Row, user: UUID) -> Memory:
    names = set(Memory.__dataclass_fields__) & set(row)
    try:
        kinds = {"kind": Kind(row["kind"]), "scope": Scope(row["scope"]),
                 "status": Status(row["status"])}  # fmt: skip
        words = str(row["text"] or ""), str(row["crew"] or "")
    except ValueError as error:
        raise unreadable(_place(row)) from error
    if not all(words):
        raise unreadable(_place(row))
    return Memory(**{name: row[name] for name in names} | kinds, user=user)


async def _require_room(taking: Taking, more: int) -> None:
    held = await memories.count(taking.connection, taking.tenant, taking.person.id)
    taking.room.require(held, more)


async def _put_talk(taking: Taking) -> None:
    talks = await _put_conversations(taking)
    turns = [{**row, "state": "incomplete" if row["state"] == "running" else row["state"]}
             for row in taking.rows["turns"]]  # fmt: skip
    taking.keep("turns", _moved(turns, talks))
    await taking.put("turns")
    there = await taking.there("turns")
    known = await portable.named_lines(taking.connection, taking.tenant, taking.person.id)
    brought = {row["id"] for row in taking.rows["evidence"]
               if row["external_id"] and (row["crew"], row["external_id"]) in known}  # fmt: skip
    lines = taking.rows["messages"]
    taking.keep("messages", await asyncio.to_thread(_loose, lines, brought, there, talks))
    await taking.put("messages")
    messages = await taking.there("messages")
    taking.keep("evidence", (row for row in taking.rows["evidence"] if row["id"] in messages))
    await taking.put("evidence")


def _loose(
    lines: Sequence[Row], brought: Collection[UUID], turns: Collection[UUID],
    talks: Mapping[UUID, UUID],
) -> list[Row]:  # fmt: skip
    """A turn id that another user has keeps its turn; the words come in without it."""
    left = (row for row in lines if row["id"] not in brought)
    loose = ({**row, "turn": row["turn"] if row["turn"] in turns else None} for row in left)
    return _moved(loose, talks)


async def _put_conversations(taking: Taking) -> dict[UUID, UUID]:
    """Where each conversation of the export is now: one the backend calls so may be there."""
    await taking.put("conversations")
    named = await portable.named_talks(taking.connection, taking.tenant, taking.person.id)
    return {
        row["id"]: named[row["crew"], row["external_id"]]
        for row in taking.rows["conversations"]
        if (row["crew"], row["external_id"]) in named
    }


def _moved(rows: Iterable[Row], talks: Mapping[UUID, UUID]) -> list[Row]:
    return [{**row, "conversation_id": talks.get(row["conversation_id"], row["conversation_id"])}
            for row in rows]  # fmt: skip


async def _put_memories(taking: Taking) -> None:
    made = await taking.put("memories")
    for name in _OF_MEMORIES:
        taking.keep(name, (row for row in taking.rows[name] if row["memory_id"] in made))
    lines = await taking.there("evidence")
    cites = (row for row in taking.rows["memory_cites"] if row["evidence_id"] in lines)
    taking.keep("memory_cites", cites)
    for name in _OF_MEMORIES:
        await taking.put(name)


async def _wake(taking: Taking) -> None:
    crews = {row["crew"] for name in ("evidence", "memories") for row in taking.rows[name]}
    for crew in sorted(crews):
        pair = Pair(tenant=taking.tenant, user=taking.person.id, crew=crew)
        await pairs.note(taking.connection, pair, oldest_pending_at=None)
        await pairs.find_next_pending(taking.connection, pair)


async def _take_preferences(taking: Taking, document: Document) -> None:
    """What the person has chosen here stays; the rest is as it was chosen there."""
    person, given = taking.person, dict(document.preferences)
    chosen = {**DEFAULT_CONSENTS, **person.consents} != DEFAULT_CONSENTS
    consents = None if chosen else given.pop("consents", None)
    given.pop("consents", None)
    taken = {name: cell for name, cell in given.items() if getattr(person, name) is None}
    if consents is not None:
        taken["consents"] = consents
    changed = checked(taken, person.consents)
    if document.hold_until is not None:
        changed["hold_until"] = max(document.hold_until, person.hold_until or document.hold_until)
    await people.set_preferences(taking.connection, taking.tenant, person.id, changed)
