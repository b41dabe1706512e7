from __future__ import annotations

import pytest

from nightcrew.domain.reason import Reason
from tests.unit.dream_ground import (
    create,
    forgotten,
    ground,
    screened,
)

NABI = "우리 고양이 이름은 나비야"


@pytest.mark.parametrize(
    "text",
    [
        "라면을 좋아한다",
        "라면을  좋아한다.",
        "라면 을 좋아한다",
        "좋아한다, 라면을",
        "라면을 좋아해요",
        "라면이 최애 음식이다",
        "매일 라면을 먹는다",
        "라면 마니아다",
        "우유를 사고 라면을 좋아한다",
    ],
)
def test_a_forgotten_claim_does_not_come_back_in_other_words(text: str) -> None:
    on = ground(
        "라면 좋아해, 매일 최애 음식 마니아 우유 사", tombstones=(forgotten("라면을 좋아한다"),)
    )

    assert screened(on, create(text))[0].reason is Reason.BURIED


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("우동 좋아해", "우동을 좋아한다"),
        ("라면집 알바 시작했어", "라면집 알바를 시작했다"),
        ("라면 끊었어", "라면을 끊었다"),
        ("라면 이제 싫어", "라면을 싫어한다"),
        ("우리 고양이 이름은 나비야", "고양이 이름은 나비다"),
        ("도윤이는 라면을 좋아해", "도윤이는 라면을 좋아한다"),
    ],
)
def test_other_things_and_the_opposite_are_still_learnt(line: str, text: str) -> None:
    subject = "도윤" if "도윤" in text else "user"
    on = ground(line, tombstones=(forgotten("라면을 좋아한다"),))

    assert screened(on, create(text, subject=subject))[0].reason is None


def test_a_subject_that_the_text_never_names_does_not_smuggle_a_forgotten_claim_in() -> None:
    on = ground("저녁은 또 라면이지 뭐", tombstones=(forgotten("라면을 좋아한다"),))

    assert (
        screened(on, create("라면을 좋아한다", subject="user's friend"))[0].reason is Reason.BURIED
    )


def test_what_was_forgotten_with_one_crew_may_be_learnt_by_another() -> None:
    theirs = forgotten("라면을 좋아한다", crew="mindcare-sora")

    assert (
        screened(ground("라면 좋아해", tombstones=(theirs,)), create("라면을 좋아한다"))[0].reason
        is None
    )
