"""Some roles have a model of their own, the others rehearse; neither steps in for the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TypeVar

from nightcrew.ports import Answered, Model, Piece, Question, Role

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedModel:
    """Sends each question to the model of its role."""

    configured: Model
    roles: frozenset[Role]
    rehearsal: Model

    def _of(self, role: Role) -> Model:
        return self.configured if role in self.roles else self.rehearsal

    def name(self, role: Role) -> str:
        """The name of the model that answers for a role."""
        return self._of(role).name(role)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by schema. Raises: ModelFailure."""
        return await self._of(question.role).ask(question, answer=answer)

    def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Answer with text. Raises: ModelFailure."""
        return self._of(question.role).stream(question)

    async def warm(self) -> None:
        """Load what the first call would otherwise wait for."""
        await self.configured.warm()
