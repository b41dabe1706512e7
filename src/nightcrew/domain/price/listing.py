"""One offer of one car, clean and typed, and what is wrong with an offer that is not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from uuid import UUID

EARLIEST_YEAR = 1990
MOST_KM = 600_000
LEAST_KM_OF_A_USED_CAR = 100  # below, a cell was left empty or typed in another unit
YEARS_OF_A_NEW_CAR = 2
EXACT_KM = 1_000  # a reading that is no multiple of it names one car
# A price outside is a wrong unit and no bargain; other currencies only have to cost something.
PRICE_BOUNDS: Mapping[str, tuple[int, int]] = {
    "KRW": (500_000, 1_000_000_000),
    "USD": (300, 1_000_000),
    "EUR": (300, 1_000_000),
    "GBP": (300, 1_000_000),
    "JPY": (30_000, 100_000_000),
    "CNY": (2_000, 7_000_000),
}


class Accident(StrEnum):
    """What a car has been through: minor is a changed or painted outer part."""

    NONE = "none"
    MINOR = "minor"
    MAJOR = "major"
    UNKNOWN = "unknown"


class Basis(StrEnum):
    """Whether a price was asked for or paid."""

    ASKING = "asking"
    SOLD = "sold"


class Dirt(StrEnum):
    """Why a row of a table is no listing of ours."""

    NO_MODEL = "no_model"
    MODEL_UNREADABLE = "model_unreadable"
    YEAR_UNREADABLE = "year_unreadable"
    YEAR_OUT_OF_BOUNDS = "year_out_of_bounds"
    KM_UNREADABLE = "km_unreadable"
    KM_OUT_OF_BOUNDS = "km_out_of_bounds"
    PRICE_UNREADABLE = "price_unreadable"
    PRICE_OUT_OF_BOUNDS = "price_out_of_bounds"
    DATE_UNREADABLE = "date_unreadable"
    DATE_IN_THE_FUTURE = "date_in_the_future"
    BASIS_UNREADABLE = "basis_unreadable"
    NO_ENGINE = "no_engine"
    LEASE = "lease"
    SALVAGE = "salvage"
    DUPLICATE = "duplicate"
    SAME_CAR = "same_car"
    ROW_UNREADABLE = "row_unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A car on offer. price: whole units of currency. listed_on: when it was seen or sold."""

    id: UUID
    source: str
    source_id: str
    maker: str | None
    model: str
    model_key: str
    segment: str
    trim: str | None
    fuel: str | None
    year: int
    km: int
    accident: Accident
    price: int
    currency: str
    basis: Basis
    listed_on: date

    @property
    def car(self) -> tuple[str, int, int] | None:
        """What tells that two offers are one car on two sites; None when the reading is round."""
        exact = self.km % EXACT_KM != 0
        return (self.model_key, self.year, self.km) if exact else None


_DENIED = (
    r"\s?(?:차량|차|사고|보험|이력|여부|피해)?\s?[은는이가]?\s?[:=]?\s?"
    r"(?:없|아님|아니|무(?![가-힣])|[xX]\b|0)"
)
_SALVAGE = re.compile(
    rf"(?:침수|전손|폐차)(?!(?:\s?[/·,]?\s?(?:침수|전손|폐차))*{_DENIED})|부활차"
    r"|(?<!no )(?<!not )\b(?:salvage|flood|rebuilt|total(?:ed| loss))\b",
    re.IGNORECASE,
)
_LEASE = re.compile(
    r"승계|리스\s?(?:이어|차량|조건)|렌트\s?이어|\blease (?:transfer|take)", re.IGNORECASE
)
_ACCIDENTS = (
    (
        re.compile(
            rf"(?<!비)무사고(?!\s?(?:[가는은]\s?)?아[님니닌])|(?<!무)사고{_DENIED}|없음"
            r"|^(?:none|no|0|false|n|clean|무)$|\b(?:no accidents?|accident[- ]free|clean title)\b",
            re.IGNORECASE,
        ),
        Accident.NONE,
    ),
    (re.compile(r"단순|교환|판금|도색|경미|\bminor\b", re.IGNORECASE), Accident.MINOR),
    (
        re.compile(r"사고|골격|^(?:yes|1|true|y|유|major)$|\baccidents?\b", re.IGNORECASE),
        Accident.MAJOR,
    ),
)


def is_salvage(text: str) -> bool:
    """Whether a car was drowned or written off; its price says nothing of others."""
    return bool(_SALVAGE.search(text))


def is_lease(text: str) -> bool:
    """Whether a contract is passed on, whose price is not that of the car."""
    return bool(_LEASE.search(text))


@lru_cache(maxsize=1_024)
def read_accident(text: str | None) -> Accident:
    """The accident class as tables and people write it; unknown when they do not."""
    said = (text or "").strip()
    found = (accident for pattern, accident in _ACCIDENTS if said and pattern.search(said))
    return next(found, Accident.UNKNOWN)


_BUYING = re.compile(r"(?:사|팔)고\s?(?:싶|픈|파|나서)|사고팔")


def accident_told(text: str) -> Accident | None:
    """What a sentence tells of a car's accidents; None when it speaks of none."""
    told = read_accident(_BUYING.sub(" ", text))
    return None if told is Accident.UNKNOWN else told


_FUELS: Mapping[str, re.Pattern[str]] = {
    "hybrid": re.compile(r"하이브리드|hybrid|hev|\+\s?전기", re.IGNORECASE),
    "diesel": re.compile(r"디젤|경유|diesel", re.IGNORECASE),
    "gasoline": re.compile(r"가솔린|휘발유|gasoline|petrol", re.IGNORECASE),
    "lpg": re.compile(r"lpg|lpi|가스", re.IGNORECASE),
    "electric": re.compile(r"전기|electric|\bev\b", re.IGNORECASE),
    "hydrogen": re.compile(r"수소|hydrogen", re.IGNORECASE),
}


@lru_cache(maxsize=1_024)
def read_fuel(text: str | None) -> str | None:
    """The fuel by one name; None when it is none of ours."""
    said = text or ""
    return next((fuel for fuel, pattern in _FUELS.items() if pattern.search(said)), None)


def price_is_possible(amount: int, currency: str) -> bool:
    """Whether any car is offered for so much."""
    low, high = PRICE_BOUNDS.get(currency, (1, 10**12))
    return low <= amount <= high
