"""One way of writing for sums of money and for heights, whichever sign or unit stands with them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nightcrew.domain.late_pattern import LatePattern

# Each currency: what stands before a figure, behind it in English and behind it in Korean.
_CURRENCIES: Mapping[str, tuple[str, str, str]] = {
    "dollars": (r"US\$|\$|usd", r"u\.?s\.? dollars?|dollars?|bucks?|usd", r"달러|달라|딸라|불|usd"),
    "euros": (r"€|eur", r"euros?|eur|€", r"유로|eur|€"),
    "sterling": (r"£|gbp", r"pounds? sterling|quid|gbp|£", r"파운드\s?스털링|gbp|£"),
    "yen": (r"¥|jpy", r"yen|jpy|¥", r"엔화|엔|jpy|¥"),
    "yuan": (r"cny|rmb", r"yuan|renminbi|rmb|cny", r"위안화|위안|cny|rmb"),
    "won": (r"₩|￦|krw", r"won|krw|₩", r"원|krw|₩"),
}  # fmt: skip
_IN_KOREAN: Mapping[str, str] = {
    "dollars": "달러", "euros": "유로", "sterling": "파운드", "yen": "엔", "yuan": "위안",
    "won": "원",
}  # fmt: skip
_IN_ENGLISH: Mapping[str, str] = {name: f" {name}" for name in _CURRENCIES}
_FIGURE = r"\d[\d,]*(?:\.\d+)?"
_SCALE = r"(?:\s?(?:hundred|thousand|million|billion|grand|[mk])\b|[십백천만억]+)?"
_BEFORE = {
    name: LatePattern(rf"(?<![\w$])(?:{before})\s?(?P<sum>{_FIGURE}{_SCALE})", re.IGNORECASE)
    for name, (before, _, _) in _CURRENCIES.items()
}
_BEHIND = {
    name: LatePattern(rf"(?<=\d)\s?(?:{behind})(?![a-z])", re.IGNORECASE)
    for name, (_, behind, _) in _CURRENCIES.items()
}
_BEHIND_IN_KOREAN = {
    name: LatePattern(
        rf"(?<=\d)\s?(?:{behind})(?![a-z]|고기|닭|[가-힣](?<=엔[진터])|피스|룸|래)", re.IGNORECASE
    )
    for name, (_, _, behind) in _CURRENCIES.items()
}
_HAS_A_SIGN = LatePattern(r"[$€£¥₩￦]|usd|eur|gbp|jpy|cny|rmb|krw", re.IGNORECASE)
_BEHIND_A_FIGURE = LatePattern(
    r"\d\s?(?:[$€£¥₩￦]|usd|eur|gbp|jpy|cny|rmb|krw|u\.?s\.? d|dollar|buck|quid|pounds? s|yen"
    r"|yuan|renm|won|달[러라]|딸라|불|유로|파운드|엔|위안|원)",
    re.IGNORECASE,
)
# A height in metres or in feet: 1미터 58, 1m58, 5'2", 5 foot 2.
_METRES = LatePattern(
    r"(?<![\d.])(?:(?P<whole>[12])\s?(?:m|미터)\s?|(?P<point>[12])\.)(?P<rest>\d{2})"
    r"(?(whole)\s?(?:cm|센[티치](?:미터)?)?|\s?(?:m|미터))(?![\da-z])",
    re.IGNORECASE,
)
_FEET = LatePattern(
    r"(?<![\d.])(?P<feet>[4-7])(?:\s?['’′]\s?|[\s-]?(?:ft|foot|feet)\b\.?[\s-]?)"
    r"(?P<inches>\d{1,2})(?:\s?(?:[\"”″]|''|in(?:ch(?:es)?)?\b)|-in(?:ch(?:es)?)?\b)?(?!\d)",
    re.IGNORECASE,
)
# Pounds that are no weight: what is paid, owed or earned by the month.
_OF_MONEY = LatePattern(
    r"\b(?:rent|pay(?:s|ing)?|paid|cost(?:s|ing)?|ow(?:e|es|ed|ing)|earn(?:s|ed|ing)?|sp[ea]nt|spend"
    r"|sav(?:e|es|ed|ing|ings)|price[ds]?|salary|wages?|fees?|fined?|bills?|loans?|debts?|bought"
    r"|worth|charged?|budget|deposit|mortgage|overdraft|bonus|inherit(?:ed|ance)?|(?:a|an|per) "
    r"(?:hour|month|year))\b",
    re.IGNORECASE,
)
_POUNDS = LatePattern(r"(?<=\d)\s?pounds?\b", re.IGNORECASE)


def with_plain_sums(text: str, *, korean: bool) -> str:
    """The text with the name of a currency behind each sum: $19 and 19 bucks → 19 dollars."""
    named = _IN_KOREAN if korean else _IN_ENGLISH
    if _HAS_A_SIGN.search(text):
        for name, pattern in _BEFORE.items():
            text = pattern.sub(rf"\g<sum>{named[name]}", text)
    if _BEHIND_A_FIGURE.search(text):
        for name, pattern in (_BEHIND_IN_KOREAN if korean else _BEHIND).items():
            text = pattern.sub(named[name], text)
    return _POUNDS.sub(" sterling", text) if _OF_MONEY.search(text) else text


def with_plain_heights(text: str) -> str:
    """The text with heights in one unit of each system: 1미터 58 → 158cm, 5'2" → 62 inches."""
    plain = _METRES.sub(_in_centimetres, text)
    return _FEET.sub(_in_inches, plain)


def _in_centimetres(match: re.Match[str]) -> str:
    return f"{match['whole'] or match['point']}{match['rest']}cm"


def _in_inches(match: re.Match[str]) -> str:
    return f"{int(match['feet']) * 12 + int(match['inches'])} inches"
