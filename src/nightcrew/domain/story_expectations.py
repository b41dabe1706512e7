"""What a step of a story may expect: a closed list, each a value of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from nightcrew.domain.tool_guide import Tool

ANSWERED = "answered"  # the finding of a step in which a model gave no answer of use


class Status(StrEnum):
    """What became of an expectation; skipped: nobody there to judge it."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpsExpected:
    """created, open: numbers. local_between: both ends included, on the story's wall clock."""

    created: int | None = None
    open: int | None = None
    local_between: tuple[datetime, datetime] | None = None
    repeats: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryExpected:
    """evidence, changed: rows of this step. count and words: of the memories that are on."""

    evidence: int | None = None
    changed: int | None = None
    count: int | None = None
    must_contain_any: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxExpected:
    """Of the messages that left in this step; must_not_contain holds for each of them."""

    count: int | None = None
    must_contain_any: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyExpected:
    """Of the reply of this step. rubric: for a judge; without one it is skipped."""

    must_contain_any: tuple[str, ...] = ()
    must_not_contain: tuple[str, ...] = ()
    must_not_recite: bool = False
    max_chars: int | None = None
    language: str | None = None
    rubric: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CostExpected:
    """The most this step may ask of models."""

    max_calls: int | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """Everything one step expects. tools: used or not. places: where each expectation stands."""

    tools: Mapping[Tool, bool] = field(default_factory=dict)
    follow_up: FollowUpsExpected = field(default_factory=FollowUpsExpected)
    memory: MemoryExpected = field(default_factory=MemoryExpected)
    outbox: OutboxExpected = field(default_factory=OutboxExpected)
    reply: ReplyExpected = field(default_factory=ReplyExpected)
    safety: str | None = None
    cost: CostExpected = field(default_factory=CostExpected)
    places: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One expectation and what was found. why: the judge's own reason, for a tool."""

    name: str
    status: Status
    wanted: str
    found: str
    why: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDecision:
    """What a turn decided of one tool."""

    use: bool
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenFollowUp:
    """A follow-up as a story sees it. local: its next time on the story's wall clock."""

    local: datetime | None
    repeats: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What one step did.

    decisions, reply, safety: empty when nobody said anything. known: what the crew knew when it
    replied. created, evidence, changed, outbox, calls, tokens: of this step only. open, memories:
    at its end. rubric_holds: a judge's answer, None without one.
    """

    decisions: Mapping[Tool, SeenDecision] = field(default_factory=dict)
    said: str = ""
    reply: str = ""
    known: tuple[str, ...] = ()
    safety: str = "none"
    created: tuple[SeenFollowUp, ...] = ()
    open: tuple[SeenFollowUp, ...] = ()
    evidence: int = 0
    changed: int = 0
    memories: tuple[str, ...] = ()
    outbox: tuple[str, ...] = ()
    calls: int = 0
    tokens: int = 0
    rubric_holds: bool | None = None
