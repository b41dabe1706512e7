from __future__ import annotations

from collections import Counter
from datetime import timedelta

from nightcrew.domain.spreading import A_MINUTE, WIDEST, crowd_delay, opening_delays


def test_a_small_installation_never_waits() -> None:
    assert {crowd_delay(place) for place in range(A_MINUTE)} == {timedelta()}


def test_five_hundred_late_messages_leave_over_ten_minutes() -> None:
    delays = [crowd_delay(place) for place in range(501)]

    assert delays == sorted(delays)
    assert delays[-1] == timedelta(minutes=10)


def test_nobody_waits_longer_than_twenty_minutes_for_the_crowd() -> None:
    assert crowd_delay(1_000_000) == WIDEST


def test_at_an_opening_a_person_gets_one_message_and_the_next_ten_minutes_later() -> None:
    delays = opening_delays(["minji", "hana", "minji", "minji"], 0, Counter())

    assert [delay.total_seconds() / 60 for delay in delays] == [0, 0, 10, 20]


def test_what_waits_for_the_opening_already_counts() -> None:
    delays = opening_delays(["minji"], A_MINUTE, Counter({"minji": 2}))

    assert delays == (timedelta(minutes=20),)
