"""The price tool's look into listings: a car as it was said becomes a range or a question."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.estimate import PriceAnswer, estimate
from nightcrew.domain.price.ladder import WINDOW_DAYS
from nightcrew.domain.price.listing import Listing
from nightcrew.domain.price.names import segment_of
from nightcrew.domain.price.question import AskBack, CarAsked, car_asked
from nightcrew.store import listings
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database

OWN_LOOKED_AT = 300  # of the model: 85 ms of CPU, reading and telling (docs/price.md)
ENOUGH_OF_ITS_OWN = 150  # offers of a model; from then on its segment teaches nothing more
OTHERS_LOOKED_AT = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceFound:
    """What the listings say. asked: the car as it was understood, None when that was not enough."""

    asked: CarAsked | None
    answer: PriceAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingSearch:
    """Tells what a tenant's listings say of a car."""

    db: Database

    async def __call__(self, tenant: UUID, item: PriceItem, today: date) -> PriceFound:
        """The range, or what to ask back. today: the day of the question where the user is."""
        asked = car_asked(item, today)
        if isinstance(asked, AskBack):
            return PriceFound(asked=None, answer=PriceAnswer(ask=asked))
        async with self.db.begin(tenant) as connection:
            own, others = await _offers(connection, tenant, asked)
        # A fit takes longer than the event loop may wait.
        answer = await asyncio.to_thread(estimate, asked, own, others)
        return PriceFound(asked=asked, answer=answer)


async def _offers(
    connection: Connection, tenant: UUID, asked: CarAsked
) -> tuple[Sequence[Listing], Sequence[Listing]]:
    since = asked.today - timedelta(days=WINDOW_DAYS)
    found = await listings.of_model(
        connection, tenant, asked.model_key, year=asked.year, since=since, limit=OWN_LOOKED_AT
    )
    currency = asked.currency or _usual_currency(found)
    own = [each for each in found if each.currency == currency]
    if len(own) >= ENOUGH_OF_ITS_OWN or not own:
        return own, ()
    others = await listings.of_segment(
        connection,
        tenant,
        _segment(own, asked.model_key),
        without=asked.model_key,
        currency=currency,
        year=asked.year,
        since=since,
        limit=OTHERS_LOOKED_AT,
    )
    return own, others


def _segment(own: Sequence[Listing], key: str) -> str:
    """The segment as the table names it."""
    return own[0].segment if own else segment_of(key)


def _usual_currency(found: Sequence[Listing]) -> str:
    counted = Counter(each.currency for each in found)
    return counted.most_common(1)[0][0] if counted else "KRW"
