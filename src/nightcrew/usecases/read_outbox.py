"""How a backend fetches what crews say first, and tells what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.closed_list import unknown_value
from nightcrew.domain.errors import BadInput, NotFound
from nightcrew.domain.page import USUAL_PAGE, check_limit, read_position_cursor, write_cursor
from nightcrew.ports import Clock
from nightcrew.store import follow_ups, outbox
from nightcrew.store.database import Database
from nightcrew.store.outbox import OutboxItem

LONGEST_WAIT = 60.0  # seconds
LOOK_AGAIN = 0.25  # seconds
# A later word counts only when it says more: what was read was delivered.
_WEIGHT = {"ready": 0, "failed": 1, "delivered": 2, "read": 3}
_OCCURRENCE = {"failed": "failed", "delivered": "delivered", "read": "delivered"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxPage:
    """Messages nobody acknowledged yet, oldest first.

    next_cursor: asks for what comes after; without any message the cursor that was given.
    """

    items: tuple[OutboxItem, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOutbox:
    """Hands messages over at least once; an acknowledged one is not handed over again."""

    db: Database
    clock: Clock

    async def page(
        self,
        tenant: UUID,
        *,
        cursor: str | None = None,
        wait: float = 0,
        limit: int = USUAL_PAGE,
    ) -> OutboxPage:
        """What waits after the cursor; wait: seconds to stay for the first one, 60 at most.

        No connection is held while it waits. Raises: BadInput.
        """
        if not 0 <= wait <= LONGEST_WAIT:
            raise BadInput(
                "wait_out_of_range",
                "this is no time to wait",
                hint=f"wait from 0 to {LONGEST_WAIT:.0f} seconds",
                field="wait",
            )
        after = read_position_cursor(cursor)
        found = await self._patiently(tenant, after, check_limit(limit), wait)
        following = write_cursor(found[-1].position) if found else cursor
        return OutboxPage(items=tuple(found), next_cursor=following)

    async def _patiently(
        self, tenant: UUID, after: int, limit: int, wait: float
    ) -> Sequence[OutboxItem]:
        timer = asyncio.get_running_loop().time
        give_up_at = timer() + wait
        while True:
            async with self.db.begin(tenant) as connection:
                found = await outbox.page(connection, tenant, after=after, limit=limit)
            left = give_up_at - timer()
            if found or left <= 0:
                return found
            await asyncio.sleep(min(LOOK_AGAIN, left))

    async def ack(
        self, tenant: UUID, item: UUID, status: str, *, now: datetime | None = None
    ) -> OutboxItem:
        """Note that a message was delivered, failed or read; the same word again changes nothing.

        Raises: NotFound, BadInput.
        """
        if status not in _OCCURRENCE:
            raise unknown_value("status", _OCCURRENCE)
        at = now or self.clock.now()
        async with self.db.begin(tenant) as connection:
            found = await outbox.find(connection, tenant, item, lock=True)
            if found is None:
                raise NotFound(
                    "unknown_message", "there is no such message", hint="read the outbox"
                )
            if _WEIGHT[status] <= _WEIGHT[found.state]:
                return found
            await outbox.ack(connection, tenant, item, state=status, now=at)
            if found.occurrence is not None:
                await follow_ups.set_occurrence(
                    connection, tenant, found.occurrence, state=_OCCURRENCE[status], ended_at=at
                )
            return await outbox.find(connection, tenant, item) or found
