"""The first question after many memories came in waits for some vectors, not for all of them."""

from __future__ import annotations

from nightcrew.domain.evidence import Speaker
from nightcrew.domain.recall import dense_text
from nightcrew.store.known_vectors import MADE_AT_ONCE, NEW_VECTORS, KnownVectors
from tests.builders import memory
from tests.raw_talk import WordVectors

MANY = [memory(f"프로젝트 {number}번은 금요일에 끝난다") for number in range(3 * NEW_VECTORS)]


async def test_a_question_whose_time_is_over_makes_no_more_vectors_and_the_next_goes_on() -> None:
    embedder, vectors = WordVectors(), KnownVectors(seconds=0)

    first = await vectors.of_memories(embedder, MANY)
    second = await vectors.of_memories(embedder, MANY)

    assert list(first) == [each.id for each in MANY[:MADE_AT_ONCE]]
    assert list(second) == [each.id for each in MANY[: 2 * MADE_AT_ONCE]]
    assert embedder.read == [
        dense_text(each.said_on, Speaker.USER, each.text) for each in MANY[: 2 * MADE_AT_ONCE]
    ]


async def test_a_question_with_time_left_makes_no_more_than_its_share() -> None:
    made = await KnownVectors(seconds=60).of_memories(WordVectors(), MANY)

    assert len(made) == NEW_VECTORS
