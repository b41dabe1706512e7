"""Index raw talk for recall: in the background, rebuilt from the talk whenever rows are missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.lexemes import as_tsvector, weighted_length
from nightcrew.domain.recall import dense_text
from nightcrew.ports import Embedder
from nightcrew.store import recall
from nightcrew.store.database import Database
from nightcrew.store.recall import IndexRow, NotIndexed
from nightcrew.store.sweeps import tenants_to_sweep

BATCH_LINES = 64  # some 2 s of embedding between two short transactions
LINES_A_RUN = 1_600  # for one tenant; about a minute on one core, 24 lines a second


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEvidence:
    """Fills the index of raw talk, and fills it anew after the embedding model was changed."""

    db: Database
    embedder: Embedder

    async def __call__(
        self, now: datetime | None = None, tenant: UUID | None = None
    ) -> Mapping[str, int]:
        """Index what waits, newest lines first; `indexed` and `tenants` are counted.

        now: makes no difference, the index holds whatever was said. tenant: None for all.
        """
        tenants = await tenants_to_sweep(self.db, tenant)
        indexed = [await self._index(each) for each in tenants]
        return {"indexed": sum(indexed), "tenants": len(tenants)}

    async def _index(self, tenant: UUID) -> int:
        done = 0
        for _ in range(0, LINES_A_RUN, BATCH_LINES):
            batch = await self._waiting(tenant)
            done += await self._write(tenant, batch) if batch else 0
            if len(batch) < BATCH_LINES:
                break
        return done

    async def _waiting(self, tenant: UUID) -> Sequence[NotIndexed]:
        async with self.db.begin(tenant) as connection:
            return await recall.not_indexed(connection, tenant, self.embedder.model, BATCH_LINES)

    async def _write(self, tenant: UUID, batch: Sequence[NotIndexed]) -> int:
        vectors = await self.embedder.passages([_dense_text(line) for line in batch])
        rows = [_row(line, vector) for line, vector in zip(batch, vectors, strict=True)]
        async with self.db.begin(tenant) as connection:
            return await recall.put_index(connection, tenant, self.embedder.model, rows)


def _dense_text(line: NotIndexed) -> str:
    said = line.evidence
    return dense_text(today(said.said_at, said.timezone), said.speaker, said.text)


def _row(line: NotIndexed, vector: Sequence[float]) -> IndexRow:
    own, previous = line.evidence.text, line.previous
    return IndexRow(
        id=line.evidence.id,
        length=weighted_length(own, previous),
        embedding=vector,
        lexemes=as_tsvector(own, previous),
        erase_count=line.erase_count,
    )
