"""A person decides what waits: let in, or turned down for good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.knowledge import (
    ItemState,
    KnowledgeItem,
    check_collection,
    check_reviewer,
)
from nightcrew.domain.page import (
    USUAL_PAGE,
    Page,
    check_limit,
    read_queue_cursor,
    write_cursor,
)
from nightcrew.ports import Clock
from nightcrew.store import knowledge
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewKnowledge:
    """The desk at which items are let in. A refused one is not proposed again."""

    db: Database
    clock: Clock

    async def waiting(
        self,
        tenant: UUID,
        collection: str | None = None,
        *,
        cursor: str | None = None,
        limit: int = USUAL_PAGE,
    ) -> Page[KnowledgeItem]:
        """A page of what waits, the oldest first. Raises: BadInput."""
        after, limit = read_queue_cursor(cursor), check_limit(limit)
        if collection is not None:
            check_collection(collection)
        async with self.db.begin(tenant) as connection:
            found, total = await knowledge.waiting(
                connection, tenant, collection, after=after, limit=limit + 1
            )
            following = None
            if len(found) > limit:
                last = found[limit - 1].id
                following = write_cursor(*await knowledge.place_of(connection, tenant, last))
        return Page(items=found[:limit], next_cursor=following, total=total)

    async def accept(
        self, tenant: UUID, item: UUID, by: str, *, now: datetime | None = None
    ) -> KnowledgeItem:
        """Let an item in, in place of the one it replaces. Raises: BadInput, NotFound, Refused."""
        return await self._decide(tenant, item, by, ItemState.LIVE, now)

    async def reject(
        self, tenant: UUID, item: UUID, by: str, *, now: datetime | None = None
    ) -> KnowledgeItem:
        """Turn an item down. Raises: BadInput, NotFound, Refused."""
        return await self._decide(tenant, item, by, ItemState.REJECTED, now)

    async def _decide(
        self, tenant: UUID, item: UUID, by: str, state: ItemState, now: datetime | None
    ) -> KnowledgeItem:
        reviewer = check_reviewer(by)
        async with self.db.begin(tenant) as connection:
            found = await self._waiting_one(connection, tenant, item)
            decided = replace(
                found,
                state=state,
                reviewed_by=reviewer,
                reviewed_at=now or self.clock.now(),
            )
            await knowledge.keep(connection, tenant, decided)
            if state is ItemState.LIVE and found.replaces is not None:
                await knowledge.settle(connection, tenant, [found.replaces], ItemState.REPLACED)
        return decided

    async def _waiting_one(self, connection: Connection, tenant: UUID, item: UUID) -> KnowledgeItem:
        found = await knowledge.one(connection, tenant, item)
        if found is None:
            raise NotFound(
                "unknown_item",
                "there is no item of knowledge by this id",
                hint="`nightcrew knowledge review list` shows what waits",
            )
        if found.state is not ItemState.WAITING:
            raise Refused(
                "not_waiting",
                f"this item does not wait for a review, it is {found.state}",
                hint="`nightcrew knowledge review list` shows what waits",
            )
        return found
