"""How good prices are, on made-up cars whose noise is known and on 804 real ones."""

from __future__ import annotations

import csv
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from nightcrew.adapters.made_listings import SHAPE, made_cars
from nightcrew.domain.price.estimate import PriceAnswer, estimate
from nightcrew.domain.price.listing import Accident, Basis, Listing
from nightcrew.domain.price.question import CarAsked
from nightcrew.domain.price.row import RowPlace, read_row
from nightcrew.domain.price.sifting import Sieve
from nightcrew.domain.price.units import KM_PER_MILE
from nightcrew.store.listing_search import ENOUGH_OF_ITS_OWN, OTHERS_LOOKED_AT, OWN_LOOKED_AT
from tests.fakes import ROOT
from tests.price_rows import TODAY

CAR_PRICES = ROOT / "tests" / "data" / "car_prices.csv"
MAKERS = ("Buick", "Cadillac", "Chevy", "Pontiac", "Saab", "Saturn")
BODIES = ("convertible", "coupe", "hatchback", "sedan", "wagon")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Errors of the middle in log price; covered: by segment, whether the range held the price."""

    errors: tuple[float, ...]
    noise: tuple[float, ...]
    covered: Mapping[str, tuple[bool, ...]]
    refused: int

    @property
    def median_error(self) -> float:
        """Half of the prices are nearer to the middle than this."""
        return statistics.median(self.errors)

    @property
    def against_noise(self) -> float:
        """The median error as a multiple of the median noise, which nothing can foresee."""
        return self.median_error / statistics.median(self.noise)

    @property
    def coverage(self) -> float:
        """The share of prices inside their ranges."""
        every = [held for each in self.covered.values() for held in each]
        return sum(every) / len(every)

    @property
    def lowest_coverage(self) -> float:
        """The coverage of the segment with the lowest."""
        return min(sum(each) / len(each) for each in self.covered.values())

    @property
    def refusals(self) -> float:
        """The share of questions without an answer."""
        return self.refused / (self.refused + len(self.errors))


def on_made_cars(rows: int, questions: int, seed: int) -> Quality:
    """Ask for cars that are not on offer among dirty rows; their price and noise are known."""
    offers = _offers(rows, seed)
    asked = [(made, _clean(made.cells, number)) for number, made in
             enumerate(made_cars(questions, seed + 1, TODAY, dirty=False))]  # fmt: skip
    answers = [(listing, made.noise, _answer(listing, offers)) for made, listing in asked]
    return _quality(answers)


def on_real_cars(folds: int) -> Quality:
    """Ask for each car of the table by the others, fold by fold; no noise is known."""
    cars = real_cars()
    answers = []
    for fold in range(folds):
        learnt = [car for place, car in enumerate(cars) if place % folds != fold]
        asked = [car for place, car in enumerate(cars) if place % folds == fold]
        answers += [(car, 1.0, _answer(car, learnt)) for car in asked]
    return _quality(answers)


def _quality(answers: Iterable[tuple[Listing, float, PriceAnswer]]) -> Quality:
    errors: list[float] = []
    noise: list[float] = []
    covered: dict[str, list[bool]] = defaultdict(list)
    refused = 0
    for listing, moved, answer in answers:
        if answer.mid is None or answer.low is None or answer.high is None:
            refused += 1
            continue
        errors.append(abs(math.log(answer.mid / listing.price)))
        noise.append(abs(moved))
        covered[listing.segment].append(answer.low <= listing.price <= answer.high)
    held = {segment: tuple(each) for segment, each in covered.items()}
    return Quality(errors=tuple(errors), noise=tuple(noise), covered=held, refused=refused)


def _offers(rows: int, seed: int) -> list[Listing]:
    sieve = Sieve(SHAPE)
    made = enumerate(made_cars(rows, seed, TODAY), 1)
    taken = (sieve.take(car.cells, _place(number)) for number, car in made)
    return [each for each in taken if each is not None]


def _clean(cells: Mapping[str, str], number: int) -> Listing:
    found = read_row(cells, SHAPE, _place(number))
    assert isinstance(found, Listing)
    return found


def _place(number: int) -> RowPlace:
    return RowPlace(number=number, id=uuid5(UUID(int=1), str(number)), today=TODAY)


def _answer(listing: Listing, offers: Sequence[Listing]) -> PriceAnswer:
    """Asked on the day of its own offer, as a user would who saw it."""
    own = [each for each in offers if each.model_key == listing.model_key]
    own.sort(key=lambda each: (abs(each.year - listing.year), -each.listed_on.toordinal()))
    others = [
        each
        for each in offers
        if each.segment == listing.segment and each.model_key != listing.model_key
    ]
    enough = len(own) >= ENOUGH_OF_ITS_OWN
    return estimate(
        car_like(listing), own[:OWN_LOOKED_AT], () if enough else others[:OTHERS_LOOKED_AT]
    )


def car_like(listing: Listing) -> CarAsked:
    """The question for a car like this one."""
    return CarAsked(
        model=listing.model,
        model_key=listing.model_key,
        year=listing.year,
        km=listing.km,
        accident=listing.accident,
        fuel=listing.fuel,
        trim=listing.trim,
        offered=None,
        currency=None,
        today=listing.listed_on,
    )


def real_cars() -> list[Listing]:
    """The 804 cars; a model is its make, body, cylinders and doors, for want of a name."""
    with CAR_PRICES.open(encoding="utf-8") as table:
        cars = [_real(row, number) for number, row in enumerate(csv.DictReader(table))]
    return sorted(cars, key=lambda car: car.id)  # the table stands in order of its models


def _real(row: Mapping[str, str], number: int) -> Listing:
    maker = next(name for name in MAKERS if row[name] == "1")
    body = next(name for name in BODIES if row[name] == "1")
    model = f"{maker} {body} {row['Cylinder']} {row['Doors']}"
    return Listing(
        id=uuid5(UUID(int=2), str(number)),
        source="car_prices",
        source_id=str(number),
        maker=maker,
        model=model,
        model_key=model.lower(),
        segment=maker,
        trim="".join(row[name] for name in ("Cruise", "Sound", "Leather")),
        fuel=None,
        year=2005,
        km=round(int(row["Mileage"]) * KM_PER_MILE),
        accident=Accident.UNKNOWN,
        price=round(float(row["Price"])),
        currency="USD",
        basis=Basis.ASKING,
        listed_on=TODAY,
    )
