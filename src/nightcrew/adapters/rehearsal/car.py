"""Which car is meant: maker, model, year, kilometres and the price that was named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import date

from nightcrew.adapters.rehearsal.table import car_names, pattern, table
from nightcrew.domain.figures import amounts, value_of
from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import accident_told
from nightcrew.domain.price.units import KM_PER_MILE, TEN_THOUSAND, read_year
from nightcrew.domain.questions import TalkLine

LEAST_WON = 50  # in units of 10,000: no car is offered for less, so the figure is no price
LINES_LOOKED_BACK = 6


def item_in(said: str, talk: Sequence[TalkLine], said_on: date) -> PriceItem:
    """The car of the sentence; what it leaves open is taken from the user's last lines."""
    item = _read(said, said_on)
    for line in reversed(talk[-LINES_LOOKED_BACK:]):
        if line.speaker == "user" and item.model is None:
            item = _filled(item, _read(line.text, said_on))
    return item


def _filled(item: PriceItem, other: PriceItem) -> PriceItem:
    names = [each.name for each in fields(item) if getattr(item, each.name) is None]
    return replace(item, **{name: getattr(other, name) for name in names})


def _read(text: str, said_on: date) -> PriceItem:
    low = text.lower()
    model = _model(low)
    offered, currency = _offered(text)
    return PriceItem(
        maker=car_names().get(model) if model else None,
        model=model,
        year=_year(text, said_on),
        km=_km(text),
        fuel=next((fuel for fuel in table("fuels") if pattern("fuels", fuel).search(low)), None),
        accident=accident_told(text),
        offered=offered,
        currency=currency,
    )


def _model(low: str) -> str | None:
    for name in sorted(car_names(), key=len, reverse=True):
        edge = r"(?<![a-z0-9])" if name[0].isascii() else ""
        if re.search(rf"{edge}{re.escape(name)}(?![a-z0-9])", low):
            return name
    return None


def _year(text: str, said_on: date) -> int | None:
    found = _found("year", text)
    if found:
        short = found["short"] or found["short_en"]
        return read_year(found["whole"] or short)
    age = _found("age", text)
    return said_on.year - int(age["years"] or age["years_en"]) if age else None


def _km(text: str) -> int | None:
    without = pattern("car", "year").sub(" ", text)
    found = _found("km_in_scales", without)
    if found:
        return round(value_of(found["number"]))
    found = _found("km_in_ten_thousands", without) or _found("km_alone", without)
    if found:
        return round(_number(found["number"]) * TEN_THOUSAND)
    miles = _found("miles", without)
    if miles:
        return round(_number(miles["number"]) * (1000 if miles["thousand"] else 1) * KM_PER_MILE)
    found = _found("km", without)
    return round(_number(found["number"]) * (1000 if found["thousand"] else 1)) if found else None


def _offered(text: str) -> tuple[float | None, str | None]:
    found = _found("dollars", text)
    if found:
        amount = _number(found["number"] or found["number_en"])
        return amount * (1000 if found["thousand"] or found["thousand_en"] else 1), "USD"
    without = pattern("car", "year").sub(" ", text)
    for driven in ("km_in_scales", "km_in_ten_thousands", "km_alone", "km"):
        without = pattern("car", driven).sub(" ", without)
    won = _won(without)
    return (won, "KRW") if won else (None, None)


def _won(text: str) -> float:
    """A price in won: 1억 2천, 천오백만원, 2,350만, and in units of 10,000: 2천2백, 1500이면.

    A sum that no car costs is heard only where it is clearly asked for the car (1500원이면), so
    that the tool can ask back.
    """
    least = LEAST_WON * TEN_THOUSAND
    sums = [each for each in amounts(text) if each.currency == "KRW" or each.value >= least]
    named = [each for each in sums if each.value >= least] or [
        each for each in sums if pattern("car", "asked_for").match(text, each.end)
    ]
    if named:
        return float(named[0].value)
    bare = _ten_thousands(text)
    return bare * TEN_THOUSAND if bare >= LEAST_WON else 0.0


def _ten_thousands(text: str) -> float:
    """A price whose unit is left out: 2천2백, 1500이면, 천오백이면."""
    found = _found("thousands", text)
    if found:
        return int(found["thousands"]) * 1000.0 + int(found["hundreds"] or 0) * 100.0
    for each in reversed(amounts(text)):
        text = f"{text[: each.start]}{each.value:f}{text[each.end :]}"
    found = _found("bare", text)
    return _number(found["number"]) if found else 0.0


def _found(name: str, text: str) -> re.Match[str] | None:
    return pattern("car", name).search(text)


def _number(text: str) -> float:
    return float(text.replace(",", ""))
