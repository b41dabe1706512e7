"""Kinds of words in which a forgotten claim comes back, and news that only looks like it."""

from __future__ import annotations

import pytest

from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.memory import Kind
from nightcrew.domain.withholding import visible
from tests.unit.dream_ground import KEY, forgotten


def says_again(claim: str, text: str, kind: Kind = Kind.FACT, subject: str = "user") -> bool:
    (buried,) = forgotten_claims((forgotten(claim, kind=kind, subject=subject),), KEY)
    return restates(text, buried, KEY)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("사촌이 감옥에 있다", "사촌이 교도소에 들어갔어"),
        ("동료가 왕따를 당한다", "동료가 따돌림당해"),
        ("The user is getting a divorce", "이혼하는 중이야"),
        ("The user stutters", "I have had a stammer since school"),
    ],
)
def test_a_grave_matter_is_known_by_any_of_its_names(claim: str, text: str) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("법률 상담을 받는다", "진로 상담을 받았어"),
        ("토플 점수가 80점이다", "중간고사 점수가 60점이야"),
    ],
)
def test_a_noun_that_another_noun_narrows_down_is_another_thing(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("경마로 300만 원을 잃었다", "경마 때문에 난 구멍은 대출을 갚았어도 그대로야"),
        ("The user drinks two beers a day", "Without beer I can't fall asleep"),
        ("The user is a wrestler", "Nobody at work knows I'm a wrestler, I don't tell them"),
        ("암벽 등반을 한 적이 있다", "한때 암벽 등반에 빠졌었어"),
    ],
)
def test_an_end_or_a_denial_of_something_else_leaves_the_claim_as_it_was(
    claim: str, text: str
) -> None:
    assert says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The user is dating a pilot named Otto", "I'm not dating Otto, we broke up"),
        ("The user is moving to Quebec", "I stayed here instead of moving to Quebec"),
        ("체스 등급이 초급이다", "체스 등급이 고급으로 올라갔어"),
        ("대학을 중퇴했다", "대학 졸업했어"),
    ],
)
def test_what_became_otherwise_is_news(claim: str, text: str) -> None:
    assert not says_again(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("마작 대회에서 2등을 했다", "마작 대회 이등이야"),
        ("The user works night shifts at a harbor", "I work nightshifts at a harbour"),
        ("손 냄새가 심하다", "손냄새가 심합니다"),
    ],
)
def test_numerals_spellings_and_joined_words_make_no_other_claim(claim: str, text: str) -> None:
    assert says_again(claim, text)


def test_a_clause_that_only_names_the_forgotten_thing_goes_with_the_one_that_tells_it() -> None:
    buried = (forgotten("가게가 망해서 파산을 신청했다"),)

    left = visible("가게가 망해가지고 파산 신청했거든. 오늘은 비가 와.", buried, KEY)

    assert left == "오늘은 비가 와."


def test_a_sentence_that_ends_the_forgotten_thing_is_shown_whole() -> None:
    buried = (forgotten("비염 때문에 매일 약을 먹는다"),)

    left = visible("비염이 나아서 이제 약 안 먹어", buried, KEY)

    assert left == "비염이 나아서 이제 약 안 먹어"
