"""Dreams that are undone as a whole."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from nightcrew.domain.errors import Refused
from nightcrew.domain.reason import Reason
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.integration.decided_dreams import dream_of, fact
from tests.scripting import proposing
from tests.talk import Talk


async def test_undoing_a_dream_takes_back_all_it_did_as_new_versions(
    talk: Talk, model: ScriptedModel
) -> None:
    await dream_of(
        talk, model, "커피를 좋아해. 수영을 배워", fact("커피를 좋아한다"), fact("수영을 배운다")
    )
    before = {memory.text: memory for memory in await talk.known()}
    places = {memory.text: f"m{n}" for n, memory in enumerate(await _shown(talk, model), 1)}
    report = await dream_of(
        talk,
        model,
        "커피를 끊었어. 수영은 그만뒀어. 고양이가 있어",
        {**fact("커피를 끊었다"), "action": "update", "memory": places["커피를 좋아한다"]},
        {**fact(""), "action": "remove", "memory": places["수영을 배운다"]},
        fact("고양이가 있다"),
    )
    assert [each.applied for each in report.changes] == [True, True, True]

    undone = await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    known = {memory.text: memory for memory in await talk.known()}
    assert set(known) == set(before)
    assert known["커피를 좋아한다"].version == 3
    assert known["커피를 좋아한다"].previous == ()
    assert known["수영을 배운다"].said_on == before["수영을 배운다"].said_on
    assert {(each.applied, each.reason) for each in undone.changes} == {(False, Reason.REVERTED)}
    assert undone.reverted_at == talk.app.world.clock.now()
    assert await talk.rows("tombstones") == 0
    versions = await talk.app.keep_memories.versions(
        talk.pair.tenant, "u1", known["커피를 좋아한다"].id
    )
    assert [(each.version, each.restored_from, each.actor) for each in versions] == [
        (3, 1, "admin"), (2, None, "dream"), (1, None, "dream"),
    ]  # fmt: skip


async def _shown(talk: Talk, model: ScriptedModel) -> list[Any]:
    """The memories in the order a dream numbers them."""
    await talk.say("음")
    clock = talk.app.world.clock
    assert isinstance(clock, FixedClock)
    clock.at += timedelta(seconds=121)
    model.answers["propose_changes"] = proposing()
    await talk.app.run_dream(talk.pair)
    return [each.memory for each in model.asked_for("propose_changes")[-1].inputs.memories]


async def test_what_the_user_changed_after_a_dream_is_left_alone_and_told(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await dream_of(
        talk, model, "커피를 좋아해. 수영을 배워", fact("커피를 좋아한다"), fact("수영을 배운다")
    )
    coffee = next(each for each in await talk.known() if "커피" in each.text)
    await talk.app.keep_memories.change(talk.pair.tenant, "u1", coffee.id, "커피는 아침에만 마신다")

    undone = await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    assert [memory.text for memory in await talk.known()] == ["커피는 아침에만 마신다"]
    assert [(each.applied, each.reason) for each in undone.changes] == [
        (True, Reason.CHANGED_SINCE),
        (False, Reason.REVERTED),
    ]


async def test_a_dream_is_undone_once(talk: Talk, model: ScriptedModel) -> None:
    report = await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))
    idle = await dream_of(talk, model, "심심해", fact("심심하다고 한다"), mode="review")
    await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)

    with pytest.raises(Refused) as again:
        await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)
    with pytest.raises(Refused) as nothing:
        await talk.app.decide_dreams.revert(talk.pair.tenant, idle.id)

    assert (again.value.code, nothing.value.code) == ("already_reverted", "nothing_to_revert")


async def test_an_undone_dream_is_not_dreamt_again_from_the_same_lines(
    talk: Talk, model: ScriptedModel
) -> None:
    report = await dream_of(talk, model, "고양이가 있어", fact("고양이가 있다"))
    await talk.app.decide_dreams.revert(talk.pair.tenant, report.id)
    calls = len(model.asked)

    await talk.app.run_dream(talk.pair)

    assert await talk.known() == ()
    assert len(model.asked) == calls
