"""A due message, and a run that tells backends of it."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text

from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from tests.builders import CREW
from tests.desk import USER, Desk
from tests.fakes import NOON
from tests.receiver import Receiver, delivering

MESSAGE = "crew.message.due"


async def run(desk: Desk, receiver: Receiver, at: datetime = NOON, **asked: Any) -> Counter[str]:
    """Deliver what is due at this moment; how many attempts ended how."""
    reports = await delivering(desk, receiver)(now=at, **asked)
    return Counter(report.outcome for report in reports)


async def a_due_message(desk: Desk, *, grace_minutes: int = 120) -> tuple[UUID, UUID]:
    """A message of a follow-up in the outbox; its id and the follow-up's."""
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT,
        intent="치과 예약 확인",
        local="2026-10-06T09:00",
        grace_minutes=grace_minutes,
    )
    made = await desk.follow_ups.make(desk.tenant, USER, CREW, spec)
    due = await desk.follow_ups.run(desk.tenant, USER, made.follow_up.id)
    async with desk.db.begin(desk.tenant) as connection:
        queued = "update occurrences set state = 'queued' where id = :id"
        await connection.execute(text(queued), {"id": due.id})
    words = "치과 예약 잊지 않았죠?"
    item = await desk.speak_first(words, follow_up=made.follow_up.id, occurrence=due.id)
    return item, made.follow_up.id
