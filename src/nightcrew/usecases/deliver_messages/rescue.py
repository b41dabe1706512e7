"""Work of workers that died is taken over: read, then applied one by one, by lease token."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from nightcrew.domain.delivery import MOST_ATTEMPTS, wait_after_loss
from nightcrew.domain.webhook import Event
from nightcrew.store import deliveries
from nightcrew.store.database import Database
from nightcrew.store.deliveries import Stuck
from nightcrew.usecases.deliver_messages.attempt import Moment, give_up


async def take_over(
    db: Database, tenant: UUID, moment: Moment, *, page: int, chance: Callable[[], float]
) -> int:
    """Rescue what is stuck, page by page; says how many. chance: 0 to 1, for how long each waits.

    Each in a transaction of its own: the rescuer may die between any two, and one that cannot be
    rescued now stands in nobody's way.
    """
    rescued, last = 0, None
    while True:
        async with db.begin(tenant) as connection:
            found = await deliveries.stuck(connection, tenant, last, page)
        for each in found:
            wait = wait_after_loss(each.attempts, chance())
            rescued += await _one(db, tenant, each, moment, wait)
        if len(found) < page:
            return rescued
        last = found[-1]


async def _one(db: Database, tenant: UUID, found: Stuck, moment: Moment, wait: timedelta) -> int:
    async with db.begin(tenant) as connection:
        done = await deliveries.rescue(
            connection,
            tenant,
            found,
            most=MOST_ATTEMPTS,
            wait_seconds=wait.total_seconds(),
            now=moment.asked,
            at=moment.at,
        )
        if done is None:
            return 0
        if done.state == "dead" and done.event == Event.MESSAGE_DUE:
            await give_up(connection, tenant, done.event_id, uncertain=True, at=moment.at)
    return 1
