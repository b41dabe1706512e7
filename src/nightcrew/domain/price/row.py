"""One row of an operator's table as a listing, or the kind of dirt it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from uuid import UUID

from nightcrew.domain.price.listing import (
    EARLIEST_YEAR,
    LEAST_KM_OF_A_USED_CAR,
    MOST_KM,
    YEARS_OF_A_NEW_CAR,
    Basis,
    Dirt,
    Listing,
    is_lease,
    is_salvage,
    price_is_possible,
    read_accident,
    read_fuel,
)
from nightcrew.domain.price.names import KNOWN_MODELS, model_key, segment_of
from nightcrew.domain.price.units import MONEY_UNITS, Money, read_km, read_money, read_year

Row = Mapping[str, str]

# A name is short and holds no sentence: what a seller writes must not speak to a model.
_NAME = re.compile(r"[\w가-힣][\w가-힣 +\-./·()&']{0,39}")
_LONGEST_ID = 128
_BASES = frozenset(Basis)
# The product's time may lie before that of a table by months; a year ahead is a typing mistake.
AHEAD = timedelta(days=365)
_DAY = re.compile(r"(\d{4})\s?[-./년]\s?(\d{1,2})\s?[-./월]\s?(\d{1,2})")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowShape:
    """How an operator's table names things.

    columns: our field to the table's column. fixed: our field to what holds for every row.
    price_unit, km_unit: of bare numbers. source: names the table; rows are known by it and id.
    """

    source: str
    columns: Mapping[str, str]
    price_unit: str = "만원"
    km_unit: str = "km"
    fixed: Mapping[str, str] = field(default_factory=dict)

    def cell(self, row: Row, name: str) -> str:
        """A field of a row as text; empty when the table has none."""
        if name in self.fixed:
            return self.fixed[name]
        column = self.columns.get(name)
        return str(row.get(column) or "").strip() if column else ""


FIELDS = (
    "id", "maker", "model", "trim", "fuel", "year", "km", "price", "currency", "accident",
    "engine_cc", "listed_on", "basis", "segment", "note",
)  # fmt: skip
NEEDED = ("model", "year", "km", "price")
_ALSO_CALLED = {
    "source_id": "id", "listing_id": "id", "mileage": "km", "mileage_km": "km", "amount": "price",
    "price_krw": "price", "listed_at": "listed_on", "seen_on": "listed_on", "seen_at": "listed_on",
    "sold_on": "listed_on", "as_of": "listed_on", "date": "listed_on",
}  # fmt: skip


def in_our_names(row: Mapping[str, object]) -> Row:
    """A row whose columns are called as our fields are, or nearly so."""
    named = {_ALSO_CALLED.get(key, key): cell for key, cell in row.items()}
    return {name: str(cell) for name, cell in named.items() if cell is not None}


def own_shape(source: str, *, price_unit: str = "원", km_unit: str = "km") -> RowShape:
    """The shape of rows in our names."""
    columns = {name: name for name in FIELDS}
    return RowShape(source=source, columns=columns, price_unit=price_unit, km_unit=km_unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowPlace:
    """Where a row stands: its number in the file from 1, its id, and the day of loading."""

    number: int
    id: UUID
    today: date


def read_row(row: Row, shape: RowShape, place: RowPlace) -> Listing | Dirt:
    """The row as a listing, or the first thing wrong with it."""
    if is_salvage(f"{shape.cell(row, 'accident')} {shape.cell(row, 'note')}"):
        return Dirt.SALVAGE
    if is_lease(f"{shape.cell(row, 'trim')} {shape.cell(row, 'note')}"):
        return Dirt.LEASE
    if _has_no_engine(row, shape):
        return Dirt.NO_ENGINE
    figures = _figures(row, shape, place.today)
    return figures if isinstance(figures, Dirt) else _listing(row, shape, place, figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figures:
    year: int
    km: int
    price: Money
    listed_on: date


def _figures(row: Row, shape: RowShape, today: date) -> _Figures | Dirt:
    year = _year(shape.cell(row, "year"), today)
    if isinstance(year, Dirt):
        return year
    km = _km(shape.cell(row, "km"), shape.km_unit, today.year - year)
    if isinstance(km, Dirt):
        return km
    price = _price(shape.cell(row, "price"), shape.cell(row, "currency") or shape.price_unit)
    if isinstance(price, Dirt):
        return price
    listed_on = _listed_on(shape.cell(row, "listed_on"), today)
    if isinstance(listed_on, Dirt):
        return listed_on
    return _Figures(year=year, km=km, price=price, listed_on=listed_on)


def _listing(row: Row, shape: RowShape, place: RowPlace, figures: _Figures) -> Listing | Dirt:
    model, basis = shape.cell(row, "model"), shape.cell(row, "basis") or Basis.ASKING
    if not model:
        return Dirt.NO_MODEL
    if not _NAME.fullmatch(model):
        return Dirt.MODEL_UNREADABLE
    if basis not in _BASES:
        return Dirt.BASIS_UNREADABLE
    key = model_key(model)
    known = KNOWN_MODELS.get(key)
    return Listing(
        id=place.id,
        source=shape.source,
        source_id=(shape.cell(row, "id") or f"row {place.number}")[:_LONGEST_ID],
        maker=known.maker if known else _name(shape.cell(row, "maker")),
        model=known.name if known else model,
        model_key=key,
        segment=_name(shape.cell(row, "segment")) or segment_of(key),
        trim=_name(shape.cell(row, "trim")),
        fuel=read_fuel(shape.cell(row, "fuel")),
        year=figures.year,
        km=figures.km,
        accident=read_accident(shape.cell(row, "accident")),
        price=figures.price.amount,
        currency=figures.price.currency,
        basis=Basis(basis),
        listed_on=figures.listed_on,
    )


def _name(text: str) -> str | None:
    return text if _NAME.fullmatch(text) else None


def _has_no_engine(row: Row, shape: RowShape) -> bool:
    engine = shape.cell(row, "engine_cc").replace(",", "").removesuffix("cc")
    if not engine.startswith("0"):
        return False
    electric = read_fuel(shape.cell(row, "fuel")) in ("electric", "hydrogen")
    return bool(re.fullmatch(r"0+(?:\.0+)?", engine)) and not electric


def _year(text: str, today: date) -> int | Dirt:
    year = read_year(text)
    if year is None:
        return Dirt.YEAR_UNREADABLE
    return year if EARLIEST_YEAR <= year <= today.year + 1 else Dirt.YEAR_OUT_OF_BOUNDS


def _km(text: str, unit: str, years: int) -> int | Dirt:
    """years: of the car; an old one that has run nothing is a cell left empty or another unit."""
    km = read_km(text, unit)
    if km is None:
        return Dirt.KM_UNREADABLE
    run = km >= LEAST_KM_OF_A_USED_CAR or years < YEARS_OF_A_NEW_CAR
    return km if run and km <= MOST_KM else Dirt.KM_OUT_OF_BOUNDS


def _price(text: str, unit: str) -> Money | Dirt:
    price = read_money(text, unit) if unit in MONEY_UNITS else None
    if price is None:
        return Dirt.PRICE_UNREADABLE
    possible = price_is_possible(price.amount, price.currency)
    return price if possible else Dirt.PRICE_OUT_OF_BOUNDS


def _listed_on(text: str, today: date) -> date | Dirt:
    """The day; a table without one is as old as its loading."""
    if not text:
        return today
    found = _DAY.match(text)
    try:
        day = date(*map(int, found.groups())) if found else datetime.fromisoformat(text).date()
    except ValueError:
        return Dirt.DATE_UNREADABLE
    return day if day <= today + AHEAD else Dirt.DATE_IN_THE_FUTURE
