"""Safety settings at hand: read now and then, and never in the way of help."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from time import monotonic
from uuid import UUID

from nightcrew.domain.safety_settings import SHIPPED, SafetySettings
from nightcrew.store import safety_settings
from nightcrew.store.database import Database

HELD_FOR = 5.0  # seconds until another process's change is seen
READ_WITHIN = 2.0  # seconds; a turn in a crisis does not wait longer for a list
MOST_HELD = 1024  # tenants

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSafety:
    """Each tenant's settings as they were read last; held: with the moment they are read anew."""

    db: Database
    held: dict[UUID, tuple[float, SafetySettings]] = field(default_factory=dict)

    async def of(self, tenant: UUID) -> SafetySettings:
        """A tenant's settings. Unreadable ones are logged, and the last known or shipped hold."""
        until, known = self.held.get(tenant, (0.0, SHIPPED))
        if monotonic() < until:
            return known
        if tenant in self.held:
            # One of those who ask now reads anew; the others need not wait for it.
            self.held[tenant] = (monotonic() + READ_WITHIN, known)
        try:
            async with asyncio.timeout(READ_WITHIN), self.db.begin(tenant) as connection:
                found = await safety_settings.settings(connection, tenant)
        except Exception as unread:  # whatever is wrong with a list, help is shown
            kind = type(unread).__name__
            log.error("safety settings unread: tenant=%s error=%s", tenant, kind)  # noqa: TRY400 - its text may hold a row
            found = known
        self.hold(tenant, found)
        return found

    def hold(self, tenant: UUID, settings: SafetySettings) -> None:
        """Take these as what was just read."""
        if len(self.held) >= MOST_HELD:
            self.held.clear()
        self.held[tenant] = (monotonic() + HELD_FOR, settings)
