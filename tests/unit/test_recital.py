"""The recital detector against labelled replies; a second file was written before it was set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import yaml

from nightcrew.domain.recital import Unrecited, recited
from tests.fakes import ROOT

DATA = ROOT / "tests" / "data"
LABELLED, HELD_OUT = "recital_replies.yaml", "recital_replies_held_out.yaml"
LEAST = 0.9  # issue 3, item 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """How well the detector does: counts of replies."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)


def replies(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return rows


def recites(row: dict[str, Any]) -> bool:
    return bool(recited(row["reply"], tuple(row["known"]), row["said"]))


def measured(rows: list[dict[str, Any]]) -> Figures:
    found = [(row["recites"], recites(row)) for row in rows]
    return Figures(
        right=found.count((True, True)),
        wrong=found.count((False, True)),
        missed=found.count((True, False)),
    )


@pytest.mark.parametrize("name", [LABELLED, HELD_OUT])
def test_nine_of_ten_recitals_are_found_and_nine_of_ten_findings_are_recitals(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = replies(name)

    figures = measured(rows)

    with capsys.disabled():
        print(  # noqa: T201 a measurement is told where it is made
            f"\n{name}: {len(rows)} replies, precision {figures.precision:.2f}, "
            f"recall {figures.recall:.2f}"
        )
    assert len(rows) >= 40
    assert figures.precision >= LEAST
    assert figures.recall >= LEAST


def test_both_files_hold_both_languages_and_both_labels() -> None:
    for name in (LABELLED, HELD_OUT):
        labels = {(row["recites"], row["reply"].isascii()) for row in replies(name)}

        assert {label for label, _ in labels} == {True, False}
        assert {english for _, english in labels} == {True, False}


def test_what_was_asked_for_may_be_told() -> None:
    reply = "땅콩을 못 먹는다고 하셨어요. 9월 1일에요."

    assert recited(reply, ("땅콩을 못 먹는다",), "오늘 뭐 먹지?") == ("땅콩을 못 먹는다",)
    assert recited(reply, ("땅콩을 못 먹는다",), "내가 뭘 못 먹는다고 했지?") == ()


def test_two_memories_told_in_one_reply_are_both_named() -> None:
    known = ("땅콩을 못 먹는다", "성수동에 혼자 산다", "기타를 배운다")
    reply = "땅콩 못 드신다고 하셨죠. 성수동에 혼자 사신다고도 했고요."

    assert recited(reply, known, "뭐 하지?") == known[:2]


SPEAKING_OF_IT = (
    "다고 하셨", "라고 하셨", "다고 했잖", "기억나요", "you told me", "you mentioned",
    "you said you", "I remember that you",
)  # fmt: skip


def test_no_text_a_model_reads_holds_an_example_that_recites() -> None:
    files = [
        file
        for pattern in ("src/nightcrew/prompts/*.j2", "crews/**/*.yaml", "playbooks/**/*.md")
        for file in sorted(ROOT.glob(pattern))
        if "scenarios" not in file.parts and "demos" not in file.parts
    ]
    # what users are shown to say may well ask what was said
    lines = [
        line
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if "say:" not in line
    ]

    reciting = [line for line in lines if any(words in line for words in SPEAKING_OF_IT)]

    assert len(files) > 20
    assert reciting == []


def test_what_may_not_be_recited_holds_for_every_sentence_of_a_reply() -> None:
    unrecited = Unrecited(("땅콩 알레르기가 있다",), "오늘 뭐 먹지?")

    told = [unrecited.recited_in(sentence) for sentence in ("네.", "땅콩 알레르기 있잖아요.")]

    assert told == [(), ("땅콩 알레르기가 있다",)]
    assert (
        Unrecited(("땅콩 알레르기가 있다",), "내가 뭘 못 먹는다고 했지?").recited_in(
            "땅콩 알레르기 있잖아요."
        )
        == ()
    )
