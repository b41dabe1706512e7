from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from nightcrew.domain.daily import by_day
from nightcrew.domain.follow_up import FollowUp, FollowUpState, WaitingOccurrence
from nightcrew.domain.quiet_hours import QuietHours, QuietHoursText
from nightcrew.domain.schedule import FollowUpKind, Purpose, WhenNothing, ZoneMode
from nightcrew.domain.two_weeks import CalendarEntry, Promise, Span, calendar
from nightcrew.domain.zones import to_local, use_packaged_zones

use_packaged_zones()
SEOUL = ZoneInfo("Asia/Seoul")
NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)  # Tuesday noon in Seoul
NEVER_QUIET = QuietHours()
NIGHT = QuietHours.parse("22:00-08:00")


def follow_up(next_at: datetime | None, **changed: object) -> FollowUp:
    made = FollowUp(
        id=uuid4(), user_id=uuid4(), crew="travel-mina", kind=FollowUpKind.ONE_SHOT,
        local="2026-12-03T10:00", timezone="Asia/Seoul", zone_mode=ZoneMode.FOLLOW_USER,
        rule=None, until=None, purpose=Purpose.LIFE, intent="확인",
        when_nothing=WhenNothing.STAY_SILENT, grace_minutes=120, allow_night=False, watch=None,
        asked_for=True, state=FollowUpState.OPEN, reason=None, slot="s", next_at=next_at,
        next_local=None, pause_until=None, ended_at=None, created_at=NOW, cites=(), bundle="",
    )  # fmt: skip
    return replace(made, **changed)


def occurrence(of: FollowUp, due_at: datetime, state: str) -> WaitingOccurrence:
    return WaitingOccurrence(
        id=uuid4(), follow_up_id=of.id, user_id=of.user_id, crew=of.crew, local="",
        timezone="Asia/Seoul", due_at=due_at, state=state, reason=None, deliver_after=None,
        first_allowed_at=None, attempts=0, lease_token=None,
    )  # fmt: skip


def shown(
    one: FollowUp,
    *stored: WaitingOccurrence,
    place: ZoneInfo = SEOUL,
    quiet: QuietHours = NEVER_QUIET,
    now: datetime = NOW,
) -> dict[date, list[CalendarEntry]]:
    promise = Promise(follow_up=one, occurrences=stored, quiet=quiet)
    days = calendar([promise], Span.of(now, place), place.key, quiet)
    assert len(days) == 14
    return {day.day: list(day.entries) for day in days if day.entries}


def daily(local: str = "2026-12-01T21:00", **changed: object) -> FollowUp:
    first = datetime.fromisoformat(local).replace(tzinfo=SEOUL).astimezone(UTC)
    recurring = {"kind": FollowUpKind.RECURRING, "rule": "FREQ=DAILY", "local": local}
    return follow_up(first, **recurring, **changed)


def test_what_recurs_stands_on_each_of_the_fourteen_days() -> None:
    found = shown(daily())

    assert sorted(found) == [date(2026, 12, 1) + timedelta(days=step) for step in range(14)]
    assert {f"{each.local:%H:%M}" for day in found.values() for each in day} == {"21:00"}


def test_where_clocks_change_a_promise_keeps_its_wall_time() -> None:
    now = datetime(2026, 10, 28, 12, 0, tzinfo=UTC)
    local = "2026-10-28T21:00"
    first = datetime.fromisoformat(local).replace(tzinfo=NEW_YORK).astimezone(UTC)
    one = follow_up(
        first, kind=FollowUpKind.RECURRING, rule="FREQ=DAILY", local=local,
        timezone="America/New_York",
    )  # fmt: skip

    found = shown(one, place=NEW_YORK, now=now)

    entries = [each for day in found.values() for each in day]
    assert len(entries) == 14
    assert {f"{each.local:%H:%M}" for each in entries} == {"21:00"}
    assert {each.due_at.hour for each in entries} == {1, 2}


def test_a_time_that_is_stored_is_told_as_it_stands_and_only_once() -> None:
    one = daily()
    assert one.next_at is not None

    found = shown(one, occurrence(one, one.next_at, "deferred"))

    assert [each.state for each in found[date(2026, 12, 1)]] == ["deferred"]


