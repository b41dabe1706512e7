"""Forgotten claims told with respect, by dates in any form, and by another value of the same."""

from __future__ import annotations

import pytest

from nightcrew.domain.claim_days import days_in
from nightcrew.domain.honorifics import told_plainly
from tests.unit.forgotten_rows import is_shown, rows


@pytest.mark.parametrize(
    ("told", "plainly"),
    [
        ("배 농장을 지으셨어", "배 농장을 지었어"),
        ("밭을 가꾸고 계셔", "밭을 가꾸고 있어"),
        ("담배 끊으셨대", "담배 끊었대"),
        ("가게 접으셨어요", "가게 접었어요"),
        ("약을 받으신다", "약을 받는다"),
        ("집을 지으신다", "집을 짓는다"),
        ("회사에 다니셔", "회사에 다녀"),
        ("일을 그만두셨어요", "일을 그만뒀어요"),
        ("과수원 파셨어", "과수원 팔았어"),
        ("잘 지내십니다", "잘 지냅니다"),
        ("어머님이 오셨어", "어머니가 왔어"),
        ("따님을 봤어", "딸을 봤어"),
    ],
)
def test_respect_makes_no_other_words(told: str, plainly: str) -> None:
    assert told_plainly(told) == plainly


@pytest.mark.parametrize(
    "text",
    [
        "도시는 싫어",
        "택시는 비싸",
        "다시는 안 가",
        "물을 마시는 거",
        "혹시나",
        "돌아가셨어",
        "아니셔",
    ],
)
def test_a_word_that_only_looks_like_respect_stays(text: str) -> None:
    assert told_plainly(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "2027. 8. 4.이야", "2027/8/4", "2027-08-04", "27.8.4에", "27년 8월 4일", "8월4일날",
        "on August 4th 2027", "4 August 2027", "for August 4", "the fourth of August", "8/4/2027",
    ],
)  # fmt: skip
def test_a_day_is_the_same_in_whatever_form_it_is_written(text: str) -> None:
    assert "@08-04" in days_in(text)[0]


@pytest.mark.parametrize("text", ["8월로 미뤘어", "8월까지", "27년8월대구에", "8월이야", "8월부터"])
def test_a_month_is_known_whatever_follows_it(text: str) -> None:
    assert "@08" in days_in(text)[0]


@pytest.mark.parametrize("text", ["혈압이 150/95", "버전 1.5.3", "키 158.5", "5월급여"])
def test_what_is_written_like_a_day_and_is_none_stays(text: str) -> None:
    assert days_in(text) == (frozenset(), text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    장인어른이 나주에서 배 농사를 지으신다 | 장인어른 나주서 배농사 지으세요
    아버지가 복지관에서 서예를 가르치신다 | 아버님이 복지관서 서예 가르치셔
    아버지가 복지관에서 서예를 가르치신다 | 아버지 복지관에서 서예 가르치세요
    2027년 8월 4일에 제대한다 | 27.8.4 제대 | 제대일은 2027. 8. 4.이야 | 2027/8/4 제대임
    Moving to Oslo on May 9th 2027 | I'm moving to Oslo on 9 May 2027 | moving to oslo 5/9/2027
    오른쪽 무릎에 연골 수술을 받았다 | 오른무릎 연골 수술했어요 | 오른 무릎 연골수술 받음
    왼쪽 손목을 다쳤다 | 왼손목 다쳤어
    금요일에 재택근무를 한다 | 금요일마다 재택해 | 금욜엔 재택이야
    손가락 5개를 아직 못 편다 | 저는손가락5개를아직못펴요
    전세 보증금이 9천만 원이다 | 전세보증금90,000,000원이에요 | 전세 보증금 9천이야
    Plays the oboe in a town band | I play oboe in the town band
    유튜브 구독자가 3,400명이다 | 내 채널 구독자 3400 찍었어
    대학 동기 수민이와 연락을 끊었다 | 대딩 동기 수민이와 연락을 끊었습니다
    강아지 보리가 백내장이 있다 | 댕댕이 보리 백내장 있음
    """),
)  # fmt: skip
def test_a_claim_told_politely_or_in_short_is_the_same(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    학자금 대출이 900만 원 남았다 | 학자금 대출 이제 500만 원 남았어 | 전세 대출 7천만 원 남아 있어
    기초연금을 매달 32만 원 받는다 | 기초연금 올라서 이제 34만 원 받아
    Pays $900 a month in rent | I pay $1,100 a month in rent now
    매일 새벽에 강변을 달린다 | 강변은 이제 새벽 말고 저녁에 달려
    아랫니에 교정기를 끼고 있다 | 교정기는 아랫니 말고 윗니에 끼고 있어
    귤 농장을 한다 | 귤 말고 한라봉 농장으로 바꿨어
    전주에 빵집을 2027년 3월에 연다 | 전주에 빵집 여는 거 2027년 9월로 미뤘어
    Give temperatures in metric units | Give me temperatures in imperial units
    대답할 때 이유부터 말해 달라 | 이유는 맨 마지막에 말해 줘
    Drives a city tram | I've retired from driving the city tram
    Will quit drinking on May 1st 2027 | I've decided not to quit drinking
    할머니가 밭농사를 지으신다 | 할머니가 밭농사 접으셨어
    매주 토요일에 클라이밍을 한다 | 클라이밍 때려쳤어
    대학원 석사 과정을 휴학했다 | 대학원 석사 과정에 복학했어 | 휴학하려다 그냥 다니기로 했어
    커피에 설탕을 두 스푼 넣는다 | 커피에 설탕은 한 스푼만 넣기로 했어
    Rents a flat in Leeds | I bought the flat in Leeds
    밤에 알림을 보내지 말아 달라 | 밤에 알림 괜찮아
    """),
)  # fmt: skip
def test_another_value_or_its_end_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    시어머니가 영주에서 사과 농사를 지으신다 | 친정엄마는 상주에서 감 농사 지으셔
    성당 성가대에서 알토를 맡고 있다 | 나 성당에서 주일학교 교사 맡고 있어
    Plays the oboe in a town band | My best friend plays the tuba in a town band
    정시로 대학에 갈 생각이다 | 나 대학은 디자인과로 갈 생각이야
    """),
)  # fmt: skip
def test_the_same_done_with_another_thing_or_by_another_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)
