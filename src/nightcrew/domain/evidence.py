"""What was said, word for word: the original that memories are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from nightcrew.domain.zones import to_local, zone


class Speaker(StrEnum):
    """Who said a line."""

    USER = "user"
    ASSISTANT = "assistant"


class SourceClass(StrEnum):
    """Where the words came from; only `user` may ever be evidence about the user."""

    USER = "user"
    CREW = "crew"
    FOLLOW_UP = "follow_up"
    IMPORTED = "imported"


class EvidenceState(StrEnum):
    """Where one line stands on its way through dreams; never deleted, only marked."""

    PENDING = "pending"
    APPLIED = "applied"
    NOTHING = "nothing"
    PARKED = "parked"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One line of talk, as it was said.

    text: after masking, with withheld clauses left out. dreams: how many dreams have read it.
    """

    id: UUID
    turn_id: UUID | None
    speaker: Speaker
    text: str
    said_at: datetime
    timezone: str
    source: SourceClass
    state: EvidenceState
    dreams: int = 0

    def heading(self) -> str:
        """`2026-08-31 21:40 (user)`: the wall clock where it was said."""
        local = to_local(self.said_at, zone(self.timezone))
        return f"{local:%Y-%m-%d %H:%M} ({self.speaker})"
