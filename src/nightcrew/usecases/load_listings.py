"""An operator's table of used cars becomes listings; dirty rows are left out and counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from time import monotonic
from uuid import UUID, uuid4

from nightcrew.domain.price.listing import Listing
from nightcrew.domain.price.row import Row, RowPlace, RowShape
from nightcrew.domain.price.sifting import LoadReport, Sieve
from nightcrew.ports import Clock
from nightcrew.store import listings
from nightcrew.store.database import Database

BATCH = 5_000  # rows a transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadListings:
    """Loads tables. A row is known by source and id: loading the same table again changes nothing
    but what has changed in it."""

    db: Database
    clock: Clock

    async def __call__(
        self,
        tenant: UUID,
        rows: Iterable[Row | None],
        shape: RowShape,
        *,
        replace: bool = False,
        now: datetime | None = None,
        told: Callable[[LoadReport], None] | None = None,
    ) -> LoadReport:
        """Load a table batch by batch; a broken end leaves whole batches.

        rows: None for a line that cannot be read. replace: drop earlier rows of the source that
        are not in this table. told: hears how far it is after each batch.
        """
        loading = _Loading(shape=shape, today=(now or self.clock.now()).date())
        coming = iter(rows)
        async with self.db.begin(tenant) as connection:
            began = await listings.moment(connection)
        while await asyncio.to_thread(loading.next_batch, coming):
            async with self.db.begin(tenant) as connection:
                loading.note(await listings.add(connection, tenant, loading.batch))
            if told is not None:
                told(loading.report())
        dropped = 0
        if replace:
            async with self.db.begin(tenant) as connection:
                dropped = await listings.drop_older(connection, tenant, shape.source, began)
        return loading.report(dropped)


class _Loading:
    """How far a loading is."""

    def __init__(self, *, shape: RowShape, today: date) -> None:
        self._source, self._today, self._began = shape.source, today, monotonic()
        self._sieve = Sieve(shape)
        self._stored = self._replaced = 0
        self.batch: list[Listing] = []

    def next_batch(self, coming: Iterator[Row | None]) -> bool:
        """Read the next rows into the batch; False when there are none."""
        before = self._sieve.read
        taken = (self._taken(row) for row in islice(coming, BATCH))
        self.batch = [each for each in taken if each is not None]
        return self._sieve.read > before

    def _taken(self, row: Row | None) -> Listing | None:
        place = RowPlace(number=self._sieve.read + 1, id=uuid4(), today=self._today)
        return self._sieve.take(row, place)

    def note(self, written: listings.Written) -> None:
        """Count what was written."""
        self._stored += written.stored
        self._replaced += written.replaced

    def report(self, dropped: int = 0) -> LoadReport:
        """What became of the rows so far."""
        return LoadReport(
            source=self._source,
            read=self._sieve.read,
            stored=self._stored,
            replaced=self._replaced,
            dropped=dropped,
            dirt=dict(self._sieve.dirt),
            rows=dict(self._sieve.rows),
            seconds=round(monotonic() - self._began, 3),
        )
