"""What is still said after a time away, and what the night holds back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.catch_up import (
    Handled,
    Listener,
    outlook,
)
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.quiet_hours import QuietHours
from nightcrew.domain.zones import zone
from tests.unit.settled import NOW, ONE_SHOT, PILL, SEOUL, seoul, settle

AWAKE = Listener(quiet_hours=QuietHours.parse("22:00-08:00"), zone=SEOUL)


def handled(text: str) -> Handled:
    occurrence = Occurrence(local=datetime.fromisoformat(text), due_at=seoul(text))
    return Handled(up_to_at=occurrence.due_at, zone=SEOUL, said=occurrence)


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
