"""Ranges: what they rest on, what they leave out, and how wide they must be."""

from __future__ import annotations

import math
import statistics
from datetime import timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.price.estimate import Caveat, PriceAnswer, estimate, one_a_car
from nightcrew.domain.price.fitting import car_of
from nightcrew.domain.price.ladder import Rung, Wanted, climb, weight, weighted_median
from nightcrew.domain.price.listing import Accident, Basis, Listing
from nightcrew.domain.price.question import Ask, CarAsked, age_of
from nightcrew.domain.price.telling import lines_of
from nightcrew.domain.price.units import Money
from nightcrew.domain.reply_checks import Allowed, check_reply
from tests.price_rows import TODAY, car, listing


def lawful(count: int = 60, **changed: object) -> list[Listing]:
    """Cars of eight years whose price follows a law but for a few percent."""
    cars: list[Listing] = []
    for number in range(count):
        year, km = 2016 + number % 8, 15_007 + 4_310 * (number % 17)
        age = age_of(year, TODAY)
        wobble = 0.02 * ((number * 7) % 5 - 2)
        price = round(24_000_000 * math.exp(-0.09 * age - 0.02 * km / 10_000 + wobble))
        cars.append(listing(number, year=year, km=km, price=price, **changed))
    return cars


def told(asked: CarAsked, cars: list[Listing]) -> PriceAnswer:
    return estimate(asked, cars, ())


def test_the_middle_lies_where_such_cars_lie() -> None:
    answer = told(car(), lawful())

    assert answer.mid is not None
    fair = 24_000_000 * math.exp(-0.09 * age_of(2021, TODAY) - 0.08)
    assert abs(math.log(answer.mid / fair)) < 0.04
    assert answer.low is not None
    assert answer.high is not None
    assert answer.low < answer.mid < answer.high < answer.low * 1.25
    assert (answer.currency, answer.basis, answer.ask) == ("KRW", Basis.ASKING, None)


def test_sums_are_whole_and_round() -> None:
    answer = told(car(), lawful())

    assert [sum_ % 100_000 for sum_ in (answer.low, answer.mid, answer.high) if sum_] == [0, 0, 0]


@pytest.mark.parametrize("count", range(5))
def test_under_five_comparables_no_sum_is_told_and_something_is_asked(count: int) -> None:
    answer = told(car(), [listing(number) for number in range(count)])

    assert (answer.low, answer.mid, answer.high) == (None, None, None)
    assert answer.n == count
    assert answer.ask is not None
    assert answer.ask.what is Ask.OTHER_CAR
    [line] = lines_of(answer, car(), "ko-KR")
    assert f"{count}대뿐" in line


def test_five_comparables_are_enough_and_the_width_says_how_little_that_is() -> None:
    answer = told(car(), [listing(number) for number in range(5)])

    assert answer.mid == 15_000_000
    assert answer.n == 5
    assert Caveat.FEW_TRIED in answer.caveats


def test_a_car_far_from_all_years_on_offer_gets_no_price() -> None:
    assert told(car(year=2009, km=150_000), lawful()).mid is None


def test_a_car_just_beyond_what_is_on_offer_says_so() -> None:
    answer = told(car(year=2025, km=16_000), lawful())

    assert answer.mid is not None
    assert Caveat.BEYOND_LISTINGS in answer.caveats


def test_without_a_distance_the_range_is_wider_and_says_why() -> None:
    cars = lawful(120)
    known, unknown = told(car(), cars), told(car(km=None), cars)

    assert Caveat.KM_UNKNOWN in unknown.caveats
    assert unknown.ask is not None
    assert (unknown.ask.what, known.ask) == (Ask.KM, None)
    assert (unknown.high or 0) / (unknown.low or 1) > (known.high or 0) / (known.low or 1)


