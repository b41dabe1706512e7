"""What a dream writes: the changes that stand, and how each line of evidence ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from nightcrew.domain.claims import Claim, claim_of, held_claim, says_nothing_new
from nightcrew.domain.day import today
from nightcrew.domain.dream import Action, Change, DreamReport, EvidenceCounts, Ground, Screened
from nightcrew.domain.evidence import EvidenceState
from nightcrew.domain.memory import Memory
from nightcrew.domain.memory_changes import next_values
from nightcrew.domain.merge_groups import whole_or_none
from nightcrew.domain.named_fields import recast
from nightcrew.domain.reason import Reason
from nightcrew.domain.room import STORE_FULL
from nightcrew.domain.told_refusals import told_refusal
from nightcrew.domain.zones import to_local, zone
from nightcrew.store import evidence, memories, pairs, suggestions
from nightcrew.store.connection import Connection
from nightcrew.store.memories import Act
from nightcrew.store.new_ids import next_id
from nightcrew.store.suggestions import Suggestion
from nightcrew.usecases.run_dream import reporting
from nightcrew.usecases.run_dream.ground import Reading
from nightcrew.usecases.run_dream.reporting import Dream, Landed

NIGHTLY_HOUR = 4  # on the user's own clock, seed 001
# Nothing another dream could say would change these, so their lines do not ride along.
SETTLED = frozenset(
    {
        Reason.DUPLICATE,
        Reason.BURIED,
        Reason.EXPLICIT_MEMORY,
        Reason.QUESTION_RESIDUE,
        Reason.WAITS_FOR_TEAM,
    }
)
REASONS_TOLD = 20


async def apply(
    connection: Connection,
    reading: Reading,
    screened: Sequence[Screened],
    dream: Dream,
) -> DreamReport:
    """Apply what stands, settle the evidence, keep the run; all in the caller's transaction."""
    landed = await _land(connection, reading, screened, dream)
    counts = await _settle(connection, reading, landed, dream)
    await _note_state(connection, reading, landed, dream)
    return await reporting.keep(connection, reading, landed, dream, counts)


async def keep_for_review(
    connection: Connection, reading: Reading, screened: Sequence[Screened], dream: Dream
) -> DreamReport:
    """Keep what would change, to be accepted one by one; memories and evidence stay as they are."""
    landed = [Landed(screened=_waiting(each)) for each in screened]
    read = len(reading.read_ids)
    counts = EvidenceCounts(read=read, pending=0 if reading.ground.nightly else read)
    return await reporting.keep(connection, reading, landed, dream, counts)


def _waiting(each: Screened) -> Screened:
    return each if each.reason else replace(each, reason=Reason.NOT_ACCEPTED)


async def _land(
    connection: Connection, reading: Reading, screened: Sequence[Screened], dream: Dream
) -> list[Landed]:
    current = {memory.id: memory for memory in await memories.seen_by(connection, reading.pair)}
    buried = {each.id for each in await memories.standing_tombstones(connection, reading.pair)}
    forgot_meanwhile = buried != {each.id for each in reading.ground.tombstones}
    meanwhile = _made_meanwhile(reading.ground, current)
    compared = whole_or_none(
        [
            _compared(each, current, meanwhile, forgot_meanwhile=forgot_meanwhile)
            for each in screened
        ]
    )
    held = await memories.count(connection, reading.pair.tenant, reading.pair.user)
    room = reading.crew.house.memory_room.left(held)
    landed: list[Landed] = []
    for each in compared:
        if each.reason is not None or each.change is None:
            landed.append(Landed(screened=each))
            if each.suggestion is not None and not forgot_meanwhile:
                await _suggest(connection, reading, each.suggestion, current, dream)
            continue
        made = sum(_is_new(done) for done in landed)
        landed.append(
            await _write_one(connection, reading, each, each.change, dream=dream, room=room - made)
        )
    return landed


def _is_new(landed: Landed) -> bool:
    return landed.memory is not None and landed.memory.version == 1


def _made_meanwhile(ground: Ground, current: Mapping[UUID, Memory]) -> list[Claim]:
    """What is held now and was not while the dream read: the user or another crew was quicker."""
    read = {(memory.id, memory.version) for memory in ground.memories.values()}
    new = (memory for memory in current.values() if (memory.id, memory.version) not in read)
    return [held_claim(memory) for memory in new]


def _compared(
    each: Screened,
    current: Mapping[UUID, Memory],
    meanwhile: Sequence[Claim],
    *,
    forgot_meanwhile: bool,
) -> Screened:
    if each.reason:
        return each
    moved = _moved(each.change, current, forgot_meanwhile=forgot_meanwhile)
    if moved is None and each.change is not None and _is_held(each.change, meanwhile):
        return replace(each, reason=Reason.DUPLICATE, detail="the same was kept meanwhile")
    return each if moved is None else replace(each, reason=moved)


def _is_held(change: Change, meanwhile: Sequence[Claim]) -> bool:
    if change.action is Action.REMOVE or not meanwhile:
        return False
    return any(says_nothing_new(claim_of(change), old) for old in meanwhile)


