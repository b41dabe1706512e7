"""One look of a watch, by the search or the price tool."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.price.asked import item_of
from nightcrew.domain.price.estimate import PriceAnswer
from nightcrew.domain.price.telling import lines_of
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import WatchSpec
from nightcrew.domain.tool import SearchRequest
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.watch import FRESH_DAYS, MOST_RESULTS, Looked
from nightcrew.ports import WebSearch
from nightcrew.store.listing_search import ListingSearch

LOOK_SECONDS = 20.0  # nobody waits for it, but a flow should end


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """For whom something is looked up. on: their day."""

    tenant: UUID
    locale: str
    on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Asks the tool of a watch."""

    search: WebSearch
    prices: ListingSearch

    async def __call__(self, watch: WatchSpec, place: Place) -> Looked:
        """What it brought; a failing tool is a status."""
        if watch.tool is Tool.PRICE:
            return await self._price(watch, place)
        found = await self.search.look_up(
            SearchRequest(
                query=watch.query,
                locale=place.locale,
                max_results=MOST_RESULTS,
                deadline_seconds=LOOK_SECONDS,
                freshness_days=FRESH_DAYS,
                on=place.on,
                whose=place.tenant,
                anew=True,  # what was there this morning is no news tonight
            )
        )
        return Looked(status=found.status, sources=found.sources)

    async def _price(self, watch: WatchSpec, place: Place) -> Looked:
        try:
            found = await self.prices(place.tenant, item_of(watch.query), place.on)
        except OutsideFailure:
            return Looked(status=ToolStatus.UNAVAILABLE)
        answer: PriceAnswer = found.answer
        if answer.mid is None:
            return Looked(status=ToolStatus.INSUFFICIENT)
        return Looked(
            status=ToolStatus.OK,
            lines=lines_of(answer, found.asked, place.locale),
            figure=(Decimal(answer.mid), answer.currency or ""),
        )
