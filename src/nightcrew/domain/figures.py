"""Numbers and sums of money in Korean and English text, whatever way they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

_KOREAN_DIGITS: Mapping[str, int] = {
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9,
}  # fmt: skip
_SMALL: Mapping[str, int] = {"십": 10, "백": 100, "천": 1000}
_BIG: Mapping[str, int] = {"만": 10**4, "억": 10**8, "조": 10**12}
_COUNTED: Mapping[str, int] = {
    "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "여섯": 6,
    "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40,
    "쉰": 50, "예순": 60, "일흔": 70, "여든": 80, "아흔": 90, "하루": 1, "이틀": 2,
    "사흘": 3, "나흘": 4, "열흘": 10, "보름": 15,
}  # fmt: skip
_ENGLISH: Mapping[str, int] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "once": 1, "twice": 2,
}  # fmt: skip
_ENGLISH_SCALES: Mapping[str, int] = {
    "hundred": 100, "thousand": 1000, "k": 1000, "grand": 1000, "million": 10**6, "m": 10**6,
    "mil": 10**6, "billion": 10**9, "bn": 10**9,
}  # fmt: skip
_CURRENCIES: Mapping[str, str] = {
    "원": "KRW", "₩": "KRW", "￦": "KRW", "won": "KRW", "krw": "KRW", "$": "USD", "달러": "USD",
    "불": "USD", "dollar": "USD", "dollars": "USD", "usd": "USD", "bucks": "USD", "€": "EUR",
    "유로": "EUR", "euro": "EUR", "euros": "EUR", "eur": "EUR", "£": "GBP", "파운드": "GBP",
    "pounds": "GBP", "gbp": "GBP", "¥": "JPY", "엔": "JPY", "yen": "JPY", "jpy": "JPY",
    "위안": "CNY", "yuan": "CNY", "cny": "CNY",
}  # fmt: skip

_FIGURE = r"\d[\d,]*(?:\.\d+)?"
_KOREAN_NUMBER = (
    rf"(?:(?:{_FIGURE}\s?|[일이삼사오육칠팔구])?[십백천만억조]"
    rf"(?:\s?(?={_FIGURE}\s?[십백천만억조원]|[일이삼사오육칠팔구]?[십백천만]))?)+"
    rf"(?:{_FIGURE})?"
)
_ENGLISH_NUMBER = (
    rf"(?:{_FIGURE}|{'|'.join(_ENGLISH)}|a|half a)(?:[\s-](?:{'|'.join(_ENGLISH)}))?"
    r"(?:(?:\s?(?:hundred|thousand|grand|million|billion|mil|bn|k|m)\b)+"
    r"|(?<=[a-z])(?=\s(?:dollars?|won|euros?|bucks|pounds|yen)\b))"
)
_NUMBER = re.compile(
    rf"(?<![\d.,A-Za-z])(?:(?P<english>{_ENGLISH_NUMBER})|(?P<korean>{_KOREAN_NUMBER})"
    rf"|(?P<figure>{_FIGURE}))",
    re.IGNORECASE,
)
# 서른둘, 스물다섯 살: a ten and what is counted above it.
_COUNTED_TENS = "열|스물|서른|마흔|쉰|예순|일흔|여든|아흔"
_COUNTED_ONES = "하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉"
_ENGLISH_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ENGLISH_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORD = re.compile(
    rf"(?<![가-힣])(?:(?P<tens>{_COUNTED_TENS})(?P<ones>{_COUNTED_ONES})"
    rf"|(?P<counted>{'|'.join(sorted(_COUNTED, key=len, reverse=True))}))"
    r"(?=\s?(?:명|개|살|마리|번|시|달|잔|병|권|대|층|판|군데|가지|분|사람|곳|벌|채|켤레|해|주"
    r"|끼)|[은는이가을를뿐째\s,.!?]|$)"
    rf"|\b(?P<tens_en>{_ENGLISH_TENS})[\s-](?P<ones_en>{_ENGLISH_ONES})\b"
    rf"|\b(?P<word>{'|'.join(_ENGLISH)})\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"([₩￦$€£¥]|(?<![A-Za-z])(?:KRW|USD|EUR|GBP|JPY|CNY))\s?$", re.IGNORECASE)
_AFTER = re.compile(
    r"\s?(원|달러|불(?![가-힣])|유로|엔(?![가-힣])|파운드|위안|(?:won|krw|dollars?|usd"
    r"|bucks|euros?|eur|pounds|gbp|yen|jpy|yuan)(?![A-Za-z\d])|[₩$€£¥])",
    re.IGNORECASE,
)
# Numbers in letters are known by two scales or by the money behind; 이천 alone is a town.
_TWO_SCALES = re.compile(r"[십백천만억조].*[십백천만억조]")
_AFTER_LETTERS = re.compile(
    r"(?=\s?원|\s?(?:정도|쯤|까지|이하|이상|대|안팎)|[이은을도](?=[\s,.!?]|$)|으로|이[다면에]"
    r"|[\s,.!?~]|$)"
)
_WON = re.compile(r"\s?원(?!래|인[가-힣\s]|하[는고]|서|룸|피스|본)")
# Counted in Chinese numerals, by units that make no other word with one: no 이번, 육회, 사위.
_ORDINAL = re.compile(
    r"(?<![가-힣\d])(?P<number>[일이삼사오육칠팔구]?십?[일이삼사오육칠팔구]|[이삼사오육칠팔구]?십)"
    r"(?P<unit>\s?(?:등급|학년|개월|등|급|층|년))(?=째|차|씩|생|짜리"
    r"|[은는이가을를에의로도야]|[\s,.!?~]|$)"
)
_RANGE = re.compile(rf"(?P<first>{_FIGURE})\s?(?:~|〜|–|-|에서|부터)\s?$")
_NOT_MONEY = re.compile(
    r"\s?(?:km|㎞|킬로|키로|명|개|대|부(?![터])|년|보|번|회|걸음|건|권|자|장|평|톤|살|시간|분|배"
    r"|종|점|m\b|mile|people|users|times|years)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number in a text; currency: ISO code, None when it is no money."""

    start: int
    end: int
    value: Decimal
    currency: str | None


