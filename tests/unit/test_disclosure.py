from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from nightcrew.domain.disclosure import Heard, due
from nightcrew.domain.safety_settings import SHIPPED, SafetySettings
from tests.fakes import NOON

AUTUMN = ZoneInfo("America/New_York")  # its 1 November 2026 has 25 hours
SPRING = ZoneInfo("Europe/Berlin")  # its 28 March 2027 has 23 hours


def told_over(start: datetime, hours: int, minutes: int) -> list[int]:
    """The minutes of a talk, a word every ten minutes, at which it is said that this is an AI."""
    heard, told = Heard(), []
    for minute in range(0, hours * 60 + 1, 10):
        now = (start.astimezone(UTC) + timedelta(minutes=minute)).astimezone(start.tzinfo)
        if due(heard, now, minutes):
            told.append(minute)
            heard = Heard(noticed_at=now, last_said_at=now)
        heard = Heard(noticed_at=heard.noticed_at, last_said_at=now)
    return told


def test_in_a_talk_of_seven_hours_an_adult_is_told_at_the_start_and_every_three_hours() -> None:
    assert told_over(NOON, 7, SHIPPED.minutes("adult")) == [0, 180, 360]


def test_in_the_same_talk_a_minor_is_told_every_hour() -> None:
    assert told_over(NOON, 7, SHIPPED.minutes("minor")) == [60 * hour for hour in range(8)]


@pytest.mark.parametrize("band", [None, "unknown"])
def test_somebody_whose_age_is_not_known_is_told_as_an_adult_is(band: str | None) -> None:
    assert SHIPPED.minutes(band) == SHIPPED.minutes("adult") == 180


def test_a_tenant_may_tell_minors_more_often_without_changing_it_for_adults() -> None:
    own = SafetySettings(interval_minutes={"minor": 30})

    assert (own.minutes("minor"), own.minutes("adult")) == (30, 180)


@pytest.mark.parametrize(("band", "hours"), [("adult", [0, 3, 6]), ("minor", list(range(8)))])
@pytest.mark.parametrize(
    "evening",
    [datetime(2026, 10, 31, 23, 0, tzinfo=AUTUMN), datetime(2027, 3, 27, 23, tzinfo=SPRING)],
)
def test_a_night_in_which_the_clocks_change_makes_no_interval_longer_or_shorter(
    evening: datetime, band: str, hours: list[int]
) -> None:
    assert told_over(evening, 7, SHIPPED.minutes(band)) == [60 * hour for hour in hours]


def test_the_first_word_after_half_an_hour_of_silence_begins_a_talk_anew() -> None:
    heard = Heard(noticed_at=NOON, last_said_at=NOON + timedelta(minutes=10))

    assert due(heard, NOON + timedelta(minutes=39), 180) is None
    assert due(heard, NOON + timedelta(minutes=40), 180) == "notice"


def test_while_a_talk_goes_on_it_is_said_in_other_words_than_at_its_start() -> None:
    later = NOON + timedelta(minutes=180)
    heard = Heard(noticed_at=NOON, last_said_at=later - timedelta(minutes=1))

    assert due(Heard(last_said_at=NOON), NOON, 180) == "notice"
    assert due(heard, later, 180) == "interrupt"


def test_a_clock_a_little_behind_tells_nothing_twice() -> None:
    heard = Heard(noticed_at=NOON, last_said_at=NOON)

    assert due(heard, NOON - timedelta(seconds=2), 180) is None
    assert due(heard, NOON - timedelta(days=7), 180) == "interrupt"
