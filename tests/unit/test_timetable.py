"""How often schedules tick, and when a tick is too late to be of use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flows.timetable import every, is_late

NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)


def late(schedule: str, tick_seconds: int, **ago: int) -> bool:
    return is_late(schedule, tick_seconds, due_at=NOW - timedelta(**ago), now=NOW)


def test_follow_ups_are_looked_at_every_minute_or_faster() -> None:
    assert every("follow-ups", 120) == timedelta(seconds=60)
    assert every("follow-ups", 10) == timedelta(seconds=10)


def test_dreams_follow_the_configured_tick() -> None:
    assert every("dream", 120) == timedelta(seconds=120)
    assert every("dream", 10) == timedelta(seconds=10)


def test_a_tick_is_late_once_the_next_one_is_due() -> None:
    assert not late("dream", 120, seconds=119)
    assert late("dream", 120, seconds=121)


def test_a_slow_machine_still_runs_fast_ticks() -> None:
    assert not late("dream", 10, seconds=30)
    assert late("dream", 10, seconds=61)


def test_a_machine_that_is_off_at_midnight_still_lets_old_things_go_that_day() -> None:
    assert not late("retention", 120, hours=20)
    assert late("retention", 120, hours=25)
