"""Time zones by their IANA names, from the packaged data only, and the two roads to UTC and back.

The copy of the operating system is often years old and gives wrong hours in a dozen zones, so no
answer here ever comes from it. A missing wall time moves forward by the gap, a repeated one means
its first pass (RFC 5545 3.3.5).
"""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

import tzdata  # type: ignore[import-untyped]  # the package ships no types

from nightcrew.domain.errors import BadInput, NightcrewError
from nightcrew.domain.zone_nicknames import NICKNAMES

OLDEST_ZONE_DATA = "2026f"  # the first release with Vancouver, Edmonton and Casablanca of 2026
LONGEST_NAME = 64
NOT_PLACES = frozenset({"Factory", "localtime", "posixrules"})


class StaleZoneData(NightcrewError):
    """The installed zone data is older than the rules we promise."""


def use_packaged_zones() -> None:
    """Make the whole process read the packaged zone data; call it once, at process start.

    Raises: StaleZoneData when the installed `tzdata` is older than OLDEST_ZONE_DATA.
    """
    require_fresh_zone_data(zone_data_version())
    zoneinfo.reset_tzpath([])
    ZoneInfo.clear_cache()


def zone_data_version() -> str:
    """Name the release of the zone data in use, such as `2026f`.

    A schedule computed under another release is computed again from its local rule.
    """
    return str(tzdata.IANA_VERSION)


def require_fresh_zone_data(version: str) -> None:
    """Refuse zone data from before OLDEST_ZONE_DATA."""
    if version < OLDEST_ZONE_DATA:
        raise StaleZoneData(
            "stale_zone_data",
            f"time zone data {version} is older than {OLDEST_ZONE_DATA}",
            hint="install tzdata>=2026.6",
        )


def zone(name: str) -> ZoneInfo:
    """Give the zone of an IANA name such as `Asia/Seoul`.

    Raises: BadInput `unknown_time_zone` for anything else (offsets, paths, nicknames), with the
    nearest names in `hint`.
    """
    if name not in zone_names():
        raise BadInput(
            "unknown_time_zone",
            "this is not the name of a time zone",
            hint=_hint(name),
            field="timezone",
            details={"nearest": list(nearest_zones(name))},
        )
    return _packaged_zone(name)


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All names we accept, as the packaged data spells them."""
    require_fresh_zone_data(zone_data_version())
    listed = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return frozenset(listed) - NOT_PLACES


@lru_cache(maxsize=1024)
def _packaged_zone(name: str) -> ZoneInfo:
    # ZoneInfo(name) would look into the system's folder first unless somebody has reset the path
    source = files("tzdata").joinpath("zoneinfo", *name.split("/"))
    with source.open("rb") as opened:
        return ZoneInfo.from_file(opened, key=name)


def nearest_zones(name: str) -> tuple[str, ...]:
    """Up to three names somebody who wrote `name` may have meant, the likeliest first."""
    wanted = name.strip()[:LONGEST_NAME].lower().replace(" ", "_")
    if wanted in NICKNAMES:
        return (NICKNAMES[wanted],)
    by_lower = {known.lower(): known for known in sorted(zone_names())}
    if wanted in by_lower:
        return (by_lower[wanted],)
    places = _by_place()
    if wanted in places:
        return places[wanted][:3]
    close = [by_lower[hit] for hit in get_close_matches(wanted, by_lower, n=3, cutoff=0.7)]
    for hit in get_close_matches(wanted.rsplit("/", 1)[-1], places, n=3, cutoff=0.75):
        close.extend(places[hit])
    return tuple(dict.fromkeys(close))[:3]


@lru_cache(maxsize=1)
def _by_place() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for known in sorted(zone_names()):
        if "/" in known and not known.startswith("Etc/"):
            place = known.rsplit("/", 1)[-1].lower()
            found[place] = (*found.get(place, ()), known)
    return found


def _hint(name: str) -> str:
    nearest = nearest_zones(name)
    if nearest:
        return "did you mean " + ", ".join(nearest) + "?"
    return "write an IANA name such as Asia/Seoul or Europe/London; offsets are not zones"


def to_utc(local: datetime, in_zone: ZoneInfo) -> datetime:
    """Find the moment a wall clock in the zone shows `local`, a naive wall time."""
    return local.replace(tzinfo=in_zone, fold=0).astimezone(UTC)


def to_local(moment: datetime, in_zone: ZoneInfo) -> datetime:
    """Read the wall clock of the zone at an aware moment; the answer is a naive wall time."""
    return moment.astimezone(in_zone).replace(tzinfo=None, fold=0)


def is_missing(local: datetime, in_zone: ZoneInfo) -> bool:
    """Say whether clocks of the zone jump over this wall time."""
    return to_local(to_utc(local, in_zone), in_zone) != local


def moments_of(local: datetime, in_zone: ZoneInfo) -> tuple[datetime, ...]:
    """All moments at which the wall clock reaches or jumps past `local`, the change included."""
    first = to_utc(local, in_zone)
    second = local.replace(tzinfo=in_zone, fold=1).astimezone(UTC)
    if first == second:
        return (first,)
    early, late = sorted((first, second))
    return (first, second, _change_between(early, late, in_zone))


def _change_between(early: datetime, late: datetime, in_zone: ZoneInfo) -> datetime:
    """First second after `early` with the new offset; the two moments lie around one change."""
    before = early.astimezone(in_zone).utcoffset()
    low, high = 0, int((late - early).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        then = (early + timedelta(seconds=middle)).astimezone(in_zone).utcoffset()
        low, high = (middle, high) if then == before else (low, middle)
    return early + timedelta(seconds=high)
