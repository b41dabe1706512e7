"""What was said earlier and arrives later stays earlier, to the moment; undoing keeps the order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.dream import DreamReport
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.reason import Reason
from nightcrew.store.database import Database
from nightcrew.usecases.rebuild_memories import RebuiltMemories
from tests.case_talk import Play, play
from tests.fakes import NOON
from tests.scripting import proposing
from tests.talk import talk_with


def change(text: str, action: str = "create", **changed: Any) -> dict[str, Any]:
    named = {"memory": None if action == "create" else "m1"}
    return {"action": action, "kind": "fact", "text": text, "cites": ["e1"], **named, **changed}


@pytest.fixture
async def talk(shared_database: Database, own_tenant: UUID) -> Play:
    return await play(shared_database, own_tenant)


async def dream_of(talk: Play, said: str, *changes: dict[str, Any]) -> DreamReport:
    await talk.say(said)
    return await dream(talk, *changes)


async def dream(talk: Play, *changes: dict[str, Any]) -> DreamReport:
    talk.script.answers["propose_changes"] = proposing(*changes)
    return await talk.dream()


async def arrive(talk: Play, at: datetime, text: str) -> None:
    line = ImportedLine(id=uuid4().hex, at=at, speaker=Speaker.USER, text=text)
    pair = talk.talk.pair
    await talk.app.backfill_evidence(pair.tenant, "u1", pair.crew, [line])


async def told(talk: Play) -> list[tuple[str, list[str]]]:
    return [(each.text, [one.text for one in each.previous]) for each in await talk.talk.known()]


async def test_what_was_said_in_the_morning_and_arrives_at_night_does_not_replace_the_noon_value(
    talk: Play,
) -> None:
    await dream_of(talk, "A팀 담당자는 이도윤이야", change("A팀 담당자는 이도윤이다"))
    await arrive(talk, NOON - timedelta(hours=2), "A팀 담당자는 박지훈이야")

    await dream(talk, change("A팀 담당자는 박지훈이다", "update"))

    assert await told(talk) == [("A팀 담당자는 이도윤이다", ["A팀 담당자는 박지훈이다"])]
    rebuilt = await talk.app.rebuild_memories(talk.talk.pair.tenant, "u1")
    assert rebuilt == RebuiltMemories(replayed=2, equal=1)


async def test_words_older_than_a_memory_do_not_switch_it_off(talk: Play) -> None:
    await dream_of(talk, "커피를 매일 마셔", change("커피를 매일 마신다"))
    await arrive(talk, NOON - timedelta(days=20), "나 커피 끊었어")

    report = await dream(talk, change("", "remove"))

    assert report.changes[0].reason is Reason.NO_CITATION
    assert await talk.texts() == ["커피를 매일 마신다"]


async def three_homes(talk: Play) -> tuple[DreamReport, DreamReport]:
    await dream_of(talk, "서울에 살아", change("서울에 산다"))
    talk.clock.at += timedelta(days=1)
    second = await dream_of(talk, "이제 부산에 살아", change("부산에 산다", "update"))
    talk.clock.at += timedelta(days=1)
    third = await dream_of(talk, "이제 대구에 살아", change("대구에 산다", "update"))
    return second, third


async def test_dreams_are_undone_one_after_the_other(talk: Play) -> None:
    second, third = await three_homes(talk)
    revert, tenant = talk.app.decide_dreams.revert, talk.talk.pair.tenant

    await revert(tenant, third.id)
    await revert(tenant, second.id)

    assert await told(talk) == [("서울에 산다", [])]


async def test_a_dream_that_a_later_one_built_on_is_undone_after_that_one(talk: Play) -> None:
    second, third = await three_homes(talk)
    revert, tenant = talk.app.decide_dreams.revert, talk.talk.pair.tenant

    early = await revert(tenant, second.id)
    await revert(tenant, third.id)
    late = await revert(tenant, second.id)

    assert (early.changes[0].reason, early.reverted_at) == (Reason.CHANGED_SINCE, None)
    assert late.changes[0].reason is Reason.REVERTED
    assert await told(talk) == [("서울에 산다", [])]


async def test_undoing_a_removal_adds_no_second_row_of_what_the_user_wrote_again(
    talk: Play,
) -> None:
    await dream_of(talk, "서울에 살아", change("서울에 산다"))
    removal = await dream_of(talk, "서울에 이제 안 살아", change("", "remove"))
    await talk.keep("서울에 산다")

    undone = await talk.app.decide_dreams.revert(talk.talk.pair.tenant, removal.id)

    assert undone.changes[0].reason is Reason.DUPLICATE
    assert await talk.texts() == ["서울에 산다"]


async def test_rebuilding_one_crews_part_keeps_what_another_crew_learned_later(talk: Play) -> None:
    await dream_of(talk, "서울에 살아", change("서울에 산다", scope="shared"))
    other = await talk_with(talk.app, talk.talk.pair.tenant, "mindcare-sora")
    talk.clock.at += timedelta(days=1)
    await other.say("이제 부산에 살아")
    talk.clock.at += timedelta(seconds=121)
    talk.script.answers["propose_changes"] = proposing(change("부산에 산다", "update"))
    await talk.app.run_dream(other.pair)

    for crew in ("travel-mina", "mindcare-sora"):
        rebuilt = await talk.app.rebuild_memories(other.pair.tenant, "u1", crew=crew)
        assert rebuilt == RebuiltMemories(replayed=2, equal=1)

    assert await told(talk) == [("부산에 산다", ["서울에 산다"])]


async def test_rebuilding_a_memory_with_a_redacted_value_writes_nothing(talk: Play) -> None:
    await three_homes(talk)
    [home] = await talk.talk.known()
    await talk.app.erase_words.redact(talk.talk.pair.tenant, "u1", home.id, 2)

    rebuilt = await talk.app.rebuild_memories(talk.talk.pair.tenant, "u1")

    assert rebuilt == RebuiltMemories(left=1)
    assert [each.version for each in await talk.talk.known()] == [3]


async def test_what_the_user_brought_back_outlives_reading_all_talk_again(talk: Play) -> None:
    await dream_of(talk, "서울에 살아", change("서울에 산다"))
    await dream_of(talk, "이제 부산에 살아", change("부산에 산다", "update"))
    [home] = await talk.talk.known()
    talk.clock.at += timedelta(seconds=1)
    tenant = talk.talk.pair.tenant
    await talk.app.keep_memories.restore(tenant, "u1", home.id, version=1)
    before = await told(talk)
    await talk.app.rebuild_memories.redream(tenant, "u1")

    report = await dream(talk, change("부산에 산다", "update", cites=["e3"]))

    assert report.changes[0].reason is Reason.DUPLICATE
    assert await told(talk) == before == [("서울에 산다", ["부산에 산다", "서울에 산다"])]
    await dream_of(talk, "결국 부산에 살아", change("부산에 산다", "update"))
    assert await talk.texts() == ["부산에 산다"]
