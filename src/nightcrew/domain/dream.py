"""Changes to memories as a dream proposes, refutes and reports them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.memory import Kind, Memory, Scope, Tombstone
from nightcrew.domain.rare_parts import RARE
from nightcrew.domain.reason import DreamOutcome, Reason


class Action(StrEnum):
    """What a change does; an update keeps the old text in the history."""

    CREATE = "create"
    UPDATE = "update"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedChange:
    """One change as a model wrote it: handles and loose words, nothing checked yet."""

    action: str = ""
    memory: str | None = None
    kind: str = "fact"
    scope: str = "private"
    subject: str = "user"
    text: str = ""
    from_on: str | None = None
    to_on: str | None = None
    cites: tuple[str, ...] = ()
    quotes: Mapping[str, str] = field(default_factory=dict)
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The answer of `propose_changes`."""

    changes: tuple[ProposedChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Another model's word on one change; missing or insufficient means no."""

    change: str
    stands: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """The answer of `verify_changes`."""

    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change whose shape and handles are known to be right.

    memory: the row it updates or removes, as it was read; None for a create.
    cites: evidence ids, user and assistant lines alike, in the order given.
    """

    action: Action
    memory: Memory | None
    kind: Kind
    scope: Scope
    subject: str
    text: str
    from_on: date | None
    to_on: date | None
    cites: tuple[UUID, ...]
    quotes: Mapping[UUID, str]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """One proposed change and what code says of it: a `reason`, or none and a `change`.

    detail: the reason in words, ids and numbers only. verdict: the verifier's `why`, once asked.
    merged_into: of a removal that belongs to a merge, the number of the update that takes its row
    over; the two stand or fall together. suggestion: of a change that is refused only because its
    memory is the user's own, what the user may be asked.
    """

    number: int
    proposed: ProposedChange
    change: Change | None = None
    reason: Reason | None = None
    detail: str = ""
    verdict: str | None = None
    merged_into: int | None = None
    suggestion: Change | None = None


def said_again(number: int, line: UUID) -> Screened:
    """The refusal of a line that says what was forgotten; its words are told nowhere."""
    why = "says again what was forgotten; the line was shown to no model"
    proposed = ProposedChange(action=Action.CREATE, why=why)
    change = Change(
        action=Action.CREATE,
        memory=None,
        kind=Kind.FACT,
        scope=Scope.PRIVATE,
        subject=proposed.subject,
        text="",
        from_on=None,
        to_on=None,
        cites=(line,),
        quotes={},
        why=why,
    )
    return Screened(number=number, proposed=proposed, change=change, reason=Reason.BURIED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Everything a dream reads before it thinks; what it writes is checked against this.

    memories: m-handle to memory, in prompt order. evidence: e-handle to evidence, oldest first;
    context lines of the assistant included. claim_key: makes of a word the hash that tombstones
    hold. today: the day in the user's zone. nightly: a nightly dream may cite
    the supporting turns of all memories and merge. team_lines: which of the evidence was said to a
    team, and may so become a proposal to it. moments: when the lines that memories rest on were
    said, as far as this crew may read them. decided: when the user brought a value of a memory
    back.
    """

    memories: Mapping[str, Memory]
    tombstones: tuple[Tombstone, ...]
    evidence: Mapping[str, Evidence]
    claim_key: bytes
    today: date
    timezone: str
    locale: str
    crew: str
    nightly: bool = False
    team_lines: frozenset[UUID] = frozenset()
    moments: Mapping[UUID, datetime] = field(default_factory=dict)
    decided: Mapping[UUID, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeReport:
    """One change of a dream as it is told; number: what `accept` calls it.

    applied: whether it stands now. reason: why not, or why an undone dream left it standing.
    merged_into: the number of the update that a removal belongs to; both are accepted or none.
    """

    number: int
    action: str
    memory: UUID | None
    text: str
    kind: str
    scope: str
    cites: tuple[UUID, ...]
    applied: bool
    reason: Reason | None
    why: str
    verdict: str | None
    merged_into: int | None = field(default=None, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceCounts:
    """How the lines a dream read ended, in rows."""

    read: int = 0
    applied: int = 0
    pending: int = 0
    parked: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamReport:
    """What one dream did and did not do, and why; the words are the user's, ids and counts not."""

    id: UUID
    user: str
    crew: str
    at: datetime
    flow: str
    outcome: DreamOutcome
    changes: tuple[ChangeReport, ...] = ()
    evidence: EvidenceCounts = field(default_factory=EvidenceCounts)
    usage: Mapping[str, object] = field(default_factory=dict)
    same_model_verifies: bool = False
    reverted_at: datetime | None = None


def no_dream() -> NotFound:
    """The refusal of a dream that is not there."""
    return NotFound("unknown_dream", "there is no such dream", hint="list the dreams")
