"""A person with some life behind them, who is moved."""

from __future__ import annotations

from datetime import timedelta

from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk

CREW = "travel-mina"
RAMEN = {"action": "create", "kind": "fact", "text": "라면을 좋아한다", "cites": ["e1"]}
CAT = {"action": "create", "kind": "fact", "text": "고양이가 있다", "cites": ["e1"]}


async def a_life(talk: Talk, model: ScriptedModel) -> None:
    """Talk, dreams, own words, a correction, something forgotten, a promise, a choice."""
    app, tenant = talk.app, talk.pair.tenant
    clock = app.world.clock
    assert isinstance(clock, FixedClock)
    await talk.say("라면 좋아해. 고양이가 있어")
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(RAMEN, CAT)
    await app.run_dream(talk.pair)
    ramen = next(each for each in await talk.known() if "라면" in each.text)
    await app.keep_memories.forget(tenant, "u1", ramen.id)
    new = NewMemory(crew="study-juno", scope="shared", kind="style", text="짧게 말해 줘")
    style = await app.keep_memories.add(tenant, "u1", new)
    await app.keep_memories.change(tenant, "u1", style.memory.id, "짧고 쉽게 말해 줘")
    await app.keep_people.set_preferences(
        tenant, "u1", {"name": "보라", "quiet_hours": "22:00-08:00", "consents": {"night": True}}
    )
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent="면접 잘 봤는지", local="2026-10-09T19:00"
    )
    await app.keep_follow_ups.make(tenant, "u1", CREW, spec)
    clock.at += timedelta(hours=3)
    await talk.say("오늘은 그냥 쉬었어")
