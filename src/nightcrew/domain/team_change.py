"""What somebody wants a team to know, on its way past an admin; nothing of it holds before."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.errors import NotFound, Refused, Stale
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.named_fields import recast
from nightcrew.domain.personal_data import personal_data
from nightcrew.domain.team import Membership, Team, not_a_member

VIA_TEAM = "team"  # stands in a line where else the crew is named by which it was learned
REVIEW_DAYS = 30  # so long a change waits, where the house says nothing; features.md AS-18


class TeamAction(StrEnum):
    """What a change would do to the team's memory."""

    WRITE = "WRITE"
    FORGET = "FORGET"


class Origin(StrEnum):
    """Where a change comes from: asked for in a turn, dreamed, or promoted from a memory."""

    ASKED = "asked"
    DREAM = "dream"
    PROMOTION = "promotion"


class ReviewState(StrEnum):
    """What became of a change that waits for a person's word."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChange:
    """What somebody wants the team to know, or to know no longer; nothing of it holds yet.

    user: who proposed it, by our own id; crew: in a talk with whom. memory: of a FORGET, the line
    that is to go. source_memory: of a promotion, the person's own memory that it was copied from.
    """

    id: UUID
    team: UUID
    user: UUID
    crew: str
    action: TeamAction
    kind: Kind
    subject: str
    text: str
    from_on: date | None = None
    to_on: date | None = None
    review_on: date | None = None
    said_on: date
    cites: tuple[UUID, ...] = ()
    memory: UUID | None = None
    source_memory: UUID | None = None
    origin: Origin
    created_at: datetime
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptChange:
    """A change as it lies in the queue. proposer: by the backend's id.

    memory_version: of a FORGET, what its line is at now; None when there is no such line any more.
    """

    change: TeamChange
    proposer: str
    state: ReviewState
    decided_at: datetime | None = None
    memory_version: int | None = None

    def state_at(self, now: datetime) -> ReviewState:
        """What it is now: one that waits too long has expired, also before a sweep says so."""
        until = self.change.expires_at
        over = self.state is ReviewState.WAITING and until is not None and until <= now
        return ReviewState.EXPIRED if over else self.state

    def hash(self) -> str:
        """SHA-256 of all that a reviewer is shown and that would be written; never stored."""
        shown = {
            "id": str(self.change.id),
            "action": self.change.action,
            "kind": self.change.kind,
            "subject": self.change.subject,
            "text": self.change.text,
            "days": [str(each) for each in (self.change.from_on, self.change.to_on)],
            "said_on": str(self.change.said_on),
            "evidence": sorted(str(each) for each in self.change.cites),
            "memory": [str(self.change.memory), self.memory_version],
            "proposer": self.proposer,
        }
        written = json.dumps(shown, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReview:
    """A change as an admin of the team is shown it.

    hash: what an approval has to carry. personal_data: sorts of it that the text seems to hold.
    created: the team's memory that an approval made, or that said the same already.
    """

    id: UUID
    action: TeamAction
    text: str
    kind: Kind
    proposer: str
    evidence: tuple[UUID, ...]
    hash: str
    created_at: datetime
    expires_at: datetime | None
    state: ReviewState
    crew: str
    origin: Origin
    memory: UUID | None
    personal_data: tuple[str, ...]
    decided_at: datetime | None = None


def shown_review(kept: KeptChange, now: datetime) -> TeamReview:
    """What a reviewer sees of a change."""
    change = kept.change
    return recast(
        TeamReview,
        change,
        proposer=kept.proposer,
        evidence=change.cites,
        hash=kept.hash(),
        state=kept.state_at(now),
        personal_data=personal_data(change.text),
        decided_at=kept.decided_at,
    )


def may_decide(team: Team, by: str, kept: KeptChange) -> None:
    """Let an admin who did not propose it decide. Raises: Refused."""
    role = team.role_of(by)
    if role is None:
        raise not_a_member()
    if role is not Membership.ADMIN:
        raise Refused(
            "not_a_team_admin",
            "only an admin of the team decides on what waits",
            hint="let an admin of the team decide",
            field="by",
        )
    if kept.proposer == by:
        raise Refused(
            "self_approval",
            "who proposed a change does not decide on it",
            hint="let another admin of the team decide",
            field="by",
        )


def check_undecided(kept: KeptChange, now: datetime, seen: str) -> None:
    """Refuse a decision on what is settled or was changed since it was shown. Raises: Refused,
    Stale.
    """
    state = kept.state_at(now)
    if state is ReviewState.EXPIRED:
        raise Refused(
            "review_expired", "this change waited too long and has expired", hint="propose it again"
        )
    if state is not ReviewState.WAITING:
        raise Refused(
            "already_decided",
            f"this change was {state} already",
            hint="list the reviews that wait",
            details={"state": state},
        )
    if kept.hash() != seen:
        raise Stale(
            "content_changed",
            "this is not what was shown: the change has another hash now",
            hint="read the review again and decide on what it says now",
            field="hash",
        )


def no_review() -> NotFound:
    """The refusal of a review that is not there."""
    return NotFound("unknown_review", "there is no such review", hint="list the team's reviews")


def expiring(change: TeamChange, days: int) -> TeamChange:
    """The change with the moment at which it stops waiting; 0 days wait for ever."""
    until = change.created_at + timedelta(days=days) if days else None
    return replace(change, expires_at=until)


def change_from(
    memory: Memory, *, new_id: UUID, team: UUID, origin: Origin, at: datetime,
    action: TeamAction = TeamAction.WRITE, source: UUID | None = None,
) -> TeamChange:  # fmt: skip
    """A change that says what a memory says; of a FORGET, the memory is the team's own."""
    forgets = action is TeamAction.FORGET
    return recast(
        TeamChange,
        memory,
        id=new_id,
        team=team,
        action=action,
        expires_at=None,  # a memory's own end is not that of the wish
        cites=() if forgets else memory.cites,
        memory=memory.id if forgets else None,
        source_memory=source,
        origin=origin,
        created_at=at,
    )


def as_line(change: TeamChange, *, new_id: UUID, today: date) -> Memory:
    """The team's memory that an approved change becomes."""
    return recast(
        Memory,
        change,
        id=new_id,
        scope=Scope.TEAM,
        explicit=True,
        via=VIA_TEAM,
        learned_on=today,
        expires_at=None,  # until then it waited; what is approved stays
    )
