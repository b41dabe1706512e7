"""Forgetting, restoring and starting over: nothing comes back by itself, all of it may."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import insert

from nightcrew.domain.errors import NotFound, Refused
from nightcrew.domain.evidence import EvidenceState
from nightcrew.store import evidence, memories, pairs
from nightcrew.store.tables import memories as memory_rows
from nightcrew.store.tables import memory_versions, tombstones
from nightcrew.usecases.keep_memories import AddedMemory, NewMemory
from tests.builders import CREW, memory, said
from tests.desk import USER, Desk


async def add(desk: Desk, text: str, **changed: object) -> AddedMemory:
    values: dict[str, object] = {"crew": CREW, "scope": "private", "kind": "fact", "text": text}
    return await desk.memories.add(desk.tenant, USER, NewMemory(**(values | changed)))  # type: ignore[arg-type]


async def standing(desk: Desk) -> int:
    return len(await desk.cells(tombstones, "id", where="lifted_at is null"))


async def test_forgetting_switches_off_and_buries_all_that_was_said_of_it(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.change(desk.tenant, USER, learned.id, "우동을 좋아한다")

    forgotten = await desk.memories.forget(desk.tenant, USER, learned.id)
    again = await desk.memories.forget(desk.tenant, USER, learned.id)

    assert (forgotten.status, forgotten.version) == ("off", 3)
    assert forgotten.expires_at == desk.clock.now() + timedelta(days=30)
    assert again == forgotten
    assert await standing(desk) == 2
    kept = await desk.cells(tombstones, "subject", "claim_hashes", "wording_hash")
    assert not any("라면" in str(row) or "우동" in str(row) for row in kept)


async def test_a_former_wording_that_another_memory_says_stays_with_that_memory(desk: Desk) -> None:
    moved = await desk.learn(memory("부산에서 카페를 운영한다"))
    await desk.memories.change(desk.tenant, USER, moved.id, "제주에서 서점을 운영한다")
    other = await desk.learn(memory("부산에서 카페를 운영한다, 주말에만 연다"))
    line = said("나 부산에서 카페 운영해, 주말에만 열고")
    await desk.hear(line)

    await desk.memories.forget(desk.tenant, USER, moved.id)

    assert await standing(desk) == 1
    async with desk.db.begin_pair(await desk.pair()) as connection:
        known = await memories.seen_by(connection, await desk.pair())
    assert [each.id for each in known] == [other.id]

    await desk.memories.forget(desk.tenant, USER, other.id)
    assert await standing(desk) == 2


async def test_what_a_memory_says_now_is_buried_even_if_another_says_it_too(desk: Desk) -> None:
    asked = await desk.learn(memory("부산에서 카페를 운영한다"))
    await desk.learn(memory("부산에서 카페를 운영한다, 주말에만 연다"))

    await desk.memories.forget(desk.tenant, USER, asked.id)

    assert await standing(desk) == 1


async def test_a_forgotten_memory_comes_back_as_a_new_version_without_its_tombstones(
    desk: Desk,
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다", to_on=date(2026, 12, 1)))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    back = await desk.memories.restore(desk.tenant, USER, learned.id)
    again = await desk.memories.restore(desk.tenant, USER, learned.id)

    assert (back.status, back.text, back.version, back.expires_at) == (
        "active",
        "라면을 좋아한다",
        3,
        None,
    )
    assert back.to_on == date(2026, 12, 1)
    assert again == back
    assert await standing(desk) == 0
    newest = (await desk.memories.versions(desk.tenant, USER, learned.id))[0]
    assert (newest.restored_from, newest.actor) == (1, "user")


async def test_an_older_value_may_be_chosen(desk: Desk) -> None:
    learned = await desk.learn(memory("커피를 좋아한다"))
    await desk.memories.change(desk.tenant, USER, learned.id, "차를 좋아한다")

    back = await desk.memories.restore(desk.tenant, USER, learned.id, version=1)

    assert (back.text, back.version, back.explicit) == ("커피를 좋아한다", 3, False)
    with pytest.raises(NotFound):
        await desk.memories.restore(desk.tenant, USER, learned.id, version=9)


async def test_a_memory_restored_after_its_words_are_gone_from_the_talk_keeps_what_is_left(
    desk: Desk,
) -> None:
    line = said("라면 좋아해")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    back = await desk.memories.restore(desk.tenant, USER, learned.id)

    assert back.cites == (line.id,)


async def test_posting_a_forgotten_memory_again_lifts_its_tombstone(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    added = await add(desk, "라면을 좋아한다")

    assert added.created
    assert added.memory.id != learned.id
    assert await standing(desk) == 0


async def test_posting_something_else_lifts_nothing(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    await add(desk, "주말마다 등산을 간다")

    assert await standing(desk) == 1


async def test_an_off_memory_is_not_corrected_behind_the_users_back(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    with pytest.raises(Refused) as refused:
        await desk.memories.change(desk.tenant, USER, learned.id, "우동을 좋아한다")

    assert refused.value.code == "memory_off"


async def test_a_full_store_takes_no_more_and_lets_everything_else_go_on(desk: Desk) -> None:
    first = await desk.learn(memory("첫 기억"))
    await fill(desk, memories.ACTIVE_LIMIT - 1)

    with pytest.raises(Refused) as refused:
        await add(desk, "하나 더")

    assert refused.value.code == "store_full"
    changed = await desk.memories.change(desk.tenant, USER, first.id, "고친 기억")
    assert changed.version == 2
    await desk.memories.forget(desk.tenant, USER, first.id)
    assert (await add(desk, "하나 더")).created


async def fill(desk: Desk, count: int) -> None:
    pair = await desk.pair()
    row = {
        "tenant_id": pair.tenant, "user_id": pair.user, "crew": CREW, "kind": "fact",
        "scope": "private", "subject": "user", "explicit": False, "status": "active",
        "version": 1, "via": CREW, "learned_on": date(2026, 9, 1), "said_on": date(2026, 9, 1),
        "changed_at": desk.clock.now(),
    }  # fmt: skip
    many = [{**row, "id": uuid4(), "text": f"기억 {number}"} for number in range(count)]
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(insert(memory_rows), many)


def _soon(desk: Desk) -> datetime:
    return desk.clock.now() + timedelta(minutes=2)


async def test_starting_over_switches_off_without_tombstones_and_leaves_old_talk_undreamt(
    desk: Desk,
) -> None:
    before = said("부산으로 이사해", desk.clock.now() - timedelta(hours=1))
    await desk.hear(before)
    learned = await desk.learn(memory("라면을 좋아한다"))
    other = await desk.learn(memory("힘들 때는 듣기만", crew="mindcare-sora"))

    done = await desk.memories.start_over(desk.tenant, USER, crew=CREW)

    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        assert await evidence.pending(connection, pair, _soon(desk)) == ()
        assert (await pairs.state(connection, pair)).oldest_pending_at is None
    assert (done.memories, done.crews) == (1, (CREW,))
    assert await standing(desk) == 0
    left = await desk.memories.list(desk.tenant, USER)
    assert [item.id for item in left.items] == [other.id]
    assert (await desk.memories.restore(desk.tenant, USER, learned.id)).status == "active"

    after = said("제주로 여행 가", desk.clock.now() + timedelta(minutes=1))
    await desk.hear(after)
    async with desk.db.begin_pair(pair) as connection:
        assert [line.id for line in await evidence.pending(connection, pair, _soon(desk))] == [
            after.id
        ]
    assert after.state is EvidenceState.PENDING


async def test_a_dream_under_way_loses_its_hold_when_the_user_starts_over(desk: Desk) -> None:
    await desk.hear(said("부산으로 이사해"))
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        token = await pairs.take_lease(connection, pair)
    assert token is not None

    await desk.memories.start_over(desk.tenant, USER)

    async with desk.db.begin_pair(pair) as connection:
        assert not await pairs.holds_lease(connection, pair, token)


async def test_every_change_leaves_a_version_by_the_user(desk: Desk) -> None:
    added = await add(desk, "커피를 좋아한다")
    await desk.memories.change(desk.tenant, USER, added.memory.id, "차를 좋아한다")
    await desk.memories.forget(desk.tenant, USER, added.memory.id)
    await desk.memories.restore(desk.tenant, USER, added.memory.id)

    actors = await desk.cells(memory_versions, "actor", "cause")

    assert actors == [
        ("user", "added"),
        ("user", "corrected"),
        ("user", "forgotten"),
        ("user", "restored"),
    ]
