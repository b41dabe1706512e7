"""Whether the database takes writes: reading goes on long after writing no longer does."""

from __future__ import annotations

from sqlalchemy import text

from nightcrew.store.database import Database
from nightcrew.store.failure import StoreAway, StoreState

# Refused in a transaction that may only read, and touches no row.
_WRITES_NOTHING = text("delete from flow_runs where false")
# More rows than so little memory holds, so that a file has to grow: 500 kB, given back at once.
_LITTLE_MEMORY = text("set local work_mem = '64kB'")
_NEEDS_ROOM = text("select count(*) from generate_series(1, 36000)")


async def probe(db: Database) -> StoreState:
    """Write nothing, and a file for a moment. Some 5 ms."""
    try:
        async with db.begin_system() as connection:
            await connection.execute(_WRITES_NOTHING)
            await connection.execute(_LITTLE_MEMORY)
            await connection.execute(_NEEDS_ROOM)
    except StoreAway as away:
        return away.state
    return "reachable"
