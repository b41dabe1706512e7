"""Weeks of a month, ends of months and years, lengths and counted days."""

from __future__ import annotations

from datetime import date

import pytest

from nightcrew.domain.time_words import (
    resolve,
    settled_days,
)
from tests.unit.dated_words import days

OCTOBER = date(2026, 10, 14)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("다음 달 둘째 주에 실습", "2026-11-09", "2026-11-15"),
        ("이달 셋째 주", "2026-10-12", "2026-10-18"),
        ("11월 첫째 주에 발표", "2026-11-02", "2026-11-08"),
        ("11월 마지막 주", "2026-11-23", "2026-11-29"),
        ("11월 셋째 주 토요일에 돌잔치", "2026-11-21", "2026-11-21"),
        ("다음 달 첫째 월요일", "2026-11-02", "2026-11-02"),
        ("11월 2주차에 점검", "2026-11-09", "2026-11-15"),
        ("first week of March", "2027-03-01", "2027-03-07"),
        ("the second week of next month", "2026-11-09", "2026-11-15"),
        ("the last week of this month", "2026-10-26", "2026-11-01"),
        ("the first Saturday of next month", "2026-11-07", "2026-11-07"),
        ("the last day of the month", "2026-10-31", "2026-10-31"),
    ],
)
def test_a_week_of_a_month_is_the_one_whose_thursday_lies_in_it(
    text: str, first: str, last: str
) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("다음다음 주 금요일", "2026-10-30", "2026-10-30"),
        ("다음 주 수욜에 교정", "2026-10-21", "2026-10-21"),
        ("담주 화욜", "2026-10-20", "2026-10-20"),
        ("일욜에 산책", "2026-10-18", "2026-10-18"),
        ("다음 주 월화에 워크숍", "2026-10-19", "2026-10-20"),
        ("다음 주 월, 수", "2026-10-19", "2026-10-21"),
        ("토일에 텃밭 간다", "2026-10-17", "2026-10-18"),
        ("토요일이랑 일요일에 당직", "2026-10-17", "2026-10-18"),
        ("다음 주 주중에", "2026-10-19", "2026-10-23"),
        ("주중에 들를게", "2026-10-12", "2026-10-16"),
        ("이번 주 안에", "2026-10-12", "2026-10-18"),
        ("on Saturday and Sunday", "2026-10-17", "2026-10-18"),
        ("next Friday and Saturday", "2026-10-23", "2026-10-24"),
        ("over the weekend", "2026-10-17", "2026-10-18"),
        ("I painted the shed over the weekend", "2026-10-10", "2026-10-11"),
    ],
)
def test_weeks_and_lists_of_weekdays_mean_exact_days(text: str, first: str, last: str) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("이달 말일까지", "2026-10-31", "2026-10-31"),
        ("말일에 정산해", "2026-10-31", "2026-10-31"),
        ("이번 달 안에", "2026-10-01", "2026-10-31"),
        ("올해 안에", "2026-01-01", "2026-12-31"),
        ("월초에 정산", "2026-11-01", "2026-11-10"),
        ("월말에 정산", "2026-10-21", "2026-10-31"),
        ("연초에 만나", "2027-01-01", "2027-01-31"),
        ("연말에 만나", "2026-12-01", "2026-12-31"),
        ("내년 초에 복직", "2027-01-01", "2027-01-31"),
        ("at the end of next month", "2026-11-21", "2026-11-30"),
        ("by the end of next month", "2026-11-30", "2026-11-30"),
        ("next month's 3rd", "2026-11-03", "2026-11-03"),
        ("the 3rd of next month", "2026-11-03", "2026-11-03"),
    ],
)
def test_ends_and_beginnings_of_months_and_years_are_known(
    text: str, first: str, last: str
) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("24, 25일에 보강", "2026-10-24", "2026-10-25"),
        ("24일, 25일에 보강", "2026-10-24", "2026-10-25"),
        ("3~5일에 보강", "2026-11-03", "2026-11-05"),
        ("11월 3, 4, 5일 휴원", "2026-11-03", "2026-11-05"),
        ("다음 달 3, 4일", "2026-11-03", "2026-11-04"),
        ("the 24th and 25th", "2026-10-24", "2026-10-25"),
        ("from the 24th to the 26th", "2026-10-24", "2026-10-26"),
        ("November 3rd and 4th", "2026-11-03", "2026-11-04"),
    ],
)
def test_several_days_of_a_month_are_one_range(text: str, first: str, last: str) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("사흘 뒤가 마감", "2026-10-17", "2026-10-17"),
        ("나흘 후로 옮겼어", "2026-10-18", "2026-10-18"),
        ("닷새 뒤면 개강", "2026-10-19", "2026-10-19"),
        ("열흘 후에는 돌아와", "2026-10-24", "2026-10-24"),
        ("보름쯤 뒤에", "2026-10-29", "2026-10-29"),
        ("2~3일 뒤에", "2026-10-16", "2026-10-17"),
        ("내일모레", "2026-10-16", "2026-10-16"),
        ("a week from Friday", "2026-10-23", "2026-10-23"),
        ("Friday week", "2026-10-23", "2026-10-23"),
        ("a week today", "2026-10-21", "2026-10-21"),
        ("tomorrow night", "2026-10-15", "2026-10-15"),
    ],
)
def test_days_are_counted_from_the_day_they_were_said(text: str, first: str, last: str) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("11월 3일부터 2박 3일로 속초", "2026-11-03", "2026-11-05"),
        ("다음 주 금요일에 1박 2일로 속초", "2026-10-23", "2026-10-24"),
        ("2박 3일로 다음 주 금요일에 출발", "2026-10-23", "2026-10-25"),
        ("11월 3일부터 5일간 휴원", "2026-11-03", "2026-11-07"),
        ("from November 3rd for three days", "2026-11-03", "2026-11-05"),
    ],
)
def test_a_length_beside_its_first_day_gives_the_last(text: str, first: str, last: str) -> None:
    assert days(text, OCTOBER) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "2박 3일로 속초 다녀올까",
        "3박 4일 동안 쉬었어",
        "매달 둘째 주 일요일에 쉬어",
        "둘째 주 일요일마다 쉬어",
        "매달 말일에 정산해",
        "월수금에 발레해",
        "토욜마다 텃밭 가",
        "매일 새벽에 기도해",
        "주중에는 바빠",
        "입사 둘째 주에 힘들었어",
        "회비 낼 돈이 없어",
        "다음 주제",
        "I bake on weekends",
        "the 1st and 2nd floors",
    ],
)
def test_lengths_and_habits_name_no_day(text: str) -> None:
    assert days(text, OCTOBER) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I booked a table for Saturday", "2026-10-17"),
        ("I've got a recital on Saturday", "2026-10-17"),
        ("I'm invited to a brunch on Saturday", "2026-10-17"),
        ("I got a haircut on Saturday", "2026-10-10"),
    ],
)
def test_what_is_kept_for_a_day_is_still_to_come(text: str, day: str) -> None:
    assert days(text, OCTOBER) == [(day, day)]


def test_this_early_morning_is_the_next_day_once_the_morning_has_begun() -> None:
    said = "오늘 새벽에 경기 봐"

    assert [span.from_on for span in resolve(said, OCTOBER, hour=20)] == [date(2026, 10, 15)]
    assert [span.from_on for span in resolve(said, OCTOBER, hour=1)] == [OCTOBER]
    assert [span.from_on for span in resolve("오늘 새벽에 경기 봤어", OCTOBER)] == [OCTOBER]
    assert [span.from_on for span in resolve("오늘 새벽에 깨서 피곤해", OCTOBER)] == [OCTOBER]


def test_only_days_that_are_no_habit_are_settled() -> None:
    assert settled_days("토요일에는 등산해", OCTOBER) is None
    assert settled_days("결혼기념일은 12월 3일이야", OCTOBER) is None
    assert settled_days("토요일에 등산 예약했어", OCTOBER) == (date(2026, 10, 17),) * 2
    assert settled_days("다음 주 토요일에 등산해", OCTOBER) == (date(2026, 10, 24),) * 2
