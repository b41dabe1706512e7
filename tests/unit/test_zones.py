from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whenever import Instant, PlainDateTime, reset_tzpath

from nightcrew.domain.errors import BadInput
from nightcrew.domain.zone_nicknames import NICKNAMES
from nightcrew.domain.zones import (
    OLDEST_ZONE_DATA,
    StaleZoneData,
    moments_of,
    nearest_zones,
    require_fresh_zone_data,
    to_local,
    to_utc,
    use_packaged_zones,
    zone,
    zone_data_version,
    zone_names,
)
from tests.unit.tricky_zones import TRICKY_ZONES

reset_tzpath([])  # the second opinion reads the packaged data too

# from 2001 on every change in these zones falls on a whole minute
walls = st.datetimes(min_value=datetime(2001, 1, 1), max_value=datetime(2036, 1, 1))  # noqa: DTZ001


def test_the_process_reads_the_packaged_zone_data_and_nothing_else() -> None:
    use_packaged_zones()

    assert zoneinfo.TZPATH == ()
    assert zone_data_version() >= OLDEST_ZONE_DATA


def test_zone_data_from_before_the_changes_of_2026_stops_the_start() -> None:
    with pytest.raises(StaleZoneData, match="2025b") as refused:
        require_fresh_zone_data("2025b")

    assert "tzdata" in refused.value.hint


def test_the_old_data_of_the_system_is_not_used_even_where_python_would_prefer_it() -> None:
    noon = datetime(2026, 12, 1, 17, tzinfo=UTC)

    zoneinfo.reset_tzpath()
    try:
        local = to_local(noon, zone("America/Vancouver"))
    finally:
        use_packaged_zones()

    assert local.hour == 10


@pytest.mark.parametrize(
    "name",
    ["", "Asia/Soul", "+09:00", "UTC+9", "../../etc/passwd", "localtime", "Factory", "asia/seoul",
     "Asia/Seoul ", "Asia", "KST", "서울", "\x00", "A" * 100_000],
)  # fmt: skip
def test_only_names_of_the_zone_database_are_zones(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        zone(name)

    assert refused.value.code == "unknown_time_zone"
    assert refused.value.hint
    assert name == "" or len(name) < 6 or name not in str(refused.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Asia/Soul", "Asia/Seoul"),
        ("Seoul", "Asia/Seoul"),
        ("asia/seoul", "Asia/Seoul"),
        ("서울", "Asia/Seoul"),
        ("KST", "Asia/Seoul"),
        ("뉴욕", "America/New_York"),
        ("New York", "America/New_York"),
        ("Amercia/New_York", "America/New_York"),
        ("Europe/Lodon", "Europe/London"),
        ("Vancuver", "America/Vancouver"),
    ],
)
def test_a_mistaken_zone_is_answered_with_the_one_that_was_meant(written: str, meant: str) -> None:
    assert nearest_zones(written)[0] == meant


def test_every_listed_zone_can_be_read_and_every_nickname_leads_to_one() -> None:
    assert all(zone(name).key == name for name in zone_names())
    assert set(NICKNAMES.values()) <= zone_names()
    assert all(name == name.lower() for name in NICKNAMES)


@given(local=walls, name=st.sampled_from(TRICKY_ZONES))
def test_a_second_library_finds_the_same_moment_for_any_wall_time(
    local: datetime, name: str
) -> None:
    second = PlainDateTime(local).assume_tz(name, disambiguation="compatible")

    assert to_utc(local, zone(name)) == second.to_instant().to_stdlib()


@given(local=walls, name=st.sampled_from(TRICKY_ZONES))
def test_reading_the_clock_again_gives_the_wall_time_back_or_a_later_one(
    local: datetime, name: str
) -> None:
    again = to_local(to_utc(local, zone(name)), zone(name))

    second = Instant(to_utc(local, zone(name))).to_tz(name).to_plain().to_stdlib()
    assert again == second
    assert local <= again <= local + timedelta(hours=24)


def test_the_moment_of_a_clock_change_is_found_to_the_second() -> None:
    new_york = zone("America/New_York")
    missing, repeated = datetime(2027, 3, 14, 2, 30), datetime(2027, 11, 7, 1, 30)  # noqa: DTZ001

    assert datetime(2027, 3, 14, 7, tzinfo=UTC) in moments_of(missing, new_york)
    assert datetime(2027, 11, 7, 6, tzinfo=UTC) in moments_of(repeated, new_york)
