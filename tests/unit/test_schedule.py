from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.catch_up import (
    Handled,
    Listener,
    grace_ends_at,
    is_always_held_back,
    outlook,
)
from nightcrew.domain.errors import BadInput
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.preview import (
    OneShotPreview,
    PreviewRequest,
    RecurringPreview,
    preview,
)
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.rules import Frequency
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
from nightcrew.domain.zones import to_utc, zone

SEOUL, NEW_YORK = zone("Asia/Seoul"), zone("America/New_York")
NOW = datetime(2026, 11, 30, 3, tzinfo=UTC)  # Monday, noon in Seoul
AWAKE = Listener(quiet_hours=QuietHours.parse("22:00-08:00"), zone=SEOUL)

ONE_SHOT = FollowUpSpec(
    kind=FollowUpKind.ONE_SHOT, intent="ask how it went", local="2026-12-01T09:00"
)
PILL = FollowUpSpec(
    kind=FollowUpKind.RECURRING,
    intent="pill",
    local="2026-12-01T09:00",
    rule="FREQ=DAILY",
    purpose=Purpose.LIFE,
)
WATCH = FollowUpSpec(
    kind=FollowUpKind.WATCH,
    intent="tell when the fare falls",
    watch=WatchSpec(tool=Tool.SEARCH, query="fare", condition="under 300", every_minutes=90),
)


def seoul(text: str) -> datetime:
    return to_utc(datetime.fromisoformat(text), SEOUL)


def settle(spec: FollowUpSpec, finest: Frequency = Frequency.HOURLY) -> FollowUpSpec:
    return settled(spec, now=NOW, user_zone="Asia/Seoul", finest=finest)


def refused(spec: FollowUpSpec) -> tuple[str, str | None]:
    with pytest.raises(BadInput) as refusal:
        settle(spec)
    return refusal.value.code, refusal.value.field


def handled(text: str) -> Handled:
    occurrence = Occurrence(local=datetime.fromisoformat(text), due_at=seoul(text))
    return Handled(up_to_at=occurrence.due_at, zone=SEOUL, said=occurrence)


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


def test_grace_counts_from_the_first_moment_the_night_allows() -> None:
    due = seoul("2026-12-01T23:30")

    assert grace_ends_at(due, AWAKE, timedelta(hours=2)) == seoul("2026-12-02T10:00")


@pytest.mark.parametrize(
    ("back_at", "said", "missed"),
    [
        ("2026-12-02T09:59", True, 0),
        ("2026-12-02T10:00", True, 0),
        ("2026-12-02T10:01", False, 1),
        ("2026-12-02T03:00", True, 0),
    ],
)
def test_what_the_night_held_back_is_said_until_its_grace_is_over(
    back_at: str, said: bool, missed: int
) -> None:
    late = settle(replace(PILL, local="2026-12-01T23:30"))

    ahead = outlook(
        late,
        SEOUL,
        AWAKE,
        now=seoul(back_at),
        count=1,
        handled=handled("2026-11-30T23:30"),
    )

    assert (ahead.occurrences[0].due_at == seoul("2026-12-01T23:30")) is said
    assert len(ahead.missed) == missed
    assert all(AWAKE.hears_at(leaves_at) == leaves_at for leaves_at in ahead.leaves_at)


def test_what_one_night_held_back_goes_out_together_and_only_older_times_are_missed() -> None:
    hourly = settle(replace(PILL, local="2026-12-01T09:00", rule="FREQ=HOURLY"))
    down_since = Handled(up_to_at=seoul("2026-12-01T20:00"), zone=SEOUL)

    ahead = outlook(
        hourly, SEOUL, AWAKE, now=seoul("2026-12-02T08:30"), count=2, handled=down_since
    )

    assert [one.local.hour for one in ahead.missed] == [21]
    assert ahead.leaves_at == (seoul("2026-12-02T08:30"), seoul("2026-12-02T09:00"))


@pytest.mark.parametrize(("minutes_late", "missed"), [(119, 0), (121, 1)])
def test_a_one_shot_nobody_sent_in_time_is_said_within_its_grace_or_recorded_as_missed(
    minutes_late: int, missed: int
) -> None:
    now = seoul("2026-12-01T09:00") + timedelta(minutes=minutes_late)

    ahead = outlook(
        settle(ONE_SHOT),
        SEOUL,
        AWAKE,
        now=now,
        count=1,
        handled=Handled(up_to_at=NOW, zone=SEOUL),
    )

    assert len(ahead.missed) == missed
    assert ahead.leaves_at == (() if missed else (now,))


def test_who_allowed_the_night_for_one_follow_up_hears_it_at_night() -> None:
    late = settle(replace(ONE_SHOT, local="2026-12-01T23:30", allow_night=True))

    ahead = outlook(late, SEOUL, AWAKE, now=NOW, count=1)

    assert ahead.leaves_at == (seoul("2026-12-01T23:30"),)


