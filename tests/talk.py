"""Short words for tests that talk: who says what to whom, and what is then in the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.app.menu import App, wire
from nightcrew.domain.memory import Memory
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said, Turn
from nightcrew.ports import Model, WebSearch
from nightcrew.settings import Settings
from nightcrew.store import memories, people
from nightcrew.store.database import Database
from nightcrew.usecases.answer_turn import Completed
from tests.fakes import NOON, FixedClock
from tests.world import a_world


@dataclass(frozen=True, kw_only=True)
class Talk:
    """One user with one crew in a test."""

    app: App
    pair: Pair

    async def say(self, message: str, **parts: Any) -> Turn:
        """Say something and get the finished turn."""
        return await self.app.answer_turn(self.pair, Said(message=message, **parts))

    async def watch(self, message: str, **parts: Any) -> Turn:
        """Say something, read the reply while it is written, and get the finished turn."""
        events = [
            each
            async for each in self.app.answer_turn.stream(self.pair, Said(message=message, **parts))
        ]
        return next(each.turn for each in events if isinstance(each, Completed))

    async def known(self) -> Sequence[Memory]:
        """The memories the crew sees now."""
        async with self.app.world.db.begin_pair(self.pair) as connection:
            return await memories.seen_by(connection, self.pair)

    async def rows(self, table: str, where: str = "true") -> int:
        """How many rows of the tenant a table holds."""
        async with self.app.world.db.begin(self.pair.tenant) as connection:
            counted = text(f"select count(*) from {table} where {where}")  # noqa: S608
            return int(await connection.scalar(counted) or 0)

    async def cells(self, column: str, table: str, order: str = "written_at") -> list[Any]:
        """One column of a table, in order."""
        async with self.app.world.db.begin(self.pair.tenant) as connection:
            chosen = text(f"select {column} from {table} order by {order}")  # noqa: S608
            return list(await connection.scalars(chosen))


def app_of(
    database: Database,
    model: Model,
    *,
    clock: FixedClock | None = None,
    search: WebSearch | None = None,
) -> App:
    """The menu over a test's own neighbours, at noon in Seoul on a Monday."""
    world = a_world(database, model, NOON)
    world = replace(world, clock=clock or world.clock, search=search or world.search)
    return wire(Settings(_env_file=None), world)


async def talk_with(
    app: App,
    tenant: UUID,
    crew: str = "travel-mina",
    *,
    user: str = "u1",
    timezone: str = "Asia/Seoul",
) -> Talk:
    """A user who exists, in a zone, with a crew."""
    async with app.world.db.begin(tenant) as connection:
        person = await people.make_person(connection, tenant, user)
        await people.set_preferences(connection, tenant, person.id, {"timezone": timezone})
    return Talk(app=app, pair=Pair(tenant=tenant, user=person.id, crew=crew))
