"""A streamed answer as it arrives: its text without the model's thoughts, its end, its tokens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from typing import Any

from nightcrew.adapters.answer_text import MAX_ANSWER_BYTES
from nightcrew.adapters.model_failures import failed_call
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.model_faults import is_looping

logger = logging.getLogger(__name__)

_OPENINGS = ("<think>", "<thinking>")
_LOOKED_AT_EVERY = 400  # characters between two looks for a loop
_KEPT_FOR_LOOK = 1200
_LAST_WORD_WITHIN = 0.2  # seconds


class ReplyStream:
    """Reads a stream of litellm to its end.

    seconds: how long the next chunk may take, asked anew for each. tokens: the provider's usage,
    None until it came, which is after the last text.
    """

    def __init__(self, chunks: Any, *, seconds: Callable[[], float]) -> None:
        self._chunks = chunks
        self._seconds = seconds
        self._finish_reason: str | None = None
        self.tokens: Any = None

    async def texts(self) -> AsyncGenerator[str, None]:
        """Hand on each text as it comes, up to the tokens.

        Raises: ModelFailure for an answer that has no end, and at the end of one that was cut off,
        stopped or empty; whatever litellm raises when the connection breaks; TimeoutError when the
        next chunk is late.
        """
        thoughts, length = Thoughts(), Length()
        spoke = False
        while not self._is_told() and (chunk := await self._next()) is not None:
            piece = self._noted(chunk)
            length.add(piece)
            text = thoughts.taken_off(piece)
            if text:
                spoke = True
                yield text
        if rest := thoughts.rest():
            spoke = True
            yield rest
        _check_finish(self._finish_reason, spoke=spoke)

    async def close(self) -> None:
        """Let go of the connection: for the next call when the stream is at its end, else cut."""
        try:
            if self._is_told():
                await self._last_word()
        finally:
            await self._chunks.aclose()

    async def _last_word(self) -> None:
        try:
            async with asyncio.timeout(_LAST_WORD_WITHIN):
                while await anext(self._chunks, None) is not None:
                    continue
        except Exception as error:
            # The reply is whole; what is lost is a connection.
            logger.info("a stream has no last word: kind=%s", failed_call(error).failure.kind)

    def _is_told(self) -> bool:
        return self.tokens is not None and self._finish_reason is not None

    async def _next(self) -> Any:
        async with asyncio.timeout(self._seconds()):
            return await anext(self._chunks, None)

    def _noted(self, chunk: Any) -> str:
        self.tokens = getattr(chunk, "usage", None) or self.tokens
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self._finish_reason = choice.finish_reason or self._finish_reason
        if getattr(choice.delta, "refusal", None):
            self._finish_reason = "content_filter"
        return choice.delta.content or ""


def whole_reply(text: str, finish_reason: str | None) -> str:
    """A text that came as one piece, under the checks of one that streams. Raises: ModelFailure."""
    length, thoughts = Length(), Thoughts()
    for at in range(0, len(text), _LOOKED_AT_EVERY):
        length.add(text[at : at + _LOOKED_AT_EVERY])
    spoken = thoughts.taken_off(text) + thoughts.rest()
    _check_finish(finish_reason, spoke=bool(spoken))
    return spoken


def _check_finish(reason: str | None, *, spoke: bool) -> None:
    if reason == "content_filter":
        raise ModelFailure("refused_by_model", "the provider's content filter stopped the answer")
    if reason == "length":
        raise ModelFailure("truncated", "the answer was cut off at the model's length limit")
    if not spoke:
        raise ModelFailure("bad_json", "the model answered with no text")


class Length:
    """Ends an answer that would not end by itself: too long, or the same over and over."""

    def __init__(self) -> None:
        self._size = 0
        self._unseen = 0
        self._tail = ""

    def add(self, piece: str) -> None:
        """Take note of a piece. Raises: ModelFailure."""
        self._size += len(piece.encode("utf-8", "replace"))
        if self._size > MAX_ANSWER_BYTES:
            raise ModelFailure("bad_json", f"the answer is larger than {MAX_ANSWER_BYTES} bytes")
        self._unseen += len(piece)
        self._tail = (self._tail + piece)[-_KEPT_FOR_LOOK:]
        if self._unseen >= _LOOKED_AT_EVERY:
            self._unseen = 0
            if is_looping(self._tail):
                raise ModelFailure("bad_json", "the answer says the same over and over")


class Thoughts:
    """Takes `<think>…</think>` off the start of a text that comes in pieces."""

    def __init__(self) -> None:
        self._held = ""
        self._passed = False

    def taken_off(self, piece: str) -> str:
        """The part of a piece that is surely no thought; the rest is held back."""
        if self._passed:
            return piece
        self._held += piece
        start = self._held.lstrip()
        if start.startswith(_OPENINGS):
            return self._after_the_thought(start)
        if any(opening.startswith(start) for opening in _OPENINGS):
            return ""
        return self._let_go(self._held)

    def rest(self) -> str:
        """What was held back and turned out to be no thought; an unclosed thought is dropped."""
        if self._held.lstrip().startswith(_OPENINGS):
            return ""
        return self._let_go(self._held).strip()

    def _after_the_thought(self, start: str) -> str:
        _, closed, after = start.partition("</think")
        _, bracket, reply = after.partition(">")
        if not (closed and bracket):
            return ""
        if not reply.strip():
            self._held = f"<think></think>{reply}"
            return ""
        return self._let_go(reply.lstrip())

    def _let_go(self, text: str) -> str:
        self._passed = True
        self._held = ""
        return text