@pytest.mark.parametrize(
    ("year", "km", "meant"),
    [
        (2016, 150_000, 15_000), (2018, 140_000, 14_000), (2019, 5_000, 50_000),
        (2016, 80_000, None),
    ],
)  # fmt: skip
def test_a_distance_far_from_every_car_on_offer_is_asked_back_beside_the_range(
    year: int, km: int, meant: int | None
) -> None:
    answer = told(car(year=year, km=km), lawful(120))

    assert answer.mid is not None
    assert (answer.ask.meant if answer.ask else None) == meant
    assert (answer.ask.what if answer.ask else None) == (Ask.KM_ODD if meant else None)
    assert (Caveat.BEYOND_LISTINGS in answer.caveats) is (meant is not None)


@pytest.mark.parametrize(
    ("year", "km", "korean", "english"),
    [
        (2015, 350_000, "3.5만 km인가요, 35만 km인가요?", "35,000 km or 350,000 km?"),
        (2016, 280_000, "2.8만 km인가요, 28만 km인가요?", "28,000 km or 280,000 km?"),
        (2019, 220_000, "2.2만 km인가요, 22만 km인가요?", "22,000 km or 220,000 km?"),
        (2017, 171_000, "1.7만 km인가요, 17.1만 km인가요?", "17,100 km or 171,000 km?"),
    ],
)
def test_a_distance_at_which_nothing_at_all_is_on_offer_gets_no_price_but_a_question(
    year: int, km: int, korean: str, english: str
) -> None:
    asked = car(year=year, km=km)

    answer = told(asked, lawful(120))

    assert (answer.mid, answer.enough) == (None, False)
    assert korean in lines_of(answer, asked, "ko-KR")[0]
    assert english in lines_of(answer, asked, "en-US")[0]


def test_a_distance_within_a_few_thousand_of_the_farthest_is_none_too_far() -> None:
    nearly_new = [listing(number, year=2023, km=1_007 + 300 * number) for number in range(9)]

    answer = told(car(year=2023, km=11_000), nearly_new)

    assert (answer.ask, answer.mid) == (None, 15_000_000)


def test_a_car_that_ran_far_less_than_others_of_its_years_is_asked_about() -> None:
    old = [listing(number, year=2015, km=110_007 + 5_000 * number) for number in range(9)]
    new = [listing(20 + number, year=2022, km=15_007 + 900 * number) for number in range(9)]

    answer = told(car(year=2015, km=35_000), [*old, *new])

    assert answer.ask is not None
    assert (answer.ask.what, answer.ask.meant) == (Ask.KM_ODD, 350_000)


def test_a_wrong_figure_among_the_offers_moves_nothing() -> None:
    cars = lawful()
    dirty = [*cars, listing(990, price=150_000_000, km=41_777), listing(991, price=1_500_000)]

    answer = told(car(), dirty)

    assert answer.left_out == 2
    assert answer.mid == told(car(), cars).mid


def test_the_same_car_on_two_sites_counts_once_and_its_newest_offer_stays() -> None:
    old = listing(1, km=41_203, listed_on=TODAY - timedelta(days=40))
    new = listing(2, km=41_203, source="other", listed_on=TODAY, price=14_000_000)
    round_figures = [listing(3, km=40_000), listing(4, km=40_000)]

    kept = one_a_car([old, new, *round_figures])

    assert {each.source_id for each in kept} == {"a2", "a3", "a4"}


def test_an_accident_lowers_the_price_by_what_accidents_cost_among_the_offers() -> None:
    cars = lawful(60)
    hurt = [
        listing(1_000 + number, year=each.year, km=each.km + 7, price=round(each.price * 0.85),
                accident=Accident.MAJOR)
        for number, each in enumerate(cars[:30])
    ]  # fmt: skip

    whole, broken = (
        told(car(accident=accident), [*cars, *hurt]) for accident in (Accident.NONE, Accident.MAJOR)
    )

    assert whole.mid is not None
    assert broken.mid is not None
    assert 0.81 < broken.mid / whole.mid < 0.93


