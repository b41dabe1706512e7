"""Which of several things somebody means, and when they mean all of them."""

from __future__ import annotations

import pytest

from nightcrew.domain.matching import clearly_meant, means_all, stands_out

KNOWN = {1: "강아지 이름은 보리다", 2: "동생 이름은 하린이다", 3: "서울에 산다"}


def test_the_rarer_word_decides_which_is_meant() -> None:
    assert stands_out("강아지 이름", KNOWN) == (1,)
    assert clearly_meant("강아지 이름", KNOWN) == (1,)


def test_what_is_equally_near_does_not_stand_out_unless_all_is_meant() -> None:
    assert stands_out("이름", KNOWN) == ()
    assert set(stands_out("이름 전부", KNOWN)) == {1, 2}


def test_the_same_claim_twice_stands_out_together() -> None:
    assert set(stands_out("보리", {**KNOWN, 4: "강아지 이름은 보리다"})) == {1, 4}


@pytest.mark.parametrize("text", ["전부 그만", "다 그만해", "알림 모두 꺼 줘", "stop all of them"])
def test_somebody_may_mean_all_of_them(text: str) -> None:
    assert means_all(text)


@pytest.mark.parametrize(
    "text", ["약 먹었다 이제 그만 보내", "내일 온다 그랬으니 그만해 줘", "다른 건 두고 약만 그만"]
)
def test_a_verb_that_ends_in_the_same_syllable_means_no_such_thing(text: str) -> None:
    assert not means_all(text)
