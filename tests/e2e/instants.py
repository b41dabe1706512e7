"""Where an answer tells a moment in another way than the contract's."""

from __future__ import annotations

import re
from collections.abc import Iterator

A_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)")
AN_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def strange(told: object, place: str = "") -> Iterator[str]:
    """The places where something reads as a moment and is no instant of the contract."""
    if isinstance(told, dict):
        for name, part in told.items():
            yield from strange(part, f"{place}.{name}")
    elif isinstance(told, list):
        for part in told:
            yield from strange(part, f"{place}[]")
    elif isinstance(told, str):
        moments = A_MOMENT.findall(told)
        yield from (f"{place}: {each}" for each in moments if not AN_INSTANT.fullmatch(each))
