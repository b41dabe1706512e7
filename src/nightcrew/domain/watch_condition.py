"""A condition of a watch as a limit that code can hold numbers against, where it is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from nightcrew.domain.figures import Amount, amounts
from nightcrew.domain.words import fold


class Side(StrEnum):
    """On which side of the limit the news lies."""

    BELOW = "below"
    ABOVE = "above"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A number and the side on which it is news.

    included: the number itself is news too. measure: an ISO currency or a unit; empty for a bare
    number, which goes by the one currency its results use.
    """

    side: Side
    included: bool
    value: Decimal
    measure: str = ""

    def holds(self, value: Decimal) -> bool:
        """Whether a number lies on the side of the news."""
        if value == self.value:
            return self.included
        return value < self.value if self.side is Side.BELOW else value > self.value


_UNITS: Mapping[str, str] = {
    "%": "%", "퍼센트": "%", "percent": "%", "프로": "%", "도": "°C", "℃": "°C", "°c": "°C",
    "°": "°C", "degrees": "°C", "km": "km", "킬로": "km", "점": "점", "points": "점",
    "포인트": "점", "개": "개", "자리": "자리", "석": "자리", "seats": "자리", "명": "명",
    "mm": "mm", "㎜": "mm", "cm": "cm", "㎍/㎥": "㎍", "마이크로그램": "㎍",
}  # fmt: skip
_UNIT = re.compile(
    rf"\s?({'|'.join(map(re.escape, sorted(_UNITS, key=len, reverse=True)))})(?![a-z])",
    re.IGNORECASE,
)
_MONEY_BEHIND = re.compile(
    r"\s?(?:원|달러|불|유로|엔|파운드|위안|won\b|krw\b|dollars?\b|usd\b|bucks\b|euros?\b|eur\b"
    r"|pounds\b|gbp\b|yen\b|jpy\b|yuan\b|[₩$€£¥])",
    re.IGNORECASE,
)
# What stands behind an amount, the narrower sayings first: (side, included, words).
_BEHIND: tuple[tuple[Side, bool, re.Pattern[str]], ...] = tuple(
    (side, included, re.compile(rf"\s?(?:선|선을|짜리)?\s?(?:{said})", re.IGNORECASE))
    for side, included, said in (
        (Side.BELOW, True, r"(?:[을를이가은는]\s?)?(?:안\s?넘|넘지\s?(?:않|마|말))"),
        (Side.BELOW, True, r"이하|이내|안쪽|안으로|까지(?:만|로)?\s?(?:떨어|내려|내리|낮)"),
        (Side.BELOW, True, r"(?:으)?로\s?(?:떨어|내려|내리|낮아)"),
        (Side.BELOW, True, r"or (?:less|below|under|cheaper|lower)"),
        (Side.BELOW, False, r"미만|밑|아래|언더|(?:[이가을를은는]\s?)?(?:깨[지져고]|깨면|무너)"),
        (Side.BELOW, False, r"보다\s?(?:더\s)?(?:싸|싼|저렴|낮|적|떨어|내려|밑|아래)"),
        (Side.BELOW, False, r"도\s?안\s?(?:되|하|돼)|(?:이|가)?\s?안\s?(?:되|돼)"),
        (Side.ABOVE, True, r"이상(?!\s?(?:떨|내려|내리|할인|오르|올))"),
        (Side.ABOVE, True, r"(?:[을를]\s?)?(?:돌파|찍)|까지\s?(?:오르|올라|뛰|높아)"),
        (Side.ABOVE, True, r"(?:으)?로\s?(?:오르|올라|뛰|높아)|or (?:more|above|over|higher)"),
        (Side.ABOVE, False, r"초과|(?:[을를이가은는]\s?)?(?:넘|웃돌)|위로"),
        (Side.ABOVE, False, r"보다\s?(?:더\s)?(?:비싸|높|많|오르|올라)"),
    )
)
_BEFORE: tuple[tuple[Side, bool, re.Pattern[str]], ...] = tuple(
    (side, included, re.compile(rf"(?:{said})\s*[₩￦$€£¥]?\s?$", re.IGNORECASE))
    for side, included, said in (
        (Side.BELOW, True, r"<=|≤|\b(?:at most|no more than|not (?:more than|over|above)|up to"
         r"|(?:drops?|falls?|go(?:es)?|comes?) (?:down )?to)"),
        (Side.BELOW, False, r"(?<!=)<|\b(?:below|under|beneath|less than|cheaper than|lower than"
         r"|fewer than)"),
        (Side.ABOVE, True, r">=|≥|\b(?:at least|no less than|reach(?:es)?|hits?|(?:rises?|climbs?"
         r"|go(?:es)? up) to)"),
        (Side.ABOVE, False, r"(?<!=)>|\b(?:above|over|more than|higher than|exceeds?|beyond)"),
    )
)  # fmt: skip
# Sums that are no price: what is taken off, given on top, paid back, part of it or past.
_NO_PRICE_BEHIND = re.compile(
    r"\s?(?:원|달러|won|dollars?)?(?:씩)?\s?(?P<kind>할인|쿠폰|적립|페이백|캐시백|캐쉬백|추가|상당|포인트"
    r"|절약|환급|할부|[x×*]\s?\d+|/\s?(?:월|mo(?:nth)?\b)|(?:a|per|each) month\b|off\b|discount"
    r"|coupon|cash ?back|saved?\b|credit|(?:in )?(?:shipping|delivery|taxes|fees)\b)",
    re.IGNORECASE,
)
_NO_PRICE_BEFORE = re.compile(
    r"(?P<kind>할인|쿠폰|적립|보증금|수수료|유류할증료|배송|배달|택배|연회|세금|공항세|보험료|할부|월납"
    r"|(?<![가-힣\d])월|매월|매달|한\s?달에|save|discount|fees?|deposit|tax(?:es)?|shipping|delivery"
    r"|(?<![a-z])was|before)"
    r"(?:금|비|액|료)?\s?(?:(?:of|and|fees|only|납입금?|최대|단돈)\s)?[:：]?\s?[₩$€£¥]?$",
    re.IGNORECASE,
)
_MINUS = re.compile(r"(?:영하\s?|\bminus\s|(?<![\d도℃°])[-−–])$", re.IGNORECASE)
_FREEZING = re.compile(r"영하(?!\s?\d)|\bbelow (?:zero|freezing)\b|빙점\s?아래", re.IGNORECASE)
_DEGREES = "°C"


