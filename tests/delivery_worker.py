"""A process that delivers until it is killed, at a named point by itself.

Nothing of the product is changed: the points are statements on their way and calls of the sender.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import event
from sqlalchemy.engine import Engine

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.webhook_sender import GuardedSender
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.delivery import Posted
from nightcrew.domain.house import Budgets, House, QuietWindows
from nightcrew.ports import WebhookSender
from nightcrew.store.database import Database
from nightcrew.usecases.deliver_messages import DeliverMessages
from nightcrew.usecases.deliver_messages.attempt import Moment
from nightcrew.usecases.deliver_messages.rescue import take_over
from tests.fakes import NOON, FakeCrews, FixedClock

LEASE_SECONDS = 1.0
POINTS = (
    "after the claim",
    "before the call",
    "inside a rescue",
    "after the call",
    "inside the ack",
    "inside a renewal",
)
# Points inside a transaction: how the statement is known after which the worker dies.
_INSIDE = {
    "inside the ack": "set state = %(state)s, reason",
    "inside a renewal": "set lease_until = clock_timestamp()",
    "inside a rescue": "with stuck as materialized",
}
_CLAIM = "with next as materialized"
HOUSE = House(
    locale="ko-KR",
    timezone="Asia/Seoul",
    quiet_hours=QuietWindows(follow_up=("22:00", "08:00"), opener=("22:00", "07:00")),
    budgets=Budgets(per_user_per_day=2, per_crew_per_day=1, unanswered_then_silent=2),
    retention_days={},
    safety={},
    tool_guide={},
)


@dataclass(slots=True, kw_only=True)
class Fate:
    """Where this worker dies, at the how-many-th time it comes by; an empty point: never."""

    point: str = ""
    after: int = 1

    def passes(self, point: str) -> None:
        """Die here when it is time."""
        if point != self.point:
            return
        self.after -= 1
        if self.after <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(slots=True, kw_only=True)
class DoomedSender:
    """The real sender, and death before or after it."""

    inner: WebhookSender
    fate: Fate

    def check(self, url: str) -> None:
        """As the real one."""
        self.inner.check(url)

    def is_vouched_for(self, url: str) -> bool:
        """As the real one."""
        return self.inner.is_vouched_for(url)

    async def echoes(self, url: str, *, body: bytes, headers: Mapping[str, str], word: str) -> bool:
        """As the real one."""
        return await self.inner.echoes(url, body=body, headers=headers, word=word)

    async def post(self, url: str, *, body: bytes, headers: Mapping[str, str]) -> Posted:
        """As the real one; slower where a renewal is waited for."""
        self.fate.passes("before the call")
        if self.fate.point == "inside a renewal":
            await asyncio.sleep(LEASE_SECONDS)
        posted = await self.inner.post(url, body=body, headers=headers)
        self.fate.passes("after the call")
        return posted


def watch(engine: Engine, fate: Fate) -> None:
    """Die at the points that are statements."""
    claimed = False

    @event.listens_for(engine, "before_cursor_execute")
    def before(*_: Any) -> None:
        if claimed:
            fate.passes("after the claim")

    @event.listens_for(engine, "after_cursor_execute")
    def after(*call: Any) -> None:
        nonlocal claimed
        cursor, statement = call[1], call[2]
        claimed = _CLAIM in statement and cursor.rowcount > 0
        for point, mark in _INSIDE.items():
            if mark in statement and cursor.rowcount > 0:
                fate.passes(point)


async def work(url: str, tenant: UUID, fate: Fate) -> None:
    """Deliver for ever."""
    db = await Database.open(url)
    watch(db._engine.sync_engine, fate)
    http = GuardedHttp(allow_private_hosts="127.0.0.1")
    deliver = DeliverMessages(
        db=db,
        crews=FakeCrews(CrewShelf(crews={}, house=HOUSE)),
        sender=DoomedSender(inner=GuardedSender(http), fate=fate),
        clock=FixedClock(NOON),
        lease_seconds=LEASE_SECONDS,
    )
    while True:
        if fate.point == "inside a rescue":
            await take_over(db, tenant, Moment(at=NOON, asked=None), page=50, chance=random.random)
        else:
            await deliver(tenant=tenant)
        await asyncio.sleep(0.02)


def run(url: str, tenant: UUID, point: str, after: int) -> None:
    """One process of a test: it delivers until it is killed."""
    asyncio.run(work(url, tenant, Fate(point=point, after=after)))
