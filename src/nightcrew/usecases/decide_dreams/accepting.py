"""Accepting waiting changes: looked at once more with today's eyes, then written as dreams do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from nightcrew.domain import gates_shape, gates_together, gates_truth
from nightcrew.domain.day import today
from nightcrew.domain.dream import Change, Ground, Proposal, ProposedChange, Screened
from nightcrew.domain.evidence import Evidence, EvidenceState
from nightcrew.domain.gate import Gate
from nightcrew.domain.memory import Memory
from nightcrew.domain.memory_changes import next_values
from nightcrew.domain.merge_groups import whole_or_none
from nightcrew.domain.pair import Pair
from nightcrew.domain.person import Person
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.domain.room import STORE_FULL, MemoryRoom
from nightcrew.domain.screen import screen
from nightcrew.store import dream_reports, evidence, memories, memory_history, pairs
from nightcrew.store.connection import Connection
from nightcrew.store.dreams import DreamRun, KeptChange
from nightcrew.store.memories import Act
from nightcrew.store.new_ids import next_id

CAUSE = "accepted in review"
# What may have become wrong between the dream and the decision; all else was judged in the dream.
# First the lines: where one was erased the change lost its words and shape with it.
GATES: tuple[Gate, ...] = (
    gates_shape.KNOWN_EVIDENCE,
    gates_shape.SHAPE,
    gates_shape.KNOWN_MEMORY,
    gates_shape.EXPLICIT,
    gates_truth.BURIED,
    gates_together.DUPLICATE,
    gates_together.CONFLICT,
)
_OPEN = frozenset({EvidenceState.PENDING, EvidenceState.PARKED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Whose dream is decided on, and when; holds the transaction."""

    connection: Connection
    pair: Pair
    person: Person
    run: DreamRun
    room: MemoryRoom
    at: datetime
    timezone: str
    locale: str


def waits(change: KeptChange) -> bool:
    """Whether a change stood in its dream and nobody has decided on it."""
    return not change.applied and change.reason == Reason.NOT_ACCEPTED


async def accept(scene: Scene, waiting: Sequence[KeptChange]) -> None:
    """Apply what still can be, and note what became of each; a merge is applied whole or not."""
    cited = list(dict.fromkeys(cite for each in waiting for cite in each.cites))
    lines = await evidence.by_ids(scene.connection, scene.pair, cited)
    ground = await _ground(scene, lines)
    over = await _is_over(scene)
    looked_at = _looked_at([] if over else waiting, ground)
    stale = [_stale(each, ground) for each in waiting] if over else []
    landed: list[KeptChange] = []
    for kept, screened in zip(waiting, [*looked_at, *stale], strict=True):
        if await _land(scene, ground, kept, screened):
            landed.append(kept)
    if landed:
        await _note(scene, lines, landed)


async def _is_over(scene: Scene) -> bool:
    """Whether the user started over after the dream: what was said before is dreamt of no more."""
    state = await pairs.state(scene.connection, scene.pair)
    return state.evidence_from is not None and scene.run.at <= state.evidence_from


def _looked_at(waiting: Sequence[KeptChange], ground: Ground) -> tuple[Screened, ...]:
    """What code says of each today, under the number it has in the report."""
    there = [each for each in waiting if not _has_moved(each, ground)]
    proposal = Proposal(changes=tuple(_proposed(each, ground) for each in there))
    answers = dict(
        zip((each.number for each in there), screen(proposal, ground, GATES), strict=True)
    )
    return whole_or_none(
        [
            replace(
                answers.get(each.number) or _stale(each, ground),
                number=each.number,
                merged_into=each.merged_into,
            )
            for each in waiting
        ]
    )


def _stale(kept: KeptChange, ground: Ground) -> Screened:
    proposed = _proposed(kept, ground)
    return Screened(number=kept.number, proposed=proposed, reason=Reason.STALE)


