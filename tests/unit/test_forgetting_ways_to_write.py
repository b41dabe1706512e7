"""Ways to write in which a forgotten claim comes back, and news that is written likewise."""

from __future__ import annotations

import pytest

from tests.unit.forgotten_rows import is_shown, rows


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I own a speedboat | I own a speed boat | my speed-boat is mine
    I own a speedboat | I've got a speed boat of my own
    I have chickenpox | I have chicken pox | i've got chicken-pox ugh
    I run a food truck | I run a foodtruck | I'm running a food-truck
    I am left-handed | I'm lefthanded | i am left handed lol
    I live in a treehouse | I live in a tree house | in a tree-house, that's where I live
    I have heartburn every night | every night I have heart burn | heart-burn every night
    My son wets the bed | my son is wetting the bed
    I keep beehives on the roof | I keep bee hives on the roof
    I keep beehives on the roof | bee-hives, on the roof, I keep them
    I sleepwalk | I sleep walk | i sleep-walk lol
    I drive a snowplow | I drive a snow plow | I'm driving a snow-plow
    I collect matchboxes | I collect match boxes | match-boxes are what I collect
    I am a night owl | I'm a nightowl | a night-owl is what I am
    """),
)  # fmt: skip
def test_words_written_as_one_apart_or_with_a_hyphen_are_the_same(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I own a speedboat | I own a speed camera
    I have chickenpox | I have a chicken coop
    I am left-handed | I left my gloves at home
    I live in a treehouse | I planted a tree by my house
    I have heartburn every night | I broke my heart
    I keep beehives on the roof | I keep plants on the roof
    I sleepwalk | I walk to work
    I drive a snowplow | I drive a school bus
    I collect matchboxes | I collect stamps
    """),
)  # fmt: skip
def test_what_shares_half_of_a_joined_word_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    대상포진에 걸렸다 | 대상 포진 걸렸어 | 나 대상포진 걸림
    여자친구와 헤어졌다 | 여자 친구랑 헤어졌어 | 여친이랑 헤어짐
    안면마비가 왔다 | 안면 마비 왔어요 | 나 안면마비 옴
    신용카드 빚이 있다 | 신용 카드 빚 있어
    시어머니와 같이 산다 | 시 어머니랑 같이 살아 | 시어머니하고 같이 삼
    보청기를 낀다 | 보청 기 껴 | 나 보청기 낌
    도시가스 검침원으로 일한다 | 도시 가스 검침원으로 일해 | 도시가스 검침원 함
    """),
)  # fmt: skip
def test_korean_nouns_written_apart_or_as_one_are_the_same(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    대상포진에 걸렸다 | 대상 받았어
    여자친구와 헤어졌다 | 여자 친구랑 영화 봤어
    안면마비가 왔다 | 안면 있는 사람 만났어
    시어머니와 같이 산다 | 어머니 생신이야
    보청기를 낀다 | 안경을 껴
    도시가스 검침원으로 일한다 | 도시락 쌌어
    """),
)  # fmt: skip
def test_what_shares_half_of_a_korean_noun_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I earn 2,500 dollars a month | I earn $2500 a month | I earn 2.5k a month
    I earn 2,500 dollars a month | I'm earning 2,500 bucks a month | i earn $2.5k a month
    I pay £900 rent | I pay 900 pounds rent | my rent's 900 quid | I'm paying 900 GBP rent
    시급 12달러를 받는다 | 시급 12불 받아 | 시급 $12 받음 | 시급이 12달러야
    월세로 50만원을 낸다 | 월세 50만 원 내 | 월세로 500,000원 내고 있어 | 월세 ₩500,000 냄
    빚이 3천만원이다 | 빚 3천만 원 있어 | 빚이 30,000,000원이야 | 빚 삼천만원임
    My dog cost €1,500 | my dog cost 1500 euros | my dog cost 1,500 eur
    I lost $40,000 in crypto | I lost 40k in crypto | I lost 40,000 bucks in crypto
    I lost $40,000 in crypto | I lost forty thousand dollars in crypto
    용돈으로 100유로를 받았다 | 용돈 100€ 받았어 | 용돈으로 €100 받음
    """),
)  # fmt: skip
def test_a_sum_is_the_same_by_any_sign_and_name_of_its_currency(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I earn 2,500 dollars a month | I earn 3,100 dollars a month now | I spent 40 dollars on shoes
    I pay £900 rent | I pay 1,100 pounds rent now
    시급 12달러를 받는다 | 시급 15달러로 올랐어
    월세로 50만원을 낸다 | 점심값으로 9천원 냈어
    빚이 3천만원이다 | 월급이 삼백만원이야
    My dog cost €1,500 | My bike cost 300 euros
    I lost $40,000 in crypto | I lost my keys
    """),
)  # fmt: skip
def test_another_sum_is_another_claim(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    키가 172cm다 | 키 172센치야 | 내 키 172센티미터 | 키가 1미터 72야 | 172cm거든 내 키
    키가 172cm다 | 172야 내 키
    I am 5 feet 4 inches tall | I'm 5'4" tall | I am 5 ft 4 tall | I'm 5 foot 4
    몸무게가 91kg이다 | 몸무게 91키로야 | 91킬로그램 나가 | 몸무게가 91kg임 | 91kg거든 내 몸무게
    """),
)  # fmt: skip
def test_a_size_is_the_same_in_any_unit_of_its_system(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    키가 172cm다 | 키가 180cm야
    I am 5 feet 4 inches tall | I'm 6'1" tall
    몸무게가 91kg이다 | 몸무게 70키로야
    """),
)  # fmt: skip
def test_another_size_is_another_claim(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I smoke two packs a day | I smoke 2 packs a day | two packs a day is what I smoke
    I have three cats | I've got 3 cats | 3 cats, that's what I have
    I drink a couple of beers every night | I drink 2 beers every night
    I drink a couple of beers every night | a couple beers every night for me
    소주를 세 병 마신다 | 소주 3병 마셔 | 소주 세병 마심 | 3병 마셔 소주
    고양이 다섯 마리를 키운다 | 고양이 5마리 키워 | 냥이 말고 고양이 다섯마리 키움
    알약을 열두 알 먹는다 | 알약 12알 먹어 | 알약 열두알 먹음
    """),
)  # fmt: skip
def test_a_number_is_the_same_in_words_and_in_figures(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I smoke two packs a day | I smoke five packs a day
    I have three cats | I have five cats | I have three brothers
    I drink a couple of beers every night | I drink tea every night
    소주를 세 병 마신다 | 소주잔 세 개 샀어
    고양이 다섯 마리를 키운다 | 고양이 카페 다녀왔어
    """),
)  # fmt: skip
def test_another_number_is_another_claim(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    담배를 안 피운다 | 담배 안핌 | 담배 안 피움 | 담배 안펴 | 담배를 피우지 않음
    아버지와 말을 안 한다 | 아빠랑 말 안함 | 아버지하고 말 안하는 중 | 아빠랑 말을 안 하기로 함
    고기를 안 먹는다 | 고기 안먹음 | 고기 안먹어 | 고기 안 먹는 중 | 고기를 먹지 않음
    밤에 잠을 못 잔다 | 밤에 잠 못잠 | 밤에 잠을 못자 | 밤에 잠을 자지 못함
    할머니를 모신다 | 할머니 모심 | 할머니를 모시는 중 | 할머니 모시고 있음
    학습지 교사로 일한다 | 학습지 교사로 일함 | 학습지 교사 일 하는 중 | 학습지교사임
    틱 장애가 있다 | 틱장애 있음 | 틱 장애 있는 편 | 틱 장애 잇어요
    이명이 들린다 | 이명 들림 | 이명이 들리는 중 | 이명 들려
    주식으로 돈을 잃었다 | 주식으로 돈 잃음 | 주식으로 돈 잃엇어 | 주식에 돈 잃었음
    """),
)  # fmt: skip
def test_a_claim_is_the_same_in_the_endings_of_a_note(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    담배를 안 피운다 | 담배 피움
    아버지와 말을 안 한다 | 아빠랑 말 많이 함
    고기를 안 먹는다 | 고기 먹음
    할머니를 모신다 | 할머니 사진 모음
    학습지 교사로 일한다 | 학습지 풂
    틱 장애가 있다 | 틱톡 봄
    이명이 들린다 | 이명박 뉴스 들음
    주식으로 돈을 잃었다 | 주식 공부 시작함
    """),
)  # fmt: skip
def test_its_contrary_in_the_endings_of_a_note_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)
