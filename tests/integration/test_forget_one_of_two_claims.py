"""A memory that joins two claims loses the one that is to be forgotten, and no more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from nightcrew.domain.reason import Reason
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from tests.builders import memory
from tests.fakes import NOON, FixedClock
from tests.scripting import proposing, scripted
from tests.talk import Talk, app_of, talk_with

JOINED = "고수를 못 먹고 부산에 산다"


async def forgetting_the_cilantro(database: Database, tenant: UUID) -> tuple[Talk, Any, FixedClock]:
    """A dream joined two claims; then the user asks to forget one."""
    clock, model = FixedClock(NOON), scripted()
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    async with talk.app.world.db.begin_pair(talk.pair) as connection:
        learned = Act(actor="dream", cause="dream", at=NOON)
        await memories.add(connection, talk.pair, memory(JOINED, user=talk.pair.user), learned)
    model.answers["judge_needs"] = {
        "memory": {"use": True, "act": "forget", "query": "고수 못 먹는 거"}
    }
    await talk.say("고수 못 먹는 거 잊어 줘")
    model.answers["judge_needs"] = {}
    return talk, model, clock


async def test_only_the_claim_that_was_asked_for_is_forgotten(
    database: Database, tenant: UUID
) -> None:
    talk, _, _ = await forgetting_the_cilantro(database, tenant)

    [kept] = await talk.known()
    assert (kept.text, kept.previous, kept.version) == ("부산에 산다", (), 1)
    assert await talk.rows("tombstones") == 1
    assert await talk.rows("memory_versions", "cause = 'forgotten'") == 1


async def test_the_forgotten_claim_stays_away_and_the_other_may_still_be_talked_about(
    database: Database, tenant: UUID
) -> None:
    talk, model, _ = await forgetting_the_cilantro(database, tenant)

    await talk.say("고수는 못 먹어")
    await talk.say("부산에 사는 게 편해")
    await talk.say("오늘 뭐 하지?")

    shown = [line.text for line in model.asked[-1].inputs.talk]
    assert "부산에 사는 게 편해" in shown
    assert "고수는 못 먹어" not in shown


async def test_a_dream_that_proposes_it_again_is_told_that_it_is_buried(
    database: Database, tenant: UUID
) -> None:
    talk, model, clock = await forgetting_the_cilantro(database, tenant)
    await talk.say("부산에 사는 게 편해, 시장에서 장을 자주 봐")
    clock.at += timedelta(minutes=3)
    model.answers["propose_changes"] = lambda question: proposing(
        *(
            {"action": "create", "text": "고수를 못 먹는다", "cites": [line.handle]}
            for line in question.inputs.evidence
        )
    )(question)

    report = await talk.app.run_dream(talk.pair)

    assert Reason.BURIED in {change.reason for change in report.changes}
    assert not any(change.applied for change in report.changes)
    assert [each.text for each in await talk.known()] == ["부산에 산다"]


async def test_restoring_it_brings_back_the_whole_memory_and_lifts_the_tombstone(
    database: Database, tenant: UUID
) -> None:
    talk, _, _ = await forgetting_the_cilantro(database, tenant)
    [forgotten] = await talk.cells("memory_id", "tombstones", "created_at")

    await talk.app.keep_memories.restore(tenant, "u1", forgotten)

    assert JOINED in {each.text for each in await talk.known()}
