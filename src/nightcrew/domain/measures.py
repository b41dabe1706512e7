"""One way of writing for what is measured, counted and titled, so that claims compare by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nightcrew.domain.figures import with_plain_numbers
from nightcrew.domain.heads import PEOPLE, PETS
from nightcrew.domain.honorifics import told_plainly
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.note_forms import written_out
from nightcrew.domain.roles import listed
from nightcrew.domain.sums import with_plain_heights, with_plain_sums
from nightcrew.domain.words import in_english, same_signs, stems

_ONES: Mapping[str, int] = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
}  # fmt: skip
_TENS: Mapping[str, int] = {
    "열": 10, "스무": 20, "스물": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70,
    "여든": 80, "아흔": 90,
}  # fmt: skip
_COUNTED = LatePattern(
    rf"(?<![가-힣])(?P<tens>{'|'.join(_TENS)})?(?P<ones>{'|'.join(_ONES)})?"
    r"\s?(?P<unit>번|명|마리|살|잔|병|권|군데|켤레|알|그릇|갑|캔|줄|스푼|숟갈|숟가락|컵|조각|봉지|박스|방울|송이|바퀴|끼)"
    r"(?=째|[이은는을를만도씩나밖뿐에의과와야]|[\s,.!?~]|$)"
)
# The same without a space before it: 거북이두마리.
_COUNTED_IN_A_RUN = LatePattern(
    rf"(?<=[가-힣]{{2}})(?P<tens>)(?P<ones>{'|'.join(list(_ONES)[1:])})(?P<unit>마리|번)"
    r"(?=[은을를만씩]|[\s,.!?~]|$)"
)
# Once is also said of any try: 한 번 가 봤어. Only a single one counts.
_SINGLE = LatePattern(r"\s?(?:만|밖에|뿐)")
# A sum in letters alone, as it is said of money put somewhere, lost or owed: 오백 넣었어.
_SUM = LatePattern(
    r"(?<![가-힣\d])(?P<number>[일이삼사오육칠팔구]?[천백](?:[일이삼사오육칠팔구]백)?)"
    r"(?=(?:을|만|이나)?\s(?:다\s|더\s)?(?:넣|날[렸려린]|잃|벌[었어]|빌[렸려린]|갚|썼|쓴|털|물[렸려린]|떼|꿨"
    r"|부었|모았|투자|대출))"
)
_TITLE = LatePattern(r"(?<=[가-힣])\s씨(?=[은는이가을를에와과랑한의도께야]|[\s.,!?]|$)")
_KOREAN_UNITS: tuple[tuple[LatePattern, str], ...] = (
    (
        LatePattern(
            r"(?<=\d)\s?(?:[kK][gG]|㎏|[킬키]로그램|[kK][mM]|㎞|[킬키]로미터|[킬키]로)(?![a-zA-Z])"
        ),
        "킬로",
    ),
    (LatePattern(r"(?<=\d)\s?(?:[cC][mM]|㎝|센[티치]미터|센[티치])(?![a-zA-Z])"), "센티"),
    (LatePattern(r"(?<=\d)\s?(?:퍼센트|프로)"), "%"),
)
_ENGLISH_UNITS: tuple[tuple[LatePattern, str], ...] = (
    (LatePattern(r"(?<=\d)\s?(?:kgs?|kilograms?|kilos?)\b", re.IGNORECASE), " kilos"),
    (LatePattern(r"(?<=\d)\s?(?:lbs?|pounds?)\b", re.IGNORECASE), " pounds"),
    (LatePattern(r"(?<=\d)\s?(?:cms?|centimet(?:er|re)s?)\b", re.IGNORECASE), " centimeters"),
    (LatePattern(r"(?<=\d)\s?percent\b", re.IGNORECASE), "%"),
)
# How often or the how manieth, with what only underlines it.
# Earned and not a time, which the form of the verb leaves open: 주식으로 번 돈.
_EARNED = LatePattern(r"(?<=[돈로]\s)번(?=\s(?:적|돈|게|거|건|금액))")
# Where something is done, by that: 수능장에 들어갔어.
_SCENE = LatePattern(
    r"(?<=[가-힣])(?<![시공직농매극광목사])장(?=에서?(?:는|도|만)?(?:\s|$))(?<=[가-힣]{3})"
)
# How long it has been so: 채식한 지 5년.
_SINCE = LatePattern(
    r"(?<=[가-힣])\s?지(?:가|는|도)?\s(?=(?:벌써\s|이제\s|거의\s|한\s)?(?:\d+\s?(?:년|개월|달|주|일|시간)|한참|오래|꽤))"
)
# What somebody weighs, told without saying so.
_WEIGHS = LatePattern(r"\bI(?: a|['’])m (?=\d+(?:\.\d+)? (?:pounds|kilos)\b)", re.IGNORECASE)
_WEIGHS_IN_KOREAN = LatePattern(r"(?P<size>\d+(?:\.\d+)?킬로)(?:가|는)?\s?나[가간갑갔]")
_UNDERLINED = LatePattern(r"(?<=\d)(?P<unit>번|명|개|마리|잔|병)(?:째|만|씩|이나)")
_ENGLISH: Mapping[str, int] = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_SCALES: Mapping[str, int] = {"hundred": 100, "thousand": 1000, "grand": 1000, "million": 10**6}
_NUMBER_WORD = "|".join((*_ENGLISH, *_SCALES))
_IN_WORDS = LatePattern(
    rf"\b(?:{_NUMBER_WORD})(?:(?:[\s-]|(?<=hundred)\sand\s|(?<=thousand)\sand\s)"
    rf"(?:{_NUMBER_WORD})\b)*\b",
    re.IGNORECASE,
)
_THOUSANDS = LatePattern(r"(?<![\w.])(?P<figure>\d+(?:\.\d+)?)\s?(?:k|grand)\b", re.IGNORECASE)
# How much, which tells of nothing: a bit of Italian.
_A_BIT = LatePattern(r"\ba (?:little |tiny )?(?:bit|lot)\b(?: of\b)?", re.IGNORECASE)
_FIGURE = LatePattern(r"\d[\d.,]*(?P<unit>[가-힣%]*)")
# What is written with a hyphen, apart or as one is one word: home-schooled, homeschooled.
_HYPHENED = LatePattern(
    r"(?<![\w-])[a-z]+(?:-[a-z]+)+(?![\w-])(?<!-in-law)(?<!-in-laws)", re.IGNORECASE
)
# Numbers that count the noun behind them; small ones are else said of anything.
_COUNTING = LatePattern(
    r"\b(?P<number>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|sixteen|seventeen|eighteen|nineteen)"
    r"(?= (?!of\b|to\b|or\b|and\b|more\b|other\b)[a-z]{2})",
    re.IGNORECASE,
)
_A_COUPLE = LatePattern(r"\ba couple(?: of)?(?= [a-z])", re.IGNORECASE)
_OURS = LatePattern(
    rf"(?<![가-힣])울\s?(?={'|'.join(sorted(each for each in PEOPLE | PETS if each[1:] >= '가'))}"
    r"|집|회사|학교|동네|팀)"
)
# 왼무릎 for 왼쪽 무릎; who is 왼손잡이 is something else.
_SIDE_OF_BODY = LatePattern(
    r"(?<![가-힣])(?P<side>왼|오른)\s?(?=(?:무릎|손|발|팔|다리|눈|귀|어깨|볼|뺨|허벅지|종아리|가슴|골반|엉덩이|갈비|콩팥"
    r"|신장|폐|유방)(?!잡이))"
)
# 27년 3월: the year of a date, told in short.
_SHORT_YEAR = LatePattern(r"(?<!\d)['’]?(?P<year>[2-9]\d)년(?=\s?\d{1,2}월)")
# No ten thousand: 이자만 62만 원.
_ONLY = LatePattern(r"(?<=[가-힣])(?<![일이삼사오육칠팔구십백천수])만(?=\s\d)")
# How often: every other weekend, alternate weeks.
_EVERY_OTHER = LatePattern(
    r"\b(?:every (?:other|second)|alternat(?:e|ing))"
    r"(?= (?:day|week|weekend|month|year|night|morning|evening|(?:sun|mon|tues|wednes|thurs|fri"
    r"|satur)day)s?\b)",
    re.IGNORECASE,
)
# Denials typed without their sign: havent, don’t.
_NO_SIGN = LatePattern(
    r"\b(?P<verb>do|does|did|is|are|was|were|have|has|had|could|would|should|must|wo|ca|ai)n[’´`]?t\b",
    re.IGNORECASE,
)
_YEAR = LatePattern(
    r"\b(?:since|in|from|until|by|of) (?:19|20)\d\d\b(?! (?:dollars|euros|sterling|yen|yuan|won)\b)"
    r"|(?<!\d)(?:19|20)\d\d년",
    re.IGNORECASE,
)
_MONEY = LatePattern(
    r"(?<![\d.,])(?P<won>\d[\d,]{2,})\s?원|[$€£¥₩]\s?(?P<other>\d[\d,.]*\d|\d)"
    r"|(?<![\d.])(?P<named>\d[\d,]*)\s?(?:dollars?|euros?|sterling|yen|yuan|won)\b",
    re.IGNORECASE,
)
_DIGIT = LatePattern(r"\d")
# What is told in these goes on by itself: 2년째 is 3년째 a year later.
_TIMES = listed("년 월 일 주 시 시간 분 초 달 개월 주일 원 year month week day hour minut pm am")


YEAR = "~year"  # the unit of a year


def as_compared(text: str) -> str:
    """The text with plain numbers, one name for each unit, and titles joined to their names."""
    plain = _SIDE_OF_BODY.sub(r"\g<side>쪽 ", _SHORT_YEAR.sub(r"20\g<year>년", same_signs(text)))
    plain = written_out(told_plainly(_ONLY.sub("은", _OURS.sub("우리 ", plain))))
    plain = _TITLE.sub("씨", _A_BIT.sub(" ", _SUM.sub(_as_sum, _EARNED.sub("벌은", plain))))
    plain = _NO_SIGN.sub(r"\g<verb>n't", _EVERY_OTHER.sub("everyother", plain))
    plain = _HYPHENED.sub(_as_one, plain)
    plain = _COUNTED_IN_A_RUN.sub(lambda match: " " + _in_digits(match), plain)
    plain = with_plain_numbers(_COUNTED.sub(_in_digits, plain))
    plain = _IN_WORDS.sub(_in_figures, _THOUSANDS.sub(_in_thousands, plain))
    plain = _COUNTING.sub(_in_figure, _A_COUPLE.sub("2", plain))
    korean = not in_english(plain)
    plain = with_plain_sums(with_plain_heights(plain), korean=korean)
    for written, name in _KOREAN_UNITS if korean else _ENGLISH_UNITS:
        plain = written.sub(name, plain)
    plain = _WEIGHS_IN_KOREAN.sub(r"몸무게 \g<size>", _WEIGHS.sub("I weigh ", plain))
    plain = _SINCE.sub(" ", plain)
    return _SCENE.sub("", _UNDERLINED.sub(r"\g<unit>", plain))


def measured(text: str) -> Iterator[tuple[str, str]]:
    """The figures of a text with the stem of what they count: years, no other times or money."""
    words, years = stems(text), {each.group().split()[-1] for each in _YEAR.finditer(text)}
    for place, word in enumerate(words):
        if word in years:
            yield word, YEAR
            continue
        if not (match := _FIGURE.fullmatch(word)):
            continue
        behind = [each for each in words[place + 1 : place + 2] if each.isascii()]
        unit = match["unit"] or "".join(behind)
        if unit and unit.removesuffix("째") not in _TIMES and not unit[0].isdigit():
            yield word, unit


def sums_of_money(text: str) -> Iterator[str]:
    """The figures of a text, told in plain numbers, that are sums of money."""
    for match in _MONEY.finditer(text) if _DIGIT.search(text) else ():
        yield from stems(match["won"] or match["other"] or match["named"])


def _in_digits(match: re.Match[str]) -> str:
    tens, ones = match["tens"], match["ones"]
    if not (tens or ones):
        return match.group()
    once = match["unit"] == "번" and match.group().startswith("한")
    if once and not _SINGLE.match(match.string, match.end()):
        return match.group()
    return f"{_TENS.get(tens or '', 0) + _ONES.get(ones or '', 0)}{match['unit']}"


def _as_one(match: re.Match[str]) -> str:
    """A hyphened word as one, unless it is a number."""
    words = match.group().lower().split("-")
    numbers = all(word in _ENGLISH or word in _SCALES for word in words)
    return match.group() if numbers else match.group().replace("-", "")


def _in_figure(match: re.Match[str]) -> str:
    return f"{_ENGLISH[match['number'].lower()]}"


def _as_sum(match: re.Match[str]) -> str:
    return f"{match['number']}만 원"


def _in_thousands(match: re.Match[str]) -> str:
    return f"{float(match['figure']) * 1000:.0f}"


def _in_figures(match: re.Match[str]) -> str:
    """A number in words in figures; small ones stay, which are said of anything."""
    words = [word for word in re.split(r"[\s-]+", match.group().lower()) if word != "and"]
    value = _value(words)
    counted = len(words) > 1 and (words[0] != "a" or words[1] in _SCALES)
    return f"{value}" if counted or value >= _ENGLISH["twenty"] else match.group()


def _value(words: list[str]) -> int:
    total = section = 0
    for word in words:
        if word == "hundred":
            section = (section or 1) * 100
        elif word in _SCALES:
            total, section = total + (section or 1) * _SCALES[word], 0
        else:
            section += _ENGLISH[word]
    return total + section
