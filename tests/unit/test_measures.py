"""The same size, count or name is written in one way before claims are compared."""

from __future__ import annotations

import pytest

from nightcrew.domain.measures import as_compared, measured
from nightcrew.domain.memory import Kind
from nightcrew.domain.words import stems
from tests.unit.test_forgetting_kinds import says_again


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("82kg이야", "82 킬로그램이야"),
        ("키가 158cm야", "키가 158센티미터야"),
        ("시험을 세 번 봤다", "시험을 3번 봤다"),
        ("코인에 오백 넣었어", "코인에 500만 원 넣었어"),
        ("I weigh two hundred and ten pounds", "I weigh 210 lbs"),
        ("I owe Mia two thousand dollars", "I owe Mia 2k dollars"),
        ("지현 씨를 만났어", "지현씨를 만났어"),
    ],
)
def test_one_measure_has_one_way_of_writing(one: str, other: str) -> None:
    assert stems(as_compared(one)) == stems(as_compared(other))


@pytest.mark.parametrize(
    "text", ["한 번 가 봤어", "I have one dog and a cat", "이번 한 주", "사기로 했어"]
)
def test_what_is_no_measure_stays_as_it_is(text: str) -> None:
    assert as_compared(text) == text


def test_times_and_money_are_no_measures_as_they_go_on_by_themselves() -> None:
    assert list(measured("2년째 3만원을 내고 5번 갔어")) == [("5번", "번")]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("몸무게가 82kg이다", "체중 82킬로그램 나가"),
        ("몸무게가 82kg이다", "나 82킬로 나가"),
        ("The user weighs 210 pounds", "The scale says I'm 210 pounds"),
        ("The user weighs 210 pounds", "I weigh two hundred and ten pounds"),
        ("수능을 세 번 봤다", "수능장에 세 번 들어갔어"),
    ],
)
def test_a_forgotten_size_is_known_in_other_units_nouns_and_numerals(claim: str, text: str) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The user weighs 210 pounds", "I weigh 180 pounds now"),
        ("The user weighs 210 pounds", "I can lift 210 pounds"),
        ("수능을 세 번 봤다", "수능은 한 번만 봤어"),
        ("키가 158cm다", "책상 높이가 75cm야"),
    ],
)
def test_another_size_or_the_size_of_another_thing_is_news(claim: str, text: str) -> None:
    assert not says_again(claim, text)


def test_how_long_replies_shall_be_is_known_by_the_number_alone() -> None:
    assert says_again("대답은 세 줄 안으로 짧게 하기", "세 줄 넘는 대답은 하지 마", Kind.STYLE)
