"""What a story brings along: its clock, its search, text that stays, a model that counts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.domain.usage import Bill
from nightcrew.ports import Answered, Embedder, Model, Piece, Question, Role

T = TypeVar("T")
NOTHING = SearchResult(status=ToolStatus.EMPTY, provider="story")


@dataclass(slots=True, kw_only=True)
class StoryClock:
    """The product's time; it stands until the story moves it."""

    at: datetime

    def now(self) -> datetime:
        """The moment the story has reached."""
        return self.at


@dataclass(slots=True, kw_only=True)
class GivenSearch:
    """Finds what the story gives, whatever is asked; nothing leaves the machine."""

    result: SearchResult = NOTHING

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """The given result."""
        return self.result


class SameText(CrewFiles):
    """The crew text as it stands when a run begins: all its stories try the same."""

    __slots__ = ()

    def reload(self) -> CrewShelf:
        """What was read first."""
        return self._shelf if self._shelf.crews else CrewFiles.reload(self)


@dataclass(slots=True)
class AskedOnce:
    """An embedder that keeps the vectors of a run: a contrast says the same words to two crews."""

    embedder: Embedder
    model: str = field(init=False)
    size: int = field(init=False)
    _questions: dict[str, list[float]] = field(default_factory=dict, init=False)
    _passages: dict[str, list[float]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.model, self.size = self.embedder.model, self.embedder.size

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order. Raises: as the embedder behind."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._passages]
        if missing:
            vectors = await self.embedder.passages(missing)
            self._passages.update(zip(missing, vectors, strict=True))
        return [self._passages[text] for text in texts]

    async def query(self, text: str) -> list[float]:
        """The vector of a question. Raises: as the embedder behind."""
        if text not in self._questions:
            self._questions[text] = await self.embedder.query(text)
        return self._questions[text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """A question of a step that no model answered. prompt: its name."""

    prompt: str
    failure: ModelFailure


@dataclass(slots=True, kw_only=True)
class CountingModel:
    """Passes every question on and keeps the answers, what they cost, and who gave none."""

    model: Model
    bill: Bill = field(default_factory=Bill)
    _answers: list[object] = field(default_factory=list, init=False)
    _unanswered: list[Unanswered] = field(default_factory=list, init=False)

    def name(self, role: Role) -> str:
        """The name of the model behind."""
        return self.model.name(role)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by schema. Raises: ModelFailure."""
        with self._noting(question):
            answered = await self.model.ask(question, answer=answer)
        self.bill.add(answered.usage)
        self._answers.append(answered.value)
        return answered

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Answer with text. Raises: ModelFailure."""
        with self._noting(question):
            async for piece in self.model.stream(question):
                if piece.usage is not None:
                    self.bill.add(piece.usage)
                yield piece

    def take_answers(self) -> tuple[object, ...]:
        """The typed answers since the last time, oldest first."""
        answers, self._answers = tuple(self._answers), []
        return answers

    def take_unanswered(self) -> tuple[Unanswered, ...]:
        """The questions without an answer since the last time, oldest first."""
        unanswered, self._unanswered = tuple(self._unanswered), []
        return unanswered

    async def warm(self) -> None:
        """Load what the first call would otherwise wait for."""
        await self.model.warm()

    @contextmanager
    def _noting(self, question: Question) -> Iterator[None]:
        """The product goes on without an answer, as it should; a story must not pass by that."""
        try:
            yield
        except ModelFailure as failure:
            self._unanswered.append(Unanswered(prompt=question.name, failure=failure))
            self.bill.add(failure.spent)
            raise
