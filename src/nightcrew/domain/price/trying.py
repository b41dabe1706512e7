"""How far off a price may be, found by trying: split conformal intervals.

The fit and the comparables of one part of the cars are tried on the other part, and a range is as
wide as nine of ten of those needed it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from nightcrew.domain.price.fitting import (
    Car,
    Fit,
    Traits,
    fit,
    levels_of,
    likely,
    residuals,
    traits_of,
)
from nightcrew.domain.price.ladder import (
    FEWEST,
    Comparables,
    Wanted,
    climb,
    weight,
    weighted_median,
)

COVERAGE = 0.9  # of the range
MOST_TRIED = 100  # cars the interval is tried on
FEWEST_TRIED = 9  # below, nine of ten cannot be told from all
ENOUGH_TRIED = 30  # below, cars of the same segment are tried too
WIDER = 1.5  # how much a range grows that too few cars were tried for
UNTRIED = 0.2  # half of a range, in log price, that no car was tried for
EVERY_FOURTH = 4  # is tried, the others are learnt from


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Cars with what was learnt from them."""

    cars: Sequence[Car]
    known: Fit
    dearer: Sequence[float]

    def about(self, traits: Traits, wanted: Wanted, today: date) -> tuple[Comparables, float]:
        """The comparables, and the log price they lead to."""
        near = climb(wanted, self.cars)
        if len(near.places) < FEWEST:
            return near, math.nan
        weights = [weight(wanted, self.cars[place], today) for place in near.places]
        moved = weighted_median([self.dearer[place] for place in near.places], weights)
        return near, self.known.log_price(traits) + moved


def ground_of(cars: Sequence[Car], beliefs: Sequence[float]) -> Ground:
    """What a model's cars teach. beliefs: the segment's slopes."""
    known = fit(cars, levels_of(cars), beliefs)
    return Ground(cars=cars, known=known, dearer=residuals(cars, known))


def errors_of(
    own: Sequence[Car], others: Sequence[Car], beliefs: Sequence[float], asked: Wanted
) -> list[float]:
    """How far off the same way of telling was for cars whose price is known."""
    scores = _tried_on(own, beliefs, asked)
    if len(scores) >= ENOUGH_TRIED:
        return scores
    models: dict[str, list[Car]] = {}
    for car in others:
        models.setdefault(car.listing.model_key, []).append(car)
    for cars in models.values():
        if len(cars) >= FEWEST * 2:
            scores += _tried_on(likely(cars, beliefs), beliefs, asked)
    return scores


def _tried_on(cars: Sequence[Car], beliefs: Sequence[float], asked: Wanted) -> list[float]:
    ordered = sorted(cars, key=lambda car: car.listing.id)  # ids are random and stay
    learnt = [car for place, car in enumerate(ordered) if place % EVERY_FOURTH]
    held_out = [car for place, car in enumerate(ordered) if not place % EVERY_FOURTH]
    if len(learnt) < FEWEST:
        return []
    ground = ground_of(learnt, beliefs)
    nearest = sorted(held_out, key=lambda car: abs(car.listing.year - asked.year))[:MOST_TRIED]
    told = ((car, _told(ground, car, knows_km=asked.km is not None)) for car in nearest)
    return [abs(car.log_price - log_price) for car, log_price in told if not math.isnan(log_price)]


def _told(ground: Ground, car: Car, *, knows_km: bool) -> float:
    """What would be told of a known car, asked on the day of its offer."""
    traits, listing = traits_of(car), car.listing
    wanted = Wanted(
        year=listing.year,
        km=car.km if knows_km else None,
        fuel=listing.fuel,
        trim=listing.trim,
    )
    if not knows_km:
        traits = replace(traits, km=usual_km(listing.year, ground.cars))
    return ground.about(traits, wanted, listing.listed_on)[1]


def usual_km(year: int, cars: Sequence[Car]) -> int:
    """What such cars have run: the middle reading of the nearest years."""
    nearest = max(1, min(abs(car.listing.year - year) for car in cars))
    readings = sorted(car.km for car in cars if abs(car.listing.year - year) <= nearest)
    return readings[len(readings) // 2]


def half_width(scores: Sequence[float]) -> float:
    """So wide, in log price, that nine of ten held.

    The place (m + 1) * 0.9 among m sorted errors covers that share of new cars in a finite sample
    (Vovk et al. 2005); between two places it is interpolated.
    """
    if len(scores) < FEWEST_TRIED:
        return WIDER * max(scores, default=UNTRIED)
    place = min((len(scores) + 1) * COVERAGE, float(len(scores)))
    ordered, below = sorted(scores), math.floor(place)
    above = min(below, len(ordered) - 1)
    return ordered[below - 1] + (place - below) * (ordered[above] - ordered[below - 1])
