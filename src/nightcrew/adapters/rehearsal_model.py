"""The stand-in behind the model port when no model is configured: deterministic, and says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.questions import ReplyInputs
from nightcrew.ports import Answered, Embedder, Piece, Question, Role, Usage

if TYPE_CHECKING:
    from nightcrew.adapters.rehearsal.rehearsing import Rehearsing

T = TypeVar("T")

NAME = "rehearsal"
LETTERS_A_TOKEN = 3  # a rough figure for mixed Korean and English; a rehearsal costs nothing


class RehearsalModel:
    """Answers the product's questions from their inputs, never from the rendered text.

    The same inputs always get the same answer. Vectors of crew text are kept once a text.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @cached_property
    def _rehearsing(self) -> Rehearsing:
        """Read when it is first asked: with models configured for all roles it never is."""
        from nightcrew.adapters.rehearsal.nearness import Nearness
        from nightcrew.adapters.rehearsal.rehearsing import Rehearsing

        return Rehearsing(Nearness(self._embedder))

    def name(self, role: Role) -> str:
        """`rehearsal`, whatever the role."""
        return NAME

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by the question's inputs. Raises: ModelFailure for a question it does not know."""
        value = await self._rehearsing.answer(question.inputs)
        if not isinstance(value, answer):
            raise ModelFailure("bad_json", f"the rehearsal model cannot answer {question.name}")
        return Answered(value=value, usage=_usage(question.text, repr(value)))

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """The reply in whole sentences, then the usage. Raises: ModelFailure."""
        if not isinstance(question.inputs, ReplyInputs):
            raise ModelFailure("bad_json", f"the rehearsal model cannot tell {question.name}")
        told = ""
        for sentence in self._rehearsing.say(question.inputs):
            told += sentence
            yield Piece(text=sentence)
        yield Piece(usage=_usage(question.text, told))

    async def warm(self) -> None:
        """Read the rehearsal and load the embedder.

        Vectors of crew text are made when a crew is first asked.
        """
        await asyncio.to_thread(lambda: self._rehearsing)
        await self._embedder.query("warm")


def _usage(asked: str, answered: str) -> Usage:
    return Usage(
        model=NAME,
        model_calls=1,
        prompt_tokens=len(asked) // LETTERS_A_TOKEN,
        completion_tokens=len(answered) // LETTERS_A_TOKEN,
        cost=Decimal(0),
    )
