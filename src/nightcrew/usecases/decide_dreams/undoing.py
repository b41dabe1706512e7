"""Undoing a dream, change by change, newest first; nothing is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.claims import held_claim, says_nothing_new
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.memory_edits import switched_off
from nightcrew.domain.pair import Pair
from nightcrew.domain.reason import Reason
from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.version import REVIEW, Version, brought_back
from nightcrew.store import dream_reports, memories, memory_history, suggestions
from nightcrew.store.connection import Connection
from nightcrew.store.dreams import KeptChange
from nightcrew.store.memories import Act
from nightcrew.store.turn_sql import REVERTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Whose dream is undone, and when; holds the transaction."""

    connection: Connection
    pair: Pair
    claim_key: bytes
    room: MemoryRoom
    at: datetime

    def act(self, restored_from: int | None = None) -> Act:
        """The operator's doing."""
        return Act(actor="admin", cause=REVERTED, at=self.at, restored_from=restored_from)


async def undo(scene: Scene, dream: UUID, applied: Sequence[KeptChange]) -> int:
    """Take back each change; those that had to stay keep `applied` and get the reason.

    Says how many were taken back.
    """
    undone = 0
    for change in reversed(applied):
        reason = await _undo_one(scene, dream, change)
        undone += reason is None
        await dream_reports.settle_change(
            scene.connection,
            scene.pair.tenant,
            dream,
            change.number,
            applied=reason is not None,
            reason=reason or Reason.REVERTED,
        )
    return undone


async def _undo_one(scene: Scene, dream: UUID, change: KeptChange) -> Reason | None:
    connection, pair = scene.connection, scene.pair
    if change.memory_id is None:
        return Reason.CHANGED_SINCE
    memory = await memories.one(connection, pair.tenant, pair.user, change.memory_id)
    history = await memory_history.versions(connection, pair.tenant, pair.user, change.memory_id)
    ours = [each.version for each in history if each.dream_id == dream]
    if memory is None or not ours or _changed_since(history, max(ours)):
        return Reason.CHANGED_SINCE
    if min(ours) == 1:
        return await _switch_off(scene, memory)
    before = next((each for each in history if each.version == min(ours) - 1), None)
    return await _bring_back(scene, memory, before)


def _changed_since(history: Sequence[Version], last: int) -> bool:
    """Whether somebody said something new after a version; history: newest first.

    The review's note that a date has passed says nothing new, and neither does a later dream that
    was undone.
    """
    stands = max((each.version for each in history), default=last)
    for each in history:
        if last < each.version <= stands and each.actor != REVIEW:
            if each.cause != REVERTED or each.restored_from is None:
                return True
            stands = each.restored_from
    return stands < last


async def _switch_off(scene: Scene, memory: Memory) -> Reason | None:
    pair = scene.pair
    await memories.revise(scene.connection, pair, switched_off(memory), scene.act())
    await suggestions.discard_about(scene.connection, pair.tenant, pair.user, [memory.id], scene.at)
    return None


async def _bring_back(scene: Scene, memory: Memory, before: Version | None) -> Reason | None:
    back = None if before is None else brought_back(memory, before)
    if before is None or back is None:
        return Reason.VERSION_REDACTED
    told = await _is_told(scene, back)
    if memory.status is Status.OFF:
        forbidden = await _may_not_come_back(scene, back, told=told)
        if forbidden:
            return forbidden
    elif told:
        # The value before stands in another row: what the dream put in its place goes, that stays.
        return await _switch_off(scene, memory)
    await memories.revise(scene.connection, scene.pair, back, scene.act(before.version))
    return None


async def _is_told(scene: Scene, back: Memory) -> bool:
    """Whether another active row says it."""
    seen = await memories.seen_by(scene.connection, scene.pair)
    others = [each for each in seen if each.id != back.id]
    return any(says_nothing_new(held_claim(back), held_claim(each)) for each in others)


async def _may_not_come_back(scene: Scene, back: Memory, *, told: bool) -> Reason | None:
    pair, key = scene.pair, scene.claim_key
    standing = await memories.standing_tombstones(scene.connection, pair)
    if any(restates(back.text, claim, key) for claim in forgotten_claims(standing, key)):
        return Reason.BURIED
    if told:
        return Reason.DUPLICATE
    held = await memories.count(scene.connection, pair.tenant, pair.user)
    return None if scene.room.left(held) else Reason.TOO_MANY_CHANGES
