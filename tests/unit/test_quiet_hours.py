from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.errors import BadInput
from nightcrew.domain.quiet_hours import WEEKDAYS, QuietHours, QuietHoursText
from nightcrew.domain.zones import to_utc, zone

SEOUL = zone("Asia/Seoul")
NEW_YORK = zone("America/New_York")
ZONES = ("Asia/Seoul", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kathmandu")


def seoul(text: str) -> datetime:
    return to_utc(datetime.fromisoformat(text), SEOUL)


def opening(hours: QuietHoursText, text: str) -> datetime | None:
    return QuietHours.parse(hours).next_open(seoul(text), SEOUL)


@pytest.mark.parametrize(
    ("clock", "quiet"),
    [("21:59:59", False), ("22:00", True), ("23:30", True), ("00:30", True), ("07:59:59", True),
     ("08:00", False)],
)  # fmt: skip
def test_the_night_begins_at_its_start_and_is_over_at_its_end(clock: str, quiet: bool) -> None:
    night = QuietHours.parse("22:00-08:00")

    assert night.covers(seoul(f"2026-12-02T{clock}"), SEOUL) is quiet


def test_a_window_inside_one_day_leaves_the_night_open() -> None:
    assert opening("13:00-15:00", "2026-12-01T14:00") == seoul("2026-12-01T15:00")
    assert opening("13:00-15:00", "2026-12-01T23:00") == seoul("2026-12-01T23:00")


def test_the_night_of_a_day_belongs_to_the_day_it_starts_on() -> None:
    hours = {"default": "22:00-08:00", "sat": "23:00-10:00"}

    assert opening(hours, "2026-12-05T22:30") == seoul("2026-12-05T22:30")
    assert opening(hours, "2026-12-05T23:00") == seoul("2026-12-06T10:00")
    assert opening(hours, "2026-12-05T07:00") == seoul("2026-12-05T08:00")


def test_after_a_silent_saturday_the_first_word_waits_for_sunday_morning() -> None:
    hours = {"default": "22:00-08:00", "sat": "00:00-24:00"}

    assert opening(hours, "2026-12-05T14:00") == seoul("2026-12-06T08:00")
    assert opening(hours, "2026-12-04T23:00") == seoul("2026-12-06T08:00")


def test_silent_days_in_a_row_are_all_waited_out() -> None:
    working = dict.fromkeys(("mon", "tue", "wed", "thu", "fri"), "00:00-24:00")

    opened = opening({"default": "22:00-09:00", **working}, "2026-11-30T12:00")

    assert opened == seoul("2026-12-05T09:00")


def test_a_day_without_a_window_is_open_from_the_end_of_the_night_before() -> None:
    hours = {"default": "22:00-08:00", "sat": None}

    assert opening(hours, "2026-12-05T23:30") == seoul("2026-12-05T23:30")
    assert opening(hours, "2026-12-06T03:00") == seoul("2026-12-06T03:00")
    assert opening(hours, "2026-12-05T03:00") == seoul("2026-12-05T08:00")


def test_who_is_never_to_be_spoken_to_is_never_spoken_to() -> None:
    assert opening("00:00-24:00", "2026-12-01T12:00") is None


def test_who_set_no_quiet_hours_may_be_spoken_to_at_any_time() -> None:
    assert opening(None, "2026-12-01T03:00") == seoul("2026-12-01T03:00")


def test_setting_one_day_keeps_the_nights_of_the_others() -> None:
    assert opening({"sat": "00:00-24:00"}, "2026-12-02T03:00") == seoul("2026-12-02T08:00")


def test_an_end_that_clocks_skip_is_over_when_they_have_skipped_it() -> None:
    hours = QuietHours.parse("22:00-02:30")
    due = datetime(2027, 3, 14, 6, tzinfo=UTC)

    assert hours.next_open(due, NEW_YORK) == datetime(2027, 3, 14, 7, tzinfo=UTC)


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    hours = QuietHours.parse("22:00-01:30")

    first, between, second = (datetime(2027, 11, 7, *clock, tzinfo=UTC) for clock in
                              [(5, 10), (5, 40), (6, 10)])  # fmt: skip
    assert hours.next_open(first, NEW_YORK) == datetime(2027, 11, 7, 5, 30, tzinfo=UTC)
    assert hours.next_open(between, NEW_YORK) == between
    assert hours.next_open(second, NEW_YORK) == datetime(2027, 11, 7, 6, 30, tzinfo=UTC)


def test_clocks_set_back_out_of_a_window_open_it_early() -> None:
    hours = QuietHours.parse("01:30-02:30")
    due = datetime(2027, 11, 7, 5, 45, tzinfo=UTC)

    assert hours.next_open(due, NEW_YORK) == datetime(2027, 11, 7, 6, tzinfo=UTC)


@pytest.mark.parametrize("window", ["22:00-22:00", "00:00-00:00", "24:00-24:00"])
def test_quiet_hours_of_no_length_are_refused(window: str) -> None:
    with pytest.raises(BadInput) as refused:
        QuietHours.parse(window)

    assert refused.value.code == "quiet_hours_empty"


@pytest.mark.parametrize(
    "value",
    ["25:00-08:00", "22:60-08:00", "22-8", "", "24:00-08:00", "22:00-24:01", "２２:00-08:00",
     {"default": "22:00-08:00", "funday": "22:00-08:00"}, {"sat": "late"}, {"sat": 5}, ["22:00"],
     7, True],
)  # fmt: skip
def test_quiet_hours_that_make_no_sense_are_refused_with_an_example(value: QuietHoursText) -> None:
    with pytest.raises(BadInput) as refused:
        QuietHours.parse(value)

    assert refused.value.code == "quiet_hours_unreadable"
    assert "22:00-08:00" in refused.value.hint


@pytest.mark.parametrize(
    "value",
    [None, "22:00-08:00", "00:00-24:00", {"default": None, "mon": "13:00-15:00"},
     {"default": "22:00-08:00", "sat": "23:30-10:00", "sun": None}],
)  # fmt: skip
def test_quiet_hours_are_written_as_they_were_read(value: QuietHoursText) -> None:
    assert QuietHours.parse(value).as_json() == value


def test_the_windows_of_the_house_are_read_as_a_pair_of_times() -> None:
    assert QuietHours.between(("22:00", "07:00")) == QuietHours.parse("22:00-07:00")


clocks = st.integers(0, 95).map(lambda quarter: f"{quarter // 4:02}:{quarter % 4 * 15:02}")
windows = st.one_of(
    st.none(),
    st.just("00:00-24:00"),
    st.tuples(clocks, clocks).filter(lambda pair: pair[0] != pair[1]).map("-".join),
)
weeks = st.dictionaries(st.sampled_from(("default", *WEEKDAYS)), windows, min_size=1)
# around the clock changes of the zones above
moments = st.sampled_from((2027, 2028)).flatmap(
    lambda year: st.integers(0, 366 * 24 * 4).map(
        lambda quarter: datetime(year, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * quarter)
    )
)


@settings(deadline=None, max_examples=150)
@given(week=weeks, moment=moments, name=st.sampled_from(ZONES))
def test_the_next_opening_is_the_first_one_found_by_walking_the_clock(
    week: dict[str, str | None], moment: datetime, name: str
) -> None:
    hours, in_zone = QuietHours.parse(week), zone(name)

    opened = hours.next_open(moment, in_zone)

    quarters = (moment + timedelta(minutes=15 * step) for step in range(8 * 24 * 4))
    walked = next((one for one in quarters if not hours.covers(one, in_zone)), None)
    assert opened == walked
