from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.withholding import visible, visible_evidence
from tests.unit.dream_ground import KEY, forgotten, said

RAMEN = (forgotten("라면을 좋아한다"),)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("나 라면 좋아해. 그리고 부산 살아", "그리고 부산 살아"),
        ("나는 라면을 좋아하지만 우동은 싫어", "우동은 싫어"),
        ("부산 살아", "부산 살아"),
        ("라면집 알바 시작했어", "라면집 알바 시작했어"),
    ],
)
def test_the_clause_that_was_forgotten_is_left_out_and_the_rest_stays(text: str, left: str) -> None:
    assert visible(text, RAMEN, KEY) == left


@pytest.mark.parametrize(
    "text",
    [
        "수면제 없이는 잠을 못 자서 매일 먹어요",
        "수면제 없으면 못 자요",
        "수면제랑 같이는 술을 못 마셔요",
    ],
)
def test_who_cannot_do_without_it_tells_of_what_was_forgotten(text: str) -> None:
    assert visible(text, (forgotten("요즘 밤마다 수면제를 먹는다"),), KEY) is None


def test_a_line_of_which_nothing_is_left_is_not_shown() -> None:
    assert visible("저녁은 또 라면이지 뭐", RAMEN, KEY) is None
    assert visible_evidence([said(1, "라면이 최고야"), said(2, "부산 살아")], RAMEN, KEY) == [
        said(2, "부산 살아")
    ]


def test_without_a_tombstone_a_line_is_shown_word_for_word() -> None:
    assert visible("나  라면\n좋아해", (), KEY) == "나  라면\n좋아해"


def test_another_users_key_recognises_nothing() -> None:
    assert visible("나 라면 좋아해", RAMEN, b"another key") == "나 라면 좋아해"


@given(st.text(max_size=120))
def test_withholding_adds_no_words(text: str) -> None:
    left = visible(text, RAMEN, KEY)

    assert left is None or set(left.split()) <= set(text.split()) or left == text