def _moved(
    change: Change | None, current: Mapping[UUID, Memory], *, forgot_meanwhile: bool
) -> Reason | None:
    """Compare with what was read: a row that moved, or a new tombstone, makes a change stale."""
    if forgot_meanwhile:
        return Reason.STALE
    if change is None or change.memory is None:
        return None
    now = current.get(change.memory.id)
    if now is None or now.version != change.memory.version or now.explicit:
        return Reason.STALE
    return None


async def _write_one(
    connection: Connection,
    reading: Reading,
    each: Screened,
    change: Change,
    *,
    dream: Dream,
    room: int,
) -> Landed:
    if change.memory is None and room <= 0:
        refused = replace(each, reason=Reason.TOO_MANY_CHANGES, detail=STORE_FULL)
        return Landed(screened=refused, store_full=True)
    values = next_values(change, reading.ground, new_id=next_id(), user=reading.pair.user)
    act = Act(actor="dream", cause=dream.flow, at=dream.at, dream_id=dream.id)
    memory = values[-1]
    if change.memory is None:
        await memories.add(connection, reading.pair, memory, act)
        return Landed(screened=each, memory=memory)
    # Its row is locked and at the version compared with, so this cannot miss.
    await memories.revise_all(connection, reading.pair, values, act)
    return Landed(screened=each, memory=memory)


async def _suggest(
    connection: Connection,
    reading: Reading,
    change: Change,
    current: Mapping[UUID, Memory],
    dream: Dream,
) -> None:
    """A change to an explicit memory becomes a suggestion the user may accept.

    One without words suggests to switch the memory off. What the user has changed meanwhile is left
    alone.
    """
    read = change.memory
    now = current.get(read.id) if read else None
    if read is None or now is None or now.version != read.version:
        return
    await suggestions.suggest(
        connection,
        reading.pair,
        read,
        recast(
            Suggestion,
            change,
            id=uuid4(),
            crew=reading.pair.crew,
            memory_id=read.id,
            text="" if change.action is Action.REMOVE else change.text,
            state="open",
            created_at=dream.at,
        ),
    )


async def _settle(
    connection: Connection,
    reading: Reading,
    landed: Sequence[Landed],
    dream: Dream,
) -> EvidenceCounts:
    """Mark every line that was read."""
    read = len(reading.read_ids)
    if reading.ground.nightly:
        return EvidenceCounts(read=read)
    applied, waiting = _ends(reading.ground, landed)
    rest = [each for each in reading.read_ids if each not in applied and each not in waiting]
    pair = reading.pair
    await evidence.mark(connection, pair, sorted(applied), state=EvidenceState.APPLIED,
                        reason=None, dream_id=dream.id)  # fmt: skip
    await evidence.mark(connection, pair, rest, state=EvidenceState.NOTHING,
                        reason=None, dream_id=dream.id)  # fmt: skip
    parked = 0
    for reason, ids in _by_reason(waiting).items():
        parked += await evidence.ride_along(connection, pair, ids, reason=reason, dream_id=dream.id)
    return EvidenceCounts(
        read=read, applied=len(applied), pending=len(waiting) - parked, parked=parked
    )


def _ends(ground: Ground, landed: Sequence[Landed]) -> tuple[set[UUID], dict[UUID, str]]:
    """Lines some applied change stands on, and lines that only refused ones cite, with why."""
    lines = {line.id: line for line in ground.evidence.values()}
    applied: set[UUID] = set()
    waiting: dict[UUID, str] = {}
    for each in landed:
        cited = _cited(each.screened, ground)
        if each.memory is not None:
            applied |= cited
        elif each.screened.reason not in SETTLED:
            waiting |= dict.fromkeys(cited, str(each.screened.reason))
    return applied, {
        cite: reason for cite, reason in waiting.items() if cite not in applied and cite in lines
    }


def _cited(screened: Screened, ground: Ground) -> set[UUID]:
    if screened.change is not None:
        return set(screened.change.cites)
    handles = (handle.strip("[]") for handle in screened.proposed.cites)
    return {ground.evidence[handle].id for handle in handles if handle in ground.evidence}


def _by_reason(waiting: Mapping[UUID, str]) -> dict[str, list[UUID]]:
    grouped: dict[str, list[UUID]] = {}
    for line, reason in waiting.items():
        grouped.setdefault(reason, []).append(line)
    return grouped


async def _note_state(
    connection: Connection,
    reading: Reading,
    landed: Sequence[Landed],
    dream: Dream,
) -> None:
    changed: dict[str, Any] = {}
    if any(each.memory is not None for each in landed):
        changed["changed_at"] = dream.at
    if reading.ground.nightly:
        changed |= {"nightly_at": dream.at, "nightly_on": str(reading.ground.today)}
    else:
        changed["refused"] = [told_refusal(each.screened) for each in landed if _rides(each)][
            :REASONS_TOLD
        ]
    if changed:
        await pairs.note(connection, reading.pair, **changed)
    await pairs.find_next_pending(connection, reading.pair)


def _rides(landed: Landed) -> bool:
    return landed.memory is None and landed.screened.reason not in SETTLED


def is_night_for(timezone: str, at: datetime, last_on: str | None) -> bool:
    """Whether it is past four on the user's clock and this date had no night yet."""
    late = to_local(at, zone(timezone)).hour >= NIGHTLY_HOUR
    return late and last_on != str(today(at, timezone))
