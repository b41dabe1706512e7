"""Values with harmless defaults; a test names only what it is about."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from nightcrew.domain.evidence import Evidence, EvidenceState, SourceClass, Speaker
from nightcrew.domain.memory import Kind, Memory, Scope
from tests.fakes import NOON

CREW = "travel-mina"


def memory(text: str, **changed: Any) -> Memory:
    """A private fact that a dream learned on the first of September."""
    crew = changed.get("crew", CREW)
    values: dict[str, Any] = {
        "id": uuid4(),
        "user": UUID(int=1),
        "crew": crew,
        "kind": Kind.FACT,
        "scope": Scope.PRIVATE,
        "subject": "user",
        "text": text,
        "via": crew,
        "learned_on": date(2026, 9, 1),
        "said_on": date(2026, 9, 1),
    }
    return Memory(**(values | changed))


def plan(text: str, from_on: date, to_on: date | None = None, **changed: Any) -> Memory:
    """A plan with its days."""
    return memory(text, kind=Kind.PLAN, from_on=from_on, to_on=to_on or from_on, **changed)


def said(text: str, at: datetime = NOON, **changed: Any) -> Evidence:
    """A line of the user in Seoul that no dream has read."""
    values: dict[str, Any] = {
        "id": uuid4(),
        "turn_id": uuid4(),
        "speaker": Speaker.USER,
        "text": text,
        "said_at": at,
        "timezone": "Asia/Seoul",
        "source": SourceClass.USER,
        "state": EvidenceState.PENDING,
    }
    return Evidence(**(values | changed))
