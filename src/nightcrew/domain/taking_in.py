"""What became of memories that were brought in from outside, item by item and in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID


class Taken(StrEnum):
    """What became of one item."""

    CREATED = "created"
    CHANGED = "changed"
    OFF = "off"
    ALREADY_THERE = "already_there"
    WITHHELD = "withheld"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenItem:
    """One item. place: a line number, or a place in the document. reason: none where it came in."""

    place: str
    outcome: Taken
    reason: str | None = None
    memory: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """All items, by number and one by one; what nothing is to be said about is only counted.

    withheld: what the user asked to forget or to erase. rows: of a whole export, rows written by
    table.
    """

    created: int = 0
    changed: int = 0
    off: int = 0
    already_there: int = 0
    withheld: int = 0
    refused: int = 0
    dry_run: bool = False
    items: tuple[TakenItem, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)


def taken_in(
    items: Sequence[TakenItem], *, dry_run: bool, rows: Mapping[str, int] | None = None
) -> TakenIn:
    """Count the items."""
    counts = Counter(str(item.outcome) for item in items)
    return TakenIn(
        **{str(outcome): counts[outcome] for outcome in Taken},
        dry_run=dry_run,
        items=tuple(
            item for item in items if item.outcome is not Taken.ALREADY_THERE or item.reason
        ),
        rows=rows or {},
    )
