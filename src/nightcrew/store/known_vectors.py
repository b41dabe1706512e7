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

# Memories embedded for one question; the rest go by their words until the next.
NEW_VECTORS = 128
# Of a question's wait: some 40 memories of an idle machine, at 45 ms of CPU each (measured).
SECONDS_FOR_NEW = 1.5
MADE_AT_ONCE = 8
VECTORS_KEPT = 8192  # 13 MB when full
_Key = tuple[UUID, int]  # a memory and its version, or a line and the hash of its text
_ANY_DAY = date(2026, 9, 1)  # ordinary lines are dated like all others, on whatever day


class KnownVectors:
    """Vectors by one embedder, made when needed: of memories, by version, and of lines, as shown.

    Those of ordinary lines are everybody's; the others are of what users said. seconds: of one
    question, for memories that have no vector.
    """

    def __init__(self, seconds: float = SECONDS_FOR_NEW) -> None:
        self._seconds = seconds
        self._ordinary: dict[str, list[Sequence[float]]] = {}
        self._said: OrderedDict[_Key, Sequence[float]] = OrderedDict()
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
        """Vectors by memory id; some are made, for the first that have none.

        At most NEW_VECTORS, and after its time only what was begun.
        """
        new = [each for each in wanted if (each.id, each.version) not in self._said]
        texts = {
            (each.id, each.version): dense_text(each.said_on, Speaker.USER, each.text)
            for each in new[:NEW_VECTORS]
        }
        await self._make_in_time(embedder, texts)
        held = {memory.id: self._used((memory.id, memory.version)) for memory in wanted}
        self._make_room()
        return {memory: vector for memory, vector in held.items() if vector is not None}

    async def of_lines(
        self, embedder: Embedder, wanted: Sequence[tuple[UUID, str]]
    ) -> list[Sequence[float]]:
        """Vectors of lines by their id and dense text, same order; a talk is asked of in a row."""
        keys = [(line, hash(text)) for line, text in wanted]
        texts = dict(zip(keys, (text for _, text in wanted), strict=True))
        held = {key: self._said[key] for key in texts if key in self._said}
        await self._make(embedder, {key: texts[key] for key in texts if key not in held})
        vectors = [held.get(key) or self._said[key] for key in keys]
        self._make_room()
        return vectors

    def drop_said(self) -> None:
        """Hold no vector of what users said any more; they are made again when they are needed."""
        self._said.clear()

    async def _make_in_time(self, embedder: Embedder, texts: Mapping[_Key, str]) -> None:
        keys, now = list(texts), asyncio.get_running_loop().time
        until = now() + self._seconds
        for start in range(0, len(keys), MADE_AT_ONCE):
            if start and now() >= until:
                return
            await self._make(embedder, {key: texts[key] for key in keys[start:][:MADE_AT_ONCE]})

    async def _make(self, embedder: Embedder, texts: Mapping[_Key, str]) -> None:
        made = await embedder.passages(list(texts.values())) if texts else []
        for key, vector in zip(texts, made, strict=True):
            self._said[key] = array("f", vector)

    def _make_room(self) -> None:
        while len(self._said) > VECTORS_KEPT:
            self._said.popitem(last=False)

    def _used(self, key: _Key) -> Sequence[float] | None:
        if key in self._said:
            self._said.move_to_end(key)
        return self._said.get(key)


async def _read(embedder: Embedder, lines: Sequence[str]) -> list[Sequence[float]]:
    texts = [dense_text(_ANY_DAY, Speaker.USER, line) for line in lines]
    return [of_length_one(vector) for vector in await embedder.passages(texts)]
