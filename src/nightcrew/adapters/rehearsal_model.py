"""The stand-in behind the model port when no model is configured: deterministic, and says so."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Any, TypeVar

from nightcrew.adapters.rehearsal.dreamer import propose
from nightcrew.adapters.rehearsal.itemiser import itemise
from nightcrew.adapters.rehearsal.judge import judge
from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.planner import plan
from nightcrew.adapters.rehearsal.retelling import retell
from nightcrew.adapters.rehearsal.verifier import verify
from nightcrew.adapters.rehearsal.writer import compose, say
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.questions import (
    DigestInputs,
    ItemiseInputs,
    JudgeInputs,
    OpenTalkInputs,
    PlanInputs,
    ProposeInputs,
    ReplyInputs,
    VerifyInputs,
)  # fmt: skip
from nightcrew.ports import Answered, Embedder, Piece, Question, Role, Usage

T = TypeVar("T")

NAME = "rehearsal"
# What is answered without looking at meaning.
_AT_ONCE: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (VerifyInputs, verify),
    (PlanInputs, plan),
    (OpenTalkInputs, compose),
    (DigestInputs, retell),
    (ItemiseInputs, itemise),
)
LETTERS_A_TOKEN = 3  # a rough figure for mixed Korean and English; a rehearsal costs nothing


class RehearsalModel:
    """Answers the product's questions from their inputs, never from the rendered text.

    The same inputs always get the same answer. Vectors of crew text are kept once a text.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._nearness = Nearness(embedder=embedder)

    def name(self, role: Role) -> str:
        """`rehearsal`, whatever the role."""
        return NAME

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by the question's inputs. Raises: ModelFailure for a question it does not know."""
        value = await self._answer(question.inputs)
        if not isinstance(value, answer):
            raise ModelFailure("bad_json", f"the rehearsal model cannot answer {question.name}")
        return Answered(value=value, usage=_usage(question.text, repr(value)))

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """The reply in whole sentences, then the usage. Raises: ModelFailure."""
        if not isinstance(question.inputs, ReplyInputs):
            raise ModelFailure("bad_json", f"the rehearsal model cannot tell {question.name}")
        told = ""
        for sentence in say(question.inputs):
            told += sentence
            yield Piece(text=sentence)
        yield Piece(usage=_usage(question.text, told))

    async def warm(self) -> None:
        """Load the embedder; vectors of crew text are made when a crew is first asked."""
        await self._nearness.embedder.query("warm")

    async def _answer(self, inputs: object) -> object:
        if isinstance(inputs, JudgeInputs):
            return await judge(inputs, self._nearness)
        if isinstance(inputs, ProposeInputs):
            return await propose(inputs, self._nearness)
        for kind, answer in _AT_ONCE:
            if isinstance(inputs, kind):
                return answer(inputs)
        return None


def _usage(asked: str, answered: str) -> Usage:
    return Usage(
        model=NAME,
        model_calls=1,
        prompt_tokens=len(asked) // LETTERS_A_TOKEN,
        completion_tokens=len(answered) // LETTERS_A_TOKEN,
        cost=Decimal(0),
    )
