"""One value a memory had, and what bringing it back makes of the memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID

from nightcrew.domain.memory import Kind, Memory, Scope, Status

REVIEW = "review"  # the actor that only notes that a date has passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One value a memory had; text is None once it was redacted or has served its days."""

    id: UUID
    version: int
    text: str | None
    kind: Kind
    scope: Scope
    subject: str | None
    from_on: date | None
    to_on: date | None
    review_on: date | None
    said_on: date
    explicit: bool
    status: Status
    actor: str
    cause: str
    dream_id: UUID | None
    at: datetime
    redacted_at: datetime | None
    restored_from: int | None
    cites: tuple[UUID, ...]


def brought_back(memory: Memory, before: Version) -> Memory | None:
    """The memory with a value it had before, on again; None when that value has no words left.

    Of the lines the value rested on, those that are gone meanwhile are left out.
    """
    if before.text is None:
        return None
    return replace(
        memory,
        text=before.text,
        subject=memory.subject if before.subject is None else before.subject,
        kind=before.kind,
        from_on=before.from_on,
        to_on=before.to_on,
        review_on=before.review_on,
        said_on=before.said_on,
        explicit=before.explicit,
        passed_noted=before.actor == REVIEW,
        status=Status.ACTIVE,
        version=memory.version + 1,
        cites=tuple(each for each in memory.cites if each in before.cites),
    )
