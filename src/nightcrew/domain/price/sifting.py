"""Rows of a table on their way in: clean ones pass, dirty ones are counted by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nightcrew.domain.price.listing import Dirt, Listing
from nightcrew.domain.price.row import Row, RowPlace, RowShape, read_row

MOST_SHOWN = 5  # row numbers a kind


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadReport:
    """What became of a table's rows.

    stored: new ones; replaced: known by source and id. dropped: earlier rows of the source that
    are no longer in it. dirt: rows left out, by kind; rows: the numbers of the first few of each,
    from 1. seconds: of the whole loading.
    """

    source: str
    read: int = 0
    stored: int = 0
    replaced: int = 0
    dropped: int = 0
    dirt: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    seconds: float = 0.0


class Sieve:
    """Reads rows one by one and remembers what it has seen of this table."""

    def __init__(self, shape: RowShape) -> None:
        self._shape = shape
        self._ids: set[str] = set()
        self._cars: set[tuple[object, ...]] = set()
        self.read = 0
        self.dirt: dict[str, int] = {}
        self.rows: dict[str, tuple[int, ...]] = {}

    def take(self, row: Row | None, place: RowPlace) -> Listing | None:
        """The row as a listing, None when it is left out. row: None for an unreadable line."""
        self.read += 1
        found = Dirt.ROW_UNREADABLE if row is None else read_row(row, self._shape, place)
        if isinstance(found, Listing):
            again = self._seen(found)
            if again is None:
                return found
            found = again
        self._count(found, place.number)
        return None

    def _seen(self, listing: Listing) -> Dirt | None:
        """The same row again, or the same car under another number."""
        if listing.source_id in self._ids:
            return Dirt.DUPLICATE
        car = listing.car and (*listing.car, listing.basis)
        if car in self._cars:
            return Dirt.SAME_CAR
        self._ids.add(listing.source_id)
        if car is not None:
            self._cars.add(car)
        return None

    def _count(self, dirt: Dirt, number: int) -> None:
        self.dirt[dirt] = self.dirt.get(dirt, 0) + 1
        shown = self.rows.get(dirt, ())
        if len(shown) < MOST_SHOWN:
            self.rows[dirt] = (*shown, number)
