from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from nightcrew.domain.errors import BadInput
from nightcrew.domain.schedule import (
    FollowUpKind,
    FollowUpSpec,
    Purpose,
    WatchSpec,
    ZoneMode,
    occurrences_after,
    plan_one_shot,
    schedule_zone,
    snoozed,
)
from nightcrew.domain.settling import settled
from nightcrew.domain.tool_guide import Tool
from tests.unit.settled import NEW_YORK, NOW, ONE_SHOT, PILL, SEOUL, seoul, settle

WATCH = FollowUpSpec(
    kind=FollowUpKind.WATCH,
    intent="tell when the fare falls",
    watch=WatchSpec(tool=Tool.SEARCH, query="fare", condition="under 300", every_minutes=90),
)


def refused(spec: FollowUpSpec) -> tuple[str, str | None]:
    with pytest.raises(BadInput) as refusal:
        settle(spec)
    return refusal.value.code, refusal.value.field


def days(spec: FollowUpSpec, count: int = 7) -> list[str]:
    return [f"{one.local:%a}" for one in occurrences_after(settle(spec), SEOUL, NOW, count)]


def test_life_matters_run_all_seven_days() -> None:
    assert days(PILL) == ["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"]


@pytest.mark.parametrize("purpose", [Purpose.WORK, Purpose.INFO])
def test_work_and_information_stay_away_from_weekends(purpose: Purpose) -> None:
    assert days(replace(PILL, purpose=purpose)) == ["Tue", "Wed", "Thu", "Fri", "Mon", "Tue", "Wed"]


@pytest.mark.parametrize(
    ("rule", "local", "expected"),
    [
        ("FREQ=DAILY;BYDAY=SA,SU", "2026-12-01T09:00", ["Sat", "Sun"]),
        ("FREQ=WEEKLY", "2026-12-05T09:00", ["Sat", "Sat"]),
        ("FREQ=DAILY;INTERVAL=7", "2026-12-05T09:00", ["Sat", "Sat"]),
        ("FREQ=MONTHLY;BYMONTHDAY=5", "2026-12-05T09:00", ["Sat", "Tue"]),
    ],
)
def test_work_that_names_its_days_keeps_them(rule: str, local: str, expected: list[str]) -> None:
    work = replace(PILL, purpose=Purpose.WORK, rule=rule, local=local)

    assert days(work, count=2) == expected


def test_a_count_of_weekday_news_counts_weekdays() -> None:
    news = replace(PILL, purpose=Purpose.INFO, rule="FREQ=DAILY;COUNT=5")

    assert days(news) == ["Tue", "Wed", "Thu", "Fri", "Mon"]


def test_a_follow_up_goes_with_the_user_unless_it_is_pinned() -> None:
    promised = settle(PILL)
    pinned = replace(promised, zone_mode=ZoneMode.PINNED)

    assert schedule_zone(promised, "America/New_York") == NEW_YORK
    assert schedule_zone(pinned, "America/New_York") == SEOUL


def test_a_one_shot_keeps_its_moment_when_the_user_travels() -> None:
    promised = settle(ONE_SHOT)

    (there,) = occurrences_after(promised, schedule_zone(promised, "America/New_York"), NOW, 1)

    assert there.due_at == seoul("2026-12-01T09:00")


def test_without_any_known_zone_nothing_is_promised() -> None:
    with pytest.raises(BadInput) as refusal:
        settled(ONE_SHOT, now=NOW, user_zone=None)

    assert refusal.value.code == "time_zone_missing"


def test_a_relative_time_is_fixed_when_it_is_promised() -> None:
    soon = settle(replace(ONE_SHOT, local="now+PT5M"))
    hourly = settle(replace(PILL, local="now+PT1H", rule="FREQ=HOURLY"))

    assert soon.local == "instant:2026-11-30T03:05:00Z"
    assert hourly.local == "2026-11-30T13:00:00"
    assert settle(soon) == soon
    assert settle(hourly) == hourly


def test_in_one_day_keeps_the_clock_and_in_24_hours_counts_them() -> None:
    before_the_change = datetime(2027, 11, 6, 14, tzinfo=UTC)

    tomorrow = plan_one_shot("now+P1D", NEW_YORK, before_the_change)
    later = plan_one_shot("now+PT24H", NEW_YORK, before_the_change)

    assert tomorrow.due_at - before_the_change == timedelta(hours=25)
    assert later.due_at - before_the_change == timedelta(hours=24)


