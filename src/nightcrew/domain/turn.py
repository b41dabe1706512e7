"""One thing said and its reply, as the door takes it and gives it back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from nightcrew.domain.named_fields import named_fields
from nightcrew.domain.rare_parts import RARE

MESSAGE_LIMIT_BYTES = 32 * 1024  # issue figure: text over 32 kB is refused with the limit
RUNNING_MINUTES = 30  # contract section 5: how long a conversation stays the running one


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a user said, and how the turn is to be taken.

    turn_id: makes a delivery idempotent; without one nothing is deduplicated.
    memory: `on` keeps and shows, `read` shows only, `off` neither. now: only with time travel.
    """

    message: str
    turn_id: str | None = None
    conversation: str | None = None
    locale: str | None = None
    timezone: str | None = None
    memory: Literal["on", "read", "off"] = "on"
    team: str | None = None
    now: datetime | None = None
    dry_run: bool = False

    def body_hash(self, crew: str, user: UUID) -> str:
        """Names what was asked, so that the same id with another body is noticed."""
        body: dict[str, Any] = named_fields(self)
        body.update(crew=crew, user=str(user), now=None, turn_id=None)
        return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFollowUp:
    """A follow-up a turn made or found; created is False when it was there already."""

    id: UUID
    due_at: datetime | None
    local: str | None
    created: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMemory:
    """How many memories the prompt held of how many, and what the user's own words changed."""

    shown: int
    total: int
    saved: tuple[UUID, ...] = ()
    forgotten: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSafety:
    """What the crisis rule layer says; resources, notice and text are the tenant's data.

    interrupt: stop whatever goes on and show this first. notice: that this is an AI, when it is
    due. text: what to show above the places of help, in a crisis only.
    """

    level: Literal["none", "concern", "crisis"] = "none"
    resources: tuple[Mapping[str, str], ...] = ()
    interrupt: bool = False
    notice: str | None = None
    text: str | None = field(default=None, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A finished turn: what was decided, said, remembered and spent."""

    turn_id: str
    conversation: str
    crew: str
    crew_version: str
    reply: str
    decisions: Mapping[str, Mapping[str, Any]]
    sources: tuple[Mapping[str, Any], ...] = ()
    follow_ups: tuple[TurnFollowUp, ...] = ()
    memory: TurnMemory
    safety: TurnSafety = field(default_factory=TurnSafety)
    usage: Mapping[str, Any]
    replayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The right to answer one turn, held by a lease token until the database's clock says so.

    bundle: the text the conversation spoke from so far. fresh: the conversation was opened by this
    turn. quiet: nothing was said in it for RUNNING_MINUTES.
    """

    turn: UUID
    token: UUID
    conversation_id: UUID
    conversation: str
    bundle: str
    skill: str | None
    timezone: str
    message_id: UUID
    fresh: bool
    quiet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """One line of the running conversation, oldest first; source tells a follow-up from a reply."""

    id: UUID
    speaker: str
    text: str
    said_at: datetime
    timezone: str
    source: str
