"""Whoever travels hears a routine once a morning, and nothing that they skipped."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from uuid import uuid4

from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.catch_up import NOTHING_BEHIND, Behind, overdue_since
from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.follow_up_times import next_time
from nightcrew.domain.occurrences import Occurrence
from nightcrew.domain.planning import first_time, keep
from tests.unit.settled import NOW, PILL, SEOUL, seoul, settle

ZONES = ["Asia/Seoul", "Asia/Shanghai", "Europe/London", "America/New_York",
         "Pacific/Auckland", "Pacific/Honolulu"]  # fmt: skip


def pill() -> FollowUp:
    spec, first = first_time(PILL, "Asia/Seoul", NOW)
    return keep(
        spec, first, new_id=uuid4(), user=uuid4(), crew="mindcare-sora",
        asked_for=True, now=NOW, bundle="",
    )  # fmt: skip


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(ZONES), st.integers(1, 40)), min_size=2, max_size=8),
)
def test_a_traveller_never_hears_the_same_morning_twice_within_half_a_day(
    hops: list[tuple[str, int]],
) -> None:
    routine, now = pill(), NOW
    told: list[Occurrence] = []

    for name, hours in hops:
        leaving_at = now + timedelta(hours=hours)
        while True:
            behind = Behind(said=tuple(told[-1:])) if told else NOTHING_BEHIND
            following = next_time(routine, name, now, behind=behind)
            if following is None or following.due_at > leaving_at:
                break
            told.append(following)
            now = following.due_at
        now = leaving_at

    for one, other in pairwise(told):
        assert one.due_at < other.due_at
        assert one.local != other.local or other.due_at - one.due_at >= timedelta(hours=12)


def test_a_morning_that_was_skipped_is_left_out_wherever_the_user_is_then() -> None:
    skipped = datetime.fromisoformat("2026-12-01T09:00")

    following = next_time(
        pill(), "America/New_York", NOW, behind=Behind(left_out=frozenset({skipped}))
    )

    assert following is not None
    assert following.local == datetime.fromisoformat("2026-12-02T09:00")


def test_what_fell_due_is_given_oldest_first_up_to_and_with_now() -> None:
    since, now = seoul("2026-12-01T09:00"), seoul("2026-12-04T09:00")

    overdue = overdue_since(settle(PILL), SEOUL, since, now)

    assert [one.local.day for one in overdue] == [2, 3, 4]
