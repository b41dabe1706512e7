"""Korean words for months and years, their parts, weeks and days, and for feasts."""

from __future__ import annotations

from nightcrew.domain import time_meanings_ko_month as mean
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.time_rules import TimeRule, korean
from nightcrew.domain.time_words_ko import BY_THE_HOUR, LETTER, NAME, PART_OF_DAY, WHICH

_MONTH_WORD = rf"(?:{WHICH}\s?달(?![리라력걀러])|이달(?!의))"
_PART = (
    r"\s?(?P<part>초순|상순|초|중순|하순|말일|말)"
    r"(?=경|쯤|께|에|부터|까지|로|이|엔|의|[\s,.!?~]|$)"
)
# 20일이 접수 마감이에요: the day a thing falls on, and no length as in 20일이 걸려요
_FALLS_ON = (
    r"(?:이|은)\s(?!지나|지난|걸리|걸려|남|넘|더\s|되)(?:\S+\s){0,4}?"
    r"\S*(?:마감|만료|마지막\s?날|기한|납부일|시험일|면접일|예정일|접수일|발표일|결제일|수술일"
    r"|(?<!걸리는\s)(?<!되는\s)날(?=이(?:에요|야|라|고|거|다|니|지|래)|입니|[\s.!~]*$))"
    r"(?!\S*[었였])"
)
_AFTER_DAY = rf"(?=에|엔|부터|까지|날|로\s|쯤|{PART_OF_DAY}|{BY_THE_HOUR}|{_FALLS_ON})"
_YEAR = r"(?P<of>올해|금년|내년|후년|내후년|작년|지난해|재작년)"
_MONTH_NUMBER = r"(?P<month>1[0-2]|0?[1-9])\s?월"
_NUMBER = r"(?:[12]\d|3[01]|0?[1-9])"
_NOT_A_DAY = (
    r"(?!\s?(?:동안|간|째|차|만에|만\s|치|뒤|후(?![보회])|전(?=에|부터|까지|\s|$)|이상|이내|안에))"
)
# 24~25일 · 24일부터 25일 · 24, 25일 · 24일, 25일 · 24일이랑 25일
_DAYS = (
    rf"(?P<day>{_NUMBER})(?:\s?(?:일?\s?[~–-]|일?부터|에서)\s?(?P<last>{_NUMBER})(?=일{_NOT_A_DAY})"
    rf"|(?:(?:일?\s?[,·]\s?|일\s|일?\s?(?:및|하고|이랑|랑|과|와)\s)(?P<more>{_NUMBER})"
    rf"(?=일{_NOT_A_DAY}|일?\s?[,·]\s?{_NUMBER}일{_NOT_A_DAY}))+)?일"
)
_WRITTEN_YEAR = rf"(?:(?P<year>(?:19|20|21)\d\d)년\s?|{_YEAR}\s?)?"
_PLACE = (
    r"(?P<place>(?:첫|두|세|네|다섯)\s?번째|첫째|둘째|셋째|넷째|다섯째|첫|마지막|[1-5]\s?번?째"
    r"|[1-5](?=\s?주차))"
)
_NOT_A_WEEK = r"(?![말년기간제문소식택변사유장]|일\s?동안|\s?마다|\s?내내)"
_OF_A_MONTH = (
    rf"(?:\s|의\s)?{_PLACE}\s?(?:주차?{_NOT_A_WEEK}(?:\s?(?P<weekday>{LETTER}){NAME}(?!\s?마다))?"
    rf"|(?P<only>{LETTER}){NAME}(?!\s?마다))"
)
_BARE_PLACE = (
    r"(?:^|(?<=[은는이가도에고데서요다,.!?]\s))"  # 입사 둘째 주 is no week of a month
    r"(?P<place>첫째|둘째|셋째|넷째|다섯째|마지막(?=\s?주\s?[월화수목금토일]))"
    rf"\s?주(?:\s?(?P<weekday>{LETTER}){NAME})?(?=에(?!는|도)|까지|부터|쯤)"
)
# 추석 다음 날: the name alone would mean another day.
_HOLIDAY = (
    rf"(?P<word>크리스마스 이브|{'|'.join(mean.HOLIDAYS)}|설날|설 연휴|구정|추석|설(?=에|\s|$))"
    r"(?:\s?(?P<beside>전날|다음\s?날|이튿날))?"
)

RULES: tuple[TimeRule, ...] = (
    TimeRule(words=korean(rf"{_MONTH_WORD}{_OF_A_MONTH}"), meaning=mean.place_in_month),
    TimeRule(
        words=korean(rf"{_WRITTEN_YEAR}{_MONTH_NUMBER}{_OF_A_MONTH}"),
        meaning=mean.place_in_month,
        relative=False,
    ),
    TimeRule(words=korean(_BARE_PLACE), meaning=mean.place_in_month, relative=False, bare=True),
    TimeRule(words=korean(rf"{_MONTH_WORD}(?:{_PART}|\s?{_DAYS})?"), meaning=mean.month),
    TimeRule(
        words=korean(r"(?P<part>말)일(?=에|엔|까지|부터|쯤)"),
        meaning=mean.last_day,
        relative=False,
        bare=True,
    ),
    TimeRule(words=korean(r"월말(?=에|까지|쯤|이|엔|\s|[.,!?]|$)"), meaning=mean.this_month_end),
    TimeRule(
        words=korean(r"(?P<part>월초|초순|중순|하순)(?=에|까지|쯤|엔|부터|\s|[.,!?]|$)"),
        meaning=mean.coming_part,
    ),
    TimeRule(
        words=korean(rf"{_WRITTEN_YEAR}{_MONTH_NUMBER}\s?{_DAYS}"),
        meaning=mean.calendar,
        relative=False,
    ),
    TimeRule(
        words=korean(
            rf"{_WRITTEN_YEAR}{_MONTH_NUMBER}(?:{_PART})?(?!\s?\d{{1,2}}\s?일)(?=에|엔|까지|부터|쯤"
            r"|중|의|이|로|\s|[,.!?~]|$)"
        ),
        meaning=mean.calendar_month,
        relative=False,
    ),
    TimeRule(
        words=korean(r"(?P<year>(?:19|20|21)\d\d)년(?!\s?\d|도|대|생|식|형|산)"),
        meaning=mean.year,
        relative=False,
    ),
    TimeRule(
        words=korean(
            rf"{_YEAR}(?:\s?(?P<close>말|연말|초|연초)(?=에|까지|쯤|이|엔|부터|[\s.,]|$))?"
        ),
        meaning=mean.year,
    ),
    TimeRule(words=korean(r"(?:올해\s)?연말(?!정산|연시|모임)"), meaning=mean.year_close),
    TimeRule(words=korean(r"연초(?=에|까지|쯤|엔|부터|\s|[.,!?]|$)"), meaning=mean.year_opening),
    TimeRule(
        words=korean(r"(?P<of>내년|올해|올|이번|작년|지난해|지난)\s?(?P<season>봄|여름|가을|겨울)"),
        meaning=mean.season,
    ),
    TimeRule(
        words=LatePattern(
            rf"(?<![\d월.,/가-힣A-Za-z-])(?<!박\s){_DAYS}{_NOT_A_DAY}{_AFTER_DAY}"
            r"(?!에\s?(?:한|두|세|\d)\s?(?:번|회|끼|잔|알|개))"
        ),
        meaning=mean.day_of_month,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(rf"(?P<of>재작년|작년|지난해|지난|올해|내년)\s?{_HOLIDAY}"),
        meaning=mean.holiday,
    ),
    TimeRule(words=korean(_HOLIDAY), meaning=mean.holiday, relative=False),
)