@settings(deadline=None, max_examples=60)
@given(
    hours_down=st.integers(1, 200),
    back_at_hour=st.integers(0, 23),
    rule=st.sampled_from(["FREQ=HOURLY", "FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY"]),
)
def test_however_long_nobody_was_there_at_most_one_word_is_caught_up(
    hours_down: int, back_at_hour: int, rule: str
) -> None:
    spec = settle(replace(PILL, local="2026-12-01T09:00", rule=rule))
    now = seoul("2026-12-20T00:00") + timedelta(hours=back_at_hour)
    down_since = Handled(up_to_at=now - timedelta(hours=hours_down), zone=SEOUL)

    ahead = outlook(spec, SEOUL, AWAKE, now=now, count=3, handled=down_since)

    caught = [one for one in ahead.occurrences if one.due_at <= now]
    assert len(caught) <= 1
    assert len(set(ahead.leaves_at)) == len(ahead.leaves_at)
    assert all(leaves_at >= now for leaves_at in ahead.leaves_at)
    assert all(AWAKE.hears_at(leaves_at) == leaves_at for leaves_at in ahead.leaves_at)


@settings(deadline=None)
@given(
    hops=st.lists(
        st.tuples(
            st.sampled_from(
                ["Asia/Seoul", "Asia/Shanghai", "Europe/London", "America/New_York",
                 "Pacific/Auckland", "Pacific/Honolulu"]
            ),
            st.integers(1, 40),
        ),
        min_size=2,
        max_size=8,
    )
)  # fmt: skip
def test_a_traveller_never_hears_the_same_morning_twice_within_half_a_day(
    hops: list[tuple[str, int]],
) -> None:
    now = NOW
    last: Handled | None = None
    told: list[Occurrence] = []
    awake = QuietHours()

    for name, hours in hops:
        here = zone(name)
        listener = Listener(quiet_hours=awake, zone=here)
        leaving_at = now + timedelta(hours=hours)
        while True:
            ahead = outlook(settle(PILL), here, listener, now=now, count=1, handled=last)
            following = ahead.occurrences[0]
            if following.due_at > leaving_at:
                break
            told.append(following)
            now = following.due_at
            last = Handled(up_to_at=now, zone=here, said=following)
        now = leaving_at

    for one, other in pairwise(told):
        assert one.due_at < other.due_at
        assert one.local != other.local or other.due_at - one.due_at >= timedelta(hours=12)


def test_a_reminder_that_only_falls_into_the_night_can_be_told_when_it_is_asked_for() -> None:
    bedtime = settle(replace(PILL, local="2026-12-01T22:30"))
    times = occurrences_after(bedtime, SEOUL, NOW, 14)

    assert is_always_held_back(times, AWAKE)
    assert not is_always_held_back(occurrences_after(settle(PILL), SEOUL, NOW, 14), AWAKE)


def asked(**changes: object) -> PreviewRequest:
    request = PreviewRequest(
        timezone="Asia/Seoul",
        now=NOW,
        recurring=RecurringPreview(dtstart_local="2026-12-01T09:00", rule="FREQ=DAILY"),
    )
    return replace(request, **changes)  # type: ignore[arg-type]  # one test names one field


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"timezone": "+09:00"}, "unknown_time_zone"),
        ({"quiet_hours": "08:00-08:00"}, "quiet_hours_empty"),
        ({"quiet_hours": "evening"}, "quiet_hours_unreadable"),
        ({"recurring": None}, "preview_unreadable"),
        ({"one_shot": OneShotPreview(local="now+PT5M")}, "preview_unreadable"),
        ({"count": 0}, "preview_unreadable"),
        ({"now": datetime(9999, 12, 31, tzinfo=UTC)}, "now_unreadable"),
        ({"now": datetime(2026, 1, 1)}, "now_unreadable"),  # noqa: DTZ001
        ({"recurring": None, "one_shot": OneShotPreview(local="2020-01-01T09:00")}, "past"),
        ({"recurring": RecurringPreview(dtstart_local="9am", rule="FREQ=DAILY")},
         "local_unreadable"),
    ],
)  # fmt: skip
def test_a_preview_says_what_is_wrong_instead_of_a_schedule(
    changes: dict[str, object], code: str
) -> None:
    shown = preview(asked(**changes))

    assert shown.error is not None
    assert shown.error.code == code
    assert shown.nominal_utc == shown.deliver_utc == ()


def test_a_preview_for_somebody_who_is_always_quiet_shows_what_is_due_and_no_delivery() -> None:
    shown = preview(asked(quiet_hours="00:00-24:00", count=2))

    assert len(shown.nominal_utc) == 2
    assert shown.deliver_utc == ()


def test_a_preview_of_a_series_that_is_over_shows_nothing_and_no_error() -> None:
    over = RecurringPreview(dtstart_local="2025-12-01T09:00", rule="FREQ=DAILY;COUNT=3")

    shown = preview(asked(recurring=over))

    assert shown.nominal_utc == ()
    assert shown.error is None


def test_a_model_that_asks_for_every_hour_is_refused() -> None:
    with pytest.raises(BadInput) as refusal:
        settle(replace(PILL, rule="FREQ=HOURLY"), finest=Frequency.DAILY)

    assert refusal.value.code == "rule_too_frequent"
