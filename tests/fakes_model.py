"""A model that answers by prompt name from a script and fails on what it was not told."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

from nightcrew.ports import Answered, Piece, Question, Role, Usage

T = TypeVar("T")
Script = Any | Callable[[Question], Any]
USAGE = Usage(model="scripted", model_calls=1, prompt_tokens=100, completion_tokens=20)


class UnforeseenQuestion(AssertionError):
    """The product asked what the test did not expect."""


# The text of its questions is long, and event loops print what fixtures give back.
@dataclass(slots=True, kw_only=True, repr=False)
class ScriptedModel:
    """Answers each prompt by its name: a value, or a function of the question.

    An error in the script is raised; a function may be async. A reply is text, in two pieces.
    """

    answers: dict[str, Script] = field(default_factory=dict)
    asked: list[Question] = field(default_factory=list)
    names: Mapping[Role, str] = field(default_factory=dict)

    def name(self, role: Role) -> str:
        """What the test calls the model of a role; each role has its own by default."""
        return self.names.get(role, f"scripted-{role}")

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """The scripted answer; JSON is read as a model's would be."""
        found = self._answer(question)
        if inspect.isawaitable(found):
            found = await found
        value = found if isinstance(found, answer) else _adapter(answer).validate_python(found)
        return Answered(value=value, usage=USAGE)

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """The scripted text."""
        text = str(self._answer(question))
        middle = len(text) // 2
        yield Piece(text=text[:middle])
        yield Piece(text=text[middle:])
        yield Piece(usage=USAGE)

    async def warm(self) -> None:
        """Nothing is loaded."""

    def asked_for(self, name: str) -> list[Question]:
        """The questions of one prompt."""
        return [question for question in self.asked if question.name == name]

    def _answer(self, question: Question) -> Any:
        self.asked.append(question)
        if question.name not in self.answers:
            raise UnforeseenQuestion(question.name)
        scripted = self.answers[question.name]
        found = scripted(question) if callable(scripted) else scripted
        if isinstance(found, BaseException):
            raise found
        return found


@cache
def _adapter(answer: Any) -> TypeAdapter[Any]:
    """Built once a type: that takes longer than a whole turn."""
    return TypeAdapter(answer)
