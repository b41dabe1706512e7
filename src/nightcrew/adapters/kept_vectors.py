"""Vectors of crew text kept in a file, so that the same text is embedded once a machine.

Only text of crews may be asked of it: a vector tells of its text, and nobody erases this file.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import logging
import os
from array import array
from collections.abc import Sequence
from pathlib import Path

from nightcrew.ports import Embedder

logger = logging.getLogger(__name__)

FILE = "crew-vectors"
MOST_KEPT = 20_000  # 30 MB; the texts of 200 crews are fewer
_DIGEST = 32


class KeptVectors:
    """An embedder that looks into its file first. Questions are never kept."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self.model, self.size = embedder.model, embedder.size
        self._embedder, self._file = embedder, file
        self._known: dict[bytes, list[float]] | None = None

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order. Raises: as the embedder behind."""
        known = await self._read()
        missing = [text for text in dict.fromkeys(texts) if _digest(text) not in known]
        if missing:
            vectors = await self._embedder.passages(missing)
            new = dict(zip(map(_digest, missing), vectors, strict=True))
            known |= new
            await asyncio.to_thread(self._add, new)
        return [known[_digest(text)] for text in texts]

    async def query(self, text: str) -> list[float]:
        """The vector of a question. Raises: as the embedder behind."""
        return await self._embedder.query(text)

    async def _read(self) -> dict[bytes, list[float]]:
        if self._known is None:
            self._known = await asyncio.to_thread(self._in_file)
        return self._known

    def _in_file(self) -> dict[bytes, list[float]]:
        try:
            content = self._file.read_bytes()
        except OSError:
            return {}  # nothing was kept yet
        head, length = self._head(), _DIGEST + 4 * self.size
        if not content.startswith(head) or len(content) > len(head) + MOST_KEPT * length:
            return {}
        found: dict[bytes, list[float]] = {}
        for start in range(len(head), len(content) - length + 1, length):
            vector = array("f", content[start + _DIGEST : start + length])
            found[content[start : start + _DIGEST]] = vector.tolist()
        return found

    def _add(self, new: dict[bytes, list[float]]) -> None:
        records = b"".join(each + array("f", vector).tobytes() for each, vector in new.items())
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a+b") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                self._made_sound()
                file.write(records)
        except OSError as error:
            # The next process embeds anew, which takes longer and changes nothing.
            logger.warning("vectors of crew text are not kept: %s", error.strerror)

    def _made_sound(self) -> None:
        """Begin anew over another model's vectors or too many; drop a record that was cut off."""
        head, length = self._head(), _DIGEST + 4 * self.size
        with self._file.open("r+b") as file:
            ours = file.read(len(head)) == head
            records = (file.seek(0, os.SEEK_END) - len(head)) // length
            if ours and records <= MOST_KEPT:
                file.truncate(len(head) + records * length)
                return
            file.truncate(0)
            file.seek(0)
            file.write(head)

    def _head(self) -> bytes:
        return f"nightcrew-vectors/1 {self.model} {self.size}\n".encode()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
