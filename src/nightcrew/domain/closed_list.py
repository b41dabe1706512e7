"""Words of a closed list, as callers and models write them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from nightcrew.domain.errors import BadInput

K = TypeVar("K", bound=StrEnum)


def member_of(kinds: type[K], text: str, field: str) -> K:
    """The value that a word names. Raises: BadInput `unknown_value`."""
    if text not in set(kinds):
        raise unknown_value(field, kinds)
    return kinds(text)


def unknown_value(field: str, values: Iterable[str]) -> BadInput:
    """The refusal of a word that is not on the list."""
    return BadInput(
        "unknown_value",
        f"{field} does not know this value",
        hint="one of " + ", ".join(values),
        field=field,
    )
