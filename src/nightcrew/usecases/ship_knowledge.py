"""The collections that come with the product are brought in; what did not change is not touched."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from nightcrew.domain.knowledge import ShippedFile
from nightcrew.ports import ShippedKnowledge
from nightcrew.store import knowledge
from nightcrew.store.database import Database

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """What became of the files. changed: items written or dropped. problems: files not usable."""

    collections: int
    items: int
    changed: int
    problems: tuple[ShippedFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipKnowledge:
    """Makes the installation's items what the files say; a broken file keeps its last good ones."""

    db: Database
    files: ShippedKnowledge

    async def __call__(self) -> Shipped:
        """Look at every file; without any file nothing is changed."""
        found = await asyncio.to_thread(self.files.read)
        problems = tuple(file for file in found if file.problem)
        for file in problems:
            logger.error("a collection keeps its last good items: %s: %s", file.file, file.problem)
        good = {file.collection: file.items for file in found if not file.problem}
        changed = 0
        if found:
            async with self.db.begin_system() as connection:
                changed = await knowledge.ship(connection, good)
                changed += await knowledge.drop_unshipped(
                    connection, [file.collection for file in found]
                )
        return Shipped(
            collections=len(good),
            items=sum(map(len, good.values())),
            changed=changed,
            problems=problems,
        )
