"""How many listings there are, and of which day: by source and by model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.store import listings
from nightcrew.store.database import Database
from nightcrew.store.listings import CountedModel, CountedSource

MOST_MODELS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingCounts:
    """sources: every one. models: those with the most listings, at most 100."""

    sources: Sequence[CountedSource]
    models: Sequence[CountedModel]

    @property
    def total(self) -> int:
        """All listings."""
        return sum(each.listings for each in self.sources)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountListings:
    """Counts what a tenant has loaded."""

    db: Database

    async def __call__(self, tenant: UUID) -> ListingCounts:
        """All of it, counted now."""
        async with self.db.begin(tenant) as connection:
            return ListingCounts(
                sources=await listings.by_source(connection, tenant),
                models=await listings.by_model(connection, tenant, MOST_MODELS),
            )
