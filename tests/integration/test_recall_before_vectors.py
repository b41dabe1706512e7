"""Talk is found by its words before any vector of it was made, however much there is."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from nightcrew.store import past_search
from nightcrew.store.tables import evidence_index
from tests.raw_talk import RawTalk, WordVectors
from tests.recalling import index, recalled


async def a_long_talk(raw: RawTalk, first: Sequence[str], then: int) -> None:
    await raw.said(*first, *(f"{number}번 버스를 타고 왔어" for number in range(then)))


async def models(raw: RawTalk) -> dict[str, int]:
    counted = select(evidence_index.c.model, func.count()).group_by(evidence_index.c.model)
    async with raw.db.begin_pair(raw.pair) as connection:
        return {row[0]: row[1] for row in await connection.execute(counted)}


async def test_a_line_said_long_before_is_found_though_nothing_was_indexed_yet(
    raw: RawTalk,
) -> None:
    await a_long_talk(raw, ["사촌 결혼식 축의금은 봉투 두 개로 냈어"], then=300)

    found = await recalled(raw, "축의금 봉투", "hybrid")

    assert not found.nothing_found
    assert "사촌 결혼식 축의금" in found.lines[0].text
    assert found.total == 301


async def test_a_question_embeds_the_newest_lines_and_no_others(raw: RawTalk) -> None:
    embedder = WordVectors()
    await a_long_talk(raw, ["우산은 3번 락커에 뒀어"], then=200)

    await recalled(raw, "우산 락커", embedder=embedder)

    read = [text for text in embedder.read if "버스" in text or "락커" in text]
    assert len(read) == past_search.LEFT_WAITING
    assert await models(raw) == {"words": 201 - past_search.LEFT_WAITING}


async def test_words_written_for_a_question_get_their_vectors_from_the_index_flow(
    raw: RawTalk,
) -> None:
    await a_long_talk(raw, ["우산은 3번 락커에 뒀어"], then=100)
    await recalled(raw, "우산 락커")

    indexed = await index(raw.db)

    assert indexed == 101
    assert await models(raw) == {WordVectors().model: 101}


async def test_an_index_that_is_there_is_left_as_it_is(raw: RawTalk) -> None:
    await a_long_talk(raw, ["우산은 3번 락커에 뒀어"], then=100)
    await index(raw.db)

    await recalled(raw, "우산 락커")

    assert await models(raw) == {WordVectors().model: 101}
