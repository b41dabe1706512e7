"""What a price is asked of, and what must be asked back before a price can be told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from nightcrew.domain.needs import PriceItem
from nightcrew.domain.price.listing import (
    EARLIEST_YEAR,
    MOST_KM,
    YEARS_OF_A_NEW_CAR,
    Accident,
    price_is_possible,
    read_accident,
    read_fuel,
)
from nightcrew.domain.price.names import KNOWN_MODELS, model_key
from nightcrew.domain.price.units import TEN_THOUSAND, Money

# A car runs between these in a year; outside, a digit was lost or is too many.
LEAST_KM_A_YEAR, MOST_KM_A_YEAR = 1_500, 45_000
MOST_KM_OF_A_NEW_CAR = 60_000
MOST_PLAUSIBLE_KM = 400_000  # a taxi's whole life
WON = "KRW"


class Ask(StrEnum):
    """The one thing to ask back."""

    MODEL = "model"
    YEAR = "year"
    YEAR_ODD = "year_odd"
    KM = "km"
    KM_ODD = "km_odd"
    OFFER_ODD = "offer_odd"
    OTHER_CAR = "other_car"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBack:
    """What to ask. said, meant: a figure as it was given, and as it may have been meant."""

    what: Ask
    said: int | None = None
    meant: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarAsked:
    """A car whose price is asked, clean and typed. km: None when it was not said."""

    model: str
    model_key: str
    year: int
    km: int | None
    accident: Accident
    fuel: str | None
    trim: str | None
    offered: Money | None
    currency: str | None
    today: date

    @property
    def age(self) -> float:
        """Years since the middle of the first year, on the day of the question."""
        return age_of(self.year, self.today)


def age_of(year: int, day: date) -> float:
    """Years of a car on a day, counted from the middle of its first year; never below 0."""
    return max(0.0, (day - date(year, 7, 1)).days / 365.25)


def car_asked(item: PriceItem, today: date) -> CarAsked | AskBack:
    """The car, or the first thing that is missing or cannot be as it was said."""
    if not (item.model or "").strip():
        return AskBack(what=Ask.MODEL)
    if item.year is None:
        return AskBack(what=Ask.YEAR)
    odd = _odd_year(item.year, today) or _odd_km(item, today) or _odd_offer(item)
    return odd or _car(item, today)


def _car(item: PriceItem, today: date) -> CarAsked:
    key = model_key(item.model or "")
    known = KNOWN_MODELS.get(key)
    offered = None
    if item.offered is not None:
        offered = Money(amount=round(item.offered), currency=_currency(item) or WON)
    return CarAsked(
        model=known.name if known else (item.model or "").strip(),
        model_key=key,
        year=item.year or today.year,
        km=item.km,
        accident=read_accident(item.accident),
        fuel=read_fuel(item.fuel),
        trim=(item.trim or "").strip() or None,
        offered=offered,
        currency=_currency(item),
        today=today,
    )


def _currency(item: PriceItem) -> str | None:
    code = (item.currency or "").strip().upper()
    return code or None


def _odd_year(year: int, today: date) -> AskBack | None:
    if EARLIEST_YEAR <= year <= today.year + 1:
        return None
    whole = 2000 + year
    meant = whole if 0 < year < 100 and whole <= today.year + 1 else None
    return AskBack(what=Ask.YEAR_ODD, said=year, meant=meant)


def _odd_km(item: PriceItem, today: date) -> AskBack | None:
    """3.5만 or 35만: a reading that no car of this year has, and the one that is likely meant."""
    if item.km is None or item.year is None or km_is_plausible(item.km, item.year, today):
        return None
    readings = (item.km // 10, item.km * 10, item.km * TEN_THOUSAND)
    meant = next((km for km in readings if km and km_is_plausible(km, item.year, today)), None)
    return AskBack(what=Ask.KM_ODD, said=item.km, meant=meant)


def km_is_plausible(km: int, year: int, today: date) -> bool:
    """Whether a car of this year may have run so far."""
    years = max(0, today.year - year)
    if years < YEARS_OF_A_NEW_CAR:
        return 0 <= km <= MOST_KM_OF_A_NEW_CAR * (years + 1)
    most = min(MOST_PLAUSIBLE_KM, MOST_KM, (years + 1) * MOST_KM_A_YEAR)
    return (years - 1) * LEAST_KM_A_YEAR <= km <= most


def _odd_offer(item: PriceItem) -> AskBack | None:
    """1500 is meant in units of 10,000 won."""
    currency = _currency(item) or WON
    if item.offered is None or price_is_possible(round(item.offered), currency):
        return None
    scaled = round(item.offered * TEN_THOUSAND)
    meant = scaled if currency == WON and price_is_possible(scaled, currency) else None
    return AskBack(what=Ask.OFFER_ODD, said=round(item.offered), meant=meant)
