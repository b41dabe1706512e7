"""A price range with what it rests on: comparables, a small fit, and a width that was tried."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from nightcrew.domain.price.fitting import Car, Traits, car_of, likely, segment_slopes
from nightcrew.domain.price.ladder import (
    ENOUGH,
    FARTHEST_YEARS,
    FEWEST,
    LEAST_KM_APART,
    Comparables,
    Rung,
    Wanted,
)
from nightcrew.domain.price.listing import Accident, Basis, Listing
from nightcrew.domain.price.question import Ask, AskBack, CarAsked, km_is_plausible
from nightcrew.domain.price.trying import (
    FEWEST_TRIED,
    Ground,
    errors_of,
    ground_of,
    half_width,
    usual_km,
)

FAR_FROM_ALL = 2  # times as far as any car on offer, so that none stands on a rung with a limit
NONE_SO_FAR = 4 / 3  # times as far as any car of such a year: none stands on the first rung
YEARS_BEYOND = 2  # outside the years on offer, before no price is told any more


class Caveat(StrEnum):
    """What must be said with a range."""

    KM_UNKNOWN = "km_unknown"
    ACCIDENT_UNKNOWN = "accident_unknown"
    BEYOND_LISTINGS = "beyond_listings"
    FEW_TRIED = "few_tried"
    OTHER_TRIM = "other_trim"
    UNLIKELY_LEFT_OUT = "unlikely_left_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceAnswer:
    """What listings say of one car; no sum is set unless there are enough comparables.

    ask: what must be asked back, and beside a range what would make it narrower.
    low, mid, high: whole units of currency; low to high holds nine of ten such cars. n:
    comparables. basis: whether mid is asked or paid; other_mid: the other one, where it is known.
    as_of_from, as_of: the oldest and newest day of a comparable. left_out: unlikely offers.
    """

    ask: AskBack | None = None
    low: int | None = None
    mid: int | None = None
    high: int | None = None
    currency: str | None = None
    n: int = 0
    rung: Rung | None = None
    basis: Basis | None = None
    other_mid: int | None = None
    as_of: date | None = None
    as_of_from: date | None = None
    left_out: int = 0
    caveats: tuple[Caveat, ...] = ()

    @property
    def enough(self) -> bool:
        """Whether there is a price to tell."""
        return self.mid is not None


def estimate(
    asked: CarAsked, listings: Sequence[Listing], segment: Sequence[Listing]
) -> PriceAnswer:
    """The range for a car.

    listings: of its model, in one currency, inside the window. segment: of other models of its
    segment, to learn from what its own are too few for.
    """
    own = [car_of(each) for each in one_a_car(listings)]
    others = [car_of(each) for each in one_a_car(segment)]
    if len(own) < FEWEST:
        return _too_few(len(own))
    beliefs = segment_slopes([*own, *others])
    kept = likely(own, beliefs)
    ground = ground_of(kept, beliefs)
    wanted = _wanted(asked, kept)
    traits = _traits(asked, kept, wanted)
    near, log_price = ground.about(traits, wanted, asked.today)
    if _far_beyond(asked, kept):
        return _too_few(0)
    if len(near.places) < FEWEST:
        return _too_few(len(near.places))
    if asked.km is not None and _runs_beyond(asked.km, kept, FAR_FROM_ALL):
        return PriceAnswer(ask=_odd(asked, asked.km // 10))
    tried = errors_of(kept, others, beliefs, wanted)
    answer = _answer(log_price, half_width(tried), [kept[place] for place in near.places])
    return replace(
        answer,
        ask=_beside(asked, kept),
        rung=near.rung,
        basis=traits.basis,
        other_mid=_other_mid(ground, traits, log_price, answer.currency or ""),
        left_out=len(own) - len(kept),
        caveats=_caveats(asked, kept, near, tried=len(tried), left_out=len(own) - len(kept)),
    )


def one_a_car(listings: Sequence[Listing]) -> list[Listing]:
    """Each car once: of the same one on two sites the newest offer stays."""
    seen: set[tuple[object, ...]] = set()
    kept: list[Listing] = []
    for each in sorted(listings, key=lambda one: (one.listed_on, one.source, one.source_id))[::-1]:
        car = each.car and (*each.car, each.basis)
        if car is None or car not in seen:
            kept.append(each)
        if car is not None:
            seen.add(car)
    return kept


def _too_few(n: int) -> PriceAnswer:
    return PriceAnswer(ask=AskBack(what=Ask.OTHER_CAR), n=n)


def _beside(asked: CarAsked, cars: Sequence[Car]) -> AskBack | None:
    """What to ask though there is a range: the distance, or one that looks a digit off."""
    if asked.km is None:
        return AskBack(what=Ask.KM)
    alike = [car for car in cars if abs(car.listing.year - asked.year) <= FARTHEST_YEARS]
    there = alike if len(alike) >= FEWEST else cars
    if _runs_beyond(asked.km, there, NONE_SO_FAR):
        odd = _odd(asked, asked.km // 10)
    elif asked.km * FAR_FROM_ALL < min(car.km for car in there):
        odd = _odd(asked, asked.km * 10)
    else:
        return None
    return odd if odd.meant is not None else None


def _runs_beyond(km: int, cars: Sequence[Car], times: float) -> bool:
    most = max(car.km for car in cars)
    return km > times * most and km - most > LEAST_KM_APART


def _odd(asked: CarAsked, meant: int) -> AskBack:
    """Whether the distance is so; meant: the same with a digit more or less, if that can be."""
    can_be = km_is_plausible(meant, asked.year, asked.today)
    return AskBack(what=Ask.KM_ODD, said=asked.km, meant=meant if can_be else None)


def _wanted(asked: CarAsked, cars: Sequence[Car]) -> Wanted:
    trims, fuels = ({getattr(car.listing, name) for car in cars} for name in ("trim", "fuel"))
    return Wanted(
        year=asked.year,
        km=asked.km,
        fuel=asked.fuel if asked.fuel in fuels else None,
        trim=asked.trim if asked.trim in trims else None,
    )


def _traits(asked: CarAsked, cars: Sequence[Car], wanted: Wanted) -> Traits:
    sold = sum(car.listing.basis is Basis.SOLD for car in cars)
    return Traits(
        age=asked.age,
        km=asked.km if asked.km is not None else usual_km(asked.year, cars),
        accident=asked.accident,
        basis=Basis.SOLD if sold * 2 > len(cars) else Basis.ASKING,
        fuel=wanted.fuel,
        trim=wanted.trim,
    )


def _far_beyond(asked: CarAsked, cars: Sequence[Car]) -> bool:
    years = [car.listing.year for car in cars]
    return not min(years) - YEARS_BEYOND <= asked.year <= max(years) + YEARS_BEYOND


def _beyond(asked: CarAsked, cars: Sequence[Car]) -> bool:
    years, km = [car.listing.year for car in cars], [car.km for car in cars]
    inside = asked.km is None or min(km) <= asked.km <= max(km)
    return not (min(years) <= asked.year <= max(years) and inside)


def _answer(log_price: float, half: float, near: Sequence[Car]) -> PriceAnswer:
    currency = near[0].listing.currency
    step = step_of(math.exp(log_price), currency)
    days = [car.listing.listed_on for car in near]
    return PriceAnswer(
        low=round(math.exp(log_price - half) / step) * step,
        mid=round(math.exp(log_price) / step) * step,
        high=round(math.exp(log_price + half) / step) * step,
        currency=currency,
        n=len(near),
        as_of=max(days),
        as_of_from=min(days),
    )


def step_of(price: float, currency: str) -> int:
    """To what a price is rounded: about half a percent, in a figure that people say."""
    if currency == "KRW":
        return 100_000 if price >= 5_000_000 else 10_000  # 500만 원
    return int(10 ** max(0, math.floor(math.log10(price)) - 2))


def _other_mid(ground: Ground, traits: Traits, log_price: float, currency: str) -> int | None:
    """What the same car costs on the other basis, where cars of both kinds are known."""
    sold = sum(car.listing.basis is Basis.SOLD for car in ground.cars)
    if min(sold, len(ground.cars) - sold) < ENOUGH:
        return None
    other = Basis.ASKING if traits.basis is Basis.SOLD else Basis.SOLD
    moved = ground.known.log_price(replace(traits, basis=other)) - ground.known.log_price(traits)
    price = math.exp(log_price + moved)
    step = step_of(price, currency)
    return round(price / step) * step


def _caveats(
    asked: CarAsked, cars: Sequence[Car], near: Comparables, *, tried: int, left_out: int
) -> tuple[Caveat, ...]:
    known_trim = asked.trim is None or any(
        cars[place].listing.trim == asked.trim for place in near.places
    )
    told = {
        Caveat.KM_UNKNOWN: asked.km is None,
        Caveat.ACCIDENT_UNKNOWN: asked.accident is Accident.UNKNOWN,
        Caveat.BEYOND_LISTINGS: _beyond(asked, cars),
        Caveat.FEW_TRIED: tried < FEWEST_TRIED,
        Caveat.OTHER_TRIM: not known_trim,
        Caveat.UNLIKELY_LEFT_OUT: left_out > 0,
    }
    return tuple(caveat for caveat, holds in told.items() if holds)
