"""The neighbours we cannot run ourselves, each as the smallest promise we need."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from nightcrew.domain.crew import Crew, CrewShelf, House, Problem
from nightcrew.domain.crew_card import CharacterCard
from nightcrew.domain.delivery import Posted
from nightcrew.domain.knowledge import RawDocument, ReadDocument, ShippedFile
from nightcrew.domain.receipt import EraseEntry
from nightcrew.domain.story import StoryShelf
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.domain.usage import Usage as Usage

T = TypeVar("T")


class Role(StrEnum):
    """Which model answers: one per role, never named in code."""

    REPLY = "reply"
    JUDGE = "judge"
    DREAM = "dream"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One prompt, ready to be asked.

    text: the rendered prompt, what a real model reads.
    inputs: the values it was rendered from, what the rehearsal and scripted models read.
    handles: short handle to our id; answers speak in handles only.
    whole: nobody listens while the text is written, so it may come as one piece.
    """

    name: str
    version: int
    role: Role
    text: str
    inputs: object
    handles: Mapping[str, UUID | str] = field(default_factory=dict)
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Generic[T]):
    """A typed answer and what it cost."""

    value: T
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a streamed reply; the last one carries the usage and no text."""

    text: str = ""
    usage: Usage | None = None


class Model(Protocol):
    """Answers questions by role."""

    def name(self, role: Role) -> str:
        """The configured model's name for a role, as it is shown in usage and reports."""
        ...

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        """Answer by schema. Raises: ModelFailure."""
        ...

    def stream(self, question: Question) -> AsyncIterator[Piece]:
        """Answer with text, piece by piece, ending with the usage. Raises: ModelFailure.

        A question that asks for the text whole may be answered with one piece.
        """
        ...

    async def warm(self) -> None:
        """Load what the first call would otherwise wait for; safe to call twice."""
        ...


class Embedder(Protocol):
    """Turns text into vectors; `model` and `size` stand on each stored row."""

    model: str
    size: int

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, same order; empty text is not allowed. Raises: ModelFailure."""
        ...

    async def query(self, text: str) -> list[float]:
        """The vector of a question. Raises: ModelFailure."""
        ...


class WebSearch(Protocol):
    """Looks something up in the outside world."""

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Answer with a status; never raises for a failing provider."""
        ...


class DocumentReader(Protocol):
    """Reads documents as people see them, and fetches those that have an address."""

    async def fetch(self, url: str) -> RawDocument | None:
        """The document of an address; None when it is gone for good.

        Raises: Refused, OutsideFailure, BadInput.
        """
        ...

    async def read(self, raw: RawDocument) -> ReadDocument:
        """Its headings and paragraphs. Raises: BadInput."""
        ...


class ShippedKnowledge(Protocol):
    """The collections that come with the product."""

    def read(self) -> Sequence[ShippedFile]:
        """Every collection as its file is now; a broken one says why."""
        ...


class Crews(Protocol):
    """The crews that serve now."""

    def crew(self, crew_id: str) -> Crew:
        """The crew's newest good text. Raises: NotFound with the nearest names."""
        ...

    def names(self) -> Mapping[str, str]:
        """Crew id to the name people know it by."""
        ...

    def house(self) -> House:
        """What holds for all crews."""
        ...


class CrewText(Protocol):
    """The files of crew text by path-id: `crews/travel-mina.yaml`, `playbooks/travel-mina.md`."""

    def read(self) -> Mapping[str, str]:
        """Every file that can be read as text."""
        ...

    def shelf(self, texts: Mapping[str, str]) -> CrewShelf:
        """The crews that texts would make. Raises: BadInput for what is no path-id."""
        ...

    def stories(self, shelf: CrewShelf) -> StoryShelf:
        """The stories as they are written now, over these crews."""
        ...

    def story_problems(self, name: str, text: str, shelf: CrewShelf) -> Sequence[Problem]:
        """What is wrong with a file of stories, as it is typed. Raises: BadInput."""
        ...

    def findings(self, name: str, text: str, today: date) -> Sequence[Problem]:
        """What lint says of a file as it is typed. Raises: BadInput."""
        ...

    def label(self, name: str) -> str:
        """What problems and origins call a file. Raises: BadInput."""
        ...

    def write(self, texts: Mapping[str, str]) -> None:
        """Write them all or none. Raises: BadInput, OutsideFailure."""
        ...


class CrewDrafts(Protocol):
    """First texts of a crew that is not there yet, by path-id."""

    def blank(self, crew_id: str, category: str, locale: str) -> Mapping[str, str]:
        """A crew to be filled in by its writers."""
        ...

    def card(self, content: bytes) -> CharacterCard | None:
        """The character card in a file; None when it holds none. Raises: BadInput."""
        ...

    def of_card(
        self, card: CharacterCard, crew_id: str, category: str, locale: str
    ) -> Mapping[str, str]:
        """A crew out of a character card."""
        ...


class Clock(Protocol):
    """The product's time."""

    def now(self) -> datetime:
        """An aware UTC moment."""
        ...


class WebhookSender(Protocol):
    """Calls the addresses at which backends want to be told of events."""

    def check(self, url: str) -> None:
        """Say whether an address may be written down. Raises: Refused."""
        ...

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """One attempt; never raises for an endpoint that fails or may not be called."""
        ...

    def is_vouched_for(self, url: str) -> bool:
        """Whether an operator listed the host, so that it need not prove whose it is."""
        ...

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """Whether an address answers a challenge with its word; never raises, as `post`."""
        ...


class EraseJournal(Protocol):
    """The erase log once more, outside the database, so that an old backup is noticed."""

    async def read(self) -> Sequence[EraseEntry]:
        """What was erased, oldest first."""
        ...

    async def add(self, entries: Sequence[EraseEntry]) -> None:
        """Write it down for good; never raises."""
        ...

    async def withdraw(self, entries: Sequence[EraseEntry]) -> None:
        """Say of what was written down that it was not carried out after all; never raises."""
        ...
