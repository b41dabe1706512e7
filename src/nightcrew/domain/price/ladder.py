"""Cars to compare with: the nearest, and step by step less near ones until there are enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from nightcrew.domain.price.fitting import Car

ENOUGH = 8  # comparables; fewer and the next rung is tried
FEWEST = 5  # comparables; fewer and no price is told
HALF_LIFE_DAYS = 60  # after so many days an offer counts half
WINDOW_DAYS = 365  # older offers are not looked at
LEAST_KM_APART = 8_000  # so near, two readings are the same, however new the cars are


class Rung(StrEnum):
    """How far from the asked car comparables may be, the nearest first."""

    SAME_YEAR = "same_year"
    ONE_YEAR = "one_year"
    TWO_YEARS = "two_years"
    SAME_MODEL = "same_model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A rung's limits. years: apart. km: share of the asked reading. None: any."""

    rung: Rung
    years: int | None
    km: float | None
    alike: bool


LADDER = (
    Step(rung=Rung.SAME_YEAR, years=0, km=0.25, alike=True),
    Step(rung=Rung.ONE_YEAR, years=1, km=0.35, alike=True),
    Step(rung=Rung.TWO_YEARS, years=2, km=0.5, alike=False),
    Step(rung=Rung.SAME_MODEL, years=None, km=None, alike=False),
)
_LAST = len(LADDER) - 1
FARTHEST_YEARS = 2  # of the last rung with a limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What comparables are held against. km, fuel, trim: None when they were not said."""

    year: int
    km: int | None
    fuel: str | None
    trim: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparables:
    """The places of the comparables in the list of cars, and the rung they stand on."""

    rung: Rung
    places: tuple[int, ...]


def climb(wanted: Wanted, cars: Sequence[Car]) -> Comparables:
    """The first rung with enough comparables, else the last one with what there is."""
    # Farther cars stand on the last rung only; most are left out here, which halves the time.
    near = [place for place, car in enumerate(cars)
            if abs(car.listing.year - wanted.year) <= FARTHEST_YEARS]  # fmt: skip
    lowest = [_step_of(wanted, cars[place]) for place in near]
    for number, step in enumerate(LADDER[:_LAST]):
        places = tuple(place for place, first in zip(near, lowest, strict=True) if first <= number)
        if len(places) >= ENOUGH:
            return Comparables(rung=step.rung, places=places)
    return Comparables(rung=Rung.SAME_MODEL, places=tuple(range(len(cars))))


def _step_of(wanted: Wanted, car: Car) -> int:
    """The number of the nearest rung that a car stands on."""
    listing = car.listing
    years = abs(listing.year - wanted.year)
    apart = 0 if wanted.km is None else abs(car.km - wanted.km)
    alike = wanted.fuel in (None, listing.fuel) and wanted.trim in (None, listing.trim)
    for number, step in enumerate(LADDER[:_LAST]):
        near = apart <= LEAST_KM_APART or apart <= (step.km or 0) * (wanted.km or 0)
        if near and years <= (step.years or 0) and (alike or not step.alike):
            return number
    return _LAST


def weight(wanted: Wanted, car: Car, today: date) -> float:
    """How much a comparable counts: by closeness and by the age of the offer."""
    years = abs(car.listing.year - wanted.year)
    share = 0.0 if wanted.km is None else abs(car.km - wanted.km) / (wanted.km + LEAST_KM_APART)
    days = max(0, (today - car.listing.listed_on).days)
    return float(0.5 ** (days / HALF_LIFE_DAYS) / (1.0 + years + share))


def weighted_median(values: Sequence[float], weights: Sequence[float]) -> float:
    """The value with half of the weight on each side."""
    ordered = sorted(zip(values, weights, strict=True))
    half, passed = sum(weights) / 2, 0.0
    for place, (value, part) in enumerate(ordered):
        passed += part
        if passed > half:
            return value
        if passed == half and place + 1 < len(ordered):
            return (value + ordered[place + 1][0]) / 2
    return ordered[-1][0]
