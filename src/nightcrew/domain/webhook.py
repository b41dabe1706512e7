"""What a backend can be told of, where it wants to be told, and how that place is doing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

from nightcrew.domain.moments import instant_text


class Event(StrEnum):
    """What happened; the names are the contract's."""

    MESSAGE_DUE = "crew.message.due"
    FOLLOW_UP_CHANGED = "follow_up.changed"
    MEMORY_CHANGED = "memory.changed"
    SAFETY_FLAGGED = "safety.flagged"
    USER_ERASED = "user.erased"


Health = Literal["pending", "new", "well", "failing", "disabled"]
CHALLENGE = "webhook.challenge"
UNPROVED = "unproved"  # why an address is not told anything yet
FAILING_AFTER = 5  # failures in a row; by then half an hour has passed without a success


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An address that is told of some events, and how it has done lately.

    waits_until: it asked us to slow down. last_failure: a code. former_until: until then a former
    secret signs beside the new one. waiting, dead_letters: deliveries to it that are open, and
    that were given up.
    """

    id: UUID
    url: str
    events: tuple[str, ...]
    created_at: datetime
    disabled_at: datetime | None
    disabled_reason: str | None
    waits_until: datetime | None
    former_until: datetime | None
    last_success_at: datetime | None
    last_failure_at: datetime | None
    last_failure: str | None
    last_status: int | None
    consecutive_failures: int
    waiting: int
    dead_letters: int

    @property
    def health(self) -> Health:
        """`pending` until it proved itself, then `new`, `well`, `failing` or `disabled`."""
        if self.disabled_reason == UNPROVED:
            return "pending"
        if self.disabled_at is not None:
            return "disabled"
        if self.consecutive_failures >= FAILING_AFTER:
            return "failing"
        return "new" if self.last_success_at is None else "well"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What an operator must know: endpoints and deliveries in a bad state, as numbers."""

    failing: int = 0
    disabled: int = 0
    dead_letters: int = 0

    def plus(self, other: Trouble) -> Trouble:
        """Add up two tenants'."""
        return Trouble(
            failing=self.failing + other.failing,
            disabled=self.disabled + other.disabled,
            dead_letters=self.dead_letters + other.dead_letters,
        )


def message_id(event: UUID) -> str:
    """The `webhook-id`: the same for every attempt and every endpoint, and without a dot."""
    return f"msg_{event.hex}"


def payload(event: str, at: datetime, data: Mapping[str, Any]) -> bytes:
    """The body of a webhook: type, timestamp and data, as Standard Webhooks has them."""
    told = {"type": event, "timestamp": at, "data": data}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), default=_as_json).encode()


def is_echo(body: bytes, word: str) -> bool:
    """Whether an answer is the word of a challenge: bare, or as `challenge` of a JSON object.

    The word somewhere in an answer is not enough: an address that reflects whatever is sent to it
    proves nothing.
    """
    told = body.decode("utf-8", "replace").strip()
    try:
        read = json.loads(told)
    except ValueError:
        return told == word
    return bool(read == word or (isinstance(read, dict) and read.get("challenge") == word))


def _as_json(part: object) -> str:
    if isinstance(part, datetime):
        return instant_text(part)
    return str(part)
