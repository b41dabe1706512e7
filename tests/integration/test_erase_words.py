"""Erasing a memory, a turn, a conversation, a version: what goes, what stays, and saying so."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from sqlalchemy import null, update

from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.store import pairs
from nightcrew.store.tables import (
    dream_changes,
    evidence_index,
    follow_ups,
    messages,
    outbox,
    turns,
)
from nightcrew.store.tables import memories as memory_rows
from nightcrew.usecases.erase_words import EraseWords, places
from tests.builders import CREW, memory, said
from tests.desk import USER, Desk
from tests.erasing import add_line, dream_of, index, tables_with

WORD = "해바라기씨"


async def test_a_line_that_two_memories_rest_on_keeps_what_only_the_other_one_says(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    erased = await desk.learn(memory("라면을 좋아한다", subject="라면", cites=(line.id,)))
    other = await desk.learn(memory("부산에 산다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, erased.id)

    assert await desk.cells(messages, "text") == ["그리고 부산 살아"]
    assert await desk.cells(memory_rows, "id", "text") == [(other.id, "부산에 산다")]


async def test_a_memory_outlives_a_line_it_shared_with_one_that_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("주말마다 면발 뽑으러 다니느라 바빠")
    await desk.hear(line)
    erased = await desk.learn(memory("우동을 좋아한다", subject="우동", cites=(line.id,)))
    other = await desk.learn(memory("주말에 바쁘다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, erased.id)

    assert await desk.cells(messages, "text") == [""]
    assert await desk.cells(memory_rows, "id", "text") == [(other.id, "주말에 바쁘다")]


async def test_the_same_said_elsewhere_goes_and_what_others_remember_stays(
    desk: Desk, erasing: EraseWords
) -> None:
    first, again = said("나 라면 좋아해"), said("오늘도 라면 먹었어. 제주 가고 싶다")
    other = said("나 우동 좋아해")
    await desk.hear(first, again, other)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(first.id,)))
    kept = await desk.learn(memory("우동을 좋아한다", cites=(other.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert set(await desk.cells(messages, "text")) == {"", "제주 가고 싶다", "나 우동 좋아해"}
    [left] = (await desk.memories.list(desk.tenant, USER)).items
    assert (left.id, left.cites) == (kept.id, (other.id,))


async def test_what_another_crew_heard_stays_when_a_private_memory_is_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    await desk.hear(said("나 라면 좋아해"), crew="mindcare-sora")
    learned = await desk.learn(memory("라면을 좋아한다"))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == ["나 라면 좋아해"]


async def test_what_every_crew_heard_goes_when_a_shared_memory_is_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    await desk.hear(said("나 라면 좋아해"), crew="mindcare-sora")
    learned = await desk.learn(memory("라면을 좋아한다", scope="shared"))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == [""]


async def test_answers_dreams_and_promises_lose_what_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 해바라기씨 알레르기 있어")
    await desk.hear(line)
    learned = await desk.learn(memory("해바라기씨 알레르기가 있다", cites=(line.id,)))
    await answer_with(desk, line, "해바라기씨 조심할게요. 또 있어요?", memories=[learned.id])
    await dream_of(desk, learned.id, "해바라기씨 알레르기", cites=(line.id,))
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent="해바라기씨 알레르기 검사", local="2026-10-06T09:00"
    )
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    sent = await desk.speak_first("해바라기씨 검사는 어땠어요?", follow_up=made.id)

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    assert await tables_with(desk, "해바라기씨") == set()
    [answer] = await desk.cells(turns, "answer")
    assert (answer["reply"], answer["turn_id"]) == ("또 있어요?", "t1")
    assert answer["decisions"]["memory"] == {"use": True, "status": "ok", "why": ""}
    assert await desk.cells(turns, "judged", "body_hash") == [({}, "")]
    assert await desk.cells(follow_ups, "state", "reason") == [("cancelled", "buried")]
    assert await desk.cells(outbox, "id", "state", "text") == [(sent, "failed", None)]
    assert await desk.cells(dream_changes, "applied", "text") == [(True, "")]
    assert {"turns", "dream_changes", "follow_ups", "outbox", "pair_states"} <= set(receipt.counts)


@pytest.mark.parametrize(
    ("place", "left"),
    [
        (places.the_index, "evidence_index"),
        (places.the_memories, "memories"),
        (places.the_talk, "messages"),
        (places.the_outbox, "outbox"),
        (places.the_turns, "turns"),
        (places.the_dreams, "dream_changes"),
        (places.the_follow_ups, "follow_ups"),
        (places.the_tombstones, "tombstones"),
    ],
)
async def test_a_place_that_is_skipped_is_reported(
    desk: Desk, place: places.Place, left: str
) -> None:
    others = tuple(each for each in places.PLACES if each is not place)
    learned = await told_everywhere(desk)

    await EraseWords(db=desk.db, clock=desk.clock, places=others).memory(desk.tenant, USER, learned)

    assert left in await tables_with(desk, WORD)


async def told_everywhere(desk: Desk) -> UUID:
    """A memory whose word stands in every place that words get to."""
    line = said(f"나 {WORD} 알레르기 있어")
    await desk.hear(line)
    await index(desk, line, WORD)
    learned = await desk.learn(memory(f"{WORD} 알레르기가 있다", subject=WORD, cites=(line.id,)))
    await answer_with(desk, line, f"{WORD} 조심할게요. 또 있어요?", memories=[learned.id])
    await dream_of(desk, learned.id, f"{WORD} 알레르기", cites=(line.id,))
    spec = FollowUpSpec(
        kind=FollowUpKind.ONE_SHOT, intent=f"{WORD} 알레르기 검사", local="2026-10-06T09:00"
    )
    made = (await desk.follow_ups.make(desk.tenant, USER, CREW, spec)).follow_up
    await desk.speak_first(f"{WORD} 검사는 어땠어요?", follow_up=made.id)
    await desk.memories.forget(desk.tenant, USER, learned.id)
    return learned.id


async def test_nothing_is_left_in_any_place(desk: Desk, erasing: EraseWords) -> None:
    learned = await told_everywhere(desk)
    assert await tables_with(desk, WORD) == {
        "dream_changes", "evidence_index", "follow_ups", "memories", "memory_versions", "messages",
        "outbox", "pair_states", "tombstones", "turns",
    }  # fmt: skip

    await erasing.memory(desk.tenant, USER, learned)

    assert await tables_with(desk, WORD) == set()


async def test_the_index_forgets_a_cut_line_and_the_lines_after_it(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    await index(desk, line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(evidence_index, "id") == []


async def test_a_dream_and_a_turn_under_way_write_nothing_of_what_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("나 라면 좋아해")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        token = await pairs.take_lease(connection, pair)
        running = {"state": "running", "lease_token": uuid4(), "answer": null()}
        await connection.execute(update(turns).values(**running))
    assert token is not None

    await erasing.memory(desk.tenant, USER, learned.id)

    async with desk.db.begin_pair(pair) as connection:
        assert not await pairs.holds_lease(connection, pair, token)
    assert await desk.cells(turns, "state", "lease_token") == [("incomplete", None)]


async def answer_with(desk: Desk, line: Evidence, reply: str, memories: list[UUID]) -> None:
    """Give the turn of a line an answer that recites, and everything that is derived in a turn."""
    await add_line(desk, said(reply, speaker=Speaker.ASSISTANT, turn_id=line.turn_id), line)
    answer = {
        "turn_id": "t1", "reply": reply,
        "decisions": {"memory": {"use": True, "status": "ok", "query": "해바라기씨",
                                 "why": "해바라기씨 이야기"}},
        "sources": [{"title": "해바라기씨", "url": "https://example.org", "snippet": ""}],
    }  # fmt: skip
    changed = {
        "answer": answer, "judged": {"tool_lines": ["해바라기씨"]},
        "explain": {"memories": [str(each) for each in memories], "evidence": []},
    }  # fmt: skip
    pair = await desk.pair()
    async with desk.db.begin_pair(pair) as connection:
        await connection.execute(update(turns).where(turns.c.id == line.turn_id).values(changed))
        await pairs.note(connection, pair, refused=["create fact: unverified (해바라기씨?)"])