def test_asked_and_paid_are_told_apart() -> None:
    asking = lawful(60)
    sold = [
        listing(2_000 + number, year=each.year, km=each.km + 7, basis=Basis.SOLD,
                price=round(each.price * 0.94))
        for number, each in enumerate(asking[:24])
    ]  # fmt: skip

    answer = told(car(), [*asking, *sold])

    assert answer.basis is Basis.ASKING
    assert answer.mid is not None
    assert answer.other_mid is not None
    assert 0.92 < answer.other_mid / answer.mid < 0.98
    assert any(line.startswith("실거래가 기준") for line in lines_of(answer, car(), "ko-KR"))


@pytest.mark.parametrize(
    ("offers", "rung"),
    [
        ({"year": 2021, "km": 41_001}, Rung.SAME_YEAR),
        ({"year": 2022, "km": 41_001}, Rung.ONE_YEAR),
        ({"year": 2021, "km": 53_001}, Rung.ONE_YEAR),
        ({"year": 2023, "km": 41_001}, Rung.TWO_YEARS),
        ({"year": 2021, "km": 59_001}, Rung.TWO_YEARS),
        ({"year": 2021, "km": 141_001}, Rung.SAME_MODEL),
        ({"year": 2014, "km": 41_001}, Rung.SAME_MODEL),
    ],
)
def test_the_ladder_widens_step_by_step_and_names_its_rung(
    offers: dict[str, int], rung: Rung
) -> None:
    cars = [car_of(listing(number, **offers)) for number in range(8)]

    found = climb(Wanted(year=2021, km=40_000, fuel=None, trim=None), cars)

    assert (found.rung, len(found.places)) == (rung, 8)


def test_near_rungs_compare_only_the_same_fuel_and_trim() -> None:
    cars = [car_of(listing(n, fuel=fuel)) for n, fuel in enumerate(["lpg"] * 8 + ["gasoline"] * 8)]

    lpg = climb(Wanted(year=2021, km=40_000, fuel="lpg", trim=None), cars)
    diesel = climb(Wanted(year=2021, km=40_000, fuel="diesel", trim=None), cars)

    assert (lpg.rung, lpg.places) == (Rung.SAME_YEAR, tuple(range(8)))
    assert (diesel.rung, len(diesel.places)) == (Rung.TWO_YEARS, 16)


def test_an_offer_counts_half_after_sixty_days() -> None:
    wanted = Wanted(year=2021, km=40_000, fuel=None, trim=None)
    new, old = (
        weight(wanted, car_of(listing(1, km=40_000, listed_on=TODAY - timedelta(days=days))), TODAY)
        for days in (0, 60)
    )

    assert old == pytest.approx(new / 2)


@given(st.lists(st.integers(-1_000, 1_000), min_size=1, max_size=40))
def test_with_equal_weights_the_weighted_median_is_the_median(values: list[int]) -> None:
    found = weighted_median([float(each) for each in values], [1.0] * len(values))

    assert found == statistics.median(values)


@pytest.mark.parametrize(("locale", "offered"), list(product(("ko-KR", "en-US"), (12, 13, 16, 30))))
def test_every_sum_a_crew_may_name_stands_in_the_lines(locale: str, offered: int) -> None:
    asked = car(offered=Money(amount=offered * 1_000_000, currency="KRW"))
    answer = told(asked, lawful())
    lines = lines_of(answer, asked, locale)
    mid = (answer.mid or 0) // 10_000

    said = f"시세는 {mid:,}만 원쯤이에요. 사고차면 900만 원까지 내려가요."
    checked = check_reply(said, Allowed(tool_texts=lines))

    assert checked.text == f"시세는 {mid:,}만 원쯤이에요."
    assert f"{answer.n}" in lines[0]
    assert str(answer.as_of) in lines[0]


def test_the_lines_say_where_the_price_that_was_heard_stands() -> None:
    for offered, words in ((9, "범위보다 싸다"), (30, "범위보다 비싸다")):
        asked = car(offered=Money(amount=offered * 1_000_000, currency="KRW"))
        lines = lines_of(told(asked, lawful()), asked, "ko-KR")
        assert any(words in line for line in lines)
