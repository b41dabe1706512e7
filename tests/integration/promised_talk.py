"""Users with promises, and what went out to them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.app.menu import App
from nightcrew.domain.pair import Pair
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store.database import Database
from nightcrew.usecases.send_follow_ups.wording import Allowed, Words
from tests.fakes import FixedClock
from tests.scripting import scripted
from tests.talk import app_of

MADE = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)  # noon in Seoul
TEN = datetime(2026, 10, 6, 1, 0, tzinfo=UTC)  # ten in the morning


async def given(pair: Pair, allowed: Allowed, now: datetime) -> Words:
    return Words(text="물 한 잔 마실 시간이에요.")


def opened(database: Database, clock: FixedClock | None = None) -> App:
    app = app_of(database, scripted(), clock=clock or FixedClock(MADE))
    sender = replace(app.flows.send_follow_ups, composer=given)
    return replace(app, flows=replace(app.flows, send_follow_ups=sender))


def once(local: str, intent: str = "물 마시기", **parts: Any) -> FollowUpSpec:
    return FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent=intent, local=local, **parts)


async def promise(app: App, tenant: UUID, user: str, *specs: FollowUpSpec) -> None:
    for spec in specs:
        await app.keep_follow_ups.make(tenant, user, "travel-mina", spec)


async def sent(app: App, tenant: UUID, at: datetime) -> Counter[str]:
    reports = await app.flows.send_follow_ups(now=at, tenant=tenant)
    return Counter(report.outcome for report in reports)


async def rows(app: App, tenant: UUID, query: str) -> list[Any]:
    async with app.world.db.begin(tenant) as connection:
        return list(await connection.execute(text(query)))
