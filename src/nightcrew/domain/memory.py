"""One dated line held about one person, and what its dates say today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

TEXT_LIMIT = 500  # characters, contract section 7
EXPLICIT_TEXT_LIMIT = 4000  # characters, contract section 7


class Kind(StrEnum):
    """Facts and plans are what is true; style is how to treat this person."""

    FACT = "fact"
    PLAN = "plan"
    STYLE = "style"


class Scope(StrEnum):
    """Which crews see a memory: its own, all of this user's, or a team's."""

    PRIVATE = "private"
    SHARED = "shared"
    TEAM = "team"


class State(StrEnum):
    """What the dates of a memory say on a given day; computed, never stored."""

    CURRENT = "current"
    PLANNED = "planned"
    UNDER_WAY = "under_way"
    PASSED = "passed"
    MAY_BE_OVER = "may_be_over"


class Status(StrEnum):
    """On, or switched off and kept."""

    ACTIVE = "active"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerValue:
    """What a memory said before, and from when until when it was so (days in the user's zone)."""

    text: str
    since: date
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The current value of one memory.

    subject: whom or what the claim is about; narrows comparison and is no key.
    via: the crew it was learned by. said_on: newest cited turn, in the user's zone.
    review_on: for plans and passing states without an end, the day after which it may be over.
    previous: newest first, at most three.
    """

    id: UUID
    user: UUID
    crew: str
    kind: Kind
    scope: Scope
    subject: str
    text: str
    from_on: date | None = None
    to_on: date | None = None
    review_on: date | None = None
    explicit: bool = False
    status: Status = Status.ACTIVE
    version: int = 1
    via: str
    learned_on: date
    said_on: date
    passed_noted: bool = False
    expires_at: datetime | None = None
    previous: tuple[FormerValue, ...] = ()
    cites: tuple[UUID, ...] = ()

    def state(self, today: date) -> State:
        """What the dates say on `today`, a day in the user's own zone."""
        return state_of(
            kind=self.kind,
            from_on=self.from_on,
            to_on=self.to_on,
            review_on=self.review_on,
            today=today,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """A thing the user asked to forget; it keeps no wording, only keyed hashes.

    claim_hashes: keyed hashes of the claim's words, to recognise it when it is said again.
    crew: None when the forgotten memory was shared.
    """

    id: UUID
    memory_id: UUID | None
    crew: str | None
    kind: Kind
    subject: str
    claim_hashes: frozenset[str]
    wording_hash: str
    created_at: datetime


def state_of(
    *,
    kind: Kind,
    from_on: date | None,
    to_on: date | None,
    review_on: date | None,
    today: date,
) -> State:
    """Compute a memory's state from its dates; the outcome of a plan is never guessed."""
    if kind is Kind.STYLE:
        return State.CURRENT
    last = to_on or (from_on if kind is Kind.PLAN else None)
    if last is not None and last < today:
        return State.PASSED
    if from_on is not None and from_on > today:
        return State.PLANNED
    if last is None:
        over = review_on is not None and review_on < today
        return State.MAY_BE_OVER if over else _open_state(kind)
    return State.UNDER_WAY


def _open_state(kind: Kind) -> State:
    return State.PLANNED if kind is Kind.PLAN else State.CURRENT
