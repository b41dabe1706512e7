"""Korean as people type it: a note is found whatever form, particle or script the question has."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest

from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.recall import WELL_COVERED, coverages

NOTES = (
    "배포는 금요일에 한다",
    "알림을 꺼 뒀다",
    "A팀 담당자는 이도윤이다",
    "B팀 담당자는 김서연이다",
    "갤럭시S24를 쓴다",
    "KTX표를 예매했다",
    "차를 바꿨다",
    "회의실은 B2층 17호로 옮겼다",
    "넷플릭스 비밀번호는 maple77이다",
    "생일은 5월 3일이다",
)
Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")


def best(question: str, form_of_note: Form = "NFC", floor: float = WELL_COVERED) -> int | None:
    """The place of the note that covers most of the question, if one passes the floor."""
    notes = [unicodedata.normalize(form_of_note, note) for note in NOTES]
    covered = coverages(query_terms(question), notes)
    place = max(range(len(covered)), key=lambda at: covered[at])
    return place if covered[place] >= floor else None


@pytest.mark.parametrize("form_of_note", FORMS)
@pytest.mark.parametrize("form_of_question", FORMS)
def test_composed_and_decomposed_hangul_find_each_other(
    form_of_note: Form, form_of_question: Form
) -> None:
    question = unicodedata.normalize(form_of_question, "배포 언제 하죠?")

    assert best(question, form_of_note) == 0


@pytest.mark.parametrize(
    "question",
    ["배포", "배포가 언제야?", "배포를 언제 해요?", "배포도 하나요?", "배포만 하면 돼?",
     "배포까지 며칠이죠?", "배포에서 뭘 하죠?", "배포랑 뭐 해?", "그 배포요"],
)  # fmt: skip
def test_a_noun_is_found_first_whatever_particle_follows_it(question: str) -> None:
    # Its rank is what counts: pairs with a particle in them are words of the question not found.
    assert best(question, floor=0.1) == 0


@pytest.mark.parametrize(
    ("question", "note"),
    [("알림 켜져 있어?", 1), ("생일이 언제지?", 9), ("담당 누구", None), ("차 뭐 타지?", 6)],
)
def test_words_of_one_and_two_syllables_are_enough_when_they_tell_notes_apart(
    question: str, note: int | None
) -> None:
    found = best(question)

    assert found == note if note is not None else found in (2, 3)


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("A팀 담당자 누구죠?", 2),
        ("a팀 담당자 누구죠?", 2),
        ("Ａ팀 담당자 누구죠?", 2),
        ("B팀은 누가 담당해요?", 3),
        ("갤럭시 s24 쓰나?", 4),
        ("Galaxy S24?", 4),
        ("KTX 표 샀나?", 5),
        ("ktx표는?", 5),
        ("회의실이 몇 층 17호죠?", 7),
        ("회의실 １７호?", 7),
        ("maple77 어디 비밀번호야?", 8),
        ("MAPLE77?", 8),
        ("5월 3일에 뭐 있지?", 9),
    ],
)
def test_scripts_and_digits_mixed_in_one_word_are_told_apart(question: str, note: int) -> None:
    assert best(question) == note


@pytest.mark.parametrize(
    "question", ["나 가지 좋아해?", "오늘 날씨 어때요?", "고양이 이름이 뭐죠?", "", "ㅋㅋㅋ", "?!"]
)
def test_a_question_about_anything_else_is_covered_by_no_note(question: str) -> None:
    assert best(question) is None
