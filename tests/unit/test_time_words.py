"""Words that mean days, and those that only look like it."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrew.domain.time_words import (
    absolute,
    has_dates,
    has_relative_words,
    lasting_days,
    resolve,
)
from tests.unit.dated_words import WEDNESDAY, days


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("오늘 면접 봤어", "2026-09-02", "2026-09-02"),
        ("내일 3시 회의", "2026-09-03", "2026-09-03"),
        ("모레 갈게", "2026-09-04", "2026-09-04"),
        ("글피에 만나", "2026-09-05", "2026-09-05"),
        ("어제 산 책", "2026-09-01", "2026-09-01"),
        ("그저께 봤어", "2026-08-31", "2026-08-31"),
        ("3일 뒤에 여행", "2026-09-05", "2026-09-05"),
        ("사흘 후", "2026-09-05", "2026-09-05"),
        ("2주 뒤 금요일", "2026-09-18", "2026-09-18"),
        ("한 달 뒤", "2026-10-02", "2026-10-02"),
        ("6개월 후에", "2027-03-02", "2027-03-02"),
        ("3년 전에 결혼했어", "2023-01-01", "2023-12-31"),
        ("보름 뒤", "2026-09-17", "2026-09-17"),
        ("이번 주", "2026-08-31", "2026-09-06"),
        ("다음 주에 제주", "2026-09-07", "2026-09-13"),
        ("다음주까지만 깁스해", "2026-09-07", "2026-09-13"),
        ("다음 주 금요일", "2026-09-11", "2026-09-11"),
        ("다다음 주 월요일부터 수요일까지", "2026-09-14", "2026-09-16"),
        ("다음 주 월~수", "2026-09-07", "2026-09-09"),
        ("지난주 금요일에 봤어", "2026-08-28", "2026-08-28"),
        ("이번 주말", "2026-09-05", "2026-09-06"),
        ("다음 주말", "2026-09-12", "2026-09-13"),
        ("다음 달 초", "2026-10-01", "2026-10-10"),
        ("다음 달 중순에", "2026-10-11", "2026-10-20"),
        ("이번 달 말까지", "2026-09-21", "2026-09-30"),
        ("다음 달", "2026-10-01", "2026-10-31"),
        ("다음 달 3일", "2026-10-03", "2026-10-03"),
        ("12월 3일", "2026-12-03", "2026-12-03"),
        ("10/4~7", "2026-10-04", "2026-10-07"),
        ("10월 4일부터 7일까지 제주", "2026-10-04", "2026-10-07"),
        ("10월 30일부터 11월 2일까지", "2026-10-30", "2026-11-02"),
        ("3일에 치과", "2026-09-03", "2026-09-03"),
        ("1일에 치과", "2026-10-01", "2026-10-01"),
        ("크리스마스에", "2026-12-25", "2026-12-25"),
        ("추석에 집에 가", "2026-09-25", "2026-09-25"),
        ("크리스마스 이브에 콘서트 가", "2026-12-24", "2026-12-24"),
        ("추석 다음 날 시댁 가", "2026-09-26", "2026-09-26"),
        ("어린이날 전날에 만나", "2027-05-04", "2027-05-04"),
        ("작년 크리스마스에 만났어", "2025-12-25", "2025-12-25"),
        ("작년 추석에 다녀왔어", "2025-10-06", "2025-10-06"),
        ("지난 설에 다쳤어", "2026-02-17", "2026-02-17"),
        ("설날에 집에 가", "2027-02-07", "2027-02-07"),
        ("내년 3월", "2027-03-01", "2027-03-31"),
        ("작년에 결혼했어", "2025-01-01", "2025-12-31"),
        ("2026-12-03", "2026-12-03", "2026-12-03"),
        ("2026년 12월 3일", "2026-12-03", "2026-12-03"),
        ("금요일에 치과 가", "2026-09-04", "2026-09-04"),
        ("금요일에 치과 갔어", "2026-08-28", "2026-08-28"),
        ("7월 1일에 이사했어", "2026-07-01", "2026-07-01"),
        ("7월 1일에 이사하기로 했어", "2027-07-01", "2027-07-01"),
        ("tonight", "2026-09-02", "2026-09-02"),
        ("see you tomorrow", "2026-09-03", "2026-09-03"),
        ("the day after tomorrow", "2026-09-04", "2026-09-04"),
        ("in 3 days", "2026-09-05", "2026-09-05"),
        ("two weeks ago", "2026-08-19", "2026-08-19"),
        ("in a month", "2026-10-02", "2026-10-02"),
        ("next Friday", "2026-09-11", "2026-09-11"),
        ("this Friday", "2026-09-04", "2026-09-04"),
        ("dentist on Friday", "2026-09-04", "2026-09-04"),
        ("I met Tom on Friday", "2026-08-28", "2026-08-28"),
        ("last Friday", "2026-08-28", "2026-08-28"),
        ("next week", "2026-09-07", "2026-09-13"),
        ("Tuesday next week", "2026-09-08", "2026-09-08"),
        ("next weekend", "2026-09-12", "2026-09-13"),
        ("early next month", "2026-10-01", "2026-10-10"),
        ("by the end of the month", "2026-09-30", "2026-09-30"),
        ("March 3rd", "2027-03-03", "2027-03-03"),
        ("3 March 2027", "2027-03-03", "2027-03-03"),
        ("from October 4 to 7", "2026-10-04", "2026-10-07"),
        ("between March 3 and March 9", "2027-03-03", "2027-03-09"),
        ("on the 5th", "2026-09-05", "2026-09-05"),
        ("in December", "2026-12-01", "2026-12-31"),
        ("Christmas Eve", "2026-12-24", "2026-12-24"),
        ("last Christmas", "2025-12-25", "2025-12-25"),
    ],
)
def test_date_words_mean_exact_days(text: str, first: str, last: str) -> None:
    assert days(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "매주 금요일에 수영해",
        "배포 요일은 목요일이에요",
        "다음 주제는 뭐야",
        "오늘날",
        "다음 날 출발",
        "24/7 열려 있어",
        "3일 동안 쉬었어",
        "내일배움카드",
        "on the 5th floor",
        "every Friday",
        "I may be late",
        "우유 1/2컵",
        "버전 3.12.1",
    ],
)
def test_habits_and_look_alikes_are_no_dates(text: str) -> None:
    assert days(text) == []


def test_a_day_without_a_year_rolls_over_to_the_next() -> None:
    assert days("1/3에 예약", date(2026, 12, 30)) == [("2027-01-03", "2027-01-03")]
    assert days("2월 29일", date(2026, 9, 2)) == [("2028-02-29", "2028-02-29")]
    assert days("31일에 봐", date(2026, 9, 2)) == [("2026-10-31", "2026-10-31")]


def test_a_week_begins_on_monday() -> None:
    sunday = date(2026, 9, 6)

    assert days("이번 주", sunday) == [("2026-08-31", "2026-09-06")]
    assert days("next Friday", sunday) == [("2026-09-11", "2026-09-11")]


def test_several_dates_stand_in_reading_order_without_overlaps() -> None:
    spans = resolve("오늘은 바쁘고 다음 주 금요일 저녁에 봐, 12월 3일은 안 돼", WEDNESDAY)

    assert [span.words for span in spans] == ["오늘", "다음 주 금요일", "12월 3일"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("다음 주에 제주 여행", "2026-09-07~2026-09-13에 제주 여행"),
        ("내일까지 숙제", "2026-09-03까지 숙제"),
        ("exam next Friday", "exam 2026-09-11"),
        ("작년에 결혼했어", "2025년에 결혼했어"),
        ("12월 3일에 치과", "12월 3일에 치과"),
        ("배포는 금요일에 한다", "배포는 금요일에 한다"),
    ],
)
def test_relative_words_are_written_as_the_dates_they_meant(text: str, written: str) -> None:
    assert absolute(text, WEDNESDAY) == written


@pytest.mark.parametrize(
    "text",
    ["내일 회의", "다음 주에 간다", "며칠 전에 샀다", "yesterday", "in two weeks", "the other day"],
)
def test_words_that_mean_another_day_later_are_known(text: str) -> None:
    assert has_relative_words(text)
    assert not has_dates(text)


@pytest.mark.parametrize(
    "text", ["2026-09-03에 회의", "12월 3일 치과", "매주 월요일 회의", "on Fridays"]
)
def test_texts_that_stay_true_hold_no_relative_words(text: str) -> None:
    assert not has_relative_words(text)


def test_spans_of_time_are_counted_in_days() -> None:
    assert lasting_days("사흘 동안 부산에 있어", WEDNESDAY) == (3,)
    assert lasting_days("2주 동안 다이어트", WEDNESDAY) == (14,)
    assert lasting_days("for two weeks", WEDNESDAY) == (14,)


@given(text=st.text(max_size=200), day=st.dates(date(1990, 1, 1), date(2100, 1, 1)))
def test_no_text_breaks_the_reading_of_dates(text: str, day: date) -> None:
    for span in resolve(text, day):
        assert span.from_on <= span.to_on
        assert text[span.start : span.end] == span.words


PIECES = st.sampled_from(
    [
        "다음",
        "이번",
        "지난",
        "주",
        "달",
        "말",
        "초",
        "금요일",
        "부터",
        "까지",
        "~",
        "3",
        "31",
        "월",
        "일",
        "12",
        "/",
        "-",
        "년",
        "2026",
        "내년",
        "뒤",
        "전",
        "next",
        "last",
        "Friday",
        "March",
        "5th",
        "to",
        "in",
        "weeks",
        "ago",
        "하루",
        "동안",
        "둘째",
        "마지막",
        "말일",
        "월화",
        "토일",
        "수욜",
        "2박 3일",
        "로",
        ", ",
        "25일",
        "안에",
        "오늘",
        "새벽",
        "사흘",
        "the",
        "24th",
        "and",
        "week",
        "of",
        "month",
        "weekend",
        "for",
        ".",
    ]
)


@given(pieces=st.lists(PIECES, max_size=12), gap=st.sampled_from(["", " "]))
def test_no_mixture_of_date_words_breaks_the_reading(pieces: list[str], gap: str) -> None:
    text = gap.join(pieces)

    spans = resolve(text, WEDNESDAY)

    assert all(span.from_on <= span.to_on for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert not any(
        span.relative for span in resolve(absolute(text, WEDNESDAY), WEDNESDAY) if len(pieces) == 1
    )
