"""How year, distance and history move a price: a small linear fit of log prices.

What is common to all cars of a segment is learnt from the segment; a model's own slopes move away
from it only as far as its own cars bear it out (ridge, shrunk to the segment).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from statistics import fmean, median

from nightcrew.domain.price.listing import Accident, Basis, Listing
from nightcrew.domain.price.question import age_of
from nightcrew.domain.price.units import TEN_THOUSAND

Features = Sequence[float]

BELIEF = 12.0  # so many cars weigh as much as what the segment says of a slope
LITTLE_BELIEF = 1.0  # cars, for the slope of the segment itself, which nothing tells before
MOST_LEVELS = 4  # kinds of trim or fuel with an effect of their own
FEWEST_OF_A_LEVEL = 5  # cars, before a kind has an effect of its own
UNLIKELY = 4.5  # robust standard deviations from the fit: no bargain, a wrong figure
LEAST_BOUND = 0.05  # of an unlikely price, where nearly all prices are the same
MAD_TO_DEVIATION = 1.4826  # of a normal distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    """A listing as numbers. log_price: natural logarithm. age: in years, on its own day."""

    listing: Listing
    age: float
    km: int
    log_price: float


def car_of(listing: Listing) -> Car:
    """The listing as numbers."""
    return Car(
        listing=listing,
        age=age_of(listing.year, listing.listed_on),
        km=listing.km,
        log_price=math.log(listing.price),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What a price goes by."""

    age: float
    km: int
    accident: Accident
    basis: Basis
    fuel: str | None
    trim: str | None


def traits_of(car: Car) -> Traits:
    """What the price of a listed car goes by."""
    return Traits(
        age=car.age,
        km=car.km,
        accident=car.listing.accident,
        basis=car.listing.basis,
        fuel=car.listing.fuel,
        trim=car.listing.trim,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """The fuels and trims that many enough cars have, the commonest left out."""

    fuels: tuple[str, ...] = ()
    trims: tuple[str, ...] = ()

    def row(self, traits: Traits) -> list[float]:
        """The traits as numbers; what was not said counts as the commonest."""
        return [
            traits.age,
            traits.km / TEN_THOUSAND,
            float(traits.accident is Accident.MINOR),
            float(traits.accident is Accident.MAJOR),
            float(traits.basis is Basis.SOLD),
            *(float(traits.fuel == fuel) for fuel in self.fuels),
            *(float(traits.trim == trim) for trim in self.trims),
        ]


COMMON = 5  # columns of Levels.row before fuels and trims


def levels_of(cars: Sequence[Car]) -> Levels:
    """The levels of a model's cars."""
    return Levels(
        fuels=_levels(car.listing.fuel for car in cars),
        trims=_levels(car.listing.trim for car in cars),
    )


def _levels(cells: Iterable[str | None]) -> tuple[str, ...]:
    counted: dict[str, int] = {}
    for cell in cells:
        if cell is not None:
            counted[cell] = counted.get(cell, 0) + 1
    often = sorted((name for name, n in counted.items() if n >= FEWEST_OF_A_LEVEL),
                   key=lambda name: (-counted[name], name))  # fmt: skip
    return tuple(often[1 : MOST_LEVELS + 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Log price by traits, around the means of the cars it was learnt from."""

    levels: Levels
    level: float
    means: tuple[float, ...]
    slopes: tuple[float, ...]

    def log_price(self, traits: Traits) -> float:
        """The log price of such a car."""
        row = self.levels.row(traits)
        return self.level + _dot(self.slopes, row) - _dot(self.slopes, self.means)


def fit(cars: Sequence[Car], levels: Levels, beliefs: Sequence[float]) -> Fit:
    """Fit a model's cars. beliefs: the segment's slopes of the common columns."""
    rows = [levels.row(traits_of(car)) for car in cars]
    means = [fmean(column) for column in zip(*rows, strict=True)]
    level = fmean(car.log_price for car in cars)
    centred = [[cell - mean for cell, mean in zip(row, means, strict=True)] for row in rows]
    prior = [*beliefs, *([0.0] * (len(means) - len(beliefs)))]
    slopes = _ridge(centred, [car.log_price - level for car in cars], prior)
    return Fit(levels=levels, level=level, means=tuple(means), slopes=tuple(slopes))


def segment_slopes(cars: Sequence[Car]) -> tuple[float, ...]:
    """The slopes of the common columns inside the models of a segment."""
    models: dict[str, list[Car]] = {}
    for car in cars:
        models.setdefault(car.listing.model_key, []).append(car)
    rows: list[list[float]] = []
    prices: list[float] = []
    for own in models.values():
        found = [Levels().row(traits_of(car)) for car in own]
        means = [fmean(column) for column in zip(*found, strict=True)]
        level = fmean(car.log_price for car in own)
        rows += [[cell - mean for cell, mean in zip(row, means, strict=True)] for row in found]
        prices += [car.log_price - level for car in own]
    return tuple(_ridge(rows, prices, [0.0] * COMMON, belief=LITTLE_BELIEF))


def _ridge(
    rows: Sequence[Features],
    values: Sequence[float],
    prior: Sequence[float],
    *,
    belief: float = BELIEF,
) -> list[float]:
    """Slopes that explain the values, held to the prior by as much as `belief` cars would."""
    width = len(prior)
    left = [value - _dot(row, prior) for row, value in zip(rows, values, strict=True)]
    columns = list(zip(*rows, strict=True)) if rows else [()] * width
    spread = [_dot(column, column) / len(rows) if rows else 0.0 for column in columns]
    matrix = [[0.0] * width for _ in range(width)]
    for place in range(width):
        for other in range(place + 1):
            both = _dot(columns[place], columns[other])
            matrix[place][other] = matrix[other][place] = both
        matrix[place][place] += belief * spread[place] + 1e-9
    moved = _solve(matrix, [_dot(column, left) for column in columns])
    return [start + step for start, step in zip(prior, moved, strict=True)]


def _dot(one: Iterable[float], other: Iterable[float]) -> float:
    return float(sum(map(mul, one, other)))


def _solve(matrix: list[list[float]], values: list[float]) -> list[float]:
    """Gauss with pivots; the ridge keeps the matrix from being singular."""
    size = len(values)
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for place in range(size):
        best = max(range(place, size), key=lambda at: abs(rows[at][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for below in range(place + 1, size):
            share = rows[below][place] / rows[place][place]
            rows[below] = [b - share * a for a, b in zip(rows[place], rows[below], strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][at] * found[at] for at in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found


def likely(cars: Sequence[Car], beliefs: Sequence[float]) -> list[Car]:
    """The cars without those whose price lies far from all others of its kind."""
    if len(cars) < 2 * FEWEST_OF_A_LEVEL:
        return list(cars)
    kept = list(cars)
    for _ in range(2):  # gross ones first hide the others
        known = fit(kept, levels_of(kept), beliefs)
        away = [abs(car.log_price - known.log_price(traits_of(car))) for car in kept]
        bound = max(UNLIKELY * MAD_TO_DEVIATION * median(away), LEAST_BOUND)
        near = [car for car, far in zip(kept, away, strict=True) if far <= bound]
        if len(near) == len(kept):
            break
        kept = near
    return kept


def residuals(cars: Sequence[Car], known: Fit) -> list[float]:
    """By how much each car is dearer than such cars are, in log price."""
    return [car.log_price - known.log_price(traits_of(car)) for car in cars]
