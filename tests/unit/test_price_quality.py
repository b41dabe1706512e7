"""The figures of the price tool on a small scale; `make bench` measures them in full."""

from __future__ import annotations

from functools import lru_cache

from tests.price_quality import Quality, on_made_cars, real_cars


@lru_cache(maxsize=1)
def measured() -> Quality:
    return on_made_cars(rows=2_200, questions=110, seed=7)


def test_the_middle_is_hardly_farther_off_than_the_noise_that_nobody_can_foresee() -> None:
    assert measured().against_noise <= 1.2


def test_nine_of_ten_prices_lie_inside_their_ranges() -> None:
    assert 0.85 <= measured().coverage <= 0.95  # 110 questions tell it to 3 %


def test_few_questions_stay_without_an_answer() -> None:
    assert measured().refusals <= 0.05


def test_the_real_table_is_whole() -> None:
    cars = real_cars()

    assert len(cars) == 804
    assert len({car.model for car in cars}) >= 25
