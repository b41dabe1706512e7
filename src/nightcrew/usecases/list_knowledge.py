"""What is on the shelves of knowledge: collections in numbers, and their items one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.errors import NotFound
from nightcrew.domain.knowledge import KnowledgeItem, check_collection
from nightcrew.domain.page import USUAL_PAGE, Page, check_limit, read_position_cursor, write_cursor
from nightcrew.ports import Clock
from nightcrew.store import knowledge_shelves
from nightcrew.store.database import Database
from nightcrew.store.knowledge_shelves import CollectionCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class ListKnowledge:
    """Lists a tenant's own items and those that came with the product alike."""

    db: Database
    clock: Clock

    async def collections(self, tenant: UUID) -> Sequence[CollectionCounts]:
        """Every collection, by name."""
        async with self.db.begin(tenant) as connection:
            today = self.clock.now().date()
            return await knowledge_shelves.collections(connection, tenant, today)

    async def items(
        self, tenant: UUID, collection: str, *, cursor: str | None = None, limit: int = USUAL_PAGE
    ) -> Page[KnowledgeItem]:
        """A page of a collection, document by document.

        Raises: BadInput; NotFound for a collection that holds nothing.
        """
        name, after = check_collection(collection), read_position_cursor(cursor)
        async with self.db.begin(tenant) as connection:
            found, total = await knowledge_shelves.items(
                connection, tenant, name, skip=after, limit=check_limit(limit)
            )
        if not total:
            raise NotFound(
                "unknown_collection",
                "there is no such collection",
                hint="list the collections, or load a document to begin one",
                field="collection",
            )
        end = after + len(found)
        return Page(
            items=found, next_cursor=write_cursor(end) if end < total else None, total=total
        )
