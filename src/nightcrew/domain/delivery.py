"""What becomes of a delivery after an attempt: done, again later, or given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Literal
from uuid import UUID

# Standard Webhooks 1.0, retry schedule: the wait after the first attempt, the second, and so on;
# 10 attempts over 75 h 35 m 05 s.
WAITS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
MOST_ATTEMPTS = len(WAITS) + 1
LONGEST_AFTER_LOSS = timedelta(minutes=10)
JITTER = 0.1  # a wait is shortened by up to this part of it, so that retries do not march together
LONGEST_ASKED = timedelta(hours=24)  # of a Retry-After; more is taken for a mistake
THROTTLES = frozenset({429, 502, 504})  # Standard Webhooks: slow down for the whole endpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One event on its way to one endpoint, held by who has the lease token.

    user_id, crew: None for what is told of a tenant or of a user who is gone. subject_id: the row
    it is about. facts: ids and codes. person: the backend's id of an erased user. attempts: this
    one counted. uncertain: an earlier attempt may have arrived. claimed_at: the database's clock.
    """

    id: UUID
    webhook_id: UUID
    event_id: UUID
    event: str
    user_id: UUID | None
    crew: str | None
    subject_id: UUID | None
    facts: Mapping[str, Any]
    person: str | None
    created_at: datetime
    attempts: int
    uncertain: bool
    lease_token: UUID
    claimed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What came back. status: None when nothing did, and failure says why, as a code.

    retry_after: seconds the receiver asks for. uncertain: it may have arrived nevertheless.
    """

    status: int | None = None
    failure: str | None = None
    retry_after: float | None = None
    uncertain: bool = False

    @property
    def accepted(self) -> bool:
        """Any 2xx, and nothing else."""
        return self.status is not None and 200 <= self.status < 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Afterwards:
    """What to write down. wait: until the next attempt. throttle: the endpoint waits as long.

    disable: the endpoint wants no more.
    """

    state: Literal["done", "ready", "dead"]
    reason: str | None = None
    wait: timedelta | None = None
    throttle: bool = False
    disable: bool = False


def afterwards(posted: Posted, attempts: int, chance: float) -> Afterwards:
    """Judge an attempt. attempts: made so far, this one counted. chance: 0 to 1, for the jitter."""
    if posted.accepted:
        return Afterwards(state="done")
    if posted.status == HTTPStatus.GONE:
        return Afterwards(state="dead", reason="gone", disable=True)
    reason = posted.failure or f"status_{posted.status}"
    wait = wait_after(attempts, chance, posted.retry_after)
    if wait is None:
        return Afterwards(state="dead", reason=reason)
    return Afterwards(state="ready", reason=reason, wait=wait, throttle=posted.status in THROTTLES)


def wait_after(attempts: int, chance: float, retry_after: float | None = None) -> timedelta | None:
    """How long to wait after so many attempts; None when there is no further one."""
    if attempts >= MOST_ATTEMPTS:
        return None
    planned = WAITS[max(attempts, 1) - 1] * (1 - JITTER * min(max(chance, 0.0), 1.0))
    asked = min(max(retry_after or 0.0, 0.0), LONGEST_ASKED.total_seconds())
    return max(planned, timedelta(seconds=asked))


def wait_after_loss(attempts: int, chance: float) -> timedelta:
    """How long one waits whose worker died: up to 2 s, 4 s, 8 s and so on, by chance (0 to 1).

    By chance, because those that died together must not be tried together again: one of them may
    be what the worker died of.
    """
    longest = min(timedelta(seconds=2 ** max(attempts, 1)), LONGEST_AFTER_LOSS)
    return longest * min(max(chance, 0.0), 1.0)
