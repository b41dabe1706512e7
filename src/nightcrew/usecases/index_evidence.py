"""Index raw talk and memories for recall: in the background, rebuilt whenever rows are missing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from nightcrew.domain.day import today
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.lexemes import as_tsvector, weighted_length
from nightcrew.domain.recall import dense_text
from nightcrew.ports import Embedder
from nightcrew.store import memory_index, recall
from nightcrew.store.database import Database
from nightcrew.store.memory_index import MemoryNotIndexed
from nightcrew.store.recall import IndexRow, NotIndexed
from nightcrew.store.sweeps import tenants_to_sweep

BATCH_LINES = 64  # some 2 s of embedding between two short transactions
LINES_A_RUN = 1_600  # for one tenant; about a minute on one core, 24 lines a second

Progress = Callable[[int, int], None]  # rows written so far, and of how many


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEvidence:
    """Fills the index, and fills it anew after the embedding model was changed.

    A row is written with the model it was made by and one of another model counts as missing, so
    that a run which was stopped, however it ended, is gone on with by the next.
    """

    db: Database
    embedder: Embedder

    async def __call__(
        self, now: datetime | None = None, tenant: UUID | None = None
    ) -> Mapping[str, int]:
        """Index what waits, newest first, LINES_A_RUN of each sort for a tenant.

        Counts `indexed` lines, `memories` and `tenants`. now: makes no difference, the index holds
        whatever was said. tenant: None for all.
        """
        tenants = await tenants_to_sweep(self.db, tenant)
        lines = [await self._lines(each, LINES_A_RUN) for each in tenants]
        memories = [await self._memories(each, LINES_A_RUN) for each in tenants]
        return {"indexed": sum(lines), "memories": sum(memories), "tenants": len(tenants)}

    async def reindex(self, tenant: UUID, progress: Progress) -> Mapping[str, int]:
        """Index all that waits, whatever it takes; progress is told after each batch."""
        async with self.db.begin(tenant) as connection:
            model = self.embedder.model
            lines = await recall.count_not_indexed(connection, tenant, model)
            memories = await memory_index.count_not_indexed(connection, tenant, model)
        total = lines + memories
        progress(0, total)
        kept = await self._memories(tenant, None, lambda done: progress(done, total))
        indexed = await self._lines(tenant, None, lambda done: progress(kept + done, total))
        return {"indexed": indexed, "memories": kept}

    async def _lines(
        self, tenant: UUID, most: int | None, told: Callable[[int], None] | None = None
    ) -> int:
        async def batch() -> tuple[int, int]:
            waiting = await self._waiting_lines(tenant)
            return len(waiting), await self._write_lines(tenant, waiting) if waiting else 0

        return await _in_batches(batch, most, told)

    async def _memories(
        self, tenant: UUID, most: int | None, told: Callable[[int], None] | None = None
    ) -> int:
        async def batch() -> tuple[int, int]:
            waiting = await self._waiting_memories(tenant)
            return len(waiting), await self._write_memories(tenant, waiting) if waiting else 0

        return await _in_batches(batch, most, told)

    async def _waiting_lines(self, tenant: UUID) -> Sequence[NotIndexed]:
        async with self.db.begin(tenant) as connection:
            return await recall.not_indexed(connection, tenant, self.embedder.model, BATCH_LINES)

    async def _write_lines(self, tenant: UUID, batch: Sequence[NotIndexed]) -> int:
        vectors = await self.embedder.passages([_dense_text(line) for line in batch])
        rows = [_row(line, vector) for line, vector in zip(batch, vectors, strict=True)]
        async with self.db.begin(tenant) as connection:
            return await recall.put_index(connection, tenant, self.embedder.model, rows)

    async def _waiting_memories(self, tenant: UUID) -> Sequence[MemoryNotIndexed]:
        model = self.embedder.model
        async with self.db.begin(tenant) as connection:
            return await memory_index.not_indexed(connection, tenant, model, BATCH_LINES)

    async def _write_memories(self, tenant: UUID, batch: Sequence[MemoryNotIndexed]) -> int:
        texts = [dense_text(each.said_on, Speaker.USER, each.text) for each in batch]
        rows = list(zip(batch, await self.embedder.passages(texts), strict=True))
        async with self.db.begin(tenant) as connection:
            return await memory_index.put_index(connection, tenant, self.embedder.model, rows)


async def _in_batches(
    batch: Callable[[], Awaitable[tuple[int, int]]],
    most: int | None,
    told: Callable[[int], None] | None,
) -> int:
    """Rows written. It ends when a batch is not full, or when none of it could be written."""
    seen = done = 0
    while most is None or seen < most:
        read, written = await batch()
        seen, done = seen + read, done + written
        if told is not None and read:
            told(done)
        if read < BATCH_LINES or not written:
            break
    return done


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
