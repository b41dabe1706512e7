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


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("거북이 두 마리를 키운다", "거북이두마리 키워"),
        ("매운 음식을 못 먹는다", "매운음식 못먹어"),
        ("딸이 천식이 있다", "딸천식있어"),
        ("2026-12-12에 쌍꺼풀 수술을 받는다", "12월12일에 쌍꺼풀수술받아"),
    ],
)
def test_short_words_written_as_one_are_read_as_the_claims_words(claim: str, text: str) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize("text", ["거북이카페에서 일해", "거북이 카페에서 커피를 마셔"])
def test_a_word_with_another_after_it_is_not_split(text: str) -> None:
    assert not says_again("거북이 두 마리를 키운다", text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("필라테스를 배운다", "필라태스 배워"),
        ("필라테스를 배운다", "pilates 배워"),
        ("담배를 피운다", "담베 피워"),
        ("The user was in prison", "I was in prision"),
        ("The user is allergic to peanuts", "I'm allergic to paenuts"),
        ("이모티콘을 모은다", "이모티큰 모아"),
        ("거북이가 아프다", "거북이가 아프다니깐"),
    ],
)
def test_a_slip_of_one_key_and_another_spelling_are_the_same_word(claim: str, text: str) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("우동을 먹는다", "운동을 해"),
        ("기차를 탄다", "기자를 만났어"),
        ("도끼를 샀다", "토끼를 봤어"),
    ],
)
def test_a_short_word_one_key_away_is_another_word(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    "text",
    [
        "임신했다니까",
        "임신했거든",
        "임신했더라고",
        "임신했잖아",
        "임신했대",
        "임신했다니깐",
        "임신했답니다",
    ],
)
def test_no_ending_hides_a_deed(text: str) -> None:
    assert says_again("임신했다", text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("거북이 두 마리를 키운다", "거북이 두 마리 다 다른 집에 보냈어"),
        ("거북이 두 마리를 키운다", "거북이는 무지개다리 건넜어"),
        ("담배를 피운다", "담배는 입에도 안 대"),
        ("담배를 피운다", "담배 끊었어 이제 안 피워"),
        ("여자친구와 사귄다", "여자친구랑 헤어졌어"),
        ("The user lives with his uncle", "I moved out and no longer live with my uncle"),
        ("The user is looking for a new job", "I found a new job"),
        ("퇴근하고 배달 알바를 한다", "퇴근하고 배달 알바 안 해"),
    ],
)
def test_an_end_told_in_any_words_is_the_opposite(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("담배를 피운다", "담배 끊을 생각이 없어"),
        ("성당에 다닌다", "매주 성당 안 빠지고 나가"),
        ("전 남자친구 이름은 태오다", "태오랑은 작년에 헤어졌어"),
        ("여자친구와 헤어졌다", "여자친구랑 깨졌어"),
        ("담배를 피운다", "수업 끝나면 담배 피워"),
    ],
)
def test_an_end_of_something_else_or_one_the_claim_tells_itself_is_none(
    claim: str, text: str
) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize("text", ["답할 때 반말 안 썼으면 해", "반말 없이 답해 줘"])
def test_a_wish_in_the_form_of_a_condition_denies(text: str) -> None:
    assert says_again("답할 때 반말 쓰지 않기", text, Kind.STYLE)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("퇴근하고 배달 알바를 한다", "퇴근하고 요가 다녀"),
        ("퇴근하고 배달 알바를 한다", "배달 음식을 자주 시켜 먹어"),
        ("The user is going to propose to Hannah", "I'm going to propose a new budget at work"),
    ],
)
def test_the_same_circumstance_or_deed_with_another_thing_is_another_claim(
    claim: str, text: str
) -> None:
    assert not says_again(claim, text)
