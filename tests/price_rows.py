"""Rows and listings for tests about prices; a test names only what it is about."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid5

from nightcrew.domain.price.listing import Accident, Basis, Listing
from nightcrew.domain.price.names import KNOWN_MODELS, model_key, segment_of
from nightcrew.domain.price.question import CarAsked
from nightcrew.domain.price.row import Row, RowPlace, own_shape

TODAY = date(2026, 11, 30)
OWN = own_shape("table")


def row(**cells: object) -> Row:
    """A clean row in our own names."""
    usual = {"id": "a1", "model": "아반떼", "year": 2021, "km": 41_203, "price": 15_000_000,
             "listed_on": "2026-11-20"}  # fmt: skip
    return {name: str(cell) for name, cell in (usual | cells).items() if cell is not None}


def place(number: int = 1) -> RowPlace:
    """Where a row stands."""
    return RowPlace(number=number, id=_id(number), today=TODAY)


def listing(number: int = 1, **changed: Any) -> Listing:
    """A clean 2021 Avante; every number makes another car."""
    model = changed.pop("model", "아반떼")
    key = model_key(model)
    values: dict[str, Any] = {
        "id": _id(number), "source": "table", "source_id": f"a{number}",
        "maker": KNOWN_MODELS[key].maker if key in KNOWN_MODELS else None,
        "model": model, "model_key": key, "segment": segment_of(key), "trim": None,
        "fuel": "gasoline", "year": 2021, "km": 40_000 + 13 * number, "accident": Accident.NONE,
        "price": 15_000_000, "currency": "KRW", "basis": Basis.ASKING,
        "listed_on": TODAY - timedelta(days=number % 30),
    }  # fmt: skip
    return Listing(**(values | changed))


def car(**changed: Any) -> CarAsked:
    """A 2021 Avante with 40,000 km and no accident."""
    values: dict[str, Any] = {
        "model": "아반떼", "model_key": "아반떼", "year": 2021, "km": 40_000,
        "accident": Accident.NONE, "fuel": None, "trim": None, "offered": None, "currency": None,
        "today": TODAY,
    }  # fmt: skip
    return CarAsked(**(values | changed))


def _id(number: int) -> UUID:
    return uuid5(UUID(int=7), str(number))
