"""A backend that is told of events: it answers by script, checks what it gets, and keeps it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from nightcrew.domain.delivery import Posted
from nightcrew.store import webhooks
from nightcrew.usecases.deliver_messages import DeliverMessages
from nightcrew.usecases.keep_webhooks import KeepWebhooks
from tests.desk import Desk

URL = "https://backend.example/hook"
EVERYTHING = (
    "crew.message.due",
    "follow_up.changed",
    "memory.changed",
    "safety.flagged",
    "user.erased",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """One request as it came."""

    url: str
    body: bytes
    headers: Mapping[str, str]

    @property
    def id(self) -> str:
        """The `webhook-id`."""
        return self.headers["webhook-id"]

    @property
    def told(self) -> dict[str, Any]:
        """The body."""
        body: dict[str, Any] = json.loads(self.body)
        return body


Answers = Callable[[Got], Awaitable[Posted]]


async def _well(_: Got) -> Posted:
    return Posted(status=204)


@dataclass(slots=True, kw_only=True)
class Receiver:
    """Stands for every backend; answers: what each request gets."""

    answers: Answers = _well
    got: list[Got] = field(default_factory=list)

    def check(self, url: str) -> None:
        """Every address is fine."""

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Keep it and answer."""
        got = Got(url=url, body=body, headers=headers)
        self.got.append(got)
        return await self.answers(got)

    def is_vouched_for(self, url: str) -> bool:
        """Every address is known to the operator."""
        return True

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """Nobody is asked for a word."""
        return False

    def always(self, **posted: Any) -> None:
        """Answer like this from now on."""
        answer = Posted(**posted)

        async def say(_: Got) -> Posted:
            return answer

        self.answers = say

    @property
    def ids(self) -> list[str]:
        """The `webhook-id` of every request, in order."""
        return [each.id for each in self.got]


def no_luck() -> float:
    """The jitter that takes nothing off a wait."""
    return 0.0


def delivering(desk: Desk, receiver: Receiver, **parts: Any) -> DeliverMessages:
    """The sweep of a desk's tenant to this receiver."""
    usual: dict[str, Any] = {"clock": desk.clock, "chance": no_luck}
    return DeliverMessages(db=desk.db, crews=desk.crews, sender=receiver, **{**usual, **parts})


async def listening(desk: Desk, *events: str, url: str = URL) -> UUID:
    """An endpoint of the desk's tenant; without names it is told everything."""
    keep = KeepWebhooks(db=desk.db, sender=Receiver())
    made = await keep.make(desk.tenant, url, events or EVERYTHING)
    return made.webhook.id


async def secrets_of(desk: Desk, webhook: UUID) -> tuple[str, ...]:
    """The secrets that sign now."""
    async with desk.db.begin(desk.tenant) as connection:
        found = await webhooks.signers(connection, desk.tenant, webhook)
    assert found is not None
    return found[1]
