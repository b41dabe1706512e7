"""Used cars that no one sells: a seeded Korean table with known prices, known noise and known dirt.

No open table of Korean offers was found, so demo, tests and benchmark use this one. The price of a
car is its segment's law times noise of a known width; what is dirty is known row by row.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from nightcrew.domain.price.listing import MOST_KM, Dirt
from nightcrew.domain.price.row import RowShape

SOURCE = "made"
DAYS_BACK = 240  # over which offers are spread
MOST_AGE = 14
UNLIKELY = "unlikely_price"  # dirt that shows only beside other cars
SHAPE = RowShape(
    source=SOURCE,
    columns={
        "id": "매물번호", "maker": "제조사", "model": "모델", "trim": "등급", "fuel": "연료",
        "year": "연식", "km": "주행거리", "price": "가격", "accident": "사고이력",
        "engine_cc": "배기량", "listed_on": "등록일", "note": "비고",
    },
    price_unit="만원",
    km_unit="km",
    fixed={"basis": "asking"},
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """How cars of a segment lose value. noise: standard deviation of the log price."""

    noise: float
    a_year: float
    a_ten_thousand_km: float
    minor: float = -0.04
    major: float = -0.14


LAWS: Mapping[str, Law] = {
    "경차": Law(noise=0.07, a_year=-0.085, a_ten_thousand_km=-0.018),
    "준중형": Law(noise=0.06, a_year=-0.095, a_ten_thousand_km=-0.020),
    "중형": Law(noise=0.07, a_year=-0.105, a_ten_thousand_km=-0.022),
    "준대형": Law(noise=0.08, a_year=-0.110, a_ten_thousand_km=-0.022),
    "SUV": Law(noise=0.07, a_year=-0.090, a_ten_thousand_km=-0.020),
    "승합": Law(noise=0.09, a_year=-0.085, a_ten_thousand_km=-0.017),
    "수입": Law(noise=0.12, a_year=-0.135, a_ten_thousand_km=-0.025),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Model:
    segment: str
    maker: str
    spellings: Sequence[str]
    new_price: int  # units of 10,000 won
    cc: int
    fuels: Sequence[str]


_TABLE = """
경차 기아 모닝 1300 998 가솔린
경차 기아 레이 1500 998 가솔린
경차 쉐보레 스파크 1250 999 가솔린
준중형 현대 아반떼/아반떼(AD)/더뉴_아반떼/아반떼_CN7 2100 1598 가솔린/LPG
준중형 기아 K3 2000 1598 가솔린
중형 현대 쏘나타/소나타/쏘나타_DN8 2900 1999 가솔린/LPG/하이브리드
중형 기아 K5/더_뉴_K5 2800 1999 가솔린/LPG
중형 르노 SM6 2800 1997 가솔린
준대형 현대 그랜저/그랜저IG 3900 2497 가솔린/하이브리드
준대형 기아 K7 3600 2497 가솔린/LPG
SUV 현대 투싼/올_뉴_투싼 2900 1995 디젤/가솔린
SUV 현대 싼타페/산타페 3500 2199 디젤/가솔린
SUV 기아 스포티지 2800 1995 디젤/가솔린
SUV 기아 쏘렌토/소렌토 3600 2199 디젤/하이브리드
SUV KG 티볼리 2100 1597 가솔린/디젤
승합 기아 카니발 3600 2199 디젤
승합 현대 스타렉스 2800 2497 디젤
수입 BMW 3시리즈/320d 5400 1995 디젤/가솔린
수입 BMW 5시리즈/520d 6700 1995 디젤/가솔린
수입 Mercedes-Benz E클래스 7000 1950 디젤/가솔린
수입 Audi A6 6500 1968 디젤/가솔린
"""
_FUEL_EFFECTS = {"가솔린": 0.0, "디젤": 0.03, "LPG": -0.12, "하이브리드": 0.12}
_TRIMS = (("스마트", -0.06), ("모던", 0.0), ("프리미엄", 0.07), ("인스퍼레이션", 0.14))
_ACCIDENTS = (("무사고", 0.72), ("단순교환", 0.18), ("사고", 0.06), ("", 0.04))


def _models() -> list[_Model]:
    found: list[_Model] = []
    for line in _TABLE.strip().splitlines():
        segment, maker, names, price, cc, fuels = line.split()
        found.append(_Model(
            segment=segment, maker=maker, spellings=names.replace("_", " ").split("/"),
            new_price=int(price), cc=int(cc), fuels=fuels.split("/"),
        ))  # fmt: skip
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeCar:
    """A row as a table would hold it. dirt: what is wrong with it, None for a clean one.

    noise: by how much its log price was moved away from the law.
    """

    cells: Mapping[str, str]
    segment: str
    noise: float
    dirt: str | None = None


# Share of all rows, by kind of dirt.
DIRT_SHARES: Mapping[str, float] = {
    Dirt.PRICE_UNREADABLE: 0.010,
    Dirt.PRICE_OUT_OF_BOUNDS: 0.006,
    Dirt.NO_MODEL: 0.003,
    Dirt.YEAR_UNREADABLE: 0.003,
    Dirt.KM_OUT_OF_BOUNDS: 0.003,
    Dirt.NO_ENGINE: 0.003,
    Dirt.LEASE: 0.006,
    Dirt.SALVAGE: 0.004,
    Dirt.DUPLICATE: 0.006,
    Dirt.SAME_CAR: 0.006,
    UNLIKELY: 0.005,
}


def made_cars(count: int, seed: int, today: date, *, dirty: bool = True) -> Iterator[MadeCar]:
    """So many rows; the same seed and day make the same rows."""
    # A seed makes the same cars again, which is the point of it.
    chance = random.Random(seed)  # noqa: S311
    models = _models()
    clean: MadeCar | None = None
    for number in range(1, count + 1):
        car = _car(chance, models, number, today)
        kind = _kind(chance) if dirty else None
        if kind in (Dirt.DUPLICATE, Dirt.SAME_CAR) and clean is not None:
            yield _again(clean, number, kind)
        elif kind is not None and kind not in (Dirt.DUPLICATE, Dirt.SAME_CAR):
            yield _soiled(car, kind, chance)
        else:
            clean = car
            yield car


def _kind(chance: random.Random) -> str | None:
    drawn = chance.random()
    for kind, share in DIRT_SHARES.items():
        drawn -= share
        if drawn < 0:
            return kind
    return None


def _car(chance: random.Random, models: Sequence[_Model], number: int, today: date) -> MadeCar:
    model = chance.choice(models)
    law = LAWS[model.segment]
    listed_on = today - timedelta(days=int(chance.random() ** 2 * DAYS_BACK))
    year = listed_on.year - min(MOST_AGE, int(chance.triangular(0, MOST_AGE + 1, 4)))
    age = max(0.0, (listed_on - date(year, 7, 1)).days / 365.25)
    km = int(max(500, (age + 0.3) * 14_000 * math.exp(chance.gauss(0, 0.35))))
    km = min(km, MOST_KM - 1)
    km += km % 1_000 == 0  # an odometer hardly ever stands at a round figure
    accident = chance.choices([name for name, _ in _ACCIDENTS], [n for _, n in _ACCIDENTS])[0]
    (trim, trim_effect), fuel = chance.choice(_TRIMS), chance.choice(model.fuels)
    noise = chance.gauss(0, law.noise)
    moved = (
        law.a_year * age
        + law.a_ten_thousand_km * km / 10_000
        + {"단순교환": law.minor, "사고": law.major}.get(accident, 0.0)
        + trim_effect
        + _FUEL_EFFECTS[fuel]
        + noise
    )
    price = max(60, round(model.new_price * math.exp(moved)))
    cells = {
        "매물번호": f"M{number:07d}", "제조사": model.maker, "모델": chance.choice(model.spellings),
        "등급": trim, "연료": fuel, "연식": _written_year(chance, year), "주행거리": f"{km:,}",
        "가격": f"{price:,}", "사고이력": accident, "배기량": str(model.cc),
        "등록일": listed_on.isoformat(), "비고": "",
    }  # fmt: skip
    return MadeCar(cells=cells, segment=model.segment, noise=noise)


def _written_year(chance: random.Random, year: int) -> str:
    return chance.choice((str(year), f"{year % 100:02d}년식", f"{year}-0{chance.randint(1, 9)}"))


def _again(car: MadeCar, number: int, kind: str) -> MadeCar:
    """The same row again, or the same car under another number."""
    if kind == Dirt.DUPLICATE:
        return MadeCar(cells=car.cells, segment=car.segment, noise=car.noise, dirt=kind)
    cells = {**car.cells, "매물번호": f"M{number:07d}"}
    return MadeCar(cells=cells, segment=car.segment, noise=car.noise, dirt=kind)


def _soiled(car: MadeCar, kind: str, chance: random.Random) -> MadeCar:
    price = int(car.cells["가격"].replace(",", ""))
    soil: Mapping[str, Mapping[str, str]] = {
        Dirt.PRICE_UNREADABLE: {
            "가격": chance.choice(("가격상담", "전화문의", f"{price}만원. 급매!"))
        },
        Dirt.PRICE_OUT_OF_BOUNDS: {"가격": f"{price * 10_000 * 10}"},
        Dirt.NO_MODEL: {"모델": ""},
        Dirt.YEAR_UNREADABLE: {"연식": "미상"},
        Dirt.KM_OUT_OF_BOUNDS: {"주행거리": "9,999,999"},
        Dirt.NO_ENGINE: {"배기량": "0"},
        Dirt.LEASE: {"비고": "리스 승계, 월 납입금 별도"},
        Dirt.SALVAGE: {"비고": "침수 이력 있음"},
        UNLIKELY: {"가격": f"{max(60, round(price * chance.choice((0.35, 2.8)))):,}"},
    }
    cells = {**car.cells, **soil[kind]}
    return MadeCar(cells=cells, segment=car.segment, noise=car.noise, dirt=kind)
