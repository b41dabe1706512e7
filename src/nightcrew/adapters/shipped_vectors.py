"""Vectors of the texts that come with the product, made once and brought along in a file.

A collection has some 170 texts by which its items are found; embedding them takes seconds for which
the first question would wait. What is edited and in no file any more is embedded as any text.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import struct
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from nightcrew.ports import Embedder

logger = logging.getLogger(__name__)

FILE = "vectors.bin"
_DIGEST = 16
_SCALE = struct.Struct("<f")
_MOST = 127  # of a signed byte; the inner product of two vectors is off by .0012 at the most

Kind = Literal["passage", "query"]


class ShippedVectors:
    """An embedder that looks into a file first; a file of another model says nothing."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self.model, self.size = embedder.model, embedder.size
        self._embedder, self._file = embedder, file
        self._known: Mapping[bytes, bytes] | None = None

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order. Raises: as the embedder behind."""
        known = await self._read()
        missing = [text for text in texts if _digest("passage", text) not in known]
        made = iter(await self._embedder.passages(missing) if missing else [])
        kept = (known.get(_digest("passage", text)) for text in texts)
        return [next(made) if record is None else _numbers(record) for record in kept]

    async def query(self, text: str) -> list[float]:
        """The vector of a question. Raises: as the embedder behind."""
        record = (await self._read()).get(_digest("query", text))
        return await self._embedder.query(text) if record is None else _numbers(record)

    async def _read(self) -> Mapping[bytes, bytes]:
        if self._known is None:
            self._known = await asyncio.to_thread(self._in_file)
        return self._known

    def _in_file(self) -> Mapping[bytes, bytes]:
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return {}  # an installation with collections of its own
        except OSError as error:
            # Embedding takes longer and answers the same.
            logger.warning("shipped vectors are not read: %s", error.strerror)
            return {}
        head = _head(self.model, self.size)
        if not content.startswith(head):
            return {}
        length = _DIGEST + _SCALE.size + self.size
        records = range(len(head), len(content) - length + 1, length)
        return {content[at : at + _DIGEST]: content[at + _DIGEST : at + length] for at in records}


def packed(model: str, size: int, vectors: Mapping[tuple[Kind, str], Sequence[float]]) -> bytes:
    """The file: a line that names the model, then of each text digest, scale and signed bytes."""
    records = (_digest(*named) + _record(vector) for named, vector in vectors.items())
    return _head(model, size) + b"".join(records)


def _head(model: str, size: int) -> bytes:
    return f"nightcrew-shipped-vectors/1 {model} {size}\n".encode()


def _digest(kind: Kind, text: str) -> bytes:
    told = f"{kind}\n{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(told).digest()[:_DIGEST]


def _record(vector: Sequence[float]) -> bytes:
    scale = max(map(abs, vector)) / _MOST or 1.0
    return _SCALE.pack(scale) + array("b", (round(part / scale) for part in vector)).tobytes()


def _numbers(record: bytes) -> list[float]:
    (scale,) = _SCALE.unpack_from(record)
    return [part * scale for part in array("b", record[_SCALE.size :])]
