"""The price tool: errors and ranges on made-up and real cars, and how long loading and asking take.

Made-up cars have a known noise that nobody can foresee; the real table stands beside the median of
its models and a linear fit of all its columns, told on the same cars.
"""

from __future__ import annotations

import asyncio
import math
import statistics
import sys
import time
from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from nightcrew.adapters.made_listings import SHAPE, made_cars
from nightcrew.app import App
from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import Listing
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone, to_stderr
from tests.benchmarks.place import QuickModel, open_place, open_scripted
from tests.price_quality import BODIES, MAKERS, Quality, on_made_cars, on_real_cars, real_cars

OFFERS, QUESTIONS, SEED = 8_000, 1_000, 7
FOLDS = 5
LOADED, ASKED = 100_000, 60
MOST_AGAINST_NOISE, LEAST_COVERED, MOST_COVERED = 1.2, 88, 92  # figures of issue 5
LEAST_COVERED_SEGMENT, MOST_REFUSED = 80, 5


def measure(tell: Tell) -> Sequence[Figure]:
    """Quality first, then speed."""
    tell(f"price: {QUESTIONS:,} questions among {OFFERS:,} made-up rows")
    made = _on_made(on_made_cars(OFFERS, QUESTIONS, SEED))
    tell("price: 804 real cars")
    return [*made, *_on_real(on_real_cars(FOLDS)), *asyncio.run(_speed())]


def _on_made(found: Quality) -> list[Figure]:
    note = f"price: {OFFERS:,} made-up rows with 5 % dirt, {QUESTIONS:,} questions, seed {SEED}"
    named: dict[str, Any] = {"unit": "%", "note": note}
    return [
        Figure(
            name="price: median error as a multiple of the known noise",
            value=found.against_noise,
            unit="",
            limit=MOST_AGAINST_NOISE,
            note=note,
        ),
        Figure(name="price: median error", value=100 * found.median_error, **named),
        Figure(
            name="price: prices inside the 90 % range, at least",
            value=100 * found.coverage,
            limit=LEAST_COVERED,
            at_least=True,
            **named,
        ),
        Figure(
            name="price: prices inside the 90 % range, at most",
            value=100 * found.coverage,
            limit=MOST_COVERED,
            **named,
        ),
        Figure(
            name="price: inside, in the segment with the fewest",
            value=100 * found.lowest_coverage,
            limit=LEAST_COVERED_SEGMENT,
            at_least=True,
            **named,
        ),
        Figure(
            name="price: questions without an answer",
            value=100 * found.refusals,
            limit=MOST_REFUSED,
            **named,
        ),
    ]


def _on_real(found: Quality) -> list[Figure]:
    note = f"price: car_prices.csv, 804 cars of 2005 in dollars, {FOLDS} folds, the same for all"
    medians, linear = _beside()
    values = {
        "price tool, median error": found.median_error,
        "price tool, nine of ten within": _nine_of_ten(found.errors),
        "price tool, inside the 90 % range": found.coverage,
        "price tool, without an answer": found.refusals,
        "median of the model, median error": statistics.median(medians),
        "median of the model, nine of ten within": _nine_of_ten(medians),
        "linear fit of all columns, median error": statistics.median(linear),
        "linear fit of all columns, nine of ten within": _nine_of_ten(linear),
    }
    return [
        Figure(name=f"real cars: {name}", value=100 * value, unit="%", note=note)
        for name, value in values.items()
    ]


def _nine_of_ten(errors: Sequence[float]) -> float:
    return statistics.quantiles(errors, n=10)[-1]


def _beside() -> tuple[list[float], list[float]]:
    """Errors of the two plain ways, in log price, on the folds of on_real_cars."""
    cars = real_cars()
    medians: list[float] = []
    linear: list[float] = []
    for fold in range(FOLDS):
        learnt = [car for place, car in enumerate(cars) if place % FOLDS != fold]
        asked = [car for place, car in enumerate(cars) if place % FOLDS == fold]
        medians += [_off(car, _median_of_model(car, learnt)) for car in asked]
        slopes, *_ = np.linalg.lstsq(
            np.array([_columns(car) for car in learnt]),
            np.log([car.price for car in learnt]),
            rcond=None,
        )
        linear += [abs(math.log(car.price) - float(np.dot(_columns(car), slopes))) for car in asked]
    return medians, linear


def _median_of_model(car: Listing, learnt: Sequence[Listing]) -> float:
    own = [each.price for each in learnt if each.model_key == car.model_key]
    return statistics.median(own or [each.price for each in learnt])


def _off(car: Listing, told: float) -> float:
    return abs(math.log(car.price / told))


def _columns(car: Listing) -> list[float]:
    """What the table holds: maker, body, cylinders, doors, three extras and the distance."""
    maker, body, cylinders, doors = car.model.split(" ")
    return [
        1.0,
        *(float(maker == each) for each in MAKERS[1:]),
        *(float(body == each) for each in BODIES[1:]),
        float(cylinders),
        float(doors),
        *(float(extra) for extra in car.trim or ""),
        car.km / 10_000,
    ]


async def _speed() -> list[Figure]:
    async with open_place() as place, open_scripted(place.access.app_url, QuickModel()) as app:
        tenant = await app.keep_tenant.tenant()
        today = app.world.clock.now().date()
        rows = [made.cells for made in made_cars(LOADED, SEED, today)]
        report = await app.load_listings(
            tenant, rows, SHAPE, told=lambda far: to_stderr(f"price: {far.read:,} rows")
        )
        await asyncio.to_thread(place.settle)
        took = await _asked(app, today)
    return [
        Figure(
            name=f"{LOADED:,} rows loaded",
            value=report.seconds,
            unit="s",
            note=f"price: {sum(report.dirt.values()):,} dirty rows left out; {load_note()}",
        ),
        Figure(
            name=f"a price asked among {LOADED:,} rows, p95",
            value=statistics.quantiles(took, n=20)[-1],
            unit="ms",
            note=f"price: {ASKED} questions one after another; {load_note()}",
        ),
    ]


async def _asked(app: App, today: date) -> list[float]:
    tenant = await app.keep_tenant.tenant()
    models = ("아반떼", "쏘나타", "그랜저", "쏘렌토", "모닝", "5시리즈")
    took: list[float] = []
    for number in range(ASKED):
        year = today.year - 2 - number % 8
        item = PriceItem(
            model=models[number % len(models)], year=year, km=15_000 * (today.year - year)
        )
        began = time.perf_counter()
        await app.ask_price(tenant, item)
        took.append(1000 * (time.perf_counter() - began))
    return took


if __name__ == "__main__":
    sys.exit(run_alone(measure))
