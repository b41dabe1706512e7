"""What is asked of the embedder again, and what is not, while lines wait for the index."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from nightcrew.store.known_vectors import KnownVectors


class Counting:
    """Gives each text its length for a vector, and remembers what it was asked."""

    model = "counting"
    size = 1

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[float(len(text))] for text in texts]

    async def query(self, text: str) -> list[float]:
        return [float(len(text))]


def lines(*texts: str) -> list[tuple[UUID, str]]:
    return [(uuid4(), text) for text in texts]


async def test_a_line_that_waits_for_the_index_is_embedded_once() -> None:
    known, embedder = KnownVectors(), Counting()
    waiting = lines("우산은 락커에", "부산 살아")

    first = await known.of_lines(embedder, waiting)
    second = await known.of_lines(embedder, [*waiting[::-1], *lines("새 이야기")])

    assert [list(each) for each in first] == [[7.0], [5.0]]
    assert [list(each) for each in second] == [[5.0], [7.0], [5.0]]
    assert embedder.asked == ["우산은 락커에", "부산 살아", "새 이야기"]


async def test_a_line_that_lost_a_forgotten_clause_is_embedded_as_it_is_shown_now() -> None:
    known, embedder = KnownVectors(), Counting()
    [(line, _)] = waiting = lines("라면 좋아해. 부산 살아")

    await known.of_lines(embedder, waiting)
    [now] = await known.of_lines(embedder, [(line, "부산 살아")])

    assert list(now) == [5.0]


async def test_nothing_of_what_was_said_is_held_after_an_erasure() -> None:
    known, embedder = KnownVectors(), Counting()
    waiting = lines("부산 살아")
    await known.of_lines(embedder, waiting)

    known.drop_said()
    await known.of_lines(embedder, waiting)

    assert embedder.asked == ["부산 살아", "부산 살아"]
