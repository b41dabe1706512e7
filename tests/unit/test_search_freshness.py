"""How old a page may be that answers a question of a turn."""

from __future__ import annotations

import pytest

from nightcrew.domain.search_freshness import freshness_days


@pytest.mark.parametrize(
    "asked",
    [
        "내일 속초에 비 온대?",
        "지금 달러 환율 얼마예요?",
        "한라산 눈 오나요",
        "What is the weather in Busan tomorrow?",
        "Any news about the strike?",
    ],
)
def test_what_is_stale_after_days_is_asked_of_the_last_month(asked: str) -> None:
    assert freshness_days(asked) == 31


@pytest.mark.parametrize(
    "asked", ["올해 전기차 보조금", "요즘 예금 금리", "latest recall of peanut butter"]
)
def test_what_changes_by_the_year_is_asked_of_the_last_year(asked: str) -> None:
    assert freshness_days(asked) == 366


@pytest.mark.parametrize(
    "asked",
    ["내일 경주에서 갈 만한 곳", "경복궁 입장료", "비용이 얼마예요?", "Where should I go in Jeju?"],
)
def test_a_place_or_a_rule_may_stand_on_an_older_page(asked: str) -> None:
    assert freshness_days(asked) is None
