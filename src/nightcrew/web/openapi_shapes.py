"""Answers that are put together at the door, as their readers see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from nightcrew.domain.dream import ChangeReport, DreamReport
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.rare_parts import RARE
from nightcrew.domain.receipt import Receipt
from nightcrew.domain.webhook import Health, Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedTurn:
    """A turn that has no answer yet; the same request again completes an incomplete one."""

    turn_id: str
    crew: str
    state: Literal["running", "incomplete"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Why a turn came out as it did; `judged` holds words derived from the user's."""

    turn_id: str
    crew: str
    state: str
    at: datetime
    judged: Mapping[str, Any]
    decisions: Mapping[str, Any]
    bundle: str = field(default="", metadata=RARE)
    prompts: tuple[Mapping[str, Any], ...] = field(default=(), metadata=RARE)
    guide_lines: tuple[Any, ...] = field(default=(), metadata=RARE)
    memories: tuple[UUID, ...] = field(default=(), metadata=RARE)
    evidence: tuple[UUID, ...] = field(default=(), metadata=RARE)
    style: tuple[UUID, ...] = field(default=(), metadata=RARE)
    tools: Any = field(default=None, metadata=RARE)
    held_back: Any = field(default=None, metadata=RARE)
    left_out: Any = field(default=None, metadata=RARE)
    answers_follow_up: Any = field(default=None, metadata=RARE)
    unknown_handles: Any = field(default=None, metadata=RARE)
    judge_failed: str | None = field(default=None, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedMemory(MemoryView):
    """A memory and whether it is new."""

    created: bool
    warning: Literal["store_nearly_full"] | None = field(default=None, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionShown:
    """One value of a memory; text is null once it is redacted."""

    id: UUID
    version: int
    text: str | None
    actor: str
    at: datetime
    cause: str
    redacted_at: datetime | None
    restored_from: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipted:
    """What became of the wish to erase."""

    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxMessage:
    """What a crew says first."""

    id: UUID
    user: str
    crew: str
    kind: str
    text: str | None
    follow_up: UUID | None
    occurrence: UUID | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """Messages nobody acknowledged yet, oldest first."""

    items: tuple[OutboxMessage, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged(OutboxMessage):
    """A message and what became of it."""

    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTold(ChangeReport):
    """One change of a dream; text, why and verdict only for keys that may read memories."""

    text: str = field(default="", metadata=RARE)
    why: str = field(default="", metadata=RARE)
    verdict: str | None = field(default=None, metadata=RARE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamTold(DreamReport):
    """What one dream did and did not do, and why."""

    changes: tuple[ChangeTold, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRan:
    """One run of a flow."""

    run_id: UUID
    counts: Mapping[str, Any]
    reports: tuple[DreamTold | FlowReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookTold(Webhook):
    """An address and how it does."""

    health: Health = field()


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMade(WebhookTold):
    """The same with its secret, shown this once."""

    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """What is not there any more."""

    id: UUID
    deleted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeExport:
    """Everything of a person; `POST import` takes it back as it is."""

    format: Literal["nightcrew-export/v1"]
    exported_at: datetime
    user: str
    claim_key: str | None
    preferences: Mapping[str, Any]
    hold_until: datetime | None
    teams: tuple[Mapping[str, Any], ...]
    conversations: tuple[Mapping[str, Any], ...]
    turns: tuple[Mapping[str, Any], ...]
    messages: tuple[Mapping[str, Any], ...]
    evidence: tuple[Mapping[str, Any], ...]
    memories: tuple[Mapping[str, Any], ...]
    memory_versions: tuple[Mapping[str, Any], ...]
    memory_cites: tuple[Mapping[str, Any], ...]
    tombstones: tuple[Mapping[str, Any], ...]
    suggestions: tuple[Mapping[str, Any], ...]
    dreams: tuple[Mapping[str, Any], ...]
    dream_changes: tuple[Mapping[str, Any], ...]
    follow_ups: tuple[Mapping[str, Any], ...]
    pair_states: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alive:
    """The process is there."""

    status: Literal["alive"]