def limit_of(condition: str) -> Limit | None:
    """The one limit a condition names; None for none, or for several, which need reading."""
    text = fold(condition)
    found = list(_limits(text))
    if not found and _FREEZING.search(text):
        return Limit(side=Side.BELOW, included=False, value=Decimal(0), measure=_DEGREES)
    return found[0] if len(found) == 1 else None


def _limits(text: str) -> Iterator[Limit]:
    for amount in amounts(text):
        end, measure = _measured(text, amount)
        sided = _side(text, amount.start, end)
        if sided is not None:
            side, included = sided
            value = _signed(text, amount, measure)
            yield Limit(side=side, included=included, value=value, measure=measure)


def _measured(text: str, amount: Amount) -> tuple[int, str]:
    """Where an amount with its unit ends, and the unit."""
    if amount.currency is not None:
        behind = _MONEY_BEHIND.match(text, amount.end)
        return (behind.end() if behind else amount.end), amount.currency
    unit = _UNIT.match(text, amount.end)
    return (unit.end(), _UNITS[unit[1].lower()]) if unit else (amount.end, "")


def _signed(text: str, amount: Amount, measure: str) -> Decimal:
    """A number as it is meant: only degrees go below zero."""
    cold = measure == _DEGREES and _MINUS.search(text[max(0, amount.start - 8) : amount.start])
    return -amount.value if cold else amount.value


def _side(text: str, start: int, end: int) -> tuple[Side, bool] | None:
    for side, included, said in _BEHIND:
        if said.match(text, end):
            return side, included
    before = text[max(0, start - 32) : start]
    for side, included, said in _BEFORE:
        if said.search(before):
            return side, included
    return None


def news_in(text: str, limit: Limit, asked: str = "") -> tuple[Decimal, ...]:
    """The numbers of a text that meet a limit, the best first; sums taken off or added are none.

    asked: the words of the watch; a fee or an instalment that they name is what is waited for.
    """
    plain, wanted = fold(text), fold(asked)
    measured = [(amount, _measured(plain, amount)[1]) for amount in amounts(plain)]
    priced = [
        (_signed(plain, amount, of), of)
        for amount, of in measured
        if not _is_no_price(plain, amount, wanted)
    ]
    measure = limit.measure or only_currency(text)
    news = {value for value, of in priced if measure and of == measure and limit.holds(value)}
    return tuple(sorted(news, reverse=limit.side is Side.ABOVE))


def _is_no_price(text: str, amount: Amount, asked: str) -> bool:
    if not _is_currency(_measured(text, amount)[1]):
        return False
    before = text[max(0, amount.start - 24) : amount.start]
    found = _NO_PRICE_BEHIND.match(text, amount.end) or _NO_PRICE_BEFORE.search(before)
    return found is not None and found["kind"].strip("/ ").lower() not in asked.lower()


def only_currency(text: str) -> str:
    """The currency of a text's sums where there is just one; else empty."""
    plain = fold(text)
    money = {_measured(plain, each)[1] for each in amounts(plain)}
    used = [each for each in money if _is_currency(each)]
    return used[0] if len(used) == 1 else ""


def _is_currency(measure: str) -> bool:
    return len(measure) == 3 and measure.isascii() and measure.isupper()
