"""Answers about knowledge, and those of the OpenAI look-alike, as their readers see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date as day
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from nightcrew.domain.knowledge import ItemState, Origin
from nightcrew.domain.rare_parts import RARE
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.turn import TurnSafety
from nightcrew.ports import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeTold:
    """A passage with where it stands, as of which day, and who let it in.

    asked: how people ask for it; it is found by them, and no reply shows them.
    """

    id: UUID
    collection: str
    heading: str
    text: str
    asked: tuple[str, ...]
    digest: str
    title: str
    url: str
    origin: Origin
    as_of: day
    recheck_on: day | None
    state: ItemState
    reviewed_by: str | None
    reviewed_at: datetime | None
    fetched_at: datetime | None
    replaces: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeScored(KnowledgeTold):
    """A passage that answers; score: for order."""

    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeFound:
    """What a collection answers, best first."""

    query: str
    status: ToolStatus
    nothing_found: bool
    items: tuple[KnowledgeScored, ...]
    total: int
    by_words_alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicResearched:
    """What a topic brought; its items wait for a review."""

    collection: str
    topic: str
    status: ToolStatus
    sources: int
    waiting: int
    already_there: int
    refused: Mapping[str, int]
    usage: Usage
    items: tuple[KnowledgeTold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTold:
    """A crew as a model."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The crews as models."""

    object: Literal["list"]
    data: tuple[ModelTold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A chat completion, as the look-alike's clients read it."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: tuple[Mapping[str, Any], ...]
    usage: Mapping[str, int]
    metadata: Mapping[str, str]
    safety: TurnSafety | None = field(default=None, metadata=RARE)
