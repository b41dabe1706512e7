from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.kept_words import claim_hashes
from nightcrew.domain.sentence_spans import clauses, sentences
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import (
    claim_words,
    fold,
    script_of,
    topic_words,
    wording_hash,
)

KEY = b"one user's key"


@pytest.mark.parametrize(
    "words",
    [
        "좋아한다 좋아해 좋아하는 좋아해요 좋아했다 좋아합니다",
        "라면을 라면이 라면은 라면 라면이지 라면도 라면이에요",
        "먹는다 먹어 먹었어 먹고",
        "마신다 마셔 마셨어 마시는",
        "이사했다 이사를 이사 이사해 이사하려고",
        "도윤이는 도윤이 도윤",
        "살아요 산다 살고 살았다",
        "바뀌었어요 바뀐 바뀌었다",
        "매워 맵고 매운",
        "stopped stopping stops",
        "moved moving move moves",
    ],
)
def test_one_word_has_one_stem_whatever_its_ending(words: str) -> None:
    assert len({claim_words(word) - {NEGATION} for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("라면", "라면집"),
        ("우동", "라면"),
        ("4월 11일", "4월 12일"),
        ("10밀리", "5밀리"),
        ("사과", "사이다"),
    ],
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert claim_words(one) != claim_words(other)


@pytest.mark.parametrize(
    "other",
    [
        "예산은 1,200만원이에요",
        "예산은 천이백만 원이다",
        "예산은 천이백만이다",
        "예산은 12,000,000원",
    ],
)
def test_an_amount_is_one_claim_word_however_it_is_written(other: str) -> None:
    assert claim_words(other) == claim_words("예산은 1,200만 원이다")


@pytest.mark.parametrize("text", ["하지만 만났다", "이천에 산다", "천만에요", "백화점에 갔다"])
def test_letters_inside_words_are_no_numbers(text: str) -> None:
    assert not any(letter.isdigit() for word in claim_words(text) for letter in word)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("라면을 좋아한다", False),
        ("라면 안 좋아해", True),
        ("라면을 싫어한다", True),
        ("라면 끊었어", True),
        ("매운 라면 없으면 못 살아", False),
        ("I hate cilantro", True),
        ("I stopped drinking coffee", True),
        ("I like tea", False),
    ],
)
def test_a_claim_and_its_opposite_are_told_apart(text: str, turned: bool) -> None:
    assert (NEGATION in claim_words(text)) is turned


def test_names_and_digits_are_kept_and_empty_words_are_not() -> None:
    assert {"kr-48213", "송장"} <= claim_words("나 진짜 송장 번호가 KR-48213이었어요")
    assert claim_words("나는 정말 너무 그냥") == frozenset()
    assert topic_words(claim_words("라면을 정말 좋아한다")) == {"라면"}


def test_form_makes_no_difference() -> None:
    text = "알림을 꺼 뒀다"

    assert claim_words(unicodedata.normalize("NFD", text)) == claim_words(text)
    assert wording_hash(" 알림을  꺼 뒀다. ", KEY) == wording_hash(text, KEY)
    assert fold("안녕\u200b하세요\u202e \n  네") == "안녕하세요 네"


def test_hashes_hold_no_wording_and_differ_by_user() -> None:
    hashes = claim_hashes("라면을 좋아한다", KEY)

    keyed = re.compile(r"(?:[a-z-]+:)?[0-9a-f]{64}|(?:slip|weak):[0-9a-f]{24}:[0-9a-f]{24}")
    assert all(keyed.fullmatch(each) for each in hashes)
    assert not hashes & claim_hashes("라면을 좋아한다", b"another key")


def test_scripts_are_counted_by_letters() -> None:
    scripts = script_of("KTX를 타고 3시")

    assert (scripts.hangul, scripts.latin) == (4, 3)
    assert scripts.main == "hangul"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("안녕. 3.5점이야! 정말?", ["안녕.", "3.5점이야!", "정말?"]),
        ("Dr. Kim said so. I agree.", ["Dr. Kim said so.", "I agree."]),
        ("https://a.test/x.html 봐. 응", ["https://a.test/x.html 봐.", "응"]),
        ("하나\n둘", ["하나", "둘"]),
    ],
)
def test_sentences_are_cut_where_they_end(text: str, parts: list[str]) -> None:
    assert [part.text for part in sentences(text)] == parts


def test_clauses_are_cut_at_joining_words() -> None:
    assert [part.text for part in clauses("라면은 좋아하지만 우동은 싫어, 먹고 싶어")] == [
        "라면은 좋아하지만",
        "우동은 싫어,",
        "먹고 싶어",
    ]


@given(st.text(max_size=120))
def test_parts_stand_where_they_say(text: str) -> None:
    for part in (*sentences(text), *clauses(text)):
        assert text[part.start : part.end] == part.text
    assert claim_words(text) == claim_words(fold(text))
