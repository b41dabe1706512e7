"""Sums that people name for a car, whatever way they say them."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.adapters.rehearsal.car import item_in

CAR = "21년식 아반떼 4만km "


@pytest.mark.parametrize(
    ("said", "won"),
    [
        ("1500이면 괜찮아요?", 15_000_000),
        ("1,200 부르는데 적당해요?", 12_000_000),
        ("2,350만에 나왔어요", 23_500_000),
        ("2350에 판대요", 23_500_000),
        ("2천2백에 샀어요", 22_000_000),
        ("2천 5백만 원이면", 25_000_000),
        ("천오백만원 부르던데", 15_000_000),
        ("천오백이면 적당해요?", 15_000_000),
        ("이천만 원 부르네요", 20_000_000),
        ("1억 2천에 나왔어요", 120_000_000),
        ("1억 2,300만원이래요", 123_000_000),
        ("1.2억이면", 120_000_000),
    ],
)
def test_a_sum_for_a_car_is_heard_as_it_is_meant(said: str, won: int) -> None:
    item = item_in(CAR + said, (), date(2026, 12, 1))

    assert (item.offered, item.currency) == (won, "KRW")
    assert (item.year, item.km) == (2021, 40_000)


@pytest.mark.parametrize(
    ("said", "won"), [("1500원이면 살 만해요?", 1500), ("만원이면요?", 10_000)]
)
def test_a_sum_no_car_costs_is_heard_where_it_is_asked_for_the_car(said: str, won: int) -> None:
    assert item_in(CAR + said, (), date(2026, 12, 1)).offered == won


@pytest.mark.parametrize(
    ("said", "km", "won"),
    [
        ("22년식 아반떼 2만 7천 탄 거 1,780이면 괜찮아요?", 27_000, 17_800_000),
        ("22년식 그랜저 3만5천km 2,150만원에 나왔어요", 35_000, 21_500_000),
        ("22년식 레이 1만 5천 탔고 950 달래요", 15_000, 9_500_000),
        ("22년식 니로 4만 2,300 부르던데요", 40_000, 23_000_000),
        ("22년식 싼타페 3.5만 1650만", 35_000, 16_500_000),
        ("22년식 포터 십만 킬로 천만원", 100_000, 10_000_000),
    ],
)
def test_a_distance_in_spoken_scales_is_no_part_of_the_price(said: str, km: int, won: int) -> None:
    item = item_in(said, (), date(2026, 12, 1))

    assert (item.km, item.offered) == (km, won)


@pytest.mark.parametrize(
    ("said", "accident"),
    [
        ("무사고", "none"),
        ("무사고는 아니에요", "major"),
        ("단순교환", "minor"),
        ("사고 싶어요", None),
    ],
)
def test_what_is_said_of_accidents_is_heard_as_it_is_meant(said: str, accident: str | None) -> None:
    assert item_in(CAR + said, (), date(2026, 12, 1)).accident == accident


def test_a_year_of_two_digits_may_be_of_the_last_century() -> None:
    assert item_in("98년식 아반떼 얼마예요?", (), date(2026, 12, 1)).year == 1998


@pytest.mark.parametrize("said", ["세금이 30만원 나온대요", "시세가 얼마예요?", "세차 900원"])
def test_what_is_no_price_of_the_car_is_left_out(said: str) -> None:
    assert item_in(CAR + said, (), date(2026, 12, 1)).offered is None