def amounts(text: str) -> tuple[Amount, ...]:
    """Every number in figures, Korean scales (2천5백만) or English scales (2.5 million)."""
    found: list[Amount] = []
    for match in _NUMBER.finditer(text):
        value, scale = _value(match)
        currency = _currency(text, match)
        known = currency is not None or _has_figures(match) or _in_letters(text, match)
        if value is None or not known:
            continue
        found += _range_start(text, match, scale, currency)
        found.append(Amount(start=match.start(), end=match.end(), value=value, currency=currency))
    return _without_overlaps(found)


def money(text: str) -> tuple[Amount, ...]:
    """Every sum of money in a text."""
    return tuple(amount for amount in amounts(text) if amount.currency is not None)


def numbers(text: str) -> frozenset[Decimal]:
    """Every number a text names, counting words included: 둘, 세 명, three."""
    return frozenset(each.value for each in (*counted_words(text), *amounts(text)))


def counted_words(text: str) -> tuple[Amount, ...]:
    """Every number that a text counts in words: 둘, 세 명, three."""
    return tuple(
        Amount(
            start=match.start(),
            end=match.end(),
            value=Decimal(_counted(match)),
            currency=None,
        )
        for match in _WORD.finditer(text)
    )


def value_of(words: str) -> Decimal:
    """The value of a number in Korean scales: 천오백, 2천5백만, 3.5만."""
    return _korean_value(words)[0]


def _counted(match: re.Match[str]) -> int:
    if match["tens"]:
        return _COUNTED[match["tens"]] + _COUNTED[match["ones"]]
    if match["tens_en"]:
        return _ENGLISH[match["tens_en"].lower()] + _ENGLISH[match["ones_en"].lower()]
    return _COUNTED[match["counted"]] if match["counted"] else _ENGLISH[match["word"].lower()]


