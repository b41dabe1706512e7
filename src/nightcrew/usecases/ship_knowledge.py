"""The collections that come with the product are brought in; what did not change is not touched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
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

    async def problems(self) -> tuple[ShippedFile, ...]:
        """The files that cannot be used as they stand, each with what is wrong."""
        return _broken(await asyncio.to_thread(self.files.read))

    async def __call__(self) -> Shipped:
        """Look at every file; without any file nothing is changed."""
        found = await asyncio.to_thread(self.files.read)
        problems = _broken(found)
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


def _broken(files: Sequence[ShippedFile]) -> tuple[ShippedFile, ...]:
    return tuple(file for file in files if file.problem)
