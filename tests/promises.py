"""Follow-ups a user asks for on the screen, with harmless defaults."""

from __future__ import annotations

from datetime import UTC, datetime

from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose
from tests.builders import CREW
from tests.desk import USER, Desk

TOMORROW_NINE = datetime(2026, 10, 6, 0, 0, tzinfo=UTC)  # nine in Seoul


def once(local: str = "2026-10-06T09:00", intent: str = "치과 물어보기") -> FollowUpSpec:
    """A one-shot."""
    return FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent=intent, local=local)


def daily(intent: str = "계란 확인") -> FollowUpSpec:
    """Every morning at nine."""
    return FollowUpSpec(
        kind=FollowUpKind.RECURRING, intent=intent, local="2026-10-06T09:00", rule="FREQ=DAILY",
        purpose=Purpose.LIFE,
    )  # fmt: skip


async def make(desk: Desk, spec: FollowUpSpec) -> FollowUpView:
    """Promise it."""
    return (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
