"""Reads the folders of crew text again and again: what changed is stored first, and speaks then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from nightcrew.app.crew_room import CrewRoom, TextRead
from nightcrew.domain.crew import Crew, CrewShelf
from nightcrew.domain.crew_version import LOADED_BY, LOADED_WHY, sources_of
from nightcrew.domain.errors import OutsideFailure, Stale
from nightcrew.store import bundles
from nightcrew.store.bundles import NewVersion
from nightcrew.store.database import Database

LOOK_EVERY = 0.5  # seconds; issue figure: a reload is visible within 2 s


@dataclass(slots=True, kw_only=True, repr=False)
class CrewReload:
    """Keeps a room's crews and their stored versions in step.

    keeps: False for a process that only looks at text, and must not make its edits a version.
    """

    room: CrewRoom
    db: Database
    keeps: bool = True
    _kept: CrewShelf | None = field(default=None, init=False)
    _one_look: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    @asynccontextmanager
    async def reloading(self) -> AsyncIterator[None]:
        """Look once, then again and again until the end. Raises: OutsideFailure, Stale."""
        await self._remember()
        await self.look()
        self.room.reloading += 1
        task = asyncio.create_task(self._again_and_again())
        try:
            yield
        finally:
            self.room.reloading -= 1
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def look(self) -> None:
        """Store what changed and let it speak. Raises: OutsideFailure, Stale."""
        async with self._one_look:
            shelf = await asyncio.to_thread(self.room.look)
            if shelf is self._kept:
                return
            if self.keeps:
                shelf = await self._keep(shelf)
            self.room.serve(shelf)
            self._kept = shelf

    async def _keep(self, shelf: CrewShelf) -> CrewShelf:
        async with self.db.begin_system() as connection:
            known = await bundles.newest_digests(connection)
        if all(known.get(crew.id) == crew.digest for crew in shelf.crews.values()):
            return shelf
        read = await asyncio.to_thread(self.room.read)
        changed = [
            _loaded(crew, read)
            for crew in read.shelf.crews.values()
            if crew.id not in read.shelf.broken and known.get(crew.id) != crew.digest
        ]
        async with self.db.begin_system() as connection:
            await bundles.keep(connection, changed)
        return read.shelf

    async def _remember(self) -> None:
        """A process that starts over a broken file serves what the crew said last."""
        shelf = await asyncio.to_thread(self.room.look)
        async with self.db.begin_system() as connection:
            found = {
                each: await bundles.newest(connection, each)
                for each in shelf.broken
                if each not in shelf.crews
            }
        self.room.remember({each: crew for each, crew in found.items() if crew is not None})

    async def _again_and_again(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self.look()
            except (OutsideFailure, Stale):
                # No text speaks that was not stored: it waits for the database.
                continue


def _loaded(crew: Crew, read: TextRead) -> NewVersion:
    sources = sources_of(crew, read.texts)
    return NewVersion(crew=crew, sources=sources, author=LOADED_BY, reason=LOADED_WHY)
