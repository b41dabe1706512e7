"""Vectors kept between measurements, by a digest of their text, so that none is made twice."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from array import array
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from nightcrew.ports import Embedder
from tests.benchmarks.figures import Tell

CACHE = "NIGHTCREW_BENCH_CACHE"
TOLD_EVERY = 512  # vectors, some 20 s of a core
AT_ONCE = 64

Vector = list[float]


def cache_folder() -> Path:
    """The folder of the environment, else one among the temporary files."""
    set_ = os.environ.get(CACHE)
    return Path(set_) if set_ else Path(tempfile.gettempdir()) / "nightcrew-bench-vectors"


class KeptVectors:
    """An embedder that asks the one behind it for each text once, ever; keeps no text."""

    def __init__(self, embedder: Embedder, tell: Tell, folder: Path | None = None) -> None:
        self.model, self.size = embedder.model, embedder.size
        self._embedder, self._tell, self._made = embedder, tell, 0
        place = folder or cache_folder()
        place.mkdir(parents=True, exist_ok=True)
        self._kept = sqlite3.connect(place / f"{self.model}.sqlite", timeout=60)
        self._kept.execute("create table if not exists vectors (digest blob primary key, v blob)")

    async def passages(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, same order."""
        return await self._vectors("passage", texts, self._embedder.passages)

    async def query(self, text: str) -> Vector:
        """The vector of a question."""

        async def ask(texts: Sequence[str]) -> list[Vector]:
            return [await self._embedder.query(each) for each in texts]

        return (await self._vectors("query", [text], ask))[0]

    async def _vectors(
        self,
        kind: str,
        texts: Sequence[str],
        ask: Callable[[Sequence[str]], Awaitable[list[Vector]]],
    ) -> list[Vector]:
        digests = [_digest(kind, text) for text in texts]
        known = {digest: self._read(digest) for digest in digests}
        missing = {
            digest: text
            for digest, text in zip(digests, texts, strict=True)
            if known[digest] is None
        }
        waiting = list(missing)
        for start in range(0, len(waiting), AT_ONCE):
            part = waiting[start : start + AT_ONCE]
            made = await ask([missing[digest] for digest in part])
            self._keep(dict(zip(part, made, strict=True)))
            known.update(zip(part, made, strict=True))
        return [known[digest] or [] for digest in digests]

    def _read(self, digest: bytes) -> Vector | None:
        row = self._kept.execute("select v from vectors where digest = ?", (digest,)).fetchone()
        return list(array("f", row[0])) if row else None

    def _keep(self, made: dict[bytes, Vector]) -> None:
        rows = [(digest, array("f", vector).tobytes()) for digest, vector in made.items()]
        self._kept.executemany("insert or replace into vectors values (?, ?)", rows)
        self._kept.commit()
        before, self._made = self._made, self._made + len(rows)
        if before // TOLD_EVERY != self._made // TOLD_EVERY:
            self._tell(f"  {self._made} new vectors made and kept")


def _digest(kind: str, text: str) -> bytes:
    return hashlib.sha256(f"{kind}\0{text}".encode("utf-8", "surrogatepass")).digest()
