"""Work of workers that died is taken over: read, then applied one by one, by lease token."""

from __future__ import annotations

from uuid import UUID

from nightcrew.domain.delivery import MOST_ATTEMPTS
from nightcrew.domain.webhook import Event
from nightcrew.store import deliveries
from nightcrew.store.database import Database
from nightcrew.store.deliveries import Stuck
from nightcrew.usecases.deliver_messages.attempt import Moment, give_up


async def take_over(db: Database, tenant: UUID, moment: Moment, *, page: int) -> int:
    """Rescue what is stuck, page by page; says how many.

    Each in a transaction of its own: the rescuer may die between any two, and one that cannot be
    rescued now stands in nobody's way.
    """
    rescued, last = 0, None
    while True:
        async with db.begin(tenant) as connection:
            found = await deliveries.stuck(connection, tenant, last, page)
        for each in found:
            rescued += await _one(db, tenant, each, moment)
        if len(found) < page:
            return rescued
        last = found[-1]


async def _one(db: Database, tenant: UUID, found: Stuck, moment: Moment) -> int:
    async with db.begin(tenant) as connection:
        done = await deliveries.rescue(connection, tenant, found, most=MOST_ATTEMPTS, at=moment.at)
        if done is None:
            return 0
        if done.state == "dead" and done.event == Event.MESSAGE_DUE:
            await give_up(connection, tenant, done.event_id, uncertain=True, at=moment.at)
    return 1