def with_plain_numbers(text: str) -> str:
    """The text with Korean numbers in digits: 1,200만 원, 천이백만원 → 12000000원, 삼등 → 3등."""
    text = _ORDINAL.sub(_in_digits, text)
    parts: list[str] = []
    done = 0
    for match in _NUMBER.finditer(text):
        if not match["korean"] or not (_has_figures(match) or _in_letters(text, match)):
            continue
        value, _ = _korean_value(match["korean"])
        won = _WON.match(text, match.end())
        before = match["korean"][: len(match["korean"]) - len(match["korean"].lstrip())]
        parts += [
            text[done : match.start()],
            before,
            f"{value.quantize(Decimal(1)) if value == value.to_integral_value() else value:f}",
            "원" if won else "",
        ]
        done = won.end() if won else match.end()
    return "".join([*parts, text[done:]])


def _in_digits(match: re.Match[str]) -> str:
    return f"{_korean_value(match['number'])[0]:f}{match['unit']}"


def _in_letters(text: str, match: re.Match[str]) -> bool:
    """Whether letters of a number are one, and no part of a word: 천이백만, not 하지만."""
    words = match["korean"]
    if not words or _has_figures(match):
        return False
    start = match.start() + len(words) - len(words.lstrip())
    alone = not ("가" <= text[max(0, start - 1) : start] <= "힣")
    named = _AFTER_LETTERS.match(text, match.end()) is not None
    money = _AFTER.match(text, match.end()) is not None
    return alone and named and (money or _TWO_SCALES.search(words) is not None)


def _value(match: re.Match[str]) -> tuple[Decimal | None, int]:
    if match["english"]:
        return _english_value(match["english"].lower())
    if match["korean"]:
        return _korean_value(match["korean"])
    return _figure(match["figure"]), 1


def _figure(figure: str) -> Decimal:
    return Decimal(figure.replace(",", ""))


def _korean_value(words: str) -> tuple[Decimal, int]:
    total = section = Decimal(0)
    number: Decimal | None = None
    scale = 1
    for piece in re.findall(rf"{_FIGURE}|[가-힣]", words):
        if piece in _BIG:
            scale = _BIG[piece]
            whole = section + (number or Decimal(0))
            total, section, number = total + (whole or Decimal(1)) * scale, Decimal(0), None
        elif piece in _SMALL:
            section, number = (
                section + (Decimal(1) if number is None else number) * _SMALL[piece],
                None,
            )
        else:
            number = Decimal(_KOREAN_DIGITS[piece]) if piece in _KOREAN_DIGITS else _figure(piece)
    if words.rstrip()[-1] in "천백" and _BIG["억"] <= total < _BIG["조"]:
        section *= _BIG["만"]  # 1억 2천 is said for 1억 2천만
    return total + section + (number or Decimal(0)), scale


def _english_value(words: str) -> tuple[Decimal, int]:
    value, scale = Decimal(0), 1
    for piece in re.findall(rf"{_FIGURE}|[a-z]+", words):
        if piece in _ENGLISH_SCALES:
            scale *= _ENGLISH_SCALES[piece]
        elif piece[0].isdigit():
            value += _figure(piece)
        else:
            value += Decimal("0.5") if piece == "half" else _ENGLISH.get(piece, 0)
    return (value or Decimal(1)) * scale, scale


def _currency(text: str, match: re.Match[str]) -> str | None:
    before = _BEFORE.search(text[max(0, match.start() - 5) : match.start()])
    after = _AFTER.match(text, match.end())
    if before or after:
        sign = before[1] if before else after[1] if after else ""
        return _CURRENCIES[sign.lower()]
    large = match["korean"] is not None and match["korean"].rstrip()[-1] in _BIG
    written = large and (_has_figures(match) or _in_letters(text, match))
    return "KRW" if written and not _NOT_MONEY.match(text, match.end()) else None


def _has_figures(match: re.Match[str]) -> bool:
    return match["figure"] is not None or any(letter.isdigit() for letter in match.group())


def _range_start(
    text: str, match: re.Match[str], scale: int, currency: str | None
) -> Iterator[Amount]:
    begin = max(0, match.start() - 24)
    first = _RANGE.search(text[begin : match.start()])
    if first is None or scale == 1:
        return
    yield Amount(
        start=begin + first.start("first"),
        end=begin + first.end("first"),
        value=_figure(first["first"]) * scale,
        currency=currency,
    )


def _without_overlaps(found: list[Amount]) -> tuple[Amount, ...]:
    kept = {amount.start: amount for amount in found}
    return tuple(kept[start] for start in sorted(kept))
