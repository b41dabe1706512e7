"""A promise to speak later, as a model proposes it and as we keep it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.domain.named_fields import recast
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
    WatchSpec,
    WhenNothing,
    ZoneMode,
)
from nightcrew.domain.tool_guide import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFollowUp:
    """One follow-up as a model wrote it: loose words, nothing checked yet.

    local: a wall time `YYYY-MM-DDTHH:MM`; for recurring it is DTSTART. rule: an RRULE.
    """

    kind: str = "one_shot"
    local: str | None = None
    timezone: str | None = None
    zone_mode: str = "follow_user"
    rule: str | None = None
    until: str | None = None
    purpose: str = "check_in"
    intent: str = ""
    when_nothing: str = "stay_silent"
    grace_minutes: int = 120
    allow_night: bool = False
    watch: Mapping[str, object] | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedFollowUps:
    """The answer of `plan_follow_ups`; an empty list is silence, the default."""

    follow_ups: tuple[ProposedFollowUp, ...] = ()
    why: str = ""


class FollowUpState(StrEnum):
    """Where a follow-up stands; only open ones fall due."""

    OPEN = "open"
    PAUSED = "paused"
    DONE = "done"
    ENDED = "ended"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """A promise as it is kept.

    timezone: the zone it was made in. slot: fingerprint of intent and time, unique among open ones.
    next_at, next_local: the next time it falls due, None when there is none. zone_data: the
    release of the zone data it was computed under. still_asked_at: when it asked whether it is
    still wanted. opens_talk: nobody planned it; the crew opens a talk by itself.
    """

    id: UUID
    user_id: UUID
    crew: str
    kind: FollowUpKind
    local: str | None
    timezone: str
    zone_mode: ZoneMode
    rule: str | None
    until: str | None
    purpose: Purpose
    intent: str
    when_nothing: WhenNothing
    grace_minutes: int
    allow_night: bool
    watch: Mapping[str, object] | None
    asked_for: bool
    state: FollowUpState
    reason: str | None
    slot: str
    next_at: datetime | None
    next_local: str | None
    pause_until: datetime | None
    ended_at: datetime | None
    created_at: datetime
    cites: tuple[UUID, ...]
    bundle: str
    zone_data: str = ""
    still_asked_at: datetime | None = None
    opens_talk: bool = False

    def spec(self) -> FollowUpSpec:
        """The schedule part of it."""
        return recast(FollowUpSpec, self, watch=_watch_of(self.watch))


def _watch_of(kept: Mapping[str, Any] | None) -> WatchSpec | None:
    """The watch part as it was kept; None also where its words were erased."""
    return None if not kept else WatchSpec(**{**kept, "tool": Tool(kept["tool"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingOccurrence:
    """One time a follow-up is due and not settled yet; lease_token: held by one sender."""

    id: UUID
    follow_up_id: UUID
    user_id: UUID
    crew: str
    local: str
    timezone: str
    due_at: datetime
    state: str
    reason: str | None
    deliver_after: datetime | None
    first_allowed_at: datetime | None
    attempts: int
    lease_token: UUID | None


def no_follow_up() -> NotFound:
    """The refusal of a follow-up that is not this user's, or not there."""
    return NotFound("unknown_follow_up", "there is no such follow-up", hint="list the follow-ups")
