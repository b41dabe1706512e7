"""A memory as its owner sees it: dated, with its former values and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from nightcrew.domain.memory import FormerValue, Kind, Memory, Scope, State, Status
from nightcrew.domain.named_fields import recast


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryView:
    """The Memory of the contract; state is what its dates say on the user's today.

    expires_at: when a memory that is off goes for good; None while it is on or kept for ever.
    """

    id: UUID
    text: str
    kind: Kind
    scope: Scope
    crew: str
    via: str
    learned_on: date
    said_on: date
    from_on: date | None
    to_on: date | None
    state: State
    explicit: bool
    status: Status
    version: int
    previous: tuple[FormerValue, ...]
    cites: tuple[UUID, ...]
    expires_at: datetime | None


def view(
    memory: Memory, today: date, forgotten_days: int, *, off_at: datetime | None = None
) -> MemoryView:
    """Show a memory. forgotten_days: how long one that is off is kept; 0 is for ever."""
    expires_at: datetime | None = None
    if memory.status is Status.OFF and off_at is not None and forgotten_days > 0:
        expires_at = off_at + timedelta(days=forgotten_days)
    return recast(MemoryView, memory, state=memory.state(today), expires_at=expires_at)
