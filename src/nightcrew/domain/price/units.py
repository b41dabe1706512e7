"""Money, distance and year of make as tables write them; each unit is typed here and only here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from nightcrew.domain.figures import amounts, value_of

KM_PER_MILE = 1.609344
TEN_THOUSAND = 10_000

DISTANCE_UNITS: Mapping[str, float] = {"km": 1.0, "만km": float(TEN_THOUSAND), "mile": KM_PER_MILE}
# How many whole units of its currency one of a table's units is.
MONEY_UNITS: Mapping[str, tuple[str, int]] = {
    "원": ("KRW", 1),
    "천원": ("KRW", 1_000),
    "만원": ("KRW", TEN_THOUSAND),
    **{code: (code, 1) for code in ("KRW", "USD", "EUR", "GBP", "JPY", "CNY")},
}

_PLAIN = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SIGNS_BEFORE = frozenset(
    {"", "KRW", "USD", "EUR", "GBP", "JPY", "CNY", "₩", "￦", "$", "€", "£", "¥"}
)
_UNITS_BEHIND = re.compile(r"\s*(?:원|달러|유로|파운드|엔|위안|[A-Za-z]{3})?\s*")
_FIGURE = r"(?:\d{1,3}(?: \d{3})+|\d[\d,]*(?:\.\d+)?)"
# 3.5만, 5만 2천, 8만2천5백, 이만 칠천, 4만 2,300
KOREAN_NUMBER = (
    r"(?:(?:\d[\d,]*(?:\.\d+)?|[일이삼사오육칠팔구])?\s?[십백천만]\s?)+(?:\d{1,3},\d{3}|\d{3,4})?"
)
_DISTANCE = re.compile(
    rf"(?:(?P<korean>{KOREAN_NUMBER})|(?P<number>{_FIGURE})\s*(?P<thousand>k(?!m))?)\s*"
    r"(?P<unit>km|㎞|킬로(?:미터)?|키로|mi|miles?|마일)?",
    re.IGNORECASE,
)
_YEAR = re.compile(r"'?(?P<year>(?:19|20)\d\d|\d\d)(?!\d)")
_LAST_CENTURY = 50  # '98 is 1998 and '21 is 2021


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """A sum in whole units of its currency: won, dollars, euros; never a fraction of one."""

    amount: int
    currency: str


def read_money(text: str, unit: str) -> Money | None:
    """A price as a cell writes it, None when anything but one sum stands there.

    unit: of MONEY_UNITS, for a bare number; a unit in the cell itself (1,250만원, $9,900) wins.
    """
    cell = text.strip()
    currency, scale = MONEY_UNITS[unit]
    if _PLAIN.fullmatch(cell):
        return _whole(Decimal(cell.replace(",", "")) * scale, currency)
    found = amounts(cell)
    if len(found) != 1:
        return None
    [sum_] = found
    alone = cell[: sum_.start].strip().upper() in _SIGNS_BEFORE and _UNITS_BEHIND.fullmatch(
        cell[sum_.end :]
    )
    if not alone or sum_.currency is None:
        return None
    return _whole(sum_.value, sum_.currency)


def _whole(value: Decimal, currency: str) -> Money:
    return Money(amount=int(value.quantize(Decimal(1), ROUND_HALF_UP)), currency=currency)


def read_km(text: str, unit: str) -> int | None:
    """A distance in kilometres, None when it is none.

    unit: of DISTANCE_UNITS, for a bare number; a unit in the cell itself (5만 2천km, 21k mi) wins.
    """
    found = _DISTANCE.fullmatch(text.strip())
    if found is None:
        return None
    number = _read(found)
    if found["number"] and not found["thousand"] and found["unit"] is None:
        return round(number * DISTANCE_UNITS[unit])
    miles = (found["unit"] or unit).lower().startswith(("mi", "마일"))
    return round(number * (KM_PER_MILE if miles else 1))


def _read(found: re.Match[str]) -> float:
    if found["korean"]:
        return float(value_of(found["korean"]))
    return float(re.sub("[, ]", "", found["number"])) * (1_000 if found["thousand"] else 1)


def read_year(text: str) -> int | None:
    """The year a car was first registered: 2021, 21년식, 2021-03, 21/03식(22년형)."""
    found = _YEAR.match(text.strip())
    if found is None:
        return None
    year = int(found["year"])
    if year >= 100:  # four digits
        return year
    return year + (1900 if year > _LAST_CENTURY else 2000)
