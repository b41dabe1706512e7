"""Whose memory, whose talk: every question about a person starts with a Pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One user of one tenant with one crew.

    user: our own id, never the backend's; `str(pair)` is safe in logs and flow parameters.
    """

    tenant: UUID
    user: UUID
    crew: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.user}/{self.crew}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read back what `str(pair)` wrote."""
        tenant, user, crew = text.split("/", 2)
        return cls(tenant=UUID(tenant), user=UUID(user), crew=crew)
