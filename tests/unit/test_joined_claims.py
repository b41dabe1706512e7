"""One claim of a memory that joins two is forgotten, and the other stays."""

from __future__ import annotations

import pytest

from nightcrew.domain.joined_claims import asked_of, part_to_forget
from tests.builders import memory


@pytest.mark.parametrize(
    ("text", "asked", "gone", "kept"),
    [
        ("고수를 못 먹고 부산에 산다", "고수 못 먹는 거 잊어줘", "고수를 못 먹음", "부산에 산다"),
        ("고수를 못 먹고 부산에 산다", "부산 사는 거 잊어줘", "부산에 산다", "고수를 못 먹음"),
        ("라면이 좋고 우동은 싫다", "라면 얘기 잊어줘", "라면이 좋음", "우동은 싫다"),
        (
            "The user can't eat cilantro and lives in Busan",
            "forget the cilantro thing",
            "The user can't eat cilantro",
            "The user lives in Busan",
        ),
        (
            "The user can't eat cilantro and lives in Busan",
            "forget that I live in Busan",
            "lives in Busan",
            "The user can't eat cilantro",
        ),
    ],
)
def test_only_the_claim_that_is_asked_for_goes(text: str, asked: str, gone: str, kept: str) -> None:
    part = part_to_forget(memory(text), asked)

    assert part is not None
    assert (part.gone, part.kept) == (gone, kept)


def test_what_stays_of_a_memory_about_somebody_else_still_says_whom_it_is_about() -> None:
    about_mother = memory("엄마는 당뇨가 있고 대구에 사신다", subject="user's mother")

    part = part_to_forget(about_mother, "엄마 당뇨 얘기 잊어줘")

    assert part is not None
    assert part.kept == "엄마는 대구에 사신다"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("라면을 좋아한다", "라면 잊어줘"),
        ("고수를 못 먹고 부산에 산다", "고수랑 부산 얘기 다 잊어줘"),
        ("생굴을 먹고 식중독에 걸렸다", "식중독 걸린 거 잊어줘"),
        ("바빠서 라면을 못 먹는다", "라면 잊어줘"),
        ("The user likes ramen and pizza", "forget ramen"),
        ("The user slipped on ice and broke a wrist", "forget the wrist"),
    ],
)
def test_what_is_one_claim_or_one_event_goes_whole(text: str, asked: str) -> None:
    assert part_to_forget(memory(text), asked) is None


def test_a_former_value_that_tells_only_of_the_other_claim_is_not_forgotten() -> None:
    assert asked_of(memory("부산에 산다"), "고수 못 먹는 거 잊어줘") is None
    assert asked_of(memory("고수를 싫어한다"), "고수 못 먹는 거 잊어줘") is not None
