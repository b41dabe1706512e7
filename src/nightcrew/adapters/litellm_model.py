"""Any model litellm can reach, behind the port: by role, by schema, with our own patience."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, TypeVar

from nightcrew.adapters.answers import read_answer, schema_of
from nightcrew.adapters.litellm_call import Call, Place
from nightcrew.adapters.litellm_library import litellm_library
from nightcrew.adapters.model_failures import FailedCall, failed_call
from nightcrew.adapters.patience import PATIENCE, SOMEBODY_WAITS, Patience
from nightcrew.adapters.provider_rest import ProviderRest
from nightcrew.adapters.reply_stream import ReplyStream, whole_reply
from nightcrew.adapters.token_figures import usage_of
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.model_faults import paid_before
from nightcrew.domain.usage import Bill
from nightcrew.ports import Answered, Piece, Question, Role, Usage

T = TypeVar("T")
R = TypeVar("R")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """What a model wrote, not read yet."""

    text: str
    finish_reason: str | None
    usage: Usage


class LitellmModel:
    """Answers questions with the models an operator named.

    models: litellm's model name for each role. base_url, api_key: handed to litellm; empty leaves
    them to the provider's own variables. sleep, seconds: how to wait, and a clock that only runs
    forward. A model that fails again and again, or asks us to wait, is left alone for a while; the
    models of other roles go on.
    """

    def __init__(
        self,
        models: Mapping[Role, str],
        *,
        base_url: str = "",
        api_key: str = "",
        patience: Mapping[Role, Patience] = PATIENCE,
        chance: Callable[[], float] = random.random,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._models = dict(models)
        self._place = Place(base_url=base_url, api_key=api_key)
        self._patience = dict(patience)
        self._chance = chance
        self._sleep = sleep
        self._rest = ProviderRest(seconds=seconds)
        self._library: Any = None

    def name(self, role: Role) -> str:
        """The configured model's name for a role."""
        return self._models.get(role, "")

    async def warm(self) -> None:
        """Load litellm, off the event loop; safe to call twice."""
        if self._library is None:
            self._library = await litellm_library()

    async def close(self) -> None:
        """Close the connections litellm keeps open."""
        if self._library is not None:
            await self._library.close_litellm_async_clients()

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by schema; an unreadable answer is asked for once more, with its error.

        Raises: ModelFailure.
        """
        call = await self._begin(question)
        first = await self._tries(call, lambda: self._written(call, question.text, answer))
        with paid_before(first.usage):
            try:
                return _answered(question, first, answer, first.usage)
            except ModelFailure as failure:
                if failure.kind != "bad_json":
                    raise
                again = _asked_again(question.text, failure.message)
            logger.info("asked again: prompt=%s", question.name)
            second = await self._tries(call, lambda: self._written(call, again, answer))
            with paid_before(second.usage):
                return _answered(question, second, answer, first.usage.plus(second.usage))

    async def stream(self, question: Question) -> AsyncGenerator[Piece, None]:
        """Answer with text, piece by piece, ending with the usage.

        A text that is wanted whole comes as one piece, and costs a third less CPU. Else another
        try is made only before the first piece. Raises: ModelFailure, also after pieces when the
        rest does not come; what came then is no reply.
        """
        call = await self._begin(question)
        if question.whole:
            for piece in await self._tries(call, lambda: self._whole(call)):
                yield piece
            return
        async with aclosing(self._begun(call)) as begun:
            async for piece in begun:
                yield piece

    async def _begun(self, call: Call) -> AsyncGenerator[Piece, None]:
        bill = Bill()
        for tried in range(1, call.tries + 1):
            begun = False
            pieces = self._pieces(call, bill)
            try:
                async for piece in pieces:
                    begun = True
                    yield piece
            except ModelFailure as failure:
                failure.spent = bill.usage
                raise
            except Exception as error:
                failed = failed_call(error)
                failed.failure.spent = bill.usage
            else:
                self._rest.answered(call.model)
                return
            finally:
                await pieces.aclose()
            if begun:
                self._rest.failed(call.model, failed)
                raise failed.failure from None
            await self._wait_or_give_up(call, failed, tried)

    async def _begin(self, question: Question) -> Call:
        model = self.name(question.role)
        if not model:
            raise ModelFailure(
                "provider_down",
                f"no model is named for the role {question.role}",
                hint="set NIGHTCREW_MODEL",
            )
        await self.warm()
        patience = self._patience[question.role]
        tries = await self._let_rest(question, model, patience)
        ends_at = asyncio.get_running_loop().time() + patience.in_all
        return Call(question=question, model=model, patience=patience, ends_at=ends_at, tries=tries)

    async def _let_rest(self, question: Question, model: str, patience: Patience) -> int:
        """How often to try a model that may be left alone; a short rest is waited out."""
        rest = self._rest.left(model)
        if not rest:
            return patience.tries
        if question.name in SOMEBODY_WAITS:
            return 1
        if rest >= patience.in_all:
            raise ModelFailure(
                "provider_down",
                f"the provider is left alone for {rest:.0f} s more",
                hint="it asked us to wait, or failed many times in a row",
            )
        await self._sleep(rest)
        return patience.tries

    async def _tries(self, call: Call, ask_once: Callable[[], Awaitable[R]]) -> R:
        for tried in range(1, call.tries + 1):
            try:
                async with asyncio.timeout(call.seconds()):
                    told = await ask_once()
            except ModelFailure:
                raise
            except Exception as error:
                failed = failed_call(error)
            else:
                self._rest.answered(call.model)
                return told
            await self._wait_or_give_up(call, failed, tried)
        raise AssertionError("the last try either answers or raises")

    async def _wait_or_give_up(self, call: Call, failed: FailedCall, tried: int) -> None:
        """Wait before the next try; raise when another one cannot help or does not fit in."""
        logger.warning(
            "model call failed: prompt=%s try=%d kind=%s",
            call.question.name,
            tried,
            failed.failure.kind,
        )
        self._rest.failed(call.model, failed)
        wait = call.patience.first_wait * 2 ** (tried - 1) * (0.5 + self._chance())
        wait = max(wait, failed.wait_seconds or 0.0)
        if not failed.try_again or tried == call.tries or wait >= call.left():
            raise failed.failure from None
        await self._sleep(wait)

    async def _written(self, call: Call, text: str, answer: type) -> _Written:
        schema = {"name": answer.__name__, "schema": schema_of(answer)}
        return await self._answer(
            call, text, response_format={"type": "json_schema", "json_schema": schema}
        )

    async def _whole(self, call: Call) -> tuple[Piece, Piece]:
        written = await self._answer(call, call.question.text)
        with paid_before(written.usage):
            text = whole_reply(written.text, written.finish_reason)
        return Piece(text=text), Piece(usage=written.usage)

    async def _answer(self, call: Call, text: str, **more: Any) -> _Written:
        response = await self._library.acompletion(**call.parameters(text, self._place), **more)
        choice = response.choices[0]
        refusal = getattr(choice.message, "refusal", None)
        return _Written(
            text=choice.message.content or "",
            finish_reason="content_filter" if refusal else choice.finish_reason,
            usage=usage_of(self._library, call.model, getattr(response, "usage", None)),
        )

    async def _pieces(self, call: Call, bill: Bill) -> AsyncGenerator[Piece, None]:
        """bill: told what the provider says it cost, however it ends."""
        async with asyncio.timeout(call.seconds()):
            chunks = await self._library.acompletion(
                **call.parameters(call.question.text, self._place, stream=True)
            )
        reply = ReplyStream(chunks, seconds=call.seconds)
        try:
            async for text in reply.texts():
                yield Piece(text=text)
        except Exception:
            if reply.tokens is not None:
                bill.add(usage_of(self._library, call.model, reply.tokens))
            raise
        else:
            bill.add(usage_of(self._library, call.model, reply.tokens))
            yield Piece(usage=bill.usage)
        finally:
            await reply.close()


def _answered(question: Question, written: _Written, answer: type[T], usage: Usage) -> Answered[T]:
    read = read_answer(written.text, answer, finish_reason=written.finish_reason)
    if read.ignored or read.refused:
        logger.info(
            "answer read in part: prompt=%s ignored=%d refused=%s",
            question.name,
            read.ignored,
            ",".join(read.refused),
        )
    return Answered(value=read.value, usage=usage)


def _asked_again(text: str, error: str) -> str:
    """The same prompt with what was wrong, as one message: handles keep their places."""
    return (
        f"{text}\n\nYour last answer could not be used: {error}. "
        "Answer again with one JSON object of the asked shape and nothing else."
    )
