"""Ways to tell in which a forgotten claim comes back, and news that is told likewise."""

from __future__ import annotations

import pytest

from tests.unit.forgotten_rows import is_shown, rows


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    할아버지 댁에서 산다 | 사는 데가 할아버지 댁이야 | 할아버지 댁이거든 사는 데
    할아버지 댁에서 산다 | 할아버지 댁에 살아
    I live in a trailer | in a trailer, that's where I live | a trailer is where I live
    I live in a trailer | where I live is a trailer
    I breed snakes | snakes are what I breed | what I breed is snakes | it's snakes that I breed
    탈북했다 | 나 탈북했어 | 탈북한 사람이야 나 | 탈북했거든 나
    고향이 목포다 | 목포가 고향이야 | 고향은 목포지 | 목포거든 내 고향
    사촌 형과 동업한다 | 동업하는 사람이 사촌 형이야 | 사촌형이랑 동업함 | 동업해 사촌 형이랑
    틀니를 한다 | 틀니 해 | 나 틀니 함 | 틀니거든 나
    """),
)  # fmt: skip
def test_a_claim_is_the_same_with_its_order_turned(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    I breed snakes | I saw a snake documentary
    탈북했다 | 탈북민 다큐 봤어
    사촌 형과 동업한다 | 사촌 형이랑 낚시 갔어
    틀니를 한다 | 틀니 광고 봤어
    """),
)  # fmt: skip
def test_what_only_names_the_thing_of_a_claim_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    룸메이트와 싸웠다 | 룸메랑 싸웠어 | 룸메이트하고 싸움 | 룸메랑 싸웟어
    편의점 아르바이트를 한다 | 편의점 알바 해 | 편의점 알바함 | 편의점에서 알바 하는 중
    인스타그램을 끊었다 | 인스타 끊었어 | 인스타 끊음
    학교폭력을 당했다 | 학폭 당했어 | 학폭 당함 | 학교 폭력 당한 적 있어
    자기소개서를 대필한다 | 자소서 대필해 | 자기 소개서 대필 함
    주택담보대출이 있다 | 주담대 있어 | 주택 담보 대출 있음
    """),
)  # fmt: skip
def test_a_word_in_short_is_the_same_word(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    편의점 아르바이트를 한다 | 편의점 도시락 먹음
    인스타그램을 끊었다 | 인스타 다시 시작했어
    학교폭력을 당했다 | 학교 축제 재밌었어
    주택담보대출이 있다 | 주택 구경했어
    """),
)  # fmt: skip
def test_something_else_of_a_word_in_short_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    적금을 깼다 | 적금 해지했어 | 적금 깸 | 적금 깼음
    보험을 해약했다 | 보험 해지했어 | 보험 깼어 | 보험 해약함
    카페를 운영한다 | 나 카페 운영해 | 카페 운영함
    바이크를 탄다 | 바이크 타 | 나 바이크 탐
    I own a beach hut | I've a beach hut | a beach hut is what I own
    유튜브 채널을 한다 | 유튜브 채널 해 | 유튜브 채널 함
    심리 치료를 받는다 | 심리 치료 받아 | 심리치료 받는 중
    밴드에서 드럼을 친다 | 밴드에서 드럼 쳐 | 밴드 드럼 침
    """),
)  # fmt: skip
def test_what_was_ended_or_is_done_is_told_in_other_words(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    적금을 깼다 | 적금 새로 들었어
    보험을 해약했다 | 보험 가입했어
    카페를 운영한다 | 카페 폐업했어
    바이크를 탄다 | 바이크 처분했어 | 바이크 팔았어
    I own a beach hut | I sold the beach hut | I got rid of my beach hut
    유튜브 채널을 한다 | 유튜브 채널 삭제했어 | 유튜브 채널 접었어
    심리 치료를 받는다 | 심리 치료 종결했어 | 심리 치료 끝났어
    밴드에서 드럼을 친다 | 밴드 해체했어
    """),
)  # fmt: skip
def test_the_end_of_what_a_claim_tells_of_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    정학을 당했다 | 정학 당했어 | 정학 당함
    해고 통보를 받았다 | 해고 통보 받았어 | 해고통보 받음
    I got fired | I was fired | got fired lol
    I was suspended from school | I got suspended from school | suspended from school, that's me
    면허가 취소됐다 | 면허 취소됐어 | 면허 취소됨 | 면허 취소당함
    """),
)  # fmt: skip
def test_an_end_is_told_again(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    정학을 당했다 | 정학 철회됐어
    해고 통보를 받았다 | 해고 통보 철회됐어 | 해고 통보 취소됐어
    I got fired | My firing was reversed
    I was suspended from school | My school suspension was overturned
    면허가 취소됐다 | 면허 취소 철회됐어
    """),
)  # fmt: skip
def test_an_end_that_was_taken_back_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    대학교를 자퇴했다 | 대학교 자퇴했어 | 나 대학교 자퇴함 | 대학 자퇴했음
    코인으로 돈을 벌었다 | 코인으로 돈 벌었어 | 코인으로 돈 범
    I was adopted | I'm adopted | yes, adopted, I was
    """),
)  # fmt: skip
def test_what_the_user_did_is_told_again(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    대학교를 자퇴했다 | 사촌이 대학교 자퇴하고 창업했어 | 친구가 대학교 자퇴했대
    코인으로 돈을 벌었다 | 삼촌이 코인으로 돈 벌어서 차 샀어
    I was adopted | My cousin was adopted
    """),
)  # fmt: skip
def test_what_somebody_else_did_is_news(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    손톱을 뜯는 버릇이 있다 | 손톱 뜯는 버릇 있어 | 손톱 뜯는 버릇이 있음
    페럿을 키운다 | 페럿 키워 | 페럿 키움 | I keep a ferret
    I got a written warning | written warning is what I got
    I have low blood pressure | my blood pressure is low
    """),
)  # fmt: skip
def test_a_claim_is_told_again_by_its_own_words(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    손톱을 뜯는 버릇이 있다 | 코 파는 버릇 있어 | 다리 꼬는 버릇 있음
    페럿을 키운다 | 필터 갈았어 | 버릇 고쳤어 | 글러브 샀어
    I got a written warning | 링크 좀 달아줘
    I have low blood pressure | 버릇이 나빠 | 부릉부릉 소리 나
    """),
)  # fmt: skip
def test_words_that_only_sound_a_little_alike_are_no_claim(claim: str, text: str) -> None:
    assert is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    청국장을 좋아한다 | 청국장 좋아함 | 청국장 완전 좋아해
    위스키를 좋아한다 | 위스키 좋아함 | 위스키 조아해
    """),
)  # fmt: skip
def test_a_liking_is_told_again(claim: str, text: str) -> None:
    assert not is_shown(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    rows("""
    청국장을 좋아한다 | 청국장은 도저히 못 먹겠어 | 청국장 냄새 싫어
    위스키를 좋아한다 | 위스키 못 마셔 | 와인 좋아해
    """),
)  # fmt: skip
def test_who_cannot_eat_or_drink_it_does_not_like_it(claim: str, text: str) -> None:
    assert is_shown(claim, text)
