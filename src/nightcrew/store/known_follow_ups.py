"""What a turn knows of the pair's follow-ups: those that are open, and the one just said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFollowUp:
    """A follow-up as the turn's prompts show it, and as its acts know it again."""

    id: UUID
    kind: str
    intent: str
    next_at: datetime | None
    next_local: str | None
    local: str | None
    timezone: str
    rule: str | None
    asked_for: bool
    slot: str
    state: str
    zone_mode: str
    allow_night: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFollowUp:
    """The follow-up the crew spoke first for last, and the line of the talk that it said."""

    line: UUID
    follow_up: KnownFollowUp
