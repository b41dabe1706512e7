from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.recall import (
    WELL_COVERED,
    Ordinary,
    Relevance,
    cosine,
    coverages,
    dense_text,
)

NOTES = ("배포는 금요일에 한다", "알림을 꺼 뒀다", "끝말잇기를 좋아한다", "커피를 마신다")


def covered(question: str, *texts: str) -> list[float]:
    return coverages(query_terms(question), texts or NOTES)


@pytest.mark.parametrize(
    ("question", "note"), [("배포", 0), ("알림 켜져 있어?", 1), ("끝말잇기", 2)]
)
def test_a_note_that_holds_the_questions_words_covers_it(question: str, note: int) -> None:
    figures = covered(question)

    assert figures[note] == max(figures) > 0.25
    assert sorted(figures)[:-1] == [0, 0, 0]


def test_a_note_about_something_else_covers_nothing() -> None:
    assert covered("나 가지 좋아해?", "차를 산다", "금요일에 쉰다") == [0, 0]


def test_one_note_alone_is_judged_like_one_of_many() -> None:
    [alone] = covered("배포", "배포는 금요일에 한다")

    assert alone == pytest.approx(covered("배포")[0], abs=0.1)


def test_a_question_without_words_of_its_own_is_covered_by_nothing() -> None:
    assert covered("뭐였죠?") == [0, 0, 0, 0]
    assert coverages((), ()) == []


def test_a_line_counts_when_it_stands_clearly_above_ordinary_lines_of_its_script() -> None:
    ordinary = Ordinary.of({"hangul": [0.8, 0.82, 0.84], "latin": [0.5, 0.52, 0.54]}, "a model")

    assert ordinary.outlier("한글", 0.82) == pytest.approx(0)
    assert ordinary.outlier("english", 0.82) > 10
    assert ordinary.outlier("한글", 0.9) > 3
    assert ordinary.outlier("日本", 0.9) < ordinary.outlier("english", 0.9)


def test_a_model_of_letters_has_to_see_a_line_stand_out_twice_as_far() -> None:
    nearness = {"hangul": [0.1, 0.2, 0.3], "latin": [0.1, 0.2, 0.3]}

    by_letters = Ordinary.of(nearness, "hash-ngrams-384").outlier("한글", 0.6)

    assert by_letters == pytest.approx(Ordinary.of(nearness, "a model").outlier("한글", 0.6) / 2)


@pytest.mark.parametrize(
    ("outlier", "coverage", "answers"),
    [(3.0, 0.0, True), (0.0, 0.25, True), (2.9, 0.24, False), (-1.0, 0.0, False)],
)
def test_either_meaning_or_words_are_enough_to_answer(
    outlier: float, coverage: float, answers: bool
) -> None:
    assert Relevance(outlier=outlier, coverage=coverage).answers is answers


def test_the_lines_before_move_a_line_forward_and_do_not_make_it_an_answer() -> None:
    alone = Relevance(outlier=1.0, coverage=0.1)
    after_the_question = Relevance(outlier=1.0, coverage=0.1, in_talk=0.4)

    assert after_the_question.score > alone.score
    assert not after_the_question.answers


def test_nearness_of_nothing_is_none() -> None:
    assert cosine([0.0, 0.0], [1.0, 0.0]) == 0
    assert cosine([2.0, 0.0], [1.0, 0.0]) == pytest.approx(1)


def test_what_is_embedded_carries_day_and_speaker() -> None:
    assert dense_text(date(2026, 9, 1), "user", "안녕") == "[2026-09-01] user: 안녕"


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("what is my sister called?", "여동생 이름은 하람이다"),
        ("where does my brother live?", "남동생은 부산에서 산다"),
        ("what does my wife do?", "아내는 간호사다"),
        ("What is my dog called?", "강아지 이름은 보리다"),
        ("when is my mom's birthday?", "어머니 생신은 5월 12일이다"),
    ],
)
def test_whom_an_english_question_asks_about_is_known_in_a_korean_note(
    question: str, note: str
) -> None:
    figures = coverages(query_terms(question), (*NOTES, note))

    assert figures[-1] == max(figures) > WELL_COVERED


def test_another_person_of_ones_own_is_not_taken_for_the_one_asked_about() -> None:
    assert (
        max(covered("what is my sister called?", "남동생은 부산에서 산다", "아내는 간호사다")) == 0
    )
