"""Sums without a unit: held back where the talk is about what a car sells for, like any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nightcrew.domain.bare_prices import tells_prices
from nightcrew.domain.reply_checks import Allowed, Fault, check_sentence
from tests.world import shipped_crews

TOLD = Allowed(
    tool_texts=("그랜저 2021년식: 2,150만~2,690만 원, 가운데 2,420만 원. 12대 비교",),
    user_texts=("딜러가 2,300에 가져가래요", "1,500cc도 괜찮고 예산은 천팔백이에요"),
    priced=True,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "천오백 정도면 좋겠어요.",
        "약 2천5백에 거래돼요.",
        "이천사백쯤 해요.",
        "천구백에서 이천 사이예요.",
        "1,700~2,000이면 적당해요.",
        "2천 초반이면 괜찮아요.",
        "1.9천 정도예요.",
        "2400이면 사요.",
        "900 부르세요.",
        "이백 정도 깎아 보세요.",
        "시세보다 200 싸요.",
        "1,900선이에요.",
        "보증금 삼백에 월 삼십이에요.",
        "천구백.",
        "보통 15 million won이에요.",
        "KRW 19,000,000 is fair.",
        "It goes for 19 million.",
        "Offer 20 grand.",
        "You would pay about 18,500.",
        "1,500만 원이면 사세요.",
    ],
)
def test_a_sum_without_a_unit_that_nobody_found_or_said_is_held_back(sentence: str) -> None:
    held = check_sentence(sentence, TOLD)

    assert held is not None
    assert held.reason is Fault.AMOUNT


@pytest.mark.parametrize(
    "sentence",
    [
        "2,150에서 2,690 사이고 가운데가 2,420이에요.",
        "이천삼백이면 가운데보다 싸요.",
        "2,300만 원이면 가운데보다 낮아요.",
        "천팔백 안쪽으로 찾아볼게요.",
        "24,200,000원이 가운데예요.",
    ],
)
def test_a_sum_that_was_found_or_said_may_be_told_with_and_without_its_unit(sentence: str) -> None:
    assert check_sentence(sentence, TOLD) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "2019년식 12만 km면 평균이에요.",
        "2020이면 무난한 연식이에요.",
        "200마력이면 충분해요.",
        "1,600cc 엔진이에요.",
        "주행 거리는 35,000 정도가 좋아요.",
        "5천 정도 탄 차는 드물어요.",
        "3만 5천 탔으면 적게 탄 거예요.",
        "천 킬로마다 보세요.",
        "리콜 센터는 1577-0199예요.",
        "백 번 물어도 좋아요.",
        "천천히 고르세요.",
        "이천에 있는 매장이에요.",
        "100% 확실하진 않아요.",
        "365일 언제든 물어보세요.",
        "It has run 45k miles.",
        "A 2018 Civic with 60,000 km is fine.",
    ],
)
def test_years_distances_and_counts_are_no_sums(sentence: str) -> None:
    assert check_sentence(sentence, TOLD) is None


def test_in_other_talk_a_bare_number_may_be_anything() -> None:
    elsewhere = replace(TOLD, priced=False)

    assert check_sentence("물은 500 정도 부으세요.", elsewhere) is None


def test_the_crews_whose_guide_leans_to_prices_are_those_for_used_cars() -> None:
    crews = shipped_crews().shelf().crews.values()

    assert {each.category for each in crews if tells_prices(each.tool_guide)} == {"used-car"}
