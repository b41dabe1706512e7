"""What comes with the product is not embedded again on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder, LocalEmbedder
from nightcrew.adapters.shipped_vectors import FILE, ShippedVectors, packed
from nightcrew.domain.recall import cosine
from tests.benchmarks.knowledge_place import SHIPPED
from tests.benchmarks.knowledge_vectors import shipped_texts

HALF = [0.5, -1.0, 0.25, 0.0]
AFTER_AN_EDIT = "run python -m tests.benchmarks.knowledge_vectors"


@dataclass(kw_only=True)
class Counting:
    """An embedder that remembers what it was asked."""

    model: str = "small"
    size: int = 4
    asked: list[str] = field(default_factory=list)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Always the same."""
        self.asked += texts
        return [[1.0, 0.0, 0.0, 0.0] for _ in texts]

    async def query(self, text: str) -> list[float]:
        """Always the same."""
        return (await self.passages([text]))[0]


def file_of(tmp_path: Path, model: str = "small") -> Path:
    file = tmp_path / FILE
    file.write_bytes(packed(model, 4, {("passage", "알려진 글"): HALF, ("query", "물음"): HALF}))
    return file


async def test_a_shipped_text_is_not_embedded_again(tmp_path: Path) -> None:
    behind = Counting()
    embedder = ShippedVectors(behind, file_of(tmp_path))

    passages = await embedder.passages(["새 글", "알려진 글"])
    question = await embedder.query("물음")

    assert behind.asked == ["새 글"]
    assert passages[0] == [1.0, 0.0, 0.0, 0.0]
    assert passages[1] == pytest.approx(HALF, abs=0.005)
    assert question == pytest.approx(HALF, abs=0.005)


async def test_a_question_is_no_passage_of_the_same_words(tmp_path: Path) -> None:
    behind = Counting()

    await ShippedVectors(behind, file_of(tmp_path)).query("알려진 글")

    assert behind.asked == ["알려진 글"]


@pytest.mark.parametrize("content", [b"", b"something else"])
async def test_without_vectors_of_this_model_every_text_is_embedded(
    tmp_path: Path, content: bytes
) -> None:
    behind, file = Counting(), file_of(tmp_path, model="another")
    if content:
        file.write_bytes(content)

    await ShippedVectors(behind, file).query("물음")
    await ShippedVectors(behind, tmp_path / "none").query("물음")

    assert behind.asked == ["물음", "물음"]


async def test_every_shipped_text_has_its_vector() -> None:
    behind = Counting(model=LocalEmbedder.model, size=LocalEmbedder.size)
    embedder = ShippedVectors(behind, SHIPPED / FILE)

    for kind, text in shipped_texts():
        await (embedder.query(text) if kind == "query" else embedder.passages([text]))

    assert behind.asked == [], AFTER_AN_EDIT


async def test_a_shipped_vector_is_what_the_embedder_makes() -> None:
    made, texts = LocalEmbedder(), list(shipped_texts())
    known = ShippedVectors(HashEmbedderOfE5(), SHIPPED / FILE)

    for kind, text in (texts[0], texts[1], texts[-1]):
        if kind == "query":
            both = await made.query(text), await known.query(text)
        else:
            both = (await made.passages([text]))[0], (await known.passages([text]))[0]
        assert cosine(*both) > 0.998, AFTER_AN_EDIT


class HashEmbedderOfE5(HashEmbedder):
    """Anything that is asked of it would be far off."""

    model = LocalEmbedder.model
