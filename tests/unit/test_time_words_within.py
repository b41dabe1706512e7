"""What is to be done within a week, a month or a year ends with its last day."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.time_words import absolute, has_relative_words, resolve

MIDDLE = date(2026, 10, 14)  # a Wednesday
LAST_OF_MONTH = date(2026, 2, 28)  # a Saturday
LAST_OF_YEAR = date(2026, 12, 31)  # a Thursday
FIRST_OF_YEAR = date(2027, 1, 1)  # a Friday


def days_of(words: str, said_on: date) -> tuple[str, str]:
    [span] = resolve(words, said_on)
    return span.from_on.isoformat(), span.to_on.isoformat()


@pytest.mark.parametrize(
    ("words", "said_on", "days"),
    [
        ("이달 안에 병원에 가려고 해", MIDDLE, ("2026-10-01", "2026-10-31")),
        ("이 달 안에 병원에 가려고 해", MIDDLE, ("2026-10-01", "2026-10-31")),
        ("이달 안으로 정리할 거야", LAST_OF_MONTH, ("2026-02-01", "2026-02-28")),
        ("이번 달 안에 끝내야 해", LAST_OF_YEAR, ("2026-12-01", "2026-12-31")),
        ("이번 달 내로 보낼게", FIRST_OF_YEAR, ("2027-01-01", "2027-01-31")),
        ("이달 중으로 이사할 거야", MIDDLE, ("2026-10-01", "2026-10-31")),
        ("다음 달 안에 이사할 거야", LAST_OF_YEAR, ("2027-01-01", "2027-01-31")),
        ("11월 안에 끝낼 거야", MIDDLE, ("2026-11-01", "2026-11-30")),
        ("10월 안에 끝낼 거야", MIDDLE, ("2026-10-01", "2026-10-31")),
        ("연내에 결혼할 예정이야", MIDDLE, ("2026-01-01", "2026-12-31")),
        ("연내로 끝낼 거야", LAST_OF_YEAR, ("2026-01-01", "2026-12-31")),
        ("올해 안에 면허를 딸 거야", FIRST_OF_YEAR, ("2027-01-01", "2027-12-31")),
        ("올해 중에 이사할 거야", MIDDLE, ("2026-01-01", "2026-12-31")),
        ("내년 안에 집을 살 거야", LAST_OF_YEAR, ("2027-01-01", "2027-12-31")),
        ("이번 주 안에 낼게", LAST_OF_YEAR, ("2026-12-28", "2027-01-03")),
        ("주중에 연락할게", MIDDLE, ("2026-10-12", "2026-10-16")),
        ("주중에 연락할게", LAST_OF_MONTH, ("2026-03-02", "2026-03-06")),
        ("이번 주중에 보자", LAST_OF_YEAR, ("2026-12-28", "2027-01-01")),
    ],
)
def test_korean_words_for_within_a_time_end_with_its_last_day(
    words: str, said_on: date, days: tuple[str, str]
) -> None:
    assert days_of(words, said_on) == days


@pytest.mark.parametrize(
    ("words", "said_on", "days"),
    [
        ("I want to finish within this month", MIDDLE, ("2026-10-01", "2026-10-31")),
        ("I'll finish within the month", LAST_OF_MONTH, ("2026-02-01", "2026-02-28")),
        ("I will move within the year", LAST_OF_YEAR, ("2026-01-01", "2026-12-31")),
        ("I will see a doctor later this week", MIDDLE, ("2026-10-12", "2026-10-18")),
        ("I will go later this year", FIRST_OF_YEAR, ("2027-01-01", "2027-12-31")),
        ("I will pay before the month is out", MIDDLE, ("2026-10-31", "2026-10-31")),
        ("I will pay by the end of the month", MIDDLE, ("2026-10-31", "2026-10-31")),
        ("I will pay by the end of the month", LAST_OF_YEAR, ("2026-12-31", "2026-12-31")),
        ("I will pay by the end of next month", LAST_OF_YEAR, ("2027-01-31", "2027-01-31")),
        ("I will pay by month's end", LAST_OF_MONTH, ("2026-02-28", "2026-02-28")),
        ("I will pay by year-end", MIDDLE, ("2026-12-31", "2026-12-31")),
        ("I will pay before the end of this year", MIDDLE, ("2026-12-31", "2026-12-31")),
        ("I will pay by the end of the week", LAST_OF_YEAR, ("2027-01-03", "2027-01-03")),
        ("I will pay by the end of next week", MIDDLE, ("2026-10-25", "2026-10-25")),
        ("I will pay by the end of the day", MIDDLE, ("2026-10-14", "2026-10-14")),
    ],
)
def test_english_words_for_within_a_time_end_with_its_last_day(
    words: str, said_on: date, days: tuple[str, str]
) -> None:
    assert days_of(words, said_on) == days


@pytest.mark.parametrize("words", ["두 달 안에 끝낼 거야", "2달 안에 끝내", "이개월 안에 끝내"])
def test_two_months_are_counted_and_are_not_this_month(words: str) -> None:
    assert days_of(words, MIDDLE) == ("2026-10-14", "2026-12-14")


def test_the_words_beside_the_time_stay_when_it_is_written_as_days() -> None:
    assert absolute("이달 안에 병원에 간다", MIDDLE) == "2026-10-01~2026-10-31 안에 병원에 간다"
    assert absolute("I pay by the end of the month", MIDDLE) == "I pay by 2026-10-31"
    assert all(map(has_relative_words, ("이달 안에 간다", "연내에 간다", "later this month")))
