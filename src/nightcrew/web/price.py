"""Listings of used cars come in; crews compare with them when a price is asked."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import Field

from nightcrew.domain.price.row import in_our_names, own_shape
from nightcrew.web.access import AdminCall
from nightcrew.web.bodies import Body
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Name

router = APIRouter(tags=["price"], prefix="/v1/price")
MOST_ROWS = 20_000
MoneyUnit = Literal["원", "천원", "만원", "KRW", "USD", "EUR", "GBP", "JPY", "CNY"]


class ListingsBody(Body):
    """Rows of one table; units: of bare numbers.

    source: names the table. replace: earlier rows of the source that are not among these go.
    """

    source: Name = "api"
    listings: list[dict[str, Any]] = Field(max_length=MOST_ROWS)
    price_unit: MoneyUnit = "원"
    km_unit: Literal["km", "만km", "mile"] = "km"
    replace: bool = False


@router.post("/listings")
async def load_listings(body: ListingsBody, call: AdminCall) -> Response:
    """Load listings; the same source and id again replaces, dirty rows are counted by kind."""
    shape = own_shape(body.source, price_unit=body.price_unit, km_unit=body.km_unit)
    report = await call.app.load_listings(
        call.tenant,
        map(in_our_names, body.listings),
        shape,
        replace=body.replace,
        now=call.at(body.now),
    )
    return answer(report)