@pytest.mark.parametrize(
    "local",
    ["2026-11-30T11:59", "instant:2026-11-30T02:59:59Z", "1999-01-01T00:00"],
)
def test_a_moment_that_has_passed_is_not_promised(local: str) -> None:
    assert refused(replace(ONE_SHOT, local=local)) == ("past", "local")


@pytest.mark.parametrize(
    "local",
    ["", "tomorrow", "2026-12-01", "2026-12-01T9:00", "2026-02-30T09:00", "2026-12-01T24:30",
     "2026-12-01T09:00+09:00", "0001-01-01T00:00", "9999-12-31T23:59", "now+P", "now+PT",
     "now-PT5M", "now+PT999999999S", "instant:2026-12-01T09:00", "instant:soon",
     "instant:9999-12-31T23:59:59Z", "２０２６-12-01T09:00"],
)  # fmt: skip
def test_a_time_that_cannot_be_read_is_refused_with_its_field(local: str) -> None:
    code, field = refused(replace(ONE_SHOT, local=local))

    assert code in {"local_unreadable", "local_missing"}
    assert field == "local"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        (replace(ONE_SHOT, intent=" "), "follow_up_unreadable"),
        (replace(ONE_SHOT, rule="FREQ=DAILY"), "follow_up_unreadable"),
        (replace(ONE_SHOT, local=None), "local_missing"),
        (replace(ONE_SHOT, until="2026-11-30"), "follow_up_unreadable"),
        (replace(ONE_SHOT, timezone="Asia/Soul"), "unknown_time_zone"),
        (replace(ONE_SHOT, grace_minutes=-1), "follow_up_unreadable"),
        (replace(PILL, rule=None), "rule_missing"),
        (replace(PILL, rule="FREQ=MINUTELY"), "rule_too_frequent"),
        (replace(PILL, rule="FREQ=DAILY;INTERVAL=0"), "rule_interval"),
        (replace(PILL, rule="FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), "rule_never_fires"),
        (replace(PILL, local="2026-01-01T09:00", until="2026-06-01"), "past"),
        (replace(PILL, until="soon"), "until_unreadable"),
        (replace(PILL, watch=WATCH.watch), "follow_up_unreadable"),
        (replace(WATCH, watch=None), "follow_up_unreadable"),
    ],
)
def test_a_follow_up_that_makes_no_sense_is_refused_with_a_code(
    spec: FollowUpSpec, code: str
) -> None:
    assert refused(spec)[0] == code


def test_a_watch_that_looks_every_minute_is_refused() -> None:
    assert WATCH.watch is not None
    busy = replace(WATCH, watch=replace(WATCH.watch, every_minutes=1))

    assert refused(busy) == ("rule_too_frequent", "watch")


def test_a_watch_looks_in_even_steps_from_its_promise_and_ends_by_itself() -> None:
    watch = settle(WATCH)

    looks = [one.due_at for one in occurrences_after(watch, SEOUL, NOW, 3)]

    assert looks == [NOW + timedelta(minutes=90 * step) for step in (1, 2, 3)]
    assert watch.until == "2027-02-28"
    assert occurrences_after(watch, SEOUL, NOW + timedelta(days=91), 1) == ()


def test_information_ends_after_ninety_days_and_a_habit_stays_open() -> None:
    assert settle(replace(PILL, purpose=Purpose.INFO)).until == "2027-02-28"
    assert settle(PILL).until is None


def test_an_end_is_a_whole_local_day() -> None:
    until = settle(replace(PILL, until="2026-12-02", local="2026-12-01T23:30"))

    assert [one.local.day for one in occurrences_after(until, SEOUL, NOW, 9)] == [1, 2]


def test_a_snooze_is_one_extra_time_and_leaves_the_series_alone() -> None:
    asked_at = seoul("2026-12-01T09:05")

    extra = snoozed(asked_at, 30, SEOUL)

    assert extra.due_at == seoul("2026-12-01T09:35")
    (following,) = occurrences_after(settle(PILL), SEOUL, asked_at, 1)
    assert following.due_at == seoul("2026-12-02T09:00")


@pytest.mark.parametrize("minutes", [0, -5, 43_201])
def test_a_snooze_lasts_between_a_minute_and_thirty_days(minutes: int) -> None:
    with pytest.raises(BadInput) as refusal:
        snoozed(NOW, minutes, SEOUL)

    assert refusal.value.field == "snooze_minutes"
