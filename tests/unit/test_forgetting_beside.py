"""News that names a forgotten thing only beside another, and claims in forms that hide them."""

from __future__ import annotations

import pytest

from nightcrew.domain.memory import Kind
from tests.unit.test_forgetting_kinds import says_again


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("2026-12-24에 나가사키로 여행을 간다", "나가사키 요리책을 샀어"),
        ("회사 몰래 이직을 준비하고 있다", "회사 몰래 부업으로 번역을 해"),
        ("The user was fired from the bank", "I get coins from the bank on Fridays"),
        ("The user owes Mia $300", "I sold Mia my old desk"),
    ],
)
def test_another_thing_that_is_dealt_with_beside_the_forgotten_one_is_news(
    claim: str, text: str
) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("아버지는 통풍을 앓고 있다", "아버지는 통풍 때문에 끼니마다 약을 챙기셔"),
        ("2026-12-24에 나가사키로 여행을 간다", "12월 24일 나가사키행 비행기표 끊었어"),
        ("친구 소윤이는 개명 신청을 했다", "소윤이가 법원에 개명 서류를 냈어"),
        ("The user works nights at a bakery", "I knead dough at the bakery until dawn"),
    ],
)
def test_a_reason_a_place_or_papers_of_the_forgotten_thing_still_tell_of_it(
    claim: str, text: str
) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("생굴을 먹고 식중독에 걸렸다", "생굴 파는 가게에서 일해"),
        ("당뇨 전 단계 판정을 받았다", "당뇨 환자용 빵 만드는 공장에서 일해"),
    ],
)
def test_what_is_dealt_in_where_one_works_is_no_claim_of_ones_own(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The user was fired from the bank", "The bank never fired me"),
        ("The user dropped out of art school", "I didn't drop out of art school"),
        ("The user's uncle is in prison", "My uncle is out of prison"),
        ("펀드에 300만 원을 투자했다", "펀드에 투자한 돈 다 뺐어"),
        ("별사탕이라는 필명으로 소설을 쓴다", "자기 전에 소설을 한 편씩 읽어"),
    ],
)
def test_an_end_that_did_not_come_or_came_since_is_news(claim: str, text: str) -> None:
    assert not says_again(claim, text)


def test_an_end_is_told_again_by_leaving_without_what_one_went_for() -> None:
    assert says_again("The user dropped out of art school", "I left art school without a degree")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("나가사키로 이사한다", "Nagasaki로 이사해"),
        ("아버지는 알코올 중독이다", "아버지가 알콜 중독이야"),
        ("반지하에 혼자 산다", "나 혼자 사는 데가 반지하야"),
        ("같은 팀 지현 씨를 좋아한다", "같은팀 지현씨 좋아해요"),
        ("전세 사기로 3천만 원을 잃었다", "전세 사기 때문에 3천만 원이 사라졌어요"),
        ("코인에 500만 원을 투자했다", "코인에 오백 넣었어"),
    ],
)
def test_another_spelling_or_joining_of_its_words_hides_no_claim(claim: str, text: str) -> None:
    assert says_again(claim, text)


def test_words_that_sound_alike_in_two_languages_by_their_consonants_alone_are_two() -> None:
    assert not says_again("반지하에 혼자 산다", "I can bench press a lot")


def test_the_same_illness_of_another_animal_is_news() -> None:
    claim = "고양이 나비는 신부전을 앓고 있다"

    assert not says_again(claim, "강아지 초코는 관절염을 앓고 있어", subject="user's cat 나비")


def test_a_wish_in_other_joining_is_the_same_wish() -> None:
    claim = "대답할 때 이모티콘을 쓰지 않기"

    assert says_again(claim, "대답할때 이모티콘 쓰지마", Kind.STYLE)
