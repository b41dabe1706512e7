"""Vectors that are asked for again and again, kept in this process."""

from __future__ import annotations

import asyncio
from array import array
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import date
from operator import mul
from uuid import UUID

from nightcrew.domain.everyday import EVERYDAY_LINES
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.memory import Memory
from nightcrew.domain.recall import Ordinary, dense_text, of_length_one
from nightcrew.ports import Embedder

NEW_VECTORS = 128  # memories embedded for one question; the rest go by their words until the next
VECTORS_KEPT = 4096  # 6 MB when full
_ANY_DAY = date(2026, 9, 1)  # ordinary lines are dated like all others, on whatever day


class KnownVectors:
    """Vectors of memories, by version, and of ordinary lines, by one embedder; made when needed."""

    def __init__(self) -> None:
        self._ordinary: dict[str, list[Sequence[float]]] = {}
        self._memories: OrderedDict[tuple[UUID, int], Sequence[float]] = OrderedDict()
        self._first = asyncio.Lock()

    async def ordinary(self, embedder: Embedder, question: Sequence[float]) -> Ordinary:
        """How near ordinary lines are to a question's vector."""
        async with self._first:
            if not self._ordinary:
                self._ordinary = {
                    script: await _read(embedder, lines) for script, lines in EVERYDAY_LINES.items()
                }
        asked = of_length_one(question)
        nearness = {
            script: [sum(map(mul, asked, vector)) for vector in vectors]
            for script, vectors in self._ordinary.items()
        }
        return Ordinary.of(nearness, embedder.model)

    async def of_memories(
        self, embedder: Embedder, wanted: Sequence[Memory]
    ) -> Mapping[UUID, Sequence[float]]:
        """Vectors by memory id; at most NEW_VECTORS are made, for the first that have none."""
        new = [each for each in wanted if (each.id, each.version) not in self._memories]
        new = new[:NEW_VECTORS]
        texts = [dense_text(each.said_on, Speaker.USER, each.text) for each in new]
        made = await embedder.passages(texts) if texts else []
        for memory, vector in zip(new, made, strict=True):
            self._memories[memory.id, memory.version] = array("f", vector)
        held = {memory.id: self._used(memory) for memory in wanted}
        while len(self._memories) > VECTORS_KEPT:
            self._memories.popitem(last=False)
        return {memory: vector for memory, vector in held.items() if vector is not None}

    def drop_memories(self) -> None:
        """Hold no vector of a memory any more; they are made again when they are needed."""
        self._memories.clear()

    def _used(self, memory: Memory) -> Sequence[float] | None:
        key = (memory.id, memory.version)
        if key in self._memories:
            self._memories.move_to_end(key)
        return self._memories.get(key)


async def _read(embedder: Embedder, lines: Sequence[str]) -> list[Sequence[float]]:
    texts = [dense_text(_ANY_DAY, Speaker.USER, line) for line in lines]
    return [of_length_one(vector) for vector in await embedder.passages(texts)]
