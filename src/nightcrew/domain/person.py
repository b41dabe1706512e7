"""A user as a tenant's backend knows them, and what they allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from nightcrew.domain.errors import NotFound, Refused

DEFAULT_CONSENTS: Mapping[str, bool] = {"remember": True, "message": True, "night": False}
# The id of a user who never wrote: whatever is asked for them finds nothing, and never everybody.
NOBODY = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One user of one tenant.

    external_id: the backend's id, 1 to 128 printable characters. timezone: None until it is
    known; the house's zone is assumed then. claim_key: the key of this user's tombstone hashes.
    hold_until: no crew speaks first before this moment (after a crisis).
    """

    id: UUID
    external_id: str
    name: str | None = None
    timezone: str | None = None
    locale: str | None = None
    quiet_hours: str | Mapping[str, str | None] | None = None
    daily_cap: int | None = None
    age_band: str | None = None
    consents: Mapping[str, bool] = field(default_factory=lambda: dict(DEFAULT_CONSENTS))
    claim_key: bytes = b""
    last_spoke_at: datetime | None = None
    hold_until: datetime | None = None

    def allows(self, what: str) -> bool:
        """Whether the user consents to `remember`, `message` or `night`."""
        return bool({**DEFAULT_CONSENTS, **self.consents}.get(what, False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What a user chose; None means that they chose nothing and the house decides.

    quiet_hours: as QuietHours.as_json writes it. daily_cap: unasked messages a day, of all crews.
    """

    name: str | None = None
    timezone: str | None = None
    locale: str | None = None
    quiet_hours: str | Mapping[str, str | None] | None = None
    daily_cap: int | None = None
    age_band: str | None = None
    consents: Mapping[str, bool] = field(default_factory=lambda: dict(DEFAULT_CONSENTS))


def no_user() -> NotFound:
    """The refusal of a user who is not there."""
    return NotFound(
        "unknown_user",
        "there is no such user",
        hint="check the id; a user exists from the first turn on",
        field="user",
    )


def remembering_off() -> Refused:
    """The refusal to remember for somebody who does not consent, or in a crew that only reads."""
    return Refused(
        "remembering_off",
        "the user or the crew remembers nothing new",
        hint="consent to remember, or choose another crew",
    )


def check_consent(person: Person | None) -> None:
    """Refuse to remember for somebody who does not consent, or is gone. Raises: Refused."""
    if person is None or not person.allows("remember"):
        raise remembering_off()
