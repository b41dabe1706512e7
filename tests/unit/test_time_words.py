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
    settled_days,
)

WEDNESDAY = date(2026, 9, 2)


def days(text: str, said_on: date = WEDNESDAY) -> list[tuple[str, str]]:
    return [(span.from_on.isoformat(), span.to_on.isoformat()) for span in resolve(text, said_on)]


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
