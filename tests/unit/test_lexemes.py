from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.lexemes import (
    MOST_TERMS,
    as_tsvector,
    lexemes,
    lexemes_among,
    query_terms,
    stemmed_terms,
    weighted_length,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("배포는 금요일", ["배포", "포는", "금요", "요일"]),
        ("차", ["차"]),
        ("KTX 표", ["ktx", "표"]),
        ("B2-17", ["b", "2", "17"]),
        ("maple77로", ["maple", "77", "로"]),
        ("A팀 담당자", ["a", "팀", "담당", "당자"]),
        ("2천5백만", ["2", "천", "5", "백만"]),
        ("東京タワーへ", ["東京", "タワ", "ワー", "へ"]),
        ("ㅋㅋㅋ", ["ㅋㅋ", "ㅋㅋ"]),
        ("Crème brûlée", ["crème", "brûlée"]),
        ("", []),
        ("?! 🙂", []),
    ],
)
def test_words_become_pairs_in_korean_and_stay_whole_in_latin_script(
    text: str, expected: list[str]
) -> None:
    assert lexemes(text) == expected


def test_a_noun_is_found_whatever_particle_follows_it() -> None:
    assert set(query_terms("배포")) <= {f"'{lexeme}'" for lexeme in lexemes("배포는 금요일에 한다")}
    assert set(query_terms("알림")) <= {f"'{lexeme}'" for lexeme in lexemes("알림을 꺼 뒀다")}


def test_decomposed_hangul_is_the_same_as_composed() -> None:
    apart = unicodedata.normalize("NFD", "알림을 꺼 뒀다")

    assert lexemes(apart) == lexemes("알림을 꺼 뒀다")
    assert query_terms(apart) == query_terms("알림을 꺼 뒀다")


def test_a_question_asks_for_its_subject_and_not_for_its_ending() -> None:
    assert query_terms("지금 회의실은 어디예요?") == ("'회의'", "'의실'", "'실은'")
    assert query_terms("Where is the meeting room now?") == ("'meeting'", "'room'")
    assert query_terms("시제품 색상은 뭐였죠?") == ("'시제'", "'제품'", "'색상'", "'상은'")


def test_a_question_of_nothing_but_asking_words_asks_for_nothing() -> None:
    assert query_terms("뭐였죠?") == ()
    assert query_terms("what is it?") == ()


def test_a_word_of_one_syllable_also_asks_for_the_words_it_begins() -> None:
    assert query_terms("차 색") == ("'차':*", "'색':*")


def test_a_word_said_twice_is_asked_for_once() -> None:
    assert query_terms("커피 커피 Coffee coffee") == ("'커피'", "'coffee'")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What does she paint?", "I painted the lake at sunrise, and painting calms me"),
        ("Which classes did he take?", "I signed up for a pottery class"),
        ("Where did we go hiking?", "we hiked up to the falls"),
        ("AS센터 예약", "AS 센터에 예약해 뒀어"),
    ],
)
def test_a_word_is_found_in_whatever_form_it_was_said(asked: str, said: str) -> None:
    held = {lexeme.partition(":")[0] for lexeme in as_tsvector(said, []).split()}

    assert held & set(stemmed_terms(query_terms(asked)))


def test_two_forms_of_a_word_are_looked_for_once() -> None:
    assert stemmed_terms(query_terms("paint painting painted 차")) == ("'paint'", "'차':*")


@pytest.mark.parametrize("word", ["café", "Größe", "дома", "naïve"])
def test_a_word_that_is_not_english_is_looked_for_as_it_is(word: str) -> None:
    assert stemmed_terms(query_terms(word)) == (f"'{word.casefold()}'",)


def test_a_pasted_letter_asks_for_no_more_than_its_first_words() -> None:
    letter = " ".join(f"word{chr(97 + number % 26)}{'x' * number}" for number in range(500))

    assert len(query_terms(letter)) == MOST_TERMS


def test_a_turns_own_words_stand_above_those_of_the_turns_before() -> None:
    vector = as_tsvector("회의실은 9층", ["회의 언제", "네"])

    assert vector == "'회의':1A,2D '의실':1A '실은':1A '9':1A '층':1A '언제':1D '네':1D"


def test_length_counts_a_turns_own_words_three_times() -> None:
    assert weighted_length("회의실은 9층", ["회의 언제", "네"]) == 3 * 5 + 3


def test_a_word_said_without_end_keeps_within_what_the_index_holds() -> None:
    vector = as_tsvector("하하 " * 1000, [])

    assert vector.count("A") == 255


@given(st.text(max_size=200))
def test_no_text_breaks_out_of_the_literal(text: str) -> None:
    assert all(lexeme.isalnum() for lexeme in lexemes(text))
    assert all(term.count("'") == 2 and "\\" not in term for term in query_terms(text))


@pytest.mark.parametrize(
    "said", ["", "한 번, 3번! A팀 東京タワー go", "차 세 대", "커피 커피커피 ２잔"]
)
def test_a_text_that_shares_no_word_with_a_question_is_counted_all_the_same(said: str) -> None:
    assert lexemes_among(said, ["우산"]) == ([], len(lexemes(said)))
    assert lexemes_among(said, ["우산", *lexemes(said)])[0] == lexemes(said)
