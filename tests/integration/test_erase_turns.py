"""Erased turns and conversations: their words, and what rests on them alone."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import pytest
from sqlalchemy import update

from nightcrew.domain.errors import NotFound
from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.store import memories
from nightcrew.store.memories import Act
from nightcrew.store.tables import (
    conversations,
    evidence_index,
    messages,
    tombstones,
    turns,
)
from nightcrew.usecases.erase_words import EraseWords
from tests.builders import memory, said
from tests.desk import USER, Desk
from tests.erasing import add_line, index, tables_with, talk_of


async def test_an_erased_turn_takes_its_words_and_the_memories_that_rest_on_it_alone(
    desk: Desk, erasing: EraseWords
) -> None:
    line, other = said("제주에서 자랐어"), said("부산에서 일해")
    reply = said("제주군요!", speaker=Speaker.ASSISTANT, turn_id=line.turn_id)
    await desk.hear(line, other)
    await add_line(desk, reply, line)
    await index(desk, line)
    await desk.learn(memory("제주에서 자랐다", cites=(line.id,)))
    both = await desk.learn(memory("부산에 산다", cites=(line.id, other.id)))
    own = await desk.learn(memory("커피를 좋아한다"))

    receipt = await erasing.turn(desk.tenant, USER, line.id)
    again = await erasing.turn(desk.tenant, USER, line.id)

    assert await tables_with(desk, "제주") == set()
    assert sorted(await desk.cells(messages, "text")) == ["", "", "부산에서 일해"]
    left = {item.id: item.cites for item in (await desk.memories.list(desk.tenant, USER)).items}
    assert left == {both.id: (other.id,), own.id: ()}
    assert await desk.cells(evidence_index, "id") == []
    assert await desk.cells(tombstones, "id") == []
    assert receipt.counts["messages"] == 2
    assert (again.id, again.counts) == (receipt.id, {})
    with pytest.raises(NotFound):
        await erasing.turn(desk.tenant, USER, uuid4())


async def test_a_value_that_rests_on_the_erased_turn_alone_gives_way_to_the_one_before(
    desk: Desk, erasing: EraseWords
) -> None:
    first, second = said("부산으로 이사해"), said("이사 취소했어. 제주로 가")
    await desk.hear(first, second)
    learned = await desk.learn(memory("부산으로 이사한다", cites=(first.id,)))
    await revise(desk, learned.id, "제주로 이사한다", cites=(second.id,))

    await erasing.turn(desk.tenant, USER, second.id)

    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.text, left.version, left.previous) == ("부산으로 이사한다", 3, ())
    newest, middle, _ = await desk.memories.versions(desk.tenant, USER, learned.id)
    assert (newest.restored_from, middle.text, middle.redacted_at) == (
        1,
        None,
        desk.clock.now(),
    )
    assert await tables_with(desk, "제주") == set()


async def test_an_older_value_that_rests_on_the_erased_turn_alone_is_redacted(
    desk: Desk, erasing: EraseWords
) -> None:
    first, second = said("부산으로 이사해"), said("이사 취소했어. 제주로 가")
    await desk.hear(first, second)
    learned = await desk.learn(memory("부산으로 이사한다", cites=(first.id,)))
    await revise(desk, learned.id, "제주로 이사한다", cites=(second.id,))

    await erasing.turn(desk.tenant, USER, first.id)

    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.text, left.version, left.previous) == ("제주로 이사한다", 2, ())
    assert await tables_with(desk, "부산") == set()


async def test_erasing_what_the_crew_said_leaves_what_the_user_said(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("제주에서 자랐어")
    reply = said("귤 좋아하시겠네요", speaker=Speaker.ASSISTANT, turn_id=line.turn_id)
    await desk.hear(line)
    await add_line(desk, reply, line)

    await erasing.turn(desk.tenant, USER, reply.id)

    assert sorted(await desk.cells(messages, "text")) == ["", "제주에서 자랐어"]
    assert (await desk.cells(turns, "answer"))[0]["reply"] == ""


async def test_an_erased_conversation_is_gone_with_what_rests_on_it_alone(
    desk: Desk, erasing: EraseWords
) -> None:
    line, other = said("제주에서 자랐어"), said("부산에서 일해")
    await desk.hear(line, other)
    await desk.learn(memory("제주에서 자랐다", cites=(line.id,)))
    kept = await desk.learn(memory("부산에서 일한다", cites=(other.id,)))
    name = await named_talk(desk, line, "jeju-talk")

    receipt = await erasing.conversation(desk.tenant, USER, name)
    again = await erasing.conversation(desk.tenant, USER, name)

    assert await desk.cells(messages, "text") == ["부산에서 일해"]
    assert await desk.cells(turns, "id") == [other.turn_id]
    assert [item.id for item in (await desk.memories.list(desk.tenant, USER)).items] == [kept.id]
    assert await tables_with(desk, "제주") == set()
    assert await tables_with(desk, name) == set()
    assert (receipt.counts["conversations"], receipt.counts["turns"]) == (1, 1)
    assert (again.id, again.counts) == (None, {})


async def revise(desk: Desk, of: UUID, words: str, cites: tuple[UUID, ...]) -> None:
    """Give a memory its next value, as a dream does."""
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        held = await memories.one(connection, pair.tenant, pair.user, of)
        assert held is not None
        changed = memory(words, id=of, user=pair.user, version=held.version + 1, cites=cites,
                         said_on=date(2026, 9, 2))  # fmt: skip
        act = Act(actor="dream", cause="dream", at=desk.clock.now())
        assert await memories.revise(connection, pair, changed, act)


async def named_talk(desk: Desk, line: Evidence, name: str) -> str:
    """Call the conversation of a line as the backend does."""
    of = await talk_of(desk, line)
    async with desk.db.begin(desk.tenant) as connection:
        named = update(conversations).where(conversations.c.id == of).values(external_id=name)
        await connection.execute(named)
    return name
