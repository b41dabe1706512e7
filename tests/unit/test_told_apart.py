"""The same words told otherwise are another claim: how often, when, and which is which."""

from __future__ import annotations

import pytest

from nightcrew.domain.claims import held_claim, says_nothing_new
from nightcrew.domain.explicit import same_claim
from tests.builders import memory

OTHERWISE = [
    ("매주 커피를 마신다", "매일 커피를 마신다"),
    ("가끔 술을 마신다", "자주 술을 마신다"),
    ("커피를 가끔 마신다", "커피를 매주 한 번 마신다"),
    ("밤에 약을 먹는다", "아침에 약을 먹는다"),
    ("서울에서 부산으로 이사한다", "부산에서 서울로 이사한다"),
    ("커피보다 차를 좋아한다", "차보다 커피를 좋아한다"),
    ("민수가 지호를 좋아한다", "지호가 민수를 좋아한다"),
    ("민수가 지호에게 돈을 빌려줬다", "지호가 민수에게 돈을 빌려줬다"),
    ("서울에 살고 부산에 다닌다", "부산에 살고 서울에 다닌다"),
    ("약을 아침에 2알 저녁에 1알 먹는다", "약을 아침에 1알 저녁에 2알 먹는다"),
    ("11시에 자고 7시에 일어난다", "7시에 자고 11시에 일어난다"),
    ("drinks coffee every week", "drinks coffee every day"),
    ("often drinks", "rarely drinks"),
    ("takes the pill in the evening", "takes the pill in the morning"),
    ("prefers tea to coffee", "prefers coffee to tea"),
    ("likes Jun more than Mina", "likes Mina more than Jun"),
    ("moved from Berlin to Paris", "moved from Paris to Berlin"),
    ("chose tea over coffee", "chose coffee over tea"),
]
LIKEWISE = [
    ("커피를 매일 마신다", "매일 커피를 마신다"),
    ("커피를 마신다", "매일 커피를 마신다"),
    ("매일 커피를 마신다", "커피를 마신다"),
    ("자주 커피를 매일 마신다", "매일 커피를 마신다"),
    ("매일 운동한다", "항상 운동한다"),
    ("동생이 서울에 산다", "서울에 동생이 산다"),
    ("수영이 취미다", "취미가 수영이다"),
    ("저녁에 1알 아침에 2알 약을 먹는다", "약을 아침에 2알 저녁에 1알 먹는다"),
    ("부산에 살고 고양이를 키운다", "고양이를 키우고 부산에 산다"),
    ("prefers tea to coffee", "prefers tea over coffee"),
    ("is moving to Berlin", "moves to Berlin"),
]


@pytest.mark.parametrize(("new", "old"), OTHERWISE)
def test_the_same_words_told_otherwise_are_something_new(new: str, old: str) -> None:
    assert not says_nothing_new(held_claim(memory(new)), held_claim(memory(old)))
    assert not same_claim(new, old)


@pytest.mark.parametrize(("new", "old"), LIKEWISE)
def test_the_same_said_again_in_another_order_is_nothing_new(new: str, old: str) -> None:
    assert says_nothing_new(held_claim(memory(new)), held_claim(memory(old)))
