"""Connections that trips hand on to each other, past the pool.

Measured reason: to take a connection from the pool and to give it back costs 0.08 ms of CPU a trip,
half of what the trip itself costs (`tests/benchmarks/turn_bench.py`).
"""

from __future__ import annotations

import asyncio
import select
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from nightcrew.store.prepared import Driver, driver_of

MOST_RESTING = 4  # of the pool's places, which is so much larger; eight turns at once need no more


class Held(NamedTuple):
    """A connection of the pool and the driver's own below it."""

    connection: AsyncConnection
    driver: Driver

    async def throw_away(self) -> None:
        """Close it for good: nobody else may get it in the middle of something."""
        await self.connection.invalidate()
        await self.connection.close()


class HandedOn:
    """Connections that rest between two trips; the one that rested last is taken first."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._resting: list[Held] = []

    async def take(self) -> Held:
        """A connection that was not cut off while it rested or lay in the pool."""
        while True:
            held = self._resting.pop() if self._resting else await self._from_pool()
            if not _was_cut_off(held.driver):
                return held
            await held.throw_away()

    async def give_back(self, held: Held) -> None:
        """Let it rest for the next trip, or go back to the pool when enough rest."""
        if len(self._resting) < MOST_RESTING:
            self._resting.append(held)
        else:
            await held.connection.close()

    async def close(self) -> None:
        """Give all of them back to the pool."""
        while self._resting:
            await asyncio.shield(self._resting.pop().connection.close())

    async def _from_pool(self) -> Held:
        connection = await self._engine.connect()
        return Held(connection, await driver_of(connection))


def _was_cut_off(driver: Driver) -> bool:
    """An idle connection has nothing to say but that its server has gone."""
    waiting = select.poll()
    waiting.register(driver.fileno(), select.POLLIN)
    return bool(waiting.poll(0))
