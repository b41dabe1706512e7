"""Kinds of sentences that make a forgotten claim again, and kinds that tell something else."""

from __future__ import annotations

import pytest

from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.memory import Kind
from tests.unit.dream_ground import KEY, forgotten


def says_again(claim: str, text: str, kind: Kind = Kind.FACT) -> bool:
    (buried,) = forgotten_claims((forgotten(claim, kind=kind),), KEY)
    return restates(text, buried, KEY)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("바이올린을 켠다", "바이올린이 내 삶의 낙이야"),
        ("바이올린을 켠다", "바이올린 때문에 손가락에 굳은살이 박였어"),
        ("아토피가 있다", "아토피약을 바르고 있어"),
        ("아토피가 있다", "아토피래, 병원에서"),
        ("개명을 신청했다", "법원에 개명 신청서를 냈어"),
        ("The user has migraines", "Migraines keep me in bed for days"),
        ("The user collects stamps", "Stamps are all over my desk"),
    ],
)
def test_a_claim_is_known_by_its_thing_whatever_is_said_of_it(claim: str, text: str) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("바이올린을 켠다", "바이올린 가게에서 계산을 맡았어"),
        ("바이올린을 켠다", "바이올린 케이스를 주문했어"),
        ("아토피가 있다", "아토피 연구 논문을 읽었어"),
        ("바이올린을 켠다", "바이올린집 맏딸이랑 친해"),
        ("The user has migraines", "I work at a migraine research lab"),
        ("The user collects stamps", "I had coffee next to the stamp museum"),
    ],
)
def test_a_thing_that_only_leads_to_another_is_no_claim_about_it(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("녹용을 하루에 세 번 달인다", "보리차를 하루에 세 번 달여"),
        ("The user is saving money for a boat", "I'm saving money for a wedding dress"),
        ("The user teaches at a prison", "I teach at a nursery"),
        ("2026-12-20에 파주에서 캠프를 연다", "12월 27일에 파주에서 캠프를 열어"),
    ],
)
def test_the_same_said_of_another_thing_place_or_day_is_another_claim(
    claim: str, text: str
) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("와인 끊었어", False),
        ("와인 끊으려고 하는데 잘 안 돼", True),
        ("와인 끊어야 하는데", True),
        ("와인을 안 마셔", False),
        ("와인 없으면 잠을 못 자", True),
        ("와인은 하루도 안 거르고 마셔", True),
    ],
)
def test_an_end_or_a_denial_must_be_a_fact_and_be_about_the_claim(text: str, again: bool) -> None:
    assert says_again("와인을 마신다", text) is again


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("면접에서 탈락했다", "면접에 합격했어"),
        ("사업으로 집을 날렸다", "집은 그대로 남아 있어"),
        ("체중이 많이 늘었다", "체중이 많이 줄었어"),
        ("카메라를 팔았다", "카메라를 샀어"),
        ("The user sold his camera", "I bought my camera back"),
        ("야구단을 그만뒀다", "야구단에 다시 나가"),
    ],
)
def test_the_other_side_of_a_claim_is_still_learnt(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("설명은 짧게 해 줘", True),
        ("설명을 길게 하지 마", True),
        ("설명은 길게 해 줘", False),
        ("설명을 짧게 하지 말고 자세히 해 줘", False),
    ],
)
def test_a_wish_is_told_from_its_opposite_by_pole_and_denial(text: str, again: bool) -> None:
    assert says_again("설명은 짧게 하기", text, Kind.STYLE) is again


@pytest.mark.parametrize(
    ("claim", "text", "again"),
    [
        ("오른쪽 눈이 안 보인다", "오른쪽 눈이 안 보여요", True),
        ("오른쪽 눈이 안 보인다", "오른쪽 눈이 이제 보여", False),
        ("새우튀김을 못 먹는다", "새우튀김 먹으면 큰일 나", False),
        ("The user hates karaoke", "Karaoke is the worst part of my job", True),
        ("The user hates karaoke", "I love karaoke", False),
        ("The user hates karaoke", "I don't hate karaoke", False),
    ],
)
def test_what_is_not_so_stays_forgotten_until_it_is_told_as_so(
    claim: str, text: str, again: bool
) -> None:
    assert says_again(claim, text) is again


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("혈압 수치가 높아", True),
        ("우리 이모 혈압이 높아", False),
        ("my aunt's blood pressure is high", False),
    ],
)
def test_what_is_somebody_elses_is_not_the_users(text: str, again: bool) -> None:
    claim = "혈압이 높다" if "혈압" in text else "The user's blood pressure is high"

    assert says_again(claim, text) is again


@pytest.mark.parametrize(
    "text",
    ["개인회생신청했어", "개인 회생 신청 했어", "개인회생을 신청했거든요", "개인회생신청을 했어"],
)
def test_spaces_between_the_words_of_a_claim_make_no_difference(text: str) -> None:
    assert says_again("개인회생을 신청했다", text)
