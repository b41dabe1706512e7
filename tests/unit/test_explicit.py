from __future__ import annotations

from datetime import UTC, date, datetime
from uuid import UUID

import pytest

from nightcrew.domain.explicit import explicit_memory, tombstone_of
from nightcrew.domain.forgetting import forgotten_claims, restates
from nightcrew.domain.memory import Kind, Memory

SAID_ON = date(2026, 10, 14)  # a Wednesday
NOBODY = UUID(int=0)
KEY = b"one user's key"


def kept(text: str) -> Memory:
    return explicit_memory(text, new_id=NOBODY, user=NOBODY, crew="study-juno", said_on=SAID_ON)


@pytest.mark.parametrize(
    "text",
    [
        "매주 토요일에 등산해",
        "토요일에는 등산해",
        "화목에 필라테스가 있어",
        "25일에 월급이 들어와",
        "매달 말일에 월세를 내",
        "I hike on Saturdays",
        "내 생일은 3월 2일이야",
    ],
)
def test_a_habit_or_a_yearly_day_that_is_remembered_has_no_days(text: str) -> None:
    memory = kept(text)

    assert (memory.kind, memory.from_on, memory.to_on) == (Kind.FACT, None, None)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("다음 주 토요일에 등산해", date(2026, 10, 24)),
        ("토요일에 등산 가기로 했어", date(2026, 10, 17)),
        ("25일에 치과 예약했어", date(2026, 10, 25)),
        ("I booked the dentist on Friday", date(2026, 10, 16)),
    ],
)
def test_what_was_arranged_for_a_day_keeps_it(text: str, day: date) -> None:
    memory = kept(text)

    assert (memory.kind, memory.from_on, memory.to_on) == (Kind.PLAN, day, day)


@pytest.mark.parametrize(
    ("forgotten", "told", "again"),
    [
        ("첫 차를 알아보는데 예산은 1,200만 원이다", "예산은 1,200만 원이에요", True),
        ("첫 차를 알아보는데 예산은 1,200만 원이다", "예산이 천이백만 원이야", True),
        ("첫 차를 알아보는데 예산은 1,200만 원이다", "예산은 1,500만 원이야", False),
        ("토끼를 키우는데 이름은 보리다", "토끼를 키워요", True),
        ("토끼를 키우는데 이름은 보리다", "보리차를 마셔요", False),
        ("I drive to work and my budget is $9,000", "my budget is $9,000", True),
    ],
)
def test_half_of_a_forgotten_joined_claim_is_that_claim_again(
    forgotten: str, told: str, again: bool
) -> None:
    buried = tombstone_of(kept(forgotten), new_id=NOBODY, key=KEY, at=datetime.now(UTC))

    (claim,) = forgotten_claims((buried,), KEY)

    assert restates(told, claim, KEY) is again
