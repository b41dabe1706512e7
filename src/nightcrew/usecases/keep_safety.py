"""A tenant's places of help, texts and intervals: seen, set, and how often there was need."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, cursor_behind, read_day_cursor
from nightcrew.domain.safety import CrisisRules
from nightcrew.domain.safety_changes import SafetyChange, changed
from nightcrew.domain.safety_settings import SafetyView, view
from nightcrew.ports import Crews
from nightcrew.store import safety_settings
from nightcrew.store.database import Database
from nightcrew.store.kept_safety import KeptSafety
from nightcrew.store.safety_settings import SafetyMonth


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepSafety:
    """crisis: the rules as shipped. kept: what turns of this process look at."""

    db: Database
    crews: Crews
    crisis: CrisisRules
    kept: KeptSafety

    async def read(self, tenant: UUID) -> SafetyView:
        """What holds for a tenant, and what of it the tenant set."""
        async with self.db.begin(tenant) as connection:
            found = await safety_settings.settings(connection, tenant)
        return view(found, self.crisis, self.crews.house().safety)

    async def set(self, tenant: UUID, change: SafetyChange) -> SafetyView:
        """Merge a change; turns of other processes see it within seconds.

        Raises: BadInput `safety_unreadable` with its field.
        """
        async with self.db.begin(tenant) as connection:
            before = await safety_settings.settings(connection, tenant, to_change=True)
            wanted = changed(before, change)
            await safety_settings.write(connection, tenant, wanted)
        self.kept.hold(tenant, wanted)
        return view(wanted, self.crisis, self.crews.house().safety)

    async def months(
        self, tenant: UUID, *, cursor: str | None = None, limit: int = USUAL_PAGE
    ) -> Page[SafetyMonth]:
        """How many turns of each month were a concern or a crisis, newest month first.

        Raises: BadInput.
        """
        after, limit = read_day_cursor(cursor), check_limit(limit)
        before = None if after is None else after[0]
        async with self.db.begin(tenant) as connection:
            found = await safety_settings.months(connection, tenant, before=before, limit=limit + 1)
            total = await safety_settings.count_months(connection, tenant)
        following = cursor_behind(found, limit, lambda each: (each.month_on, tenant))
        return Page(items=found[:limit], next_cursor=following, total=total)
