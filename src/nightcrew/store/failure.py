"""What can be wrong with the database, in words an operator can act on."""

from __future__ import annotations

from nightcrew.domain.errors import OutsideFailure


class StoreAway(OutsideFailure):
    """The database cannot be reached, is starting, stopping or full; try again later."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__("database_unavailable", message, hint=hint)


class StoreUnfit(OutsideFailure):
    """The database is there but cannot be used as it is; `hint` says what to do."""

    retryable = False
