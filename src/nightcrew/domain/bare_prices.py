"""Prices told without a unit, as people speak of cars: 천오백 정도, 1,900이면, 20 grand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from nightcrew.domain.figures import amounts, value_of
from nightcrew.domain.price.units import TEN_THOUSAND
from nightcrew.domain.tool_guide import Lean, Tool, ToolGuide

LEAST, BEYOND = 100, 100_000  # outside, a bare number is no price of a car in 만 원
_YEARS = (1950, 2035)

_DIGIT = "[일이삼사오육칠팔구]"
_HUNDREDS = rf"(?:{_DIGIT}|\d)?백(?:\s?(?:{_DIGIT}|\d)?십)?"
_LETTERS = (
    rf"(?:{_DIGIT}|\d(?:\.\d)?)?\s?천(?:\s?\d{{3}}(?!\d)|\s?{_HUNDREDS})?(?:\s?(?:{_DIGIT}|\d)?십)?"
    rf"|{_HUNDREDS}"
)
_ABOUT = (
    r"\s?(?:정도|쯤|선(?![가-힣])|선[이에은을으]|초반|중반|후반|언저리|안팎|내외|사이|이하|이상|미만|밑|아래"
    r"|넘|대\s?(?:초|중|후)|대(?:예요|이에요|면|로|에서|가|는|[\s,.!?]|$))"
)
_TRADED = (
    r"(?:부르|불러|불렀|깎|빼|내려|내리|낮|높|올|싸|싼|비싸|비싼|저렴|적당|적정|무난|괜찮|좋|받|주[세시면고]|준|달[라래]"
    r"|사[세시요면도]|살|팔|판|나가|나온|나와|거래|제시|견적|매입|넘기|가져|잡|생각|더\s|덜\s|월\s)"
)
_PARTICLE = (
    r"(?:이면|면|이라|이에|이고|이나|이요|요|예요|은|는|을|를|이|도|까지|부터|에서|으로|로|보다|짜리|씩"
    rf"|에(?=\s?{_TRADED}|[\s,.!?]*$))"
)
_TAIL = rf"(?={_ABOUT}|{_PARTICLE}|\s?[~〜–-]|\s{_TRADED}|\s?[,.!?)]|$)"
_COUNTED = re.compile(
    r"\s?(?:정도\s?|쯤\s?)?(?:km|㎞|킬로|키로|m\b|마일|mile|mi\b|cc|시시|명(?!의)|개|번|회(?!사)|걸음"
    r"|건(?!네)|권|장|평|톤|살(?!\s?만)|시간|분|배|점|년|마력|토크|리터|kg|그램|%|퍼센트|프로|가지|군데|곳|자"
    r"|일(?=[\s,.!?]|에|이내|동안|간|부터|까지|$)|원|달러|불(?![가-힣])|유로|엔(?![가-힣])|won|usd|krw|\d)",
    re.IGNORECASE,
)
_DRIVEN_BEHIND = re.compile(r"[^,.!?]{0,8}(?:탔|탄\s|탄$|뛰|뛴|달린|달렸|주행|굴)")
_DRIVEN_BEFORE = re.compile(r"(?:주행|거리|키로|킬로|km|mileage)\D{0,8}$", re.IGNORECASE)
_KOREAN = re.compile(
    rf"(?<![가-힣\d.,A-Za-z:/#-])(?<![만억천]\s)"
    rf"(?:(?P<letters>{_LETTERS})|(?P<figure>\d[\d,]*\d)(?!,?\d|\s?[만억천백십]|-\d{{4}}))"
    rf"(?![A-Za-z가-힣]*\d){_TAIL}"
)
# 천 and 백 alone are words of their own, also 백 번, 천 시트
_ALONE = re.compile(rf"[천백](?!{_ABOUT})")
_ENGLISH_SCALE = re.compile(r"(?:thousand|grand|million|mil|k|m)$", re.IGNORECASE)
_ENGLISH = re.compile(
    r"\b(?:for|around|about|at|pay|offer\w*|ask\w*|worth|say|near|between|and|to|is|was|below|under"
    r"|above|over|costs?)\s(?:only\s|just\s|about\s|around\s|roughly\s)?"
    r"(?P<figure>\d{1,3}(?:,\d{3})+|\d{4,6})(?![\d,.]*\d)",
    re.IGNORECASE,
)
_COUNTED_IN_ENGLISH = re.compile(
    r"[\s-]?(?:km|kilomet\w+|miles?|mi|cc|units?|cars?|listings?|people|on the (?:clock|odometer)"
    r"|driven|won|dollars?|usd|krw|euros?|pounds?)\b",
    re.IGNORECASE,
)


def tells_prices(guides: Mapping[Tool, ToolGuide]) -> bool:
    """Whether a crew is about what things sell for, so that its bare numbers are prices."""
    price = guides.get(Tool.PRICE)
    return price is not None and price.lean is Lean.FAVOUR


def bare_prices(text: str) -> frozenset[Decimal]:
    """Every price a text tells without a unit, in whole won or in whatever its English counts.

    Only for texts that speak of what a car sells for: elsewhere a bare number may be anything.
    """
    return frozenset((*_in_korean(text), *_in_english(text)))


def _in_korean(text: str) -> Iterator[Decimal]:
    for match in _KOREAN.finditer(text):
        value = _value(match)
        if LEAST <= value < BEYOND and not _is_something_else(text, match, value):
            yield value * TEN_THOUSAND  # a bare price in Korean counts 만 원


def _value(match: re.Match[str]) -> Decimal:
    if match["figure"]:
        return Decimal(match["figure"].replace(",", ""))
    return value_of(match["letters"])


def _is_something_else(text: str, match: re.Match[str], value: Decimal) -> bool:
    """A year, a distance, a count; or a word that only looks like a number."""
    if (
        match["letters"]
        and len(match["letters"].strip()) == 1
        and _ALONE.match(text, match.end() - 1)
    ):
        return True
    if _COUNTED.match(text, match.end()) or _DRIVEN_BEHIND.match(text, match.end()):
        return True
    return _is_year(match["figure"], value) or bool(
        _DRIVEN_BEFORE.search(text[max(0, match.start() - 14) : match.start()])
    )


def _is_year(figure: str | None, value: Decimal) -> bool:
    if not figure or "," in figure:
        return False
    first, last = _YEARS
    return first < value < last and value % 50 != 0


def _in_english(text: str) -> Iterator[Decimal]:
    for amount in amounts(text):
        words = text[amount.start : amount.end]
        scaled = amount.currency is None and _ENGLISH_SCALE.search(words)
        if scaled and amount.value >= 1_000 and not _COUNTED_IN_ENGLISH.match(text, amount.end):
            yield amount.value
    for match in _ENGLISH.finditer(text):
        value = Decimal(match["figure"].replace(",", ""))
        counted = _COUNTED_IN_ENGLISH.match(text, match.end())
        if not counted and not _is_year(match["figure"], value):
            yield value
