"""Sentences the judge once missed, by their kind: a day with an hour, a deadline, "I told you"."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.time_words import resolve
from tests.unit.rehearsal_builders import judged

MONDAY = date(2026, 10, 5)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("금요일 두 시에 회사 면접 봐요", date(2026, 10, 9)),
        ("토요일 열한 시에 자격증 시험 쳐요", date(2026, 10, 10)),
        ("20일 세 시에 치과 가요", date(2026, 10, 20)),
        ("15일이 보험 만료일이에요", date(2026, 10, 15)),
        ("20일은 장학금 신청 마감이야", date(2026, 10, 20)),
        ("30일이 세금 납부일이에요", date(2026, 10, 30)),
        ("25일이 카드값 나가는 날이에요", date(2026, 10, 25)),
        ("17일이 조직 검사 결과 듣는 날이야", date(2026, 10, 17)),
        ("11일 아침 비행기로 떠나요", date(2026, 10, 11)),
    ],
)
def test_a_day_with_an_hour_or_a_deadline_is_a_day_that_comes(said: str, day: date) -> None:
    assert [span.from_on for span in resolve(said, MONDAY)] == [day]
    assert judged(said, "travel-mina").follow_up.use


@pytest.mark.parametrize(
    "said",
    ["20일이 걸려요", "20일이 지나면 마감이래요", "20일이나 기다렸어요", "금요일 두 명이 와요",
     "그때 20일이 마감일이었어요", "20일이 떠나는 날이었어요"],
)  # fmt: skip
def test_a_length_a_count_and_a_day_gone_by_are_none(said: str) -> None:
    assert resolve(said, MONDAY) == ()
    assert not judged(said, "travel-mina").follow_up.use


@pytest.mark.parametrize(
    ("said", "recalls"),
    [
        ("예산은 얼마라고 말씀드렸더라?", True),
        ("알레르기가 뭐라고 했죠?", True),
        ("출발이 몇 시라고 했었지?", True),
        ("의사 선생님이 뭐라고 했죠?", False),
        ("항공권이 얼마예요?", False),
        ("얼마라고 했지만 너무 비싸요", False),
    ],
)
def test_what_the_user_told_before_is_recalled(said: str, *, recalls: bool) -> None:
    memory = judged(said, "travel-mina").memory

    assert (memory.use and memory.act == "recall") == recalls
