"""*Prices*: how many listings crews can compare with, and what they say of a car."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Response

from nightcrew.domain.errors import NightcrewError
from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import PRICE_BOUNDS
from nightcrew.usecases.ask_price import Price
from nightcrew.web.console.forms import Form
from nightcrew.web.console.pages import console_router, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.problems import status_of

router = console_router()
ASKED = ("maker", "model", "year", "km", "trim", "fuel", "accident", "offered", "currency")


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Where the low, middle and high price stand on a line from 0 to 100; offered: if it fits."""

    low: float
    mid: float
    high: float
    offered: float | None


@router.get("/prices")
async def prices_page(visit: AdminVisit) -> Response:
    """Listings in numbers, and the place to ask."""
    return await _page(visit)


@router.post("/prices")
async def ask(visit: AdminVisit) -> Response:
    """What listings say of a car."""
    locale = "ko-KR" if visit.language == "ko" else "en-US"
    try:
        item = _item(visit.form)
        price = await visit.app.ask_price(visit.tenant, item, locale=locale, now=visit.now)
    except NightcrewError as error:
        return await _page(visit, refused=error.code, status=status_of(error))
    return await _page(visit, price=price, interval=_interval(price, item))


def _item(form: Form) -> PriceItem:
    """The car as it was written. Raises: BadInput."""

    def said(name: str) -> str | None:
        return form.text(name) or None

    offered = form.number("offered")
    return PriceItem(
        maker=said("maker"),
        model=said("model"),
        year=form.number("year"),
        km=form.number("km"),
        trim=said("trim"),
        fuel=said("fuel"),
        accident=said("accident"),
        offered=None if offered is None else float(offered),
        currency=said("currency"),
    )


def _interval(price: Price, item: PriceItem) -> Interval | None:
    told = price.answer
    if told.low is None or told.mid is None or told.high is None:
        return None
    room = max(told.high - told.low, 1) / 2
    least, most = told.low - room, told.high + room

    def place(amount: float) -> float:
        return round(100 * (amount - least) / (most - least), 2)

    offered = item.offered if item.offered and least <= item.offered <= most else None
    return Interval(
        low=place(told.low),
        mid=place(told.mid),
        high=place(told.high),
        offered=None if offered is None else place(offered),
    )


async def _page(
    visit: Visit,
    *,
    price: Price | None = None,
    interval: Interval | None = None,
    refused: str = "",
    status: int = 200,
) -> Response:
    return page(
        visit,
        "prices.html",
        title=visit.words["prices"]["title"],
        status=status,
        counts=await visit.app.count_listings(visit.tenant),
        currencies=tuple(PRICE_BOUNDS),
        price=price,
        interval=interval,
        refused=refused,
        typed={name: visit.form.text(name) for name in ASKED},
    )
