"""Bringing back what another memory says by now: one row tells it, and the answer names it."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.domain.reason import Reason
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import CREW
from tests.case_talk import Play, play
from tests.scripting import proposing


@pytest.fixture
async def scene(shared_database: Database, own_tenant: UUID) -> Play:
    return await play(shared_database, own_tenant)


async def add(scene: Play, text: str) -> UUID:
    new = NewMemory(crew=CREW, scope="private", kind="fact", text=text)
    added = await scene.app.keep_memories.add(scene.talk.pair.tenant, "u1", new)
    return added.memory.id


async def restore(scene: Play, memory: UUID, version: int | None = None) -> UUID:
    keep = scene.app.keep_memories
    return (await keep.restore(scene.talk.pair.tenant, "u1", memory, version=version)).id


@pytest.mark.parametrize("anew", ["라면을 좋아한다", "라면 좋아한다", "라면을 좋아한다."])
async def test_a_forgotten_memory_that_was_written_anew_is_restored_as_the_row_that_stands(
    anew: str, scene: Play
) -> None:
    keep, tenant = scene.app.keep_memories, scene.talk.pair.tenant
    forgotten = await add(scene, "라면을 좋아한다")
    await keep.forget(tenant, "u1", forgotten)
    standing = await add(scene, anew)

    told = await restore(scene, forgotten)

    assert told == standing != forgotten
    assert await scene.texts() == [anew]
    assert (await keep.one(tenant, "u1", forgotten)).status == "off"


async def test_the_restore_lifts_what_forbade_the_words_though_another_row_tells_them(
    scene: Play,
) -> None:
    keep, tenant = scene.app.keep_memories, scene.talk.pair.tenant
    forgotten = await add(scene, "라면을 좋아한다")
    await keep.change(tenant, "u1", forgotten, "우동을 좋아한다")
    await keep.forget(tenant, "u1", forgotten)
    await add(scene, "우동을 좋아한다")

    await restore(scene, forgotten)

    await scene.say("나 라면 좋아해")
    change = {"action": "create", "kind": "fact", "text": "라면을 좋아한다", "cites": ["e1"]}
    scene.script.answers["propose_changes"] = proposing(change)
    report = await scene.dream()
    assert [each.reason for each in report.changes] == [None]


async def test_a_former_value_that_another_row_tells_is_brought_back_as_that_row(
    scene: Play,
) -> None:
    keep, tenant = scene.app.keep_memories, scene.talk.pair.tenant
    drink = await add(scene, "커피를 좋아한다")
    await keep.change(tenant, "u1", drink, "녹차를 좋아한다")
    standing = await add(scene, "커피를 좋아한다")

    told = await restore(scene, drink, version=1)

    assert told == standing
    assert await scene.texts() == ["커피를 좋아한다"]


async def test_restoring_twice_names_the_same_row(scene: Play) -> None:
    forgotten = await add(scene, "라면을 좋아한다")
    await scene.app.keep_memories.forget(scene.talk.pair.tenant, "u1", forgotten)
    standing = await add(scene, "라면을 좋아한다")

    twice = [await restore(scene, forgotten) for _ in range(2)]

    assert twice == [standing, standing]


async def test_undoing_a_change_of_a_value_the_user_wrote_again_leaves_one_row(
    scene: Play,
) -> None:
    await scene.say("서울에 살아")
    change = {"action": "create", "kind": "fact", "text": "서울에 산다", "cites": ["e1"]}
    scene.script.answers["propose_changes"] = proposing(change)
    await scene.dream()
    await scene.say("이제 부산에 살아")
    moved = {"action": "update", "memory": "m1", "kind": "fact", "text": "부산에 산다",
             "cites": ["e1"]}  # fmt: skip
    scene.script.answers["propose_changes"] = proposing(moved)
    move = await scene.dream()
    await add(scene, "서울에 산다")

    undone = await scene.app.decide_dreams.revert(scene.talk.pair.tenant, move.id)

    assert undone.changes[0].reason is Reason.REVERTED
    assert await scene.texts() == ["서울에 산다"]
