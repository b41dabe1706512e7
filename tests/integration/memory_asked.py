"""What a judge asks of memory in a turn, and a user who asked to have things remembered."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with


def memory_need(act: str, **parts: str) -> dict[str, Any]:
    return {"memory": {"use": True, "act": act, **parts}}


async def remembering(
    database: Database, tenant: UUID, *texts: str
) -> tuple[Talk, Any, FixedClock]:
    clock, model = FixedClock(NOON), scripted()
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    for text in texts:
        model.answers["judge_needs"] = memory_need("remember", text=text)
        await talk.say(f"{text}. 기억해 줘")
    return talk, model, clock
