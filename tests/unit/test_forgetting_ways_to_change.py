"""Forgotten claims told again in other forms, and the changes of them that are news."""

from __future__ import annotations

import pytest

from nightcrew.domain.withholding import visible
from tests.unit.dream_ground import KEY, forgotten
from tests.unit.forgotten_rows import is_shown, rows


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    강아지 눈이 충혈됐다 | 강아지 눈이 충혈됐어 | 울 강아지 눈 충혈됨
    왼쪽 팔이 저리다 | 왼쪽 팔이 저려 | 왼쪽팔이 저려
    고양이 꼬리가 짧다 | 울 고양이 꼬리 짧아
    사채 빚이 있다 | 사채 빚 있어 | 나 사채 빚도 있어
    I'm flying to Oslo on June 21 | I'm flying to Oslo on June twenty-first
    My surgery is on May 2 | my surgery's on the second of May | surgery is on May second
    I move to Kyoto on October 30 | I move to Kyoto on October thirtieth
    I haven't smoked since 2018 | i havent smoked since 2018
    조언을 해 주기를 바란다 | 조언 해주길 바람 | 조언해 주길 바라
    칭찬보다 지적부터 해 주기를 바란다 | 칭찬보단 지적부터 해주길 바람
    농담보다 해결책을 말해 주기를 바란다 | 농담보다 해결책 말해줘
    월세로 매달 45만 원을 낸다 | 매달 월세만 45만 원 내
    """),
)  # fmt: skip
def test_a_claim_is_the_same_in_the_forms_of_haste(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    매주 화요일에 도예를 배운다 | 도예가 금요일 저녁으로 바뀌었어 | 도예는 목요일에 배워
    I take pottery on Tuesdays | I take pottery on Fridays now
    혈압약을 저녁마다 먹는다 | 혈압약 먹는 시간을 자기 전으로 바꿨어
    구청 민원실에서 일한다 | 민원실에서 세무과로 발령 났어 | 민원실에서 세무과로 옮겼어
    My brother moved to Porto | My brother came back home from Porto
    I haven't eaten sugar since 2017 | I haven't eaten sugar since 2020
    I don't drink wine after dusk | My limit for wine is six now, not dusk
    I wear braces on both legs | I only wear a brace on my right leg now
    양쪽 귀에 보청기를 낀다 | 이제 왼쪽에만 보청기 껴
    I see my kids every other weekend | I see my kids every weekend now
    격주로 상담을 받는다 | 상담을 매주 받아
    칭찬보다 지적부터 해 주기를 바란다 | 지적 말고 칭찬부터 해 줘
    """),
)  # fmt: skip
def test_another_value_of_a_claim_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    당뇨 약을 먹는다 | 언니가 당뇨 검사를 받았어 | 이모가 당뇨 진단을 받았어
    I have diabetes | My sister-in-law has diabetes
    강아지가 심장병이 있다 | 고양이가 심장병 검사를 받았어
    My dog has cancer | My cat had cancer
    비행기 타는 걸 무서워한다 | 배 타는 거 무서워해 | 오토바이 타는 거 무서워해
    I haven't drunk coffee since 2019 | I haven't watched tennis since 2019
    해산물을 좋아한다 | 해산물 시장이 문 닫았어
    I see my kids every other weekend | I work every other weekend
    """),
)  # fmt: skip
def test_what_is_told_of_another_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    해산물을 좋아한다 | 해산물 좋아해 | 해산물 좋아함
    폐지를 줍는다 | 폐지 주워
    포기김치를 담근다 | 포기김치 담가
    해결사로 일한다 | 해결사로 일해
    """),
)  # fmt: skip
def test_a_noun_that_only_sounds_like_an_end_ends_nothing(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "subject", "text"),
    [
        ("고양이가 귀가 안 들린다", "user's cat", "고양이가 귀가 안 들려요"),
        ("강아지가 다리를 전다", "user's dog", "강아지가 다리를 절어"),
        ("My dog has cancer", "user's dog", "My dog has cancer, poor thing"),
    ],
)
def test_what_is_told_of_an_animal_is_told_again_by_its_kind(
    claim: str, subject: str, text: str
) -> None:
    assert visible(text, (forgotten(claim, subject=subject),), KEY) != text
