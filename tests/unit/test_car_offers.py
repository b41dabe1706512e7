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


@pytest.mark.parametrize("said", ["세금이 30만원 나온대요", "시세가 얼마예요?", "세차 900원"])
def test_what_is_no_price_of_the_car_is_left_out(said: str) -> None:
    assert item_in(CAR + said, (), date(2026, 12, 1)).offered is None
