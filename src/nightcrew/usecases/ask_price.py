"""What a car is worth, asked without a talk."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.estimate import PriceAnswer
from nightcrew.domain.price.telling import ask_of, lines_of
from nightcrew.ports import Clock
from nightcrew.store.listing_search import ListingSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The answer with its words. ask: the one question to ask back, None when there is none."""

    answer: PriceAnswer
    lines: tuple[str, ...]
    ask: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPrice:
    """Asks the listings of a tenant for a price."""

    search: ListingSearch
    clock: Clock

    async def __call__(
        self, tenant: UUID, item: PriceItem, *, locale: str = "ko-KR", now: datetime | None = None
    ) -> Price:
        """The range, or what is missing. locale: of the words."""
        found = await self.search(tenant, item, (now or self.clock.now()).date())
        return Price(
            answer=found.answer,
            lines=lines_of(found.answer, found.asked, locale),
            ask=ask_of(found.answer, locale),
        )
