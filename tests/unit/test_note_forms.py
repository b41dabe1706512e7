"""Korean verbs of notes and of haste, written out."""

from __future__ import annotations

import pytest

from nightcrew.domain.note_forms import written_out


@pytest.mark.parametrize(
    ("noted", "told"),
    [
        ("말 안함", "말 안 한다"),
        ("밤에 못잠 ㅠㅠ", "밤에 못 잔다 ㅠㅠ"),
        ("여친이랑 헤어짐", "여친이랑 헤어졌다"),
        ("시험 떨어졌음.", "시험 떨어졌다."),
        ("차가 없음", "차가 없다"),
        ("통장 깻어요", "통장 깼어요"),
        ("결국 됬어", "결국 됐어"),
    ],
)
def test_a_verb_of_a_note_is_told_as_a_fact(noted: str, told: str) -> None:
    assert written_out(noted) == told


@pytest.mark.parametrize(
    "text",
    [
        "음",
        "안",
        "",
        "안산에 살아",
        "안마 받았어",
        "못난이 인형",
        "명함",
        "좋은 사람",
        "웃어",
        "마음",
    ],
)
def test_a_noun_that_looks_like_a_note_stays_as_it_is(text: str) -> None:
    assert written_out(text) == text
