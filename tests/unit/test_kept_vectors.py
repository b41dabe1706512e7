"""Vectors of crew text are made once a machine, and a damaged file is no reason to fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nightcrew.adapters.kept_vectors import KeptVectors


@dataclass
class CountingEmbedder:
    """Tells of each text how long it is, and which texts it was given."""

    model: str = "letters"
    size: int = 2
    seen: list[str] = field(default_factory=list)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        self.seen += texts
        return [[float(len(text)), 0.5] for text in texts]

    async def query(self, text: str) -> list[float]:
        self.seen.append(text)
        return [float(len(text)), 0.5]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "crew-vectors"


@pytest.fixture
def occupied(tmp_path: Path) -> Path:
    """A file where the folder should be."""
    there = tmp_path / "data"
    there.write_text("x", encoding="utf-8")
    return there


def cut_off(file: Path, count: int) -> None:
    """As a process leaves it that was killed in the middle of writing."""
    file.write_bytes(file.read_bytes()[:-count])


async def asked(file: Path, *texts: str, model: str = "letters") -> tuple[list[str], list[float]]:
    """Ask anew, as another process would; what had to be embedded, and the first numbers."""
    embedder = CountingEmbedder(model=model)
    vectors = await KeptVectors(embedder, file).passages(texts)
    return embedder.seen, [vector[0] for vector in vectors]


async def test_a_text_is_embedded_once_whichever_process_asks(file: Path) -> None:
    first = await asked(file, "둘째", "하나", "둘째")
    second = await asked(file, "하나", "셋입니다")

    assert first == (["둘째", "하나"], [2.0, 2.0, 2.0])
    assert second == (["셋입니다"], [2.0, 4.0])


async def test_a_question_is_never_kept(file: Path) -> None:
    embedder = CountingEmbedder()
    kept = KeptVectors(embedder, file)

    await kept.query("사람이 한 말")
    await kept.query("사람이 한 말")

    assert embedder.seen == ["사람이 한 말"] * 2
    assert (await asked(file, "사람이 한 말"))[0] == ["사람이 한 말"]


async def test_vectors_of_another_model_are_not_used(file: Path) -> None:
    await asked(file, "하나")

    assert (await asked(file, "하나", model="other"))[0] == ["하나"]
    assert (await asked(file, "하나"))[0] == ["하나"]


@pytest.mark.parametrize("cut", [1, 5, 40])
async def test_a_record_that_was_cut_off_is_made_again(file: Path, cut: int) -> None:
    await asked(file, "하나", "둘째")
    cut_off(file, cut)

    again, _ = await asked(file, "하나", "둘째")

    assert "둘째" in again
    assert await asked(file, "하나", "둘째") == ([], [2.0, 2.0])


async def test_a_folder_that_cannot_be_written_changes_no_answer(occupied: Path) -> None:
    assert await asked(occupied / "crew-vectors", "하나") == (["하나"], [2.0])