async def _ground(scene: Scene, lines: Sequence[Evidence]) -> Ground:
    known = await memories.seen_by(scene.connection, scene.pair)
    ids = [memory.id for memory in known]
    return Ground(
        memories={f"m{place}": memory for place, memory in enumerate(known, start=1)},
        tombstones=await memories.standing_tombstones(scene.connection, scene.pair),
        evidence={f"e{place}": line for place, line in enumerate(lines, start=1)},
        claim_key=scene.person.claim_key,
        today=today(scene.at, scene.timezone),
        timezone=scene.timezone,
        locale=scene.locale,
        crew=scene.pair.crew,
        nightly=scene.run.flow == "nightly-dream",
        moments=await evidence.moments(scene.connection, scene.pair, ids),
        decided=await memory_history.decided_at(scene.connection, scene.pair, ids),
    )


def _has_moved(kept: KeptChange, ground: Ground) -> bool:
    if kept.memory_id is None:
        return False
    now = next((each for each in ground.memories.values() if each.id == kept.memory_id), None)
    return now is None or now.version != kept.memory_version


def _proposed(kept: KeptChange, ground: Ground) -> ProposedChange:
    rows = {memory.id: handle for handle, memory in ground.memories.items()}
    lines = {line.id: handle for handle, line in ground.evidence.items()}
    return ProposedChange(
        action=kept.action,
        memory=rows.get(kept.memory_id) if kept.memory_id else None,
        kind=kept.kind,
        scope=kept.scope,
        subject=kept.subject,
        text=kept.text,
        from_on=kept.from_on.isoformat() if kept.from_on else None,
        to_on=kept.to_on.isoformat() if kept.to_on else None,
        cites=tuple(lines.get(cite, "gone") for cite in kept.cites),
        why=kept.why,
    )


async def _land(scene: Scene, ground: Ground, kept: KeptChange, screened: Screened) -> bool:
    change = screened.change
    if change is None or screened.reason is not None:
        await _settle(scene, kept.number, reason=screened.reason, detail=screened.detail)
        return False
    memory = await _written(scene, ground, change)
    if memory is None:
        await _settle(scene, kept.number, reason=Reason.TOO_MANY_CHANGES, detail=STORE_FULL)
        return False
    await _settle(
        scene, kept.number, reason=None, memory_id=memory.id, memory_version=memory.version
    )
    return True


async def _written(scene: Scene, ground: Ground, change: Change) -> Memory | None:
    connection, pair = scene.connection, scene.pair
    values = next_values(change, ground, new_id=next_id(), user=pair.user)
    act = Act(actor="dream", cause=CAUSE, at=scene.at, dream_id=scene.run.id)
    if change.memory is not None:
        # Its row is locked and at the version compared with, so this cannot miss.
        await memories.revise_all(connection, pair, values, act)
        return values[-1]
    if not scene.room.left(await memories.count(connection, pair.tenant, pair.user)):
        return None
    await memories.add(connection, pair, values[-1], act)
    return values[-1]


async def _settle(scene: Scene, number: int, *, reason: Reason | None, **changed: object) -> None:
    await dream_reports.settle_change(
        scene.connection,
        scene.pair.tenant,
        scene.run.id,
        number,
        applied=reason is None,
        reason=reason,
        **changed,
    )


async def _note(scene: Scene, lines: Sequence[Evidence], landed: Sequence[KeptChange]) -> None:
    connection, pair = scene.connection, scene.pair
    used = {cite for each in landed for cite in each.cites}
    ended = [line.id for line in lines if line.id in used and line.state in _OPEN]
    await evidence.mark(
        connection, pair, ended, state=EvidenceState.APPLIED, reason=None, dream_id=scene.run.id
    )
    await pairs.note(connection, pair, changed_at=scene.at)
    await pairs.find_next_pending(connection, pair)
    await dream_reports.settle_run(
        connection,
        pair.tenant,
        scene.run.id,
        outcome=DreamOutcome.APPLIED,
        evidence=_counted(scene.run.evidence, ended),
    )


def _counted(before: Mapping[str, int], ended: Sequence[UUID]) -> dict[str, int]:
    counts = dict(before)
    counts["applied"] = counts.get("applied", 0) + len(ended)
    counts["pending"] = max(0, counts.get("pending", 0) - len(ended))
    return counts
