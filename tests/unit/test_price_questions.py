"""What must be asked back before a price can be told."""

from __future__ import annotations

from typing import Any

import pytest

from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.estimate import PriceAnswer
from nightcrew.domain.price.listing import Accident
from nightcrew.domain.price.question import Ask, AskBack, CarAsked, car_asked
from nightcrew.domain.price.telling import ask_of
from nightcrew.domain.price.units import Money
from tests.price_rows import TODAY


def asked(**said: Any) -> CarAsked | AskBack:
    given: dict[str, Any] = {"model": "아반떼", "year": 2021} | said
    return car_asked(PriceItem(**given), TODAY)


@pytest.mark.parametrize(
    ("said", "what", "meant"),
    [
        ({"model": None}, Ask.MODEL, None),
        ({"year": None}, Ask.YEAR, None),
        ({"year": 21}, Ask.YEAR_ODD, 2021),
        ({"year": 1921}, Ask.YEAR_ODD, None),
        ({"km": 350_000}, Ask.KM_ODD, 35_000),
        ({"km": 3_500}, Ask.KM_ODD, 35_000),
        ({"km": 4}, Ask.KM_ODD, 40_000),
        ({"km": 9_000_000}, Ask.KM_ODD, None),
        ({"offered": 1_500.0, "currency": "KRW"}, Ask.OFFER_ODD, 15_000_000),
        ({"offered": 3.0, "currency": "USD"}, Ask.OFFER_ODD, None),
    ],
)
def test_one_thing_is_asked_back_with_what_was_likely_meant(
    said: dict[str, Any], what: Ask, meant: int | None
) -> None:
    back = asked(**said)

    assert isinstance(back, AskBack)
    assert (back.what, back.meant) == (what, meant)


def test_a_car_that_is_named_well_enough_is_understood() -> None:
    found = asked(km=40_000, accident="무사고", fuel="휘발유", offered=15_000_000.0, currency="krw")

    assert isinstance(found, CarAsked)
    assert (found.km, found.accident, found.fuel) == (40_000, Accident.NONE, "gasoline")
    assert found.offered == Money(amount=15_000_000, currency="KRW")


def test_a_car_is_understood_without_its_distance() -> None:
    assert isinstance(asked(), CarAsked)


@pytest.mark.parametrize(
    ("said", "korean", "english"),
    [
        ({"km": 350_000}, "주행 거리가 3.5만 km인가요, 35만 km인가요?",
         "Has it run 35,000 km or 350,000 km?"),
        ({"year": 21}, "연식이 21년인가요, 2021년인가요?", "Is the year 21 or 2021?"),
        ({"model": ""}, "어떤 차인지 모델 이름을 알려 주세요.", "Which model is it?"),
        ({"offered": 1500.0, "currency": "KRW"}, "들은 값이 1,500만 원 말씀이죠?",
         "Do you mean 15,000,000 won?"),
    ],
)  # fmt: skip
def test_the_question_is_put_in_korean_and_english(
    said: dict[str, Any], korean: str, english: str
) -> None:
    back = asked(**said)
    assert isinstance(back, AskBack)

    answer = PriceAnswer(ask=back)

    assert (ask_of(answer, "ko-KR"), ask_of(answer, "en-US")) == (korean, english)
