"""What one flow did for one pair, as `/run` and the flows tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowReport:
    """Names, codes and numbers only, never words of a user.

    user: our own id; the door puts the backend's in its place. counts: what was done, in rows.
    ids: the rows it was done to.
    """

    user: str
    crew: str
    outcome: str
    counts: Mapping[str, int] = field(default_factory=dict)
    ids: tuple[UUID, ...] = ()
