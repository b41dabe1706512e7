"""What can be wrong with the database, in words an operator can act on."""

from __future__ import annotations

from typing import Literal

from nightcrew.domain.errors import OutsideFailure

StoreState = Literal["reachable", "away", "full", "read_only"]


class StoreAway(OutsideFailure):
    """The database cannot be reached, is starting, stopping, full or read only; try again later."""

    def __init__(
        self, message: str, *, hint: str = "try again in a moment", state: StoreState = "away"
    ) -> None:
        super().__init__("database_unavailable", message, hint=hint)
        self.state: StoreState = state


class StoreUnfit(OutsideFailure):
    """The database is there but cannot be used as it is; `hint` says what to do."""

    retryable = False
