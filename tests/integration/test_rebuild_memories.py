"""Memories made again from verified changes: equal lines, and nobody's word is overruled."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.dream import DreamReport
from nightcrew.domain.memory import Memory
from nightcrew.usecases.rebuild_memories import RebuildMemories, RebuiltMemories
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import proposing
from tests.talk import Talk


def fact(text: str, **changed: Any) -> dict[str, Any]:
    return {"action": "create", "kind": "fact", "text": text, "cites": ["e1"], **changed}


@pytest.fixture
def rebuild(talk: Talk) -> RebuildMemories:
    return talk.app.rebuild_memories


async def dream_of(
    talk: Talk, model: ScriptedModel, said: str, *changes: dict[str, Any]
) -> DreamReport:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(days=1)
    await talk.say(said)
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing(*changes)
    return await talk.app.run_dream(talk.pair)


async def drinks(talk: Talk, model: ScriptedModel) -> None:
    """A memory with two former values and another beside it."""
    await dream_of(talk, model, "커피를 좋아해", fact("커피를 좋아한다"))
    update = {"action": "update", "memory": "m1"}
    await dream_of(talk, model, "이제 녹차만 마셔", fact("녹차를 마신다", **update))
    await dream_of(talk, model, "요새는 보리차를 마셔", fact("보리차를 마신다", **update))
    await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))


async def run_sql(talk: Talk, *statements: str) -> None:
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)


def lines(memories: Any) -> dict[UUID, dict[str, Any]]:
    return {memory.id: asdict(memory) for memory in memories}


async def test_memories_that_were_lost_come_back_as_the_same_lines(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    before = lines(await talk.known())
    calls = len(model.asked)
    await run_sql(talk, "delete from memories")

    told = await rebuild(talk.pair.tenant, "u1")

    assert lines(await talk.known()) == before
    assert told == RebuiltMemories(replayed=4, recreated=2)
    assert len(model.asked) == calls
    assert [len(each["previous"]) for each in before.values()].count(2) == 1


async def test_rebuilding_what_is_whole_changes_nothing(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    before = lines(await talk.known())

    told = await rebuild(talk.pair.tenant, "u1")

    assert lines(await talk.known()) == before
    assert told == RebuiltMemories(replayed=4, equal=2)


async def test_a_damaged_memory_is_mended_as_a_new_version(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    await run_sql(talk, "update memories set text = '???' where text = '고양이가 있다'")

    dry = await rebuild(talk.pair.tenant, "u1", dry_run=True)
    told = await rebuild(talk.pair.tenant, "u1")
    again = await rebuild(talk.pair.tenant, "u1")

    cat = _named(await talk.known(), "고양이가 있다")
    assert (dry.rewritten, told.rewritten, again.equal) == (1, 1, 2)
    assert cat.version == 2


def _named(memories: Any, text: str) -> Memory:
    [found] = [memory for memory in memories if memory.text == text]
    assert isinstance(found, Memory)
    return found


async def test_what_was_forgotten_removed_or_undone_does_not_come_back(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    clock = talk.app.world.clock
    cat = _named(await talk.known(), "고양이가 있다")
    await talk.app.keep_memories.forget(talk.pair.tenant, "u1", cat.id)
    swim = await dream_of(talk, model, "수영을 배워", fact("수영을 배운다"))
    await talk.app.decide_dreams.revert(talk.pair.tenant, swim.id)
    await dream_of(
        talk, model, "보리차도 이제 끊었어", {"action": "remove", "memory": "m1", "cites": ["e1"]}
    )
    assert await talk.known() == ()
    await run_sql(talk, "delete from memories")

    told = await rebuild(talk.pair.tenant, "u1")

    assert await talk.known() == ()
    assert (told.recreated, told.withheld) == (0, 1)
    assert clock.now() > NOON


async def test_a_memory_that_a_person_decided_on_is_left_alone(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    keep, tenant = talk.app.keep_memories, talk.pair.tenant
    cat = _named(await talk.known(), "고양이가 있다")
    tea = _named(await talk.known(), "보리차를 마신다")
    await keep.change(tenant, "u1", cat.id, "고양이가 두 마리 있다")
    await keep.restore(tenant, "u1", tea.id, version=1)

    told = await rebuild(tenant, "u1")

    assert told == RebuiltMemories(left=2)
    assert {memory.text for memory in await talk.known()} == {
        "고양이가 두 마리 있다",
        "커피를 좋아한다",
    }


async def test_what_was_said_before_starting_over_is_not_brought_back(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    await talk.app.keep_memories.start_over(talk.pair.tenant, "u1")
    await run_sql(talk, "delete from memories")

    told = await rebuild(talk.pair.tenant, "u1")

    assert told == RebuiltMemories(withheld=2)
    assert await talk.known() == ()


async def test_a_change_without_its_words_is_not_guessed(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    await run_sql(talk, "delete from memories", "update dream_changes set action = '', text = ''")

    assert await rebuild(talk.pair.tenant, "u1") == RebuiltMemories()
    assert await rebuild(talk.pair.tenant, "nobody") == RebuiltMemories()


async def test_dreaming_again_from_raw_talk_adds_nothing_that_is_held_or_forgotten(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    cat = _named(await talk.known(), "고양이가 있다")
    await talk.app.keep_memories.forget(talk.pair.tenant, "u1", cat.id)

    told = await rebuild.redream(talk.pair.tenant, "u1")

    assert told.waiting == await talk.rows("evidence")
    assert talk.pair in await talk.app.run_dream.ready()
    model.answers["propose_changes"] = proposing(
        *(fact("고양이가 있다", cites=[f"e{line}"]) for line in range(1, 9)),
        *(fact("보리차를 마신다", cites=[f"e{line}"]) for line in range(1, 9)),
    )
    await talk.app.run_dream(talk.pair)
    assert [memory.text for memory in await talk.known()] == ["보리차를 마신다"]


async def test_after_five_changes_a_line_shows_three_former_values_before_and_after_rebuilding(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    drinks = ("커피", "녹차", "보리차", "홍차", "우유", "두유")
    await dream_of(talk, model, f"{drinks[0]}를 마셔", fact(f"{drinks[0]}를 마신다"))
    for drink in drinks[1:]:
        update = fact(f"{drink}를 마신다", action="update", memory="m1")
        await dream_of(talk, model, f"이제 {drink}를 마셔", update)
    [before] = await talk.known()
    await run_sql(talk, "delete from memories")

    await rebuild(talk.pair.tenant, "u1")

    [after] = await talk.known()
    assert [each.text for each in before.previous] == [
        "우유를 마신다",
        "홍차를 마신다",
        "보리차를 마신다",
    ]
    assert [each.until for each in before.previous[1:]] == [
        each.since for each in before.previous[:-1]
    ]
    assert asdict(after) == asdict(before)


async def test_three_values_of_one_day_are_one_memory_with_two_closed_values(
    talk: Talk, model: ScriptedModel
) -> None:
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    for value in ("월요일", "화요일", "수요일"):
        await talk.say(f"회의는 매주 {value}이야")
        clock.at += timedelta(seconds=121)
        known = await talk.known()
        change = {"action": "update", "memory": "m1"} if known else {"action": "create"}
        model.answers["propose_changes"] = proposing(fact(f"회의는 매주 {value}이다", **change))
        await talk.app.run_dream(talk.pair)

    [memory] = await talk.known()

    assert memory.text == "회의는 매주 수요일이다"
    assert [each.text for each in memory.previous] == [
        "회의는 매주 화요일이다",
        "회의는 매주 월요일이다",
    ]
    assert {(each.since, each.until) for each in memory.previous} == {
        (memory.said_on, memory.said_on)
    }


async def test_dreaming_again_leaves_what_the_user_wrote_as_it_is(
    talk: Talk, model: ScriptedModel, rebuild: RebuildMemories
) -> None:
    await drinks(talk, model)
    keep, tenant = talk.app.keep_memories, talk.pair.tenant
    tea = _named(await talk.known(), "보리차를 마신다")
    await keep.change(tenant, "u1", tea.id, "물만 마신다")

    await rebuild.redream(tenant, "u1")
    both = (fact("보리차를 마신다", action="update", memory=m, cites=["e5"]) for m in ("m1", "m2"))
    model.answers["propose_changes"] = proposing(*both)
    report = await talk.app.run_dream(talk.pair)

    assert "explicit_memory" in {each.reason for each in report.changes}
    assert _named(await talk.known(), "물만 마신다").explicit
