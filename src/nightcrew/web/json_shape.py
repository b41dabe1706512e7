"""How our values look as JSON: instants to the second in UTC, dates as dates, ids as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from types import NoneType
from typing import Any
from uuid import UUID

from fastapi.responses import JSONResponse

from nightcrew.domain.moments import instant_text
from nightcrew.domain.rare_parts import TOLD_WHEN_SET

_AS_JSON = frozenset({NoneType, bool, int, float, str})


def plain(value: object) -> Any:
    """The value as JSON knows it; a dataclass becomes an object of its fields."""
    if type(value) in _AS_JSON:  # nearly every value, and the quickest to tell
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str | UUID):
        return str(value)
    if isinstance(value, int | float):
        return value
    return _plain_moment(value)


def _plain_moment(value: object) -> Any:
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, date):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else _plain_parts(value)


def _plain_parts(value: object) -> Any:
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    if is_dataclass(value):
        return {name: plain(part) for name, part in _told(value)}
    if isinstance(value, Iterable):
        return [plain(part) for part in value]
    raise TypeError(f"{type(value).__name__} has no JSON shape")


def _told(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a value; what is rare, such as a merge, is told only where it is so."""
    for each in fields(value):
        part = getattr(value, each.name)
        if part or not each.metadata.get(TOLD_WHEN_SET):
            yield each.name, part


def answer(value: object, status: int = 200) -> JSONResponse:
    """A JSON answer that no cache keeps: it is about one person."""
    return JSONResponse(plain(value), status, headers={"Cache-Control": "no-store"})
