"""Verified changes played again: what they make of a memory, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from nightcrew.domain.dream import Action, Change, Ground
from nightcrew.domain.memory import Memory
from nightcrew.domain.memory_changes import next_values, without_passed_note


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One change with what its dream stood on; change.memory is filled in while playing."""

    change: Change
    ground: Ground


def play(changes: Sequence[Played], *, memory_id: UUID, user: UUID) -> list[tuple[Memory, ...]]:
    """The values of a memory, change by change; empty when the first one does not create it."""
    values: list[tuple[Memory, ...]] = []
    memory: Memory | None = None
    for played in changes:
        if (played.change.action is Action.CREATE) is not (memory is None):
            return []
        change = replace(played.change, memory=memory)
        made = next_values(change, played.ground, new_id=memory_id, user=user)
        values.append(made)
        memory = made[-1]
    return values


def same_value(one: Memory, other: Memory) -> bool:
    """Whether two values say the same of the same days; what they said before is not compared."""
    return _value(one) == _value(other)


def _value(memory: Memory) -> tuple[object, ...]:
    return (
        memory.kind,
        memory.scope,
        memory.subject,
        without_passed_note(memory.text),
        memory.from_on,
        memory.to_on,
        memory.said_on,
        memory.status,
    )