def test_what_waits_from_before_today_stands_on_today() -> None:
    one = follow_up(None)

    found = shown(one, occurrence(one, NOW - timedelta(days=2), "due"))

    assert list(found) == [date(2026, 12, 1)]


def test_what_was_settled_before_today_is_not_told() -> None:
    one = follow_up(None)

    assert shown(one, occurrence(one, NOW - timedelta(days=2), "delivered")) == {}


def test_a_night_promise_says_when_it_leaves() -> None:
    [[entry]] = shown(follow_up(NOW + timedelta(hours=11)), quiet=NIGHT).values()

    assert entry.reason == "quiet_hours"
    assert entry.moves_to is not None
    assert f"{to_local(entry.moves_to, SEOUL):%m-%d %H:%M}" == "12-02 08:00"


def test_what_may_be_said_at_night_is_not_held_back() -> None:
    one = follow_up(NOW + timedelta(hours=11), allow_night=True)

    [[entry]] = shown(one, quiet=NIGHT).values()

    assert (entry.reason, entry.moves_to) == (None, None)


@pytest.mark.parametrize("state", [FollowUpState.ENDED, FollowUpState.CANCELLED])
def test_what_is_over_has_no_times_to_come(state: FollowUpState) -> None:
    assert shown(daily(state=state)) == {}


@pytest.mark.parametrize(
    ("text", "weekday", "stretches"),
    [
        (None, 0, ()),
        ("22:00-08:00", 0, ((0, 480), (1320, 1440))),
        ("12:00-14:00", 0, ((720, 840),)),
        ("00:00-24:00", 0, ((0, 1440),)),
        ("06:00-04:00", 0, ((0, 240), (360, 1440))),
        ({"default": None, "sat": "00:00-24:00"}, 5, ((0, 1440),)),
        ({"default": None, "sat": "00:00-24:00"}, 4, ()),
        ({"default": "22:00-08:00", "sat": "00:00-24:00"}, 6, ((0, 480), (1320, 1440))),
        ({"default": "23:00-07:00", "mon": "05:00-09:00"}, 0, ((0, 540),)),
    ],
)
def test_the_quiet_stretches_of_a_day_are_told_in_order_and_apart(
    text: QuietHoursText, weekday: int, stretches: tuple[tuple[int, int], ...]
) -> None:
    assert QuietHours.parse(text).stretches_of(weekday) == stretches


@pytest.mark.parametrize("text", ["22:00-08:00", "12:30-14:00", "00:00-24:00"])
def test_the_stretches_are_exactly_the_minutes_that_are_quiet(text: str) -> None:
    quiet = QuietHours.parse(text)
    midnight = datetime(2026, 12, 2, 15, 0, tzinfo=UTC)  # Thursday begins in Seoul
    for minute in range(0, 1440, 15):
        told = any(first <= minute < last for first, last in quiet.stretches_of(3))
        assert told == quiet.covers(midnight + timedelta(minutes=minute), SEOUL)


def test_numbers_of_days_name_every_day_and_go_by_the_days_of_the_zone() -> None:
    late = datetime(2026, 12, 1, 15, 30, tzinfo=UTC)  # the second of December in Seoul

    days = by_day([(late, 2), (late, 3), (NOW, 1)], "Asia/Seoul", date(2026, 11, 30),
                  date(2026, 12, 2))  # fmt: skip

    assert [(each.day.day, each.number) for each in days] == [(30, 0), (1, 1), (2, 5)]


def test_what_is_late_stands_once_as_late_on_todays_page_and_is_not_made_up_for() -> None:
    found = shown(daily("2026-11-27T21:00"))

    today = found[date(2026, 12, 1)]
    assert [(each.state, f"{each.local:%m-%d %H:%M}") for each in today] == [
        ("late", "11-27 21:00"),
        ("planned", "12-01 21:00"),
    ]
    assert {each.state for each in found[date(2026, 12, 2)]} == {"planned"}


def test_what_is_late_since_this_morning_is_late_and_comes_again_tomorrow() -> None:
    found = shown(daily("2026-12-01T09:00"))

    assert [each.state for each in found[date(2026, 12, 1)]] == ["late"]
    assert [each.state for each in found[date(2026, 12, 2)]] == ["planned"]
