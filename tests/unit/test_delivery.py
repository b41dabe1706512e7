"""After an attempt: what counts as arrived, when the next one is, and when it is given up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightcrew.domain.delivery import (
    JITTER,
    LONGEST_ASKED,
    MOST_ATTEMPTS,
    WAITS,
    Posted,
    afterwards,
    wait_after,
)


def test_ten_attempts_are_spread_over_the_published_time() -> None:
    assert MOST_ATTEMPTS == 10
    assert sum(WAITS, timedelta()) == timedelta(hours=75, minutes=35, seconds=5)


def test_without_luck_the_waits_are_the_published_ones() -> None:
    assert tuple(wait_after(attempts, 0.0) for attempts in range(1, 10)) == WAITS


@settings(max_examples=1000, deadline=None)
@given(
    attempts=st.integers(1, 20),
    chance=st.floats(0, 1),
    asked=st.none() | st.floats(-10, 1e12),
)
def test_a_wait_stays_within_its_bounds(attempts: int, chance: float, asked: float | None) -> None:
    wait = wait_after(attempts, chance, asked)

    if attempts >= MOST_ATTEMPTS:
        assert wait is None
        return
    assert wait is not None
    planned = WAITS[attempts - 1]
    wished = min(max(asked or 0.0, 0.0), LONGEST_ASKED.total_seconds())
    assert wait >= planned * (1 - JITTER)
    assert wait.total_seconds() >= wished - 0.001
    assert wait <= max(planned, LONGEST_ASKED)


@pytest.mark.parametrize(
    ("status", "state", "throttle", "disable"),
    [
        (200, "done", False, False),
        (201, "done", False, False),
        (202, "done", False, False),
        (204, "done", False, False),
        (299, "done", False, False),
        (100, "ready", False, False),
        (300, "ready", False, False),
        (301, "ready", False, False),
        (302, "ready", False, False),
        (304, "ready", False, False),
        (307, "ready", False, False),
        (308, "ready", False, False),
        (400, "ready", False, False),
        (401, "ready", False, False),
        (403, "ready", False, False),
        (404, "ready", False, False),
        (409, "ready", False, False),
        (410, "dead", False, True),
        (422, "ready", False, False),
        (429, "ready", True, False),
        (500, "ready", False, False),
        (502, "ready", True, False),
        (503, "ready", False, False),
        (504, "ready", True, False),
    ],
)
def test_only_2xx_has_arrived(status: int, state: str, throttle: bool, disable: bool) -> None:
    after = afterwards(Posted(status=status), 1, 0.5)

    assert (after.state, after.throttle, after.disable) == (state, throttle, disable)
    assert (after.reason is None) == (state == "done")


@pytest.mark.parametrize("failure", ["timeout", "unreachable", "address_not_allowed"])
def test_no_answer_at_all_is_tried_again_and_says_why(failure: str) -> None:
    after = afterwards(Posted(failure=failure), 2, 0.0)

    assert (after.state, after.reason, after.wait) == ("ready", failure, timedelta(minutes=5))


def test_after_the_tenth_attempt_it_is_given_up_with_the_reason() -> None:
    after = afterwards(Posted(status=500), MOST_ATTEMPTS, 0.0)

    assert (after.state, after.reason, after.wait) == ("dead", "status_500", None)


def test_a_receiver_that_asks_for_an_hour_gets_an_hour() -> None:
    after = afterwards(Posted(status=503, retry_after=3600), 1, 0.0)

    assert after.wait == timedelta(hours=1)
