"""Erased memories: their words, their receipt, and whether they come back."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from nightcrew.domain.errors import NotFound
from nightcrew.domain.receipt import Erasing, KeptElsewhere
from nightcrew.store import memories
from nightcrew.store.tables import (
    evidence,
    memory_versions,
    messages,
    tombstones,
)
from nightcrew.store.tables import memories as memory_rows
from nightcrew.usecases.erase_words import EraseWords
from tests.builders import memory, said
from tests.desk import USER, Desk
from tests.erasing import tables_with


async def test_an_erased_memory_leaves_only_keyed_hashes(desk: Desk, erasing: EraseWords) -> None:
    line = said("나 라면 좋아해. 그리고 부산 살아")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", subject="라면", cites=(line.id,)))
    await desk.memories.change(desk.tenant, USER, learned.id, "라면을 아주 좋아한다")

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(memory_rows, "id") == []
    assert await desk.cells(memory_versions, "id") == []
    assert await desk.cells(messages, "text") == ["그리고 부산 살아"]
    kept = await desk.cells(tombstones, "subject", "kind", "claim_hashes", "wording_hash")
    assert {(subject, kind) for subject, kind, *_ in kept} == {("", "fact")}
    assert await tables_with(desk, "라면") == set()
    assert receipt.kind is Erasing.MEMORY
    assert receipt.counts["memories"] == 1
    assert receipt.counts["memory_versions"] == 2
    assert receipt.counts["messages"] == 1


async def test_a_receipt_names_what_is_not_reached_and_the_day_it_ends(desk: Desk) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    erasing = EraseWords(
        db=desk.db, clock=desk.clock, kept_elsewhere=KeptElsewhere(backups=14, wal=1)
    )

    receipt = await erasing.memory(desk.tenant, USER, learned.id)

    day = desk.clock.now().date()
    assert {each.place: each.until - day for each in receipt.not_reached} == {
        "table_files": timedelta(days=7),
        "wal": timedelta(days=1),
        "backups": timedelta(days=14),
    }


async def test_erasing_the_same_memory_again_says_when_it_was_erased(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다"))
    first = await erasing.memory(desk.tenant, USER, learned.id)
    desk.clock.set(desk.clock.now() + timedelta(days=1))

    again = await erasing.memory(desk.tenant, USER, learned.id)

    assert (again.id, again.at, again.counts) == (first.id, first.at, {})
    with pytest.raises(NotFound):
        await erasing.memory(desk.tenant, USER, uuid4())
    with pytest.raises(NotFound):
        await erasing.memory(desk.tenant, "nobody", learned.id)


async def test_an_erased_memory_does_not_come_back_by_itself_and_may_be_written_again(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("누리는 축구를 좋아한다", subject="user's son 누리"))
    await erasing.memory(desk.tenant, USER, learned.id)
    pair = await desk.pair()

    async with desk.db.begin_pair(pair) as connection:
        [standing] = await memories.standing_tombstones(connection, pair)

    assert (standing.memory_id, standing.subject) == (learned.id, "")
    with pytest.raises(NotFound):
        await desk.memories.restore(desk.tenant, USER, learned.id)
    listed = await desk.memories.list(desk.tenant, USER, status="all")
    assert listed.total == 0


async def test_a_memory_that_was_forgotten_first_is_erased_with_its_tombstones_subject(
    desk: Desk, erasing: EraseWords
) -> None:
    learned = await desk.learn(memory("라면을 좋아한다", subject="라면"))
    await desk.memories.forget(desk.tenant, USER, learned.id)

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(tombstones, "subject") == [""]
    assert await tables_with(desk, "라면") == set()


async def test_a_line_the_memory_rests_on_in_other_words_goes_whole(
    desk: Desk, erasing: EraseWords
) -> None:
    line = said("면발 없이는 하루도 못 살겠더라")
    await desk.hear(line)
    learned = await desk.learn(memory("라면을 좋아한다", cites=(line.id,)))

    await erasing.memory(desk.tenant, USER, learned.id)

    assert await desk.cells(messages, "text") == [""]
    [(erased_at, state, reason)] = await desk.cells(evidence, "erased_at", "state", "reason")
    assert (erased_at, state, reason) == (desk.clock.now(), "excluded", "erased")
