"""Korean date words, longest forms included."""

from __future__ import annotations

import re

from nightcrew.domain import time_meanings_ko as mean
from nightcrew.domain.time_rules import TimeRule, korean

_WHICH = r"(?P<which>이번|요번|다다음|다음\s?다음|다담|담담|다음|담|지지난|저저번|지난|저번)"
_THIS = r"(?P<which>이번|요번|다다음|다음\s?다음|다음|담|지지난|지난|저번)\s?달|이달"
_NAME = r"(?:요일|욜)"
_PART = (
    r"\s?(?P<part>초순|상순|초|중순|하순|말일|말)"
    r"(?=경|쯤|께|에|부터|까지|로|이|엔|의|[\s,.!?~]|$)"
)
_NUMBER = r"\d{1,3}|한|두|세|석|서|네|넉|다섯|여섯|일곱|여덟|아홉|열|일|이|삼|사|오|육|칠|팔|구|십"
_WAY = (
    r"\s?(?:쯤|정도)?\s?"
    r"(?P<way>(?:뒤|후)(?=[에로쯤면엔의인가는도를이라예]|부터|까지|즈음|무렵|\s|[,.!?~]|$)"
    r"|있다가|있으면|지나서|지나면|전(?=[에쯤엔의이인만]|부터|까지|\s|[,.!?~]|$))"
)
_PART_OF_DAY = r"\s?(?:오전|오후|아침|점심|저녁|밤|새벽)"
_AFTER_DAY = rf"(?=에|엔|부터|까지|날|로\s|쯤|{_PART_OF_DAY})"
_YEAR = r"(?P<of>올해|금년|내년|후년|내후년|작년|지난해|재작년)"
VAGUE = korean(
    r"며칠\s?(?:전|뒤|후)|몇\s?(?:일|주|달|개월|년)\s?(?:전|뒤|후)|얼마\s?전(?=에|부터|까지|\s|$)"
    r"|이튿날|조만간|머지않아|요전에"
)
LASTING = korean(
    rf"(?:(?P<count>{_NUMBER})\s?(?P<unit>일|주일|주|달|개월|년|해)|(?P<days>{'|'.join(mean.DAY_COUNTS)}))"
    r"\s?(?:동안|간(?=[\s,.!?]|$)|정도만)"
)
_MONTH_NUMBER = r"(?P<month>1[0-2]|0?[1-9])\s?월"
_DAY_NUMBER = r"(?P<day>[12]\d|3[01]|0?[1-9])"
_LAST_NUMBER = r"(?P<last>[12]\d|3[01]|0?[1-9])"
_MORE_DAYS = (  # 24, 25일 · 24일, 25일 · 24일이랑 25일
    r"(?:(?:일?\s?[,·/]\s?|일\s|일?\s?(?:및|하고|이랑|랑|과|와)\s?)"
    r"(?P<more>(?:(?:[12]\d|3[01]|0?[1-9])일?\s?[,·/]?\s?)*?(?:[12]\d|3[01]|0?[1-9]))(?=일))"
)
_WEEK_PLACE = (
    r"(?P<place>첫\s?번째|두\s?번째|세\s?번째|네\s?번째|다섯\s?번째|첫째|둘째|셋째|넷째|다섯째"
    r"|첫|마지막|[1-5]\s?째|[1-5](?=\s?주차))"
)
_IN_A_WEEK = rf"(?:\s?(?P<weekday>[{mean.WEEKDAYS}]){_NAME}(?!\s?마다))?"
_OF_A_MONTH = (
    rf"\s?(?:의\s)?{_WEEK_PLACE}\s?(?:주차?(?!말|년|기|간|일\s?동안|제|\s?마다|\s?내내){_IN_A_WEEK}"
    rf"|(?P<only>[{mean.WEEKDAYS}])요일(?!\s?마다))"
)
_NIGHT_COUNT = r"(?:\d{1,2}|[일이삼사오육칠팔구])"
_WRITTEN_YEAR = rf"(?:(?P<year>(?:19|20|21)\d\d)년\s?|{_YEAR}\s?)?"
NIGHTS = korean(
    rf"{_NIGHT_COUNT}\s?박\s?(?P<count>\d{{1,2}}|[일이삼사오육칠팔구십])\s?일(?![가-힣]{{0,1}}곱)"
)
_NOT_A_DAY = (
    r"(?!\s?(?:동안|간|째|만에|만\s|치|뒤|후(?![보회])|전(?=에|부터|까지|\s|$)"
    r"|이상|이내|안에))"
)

RULES: tuple[TimeRule, ...] = (
    TimeRule(
        words=korean(
            "(?P<word>내일\\s?모레|낼\\s?모레|그글피|글피|모레|내일(?!배움)"
            "|낼(?=$|[\\s,.!?~]|은|도|까지|부터|쯤|[봐보뵐뵙]|오전|오후|아침|점심|저녁|밤|새벽|낮)"
            r"(?!\s(?:게|거|건|걸|수|돈|때|생각|예정|만큼|사람))|명일|오늘(?!날)|금일|어젯밤|어제(?!오늘)"
            "|어저께|그끄저께|엊그저께|엊그제|그저께|그제(?!야|서야)|작일|간밤)"
        ),
        meaning=mean.day_word,
    ),
    TimeRule(
        words=korean(
            rf"(?:(?P<count>{_NUMBER})\s?(?P<unit>일|주일|주|달|개월|년|해)|(?P<days>{'|'.join(mean.DAY_COUNTS)}))"
            rf"{_WAY}(?:\s(?P<weekday>[{mean.WEEKDAYS}])요일)?"
        ),
        meaning=mean.counted,
    ),
    TimeRule(words=korean(rf"반년{_WAY}"), meaning=mean.half_year),
    TimeRule(
        words=korean(
            rf"(?:앞으로\s)?(?:(?P<count>{_NUMBER})\s?(?P<unit>일|주일|주|달|개월|년)|(?P<days>{'|'.join(mean.DAY_COUNTS)}))"
            r"\s?(?:안에|이내|내로)"
        ),
        meaning=mean.within,
    ),
    TimeRule(
        words=korean(
            rf"{_WHICH}\s?주(?![말제문소식차택변사유장기]|인공)(?:\s?(?P<end>주말))?"
            rf"(?:\s?(?P<first>[{mean.WEEKDAYS}])요일(?:\s?[~–-]\s?(?P<last>[{mean.WEEKDAYS}])(?:요일)?)?)?"
        ),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(
            rf"{_WHICH}\s?주\s?(?P<first>[{mean.WEEKDAYS}])(?:요일)?\s?[~–-]\s?(?P<last>[{mean.WEEKDAYS}])(?:요일)?"
        ),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(rf"{_WHICH}\s?주\s(?P<first>[월화수목금토])(?=에|까지|부터)"),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(r"(?P<which>이번|요번|돌아오는|오는|다다음|다음|담|지지난|지난|저번)\s?주말"),
        meaning=mean.weekend,
    ),
    TimeRule(
        words=korean(
            rf"(?P<which>이번|요번|돌아오는|오는|다음|지난|저번)\s?(?P<weekday>[{mean.WEEKDAYS}])요일"
        ),
        meaning=mean.named_weekday,
    ),
    TimeRule(
        words=korean(
            rf"(?P<weekday>[{mean.WEEKDAYS}])요일(?=에|엔|까지|부터|날|{_PART_OF_DAY}|\s\d)"
        ),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(
            rf"{_WHICH}\s?달(?![리라력걀러])(?:{_PART}|\s?{_DAY_NUMBER}일(?:\s?[~–-]\s?{_LAST_NUMBER}일)?)?"
        ),
        meaning=mean.month,
    ),
    TimeRule(words=korean(r"월말(?=에|까지|쯤|이|엔|\s|[.,!?]|$)"), meaning=mean.this_month_end),
    TimeRule(
        words=korean(
            rf"{_WRITTEN_YEAR}{_MONTH_NUMBER}\s?{_DAY_NUMBER}(?:일)?"
            rf"(?:\s?(?:[~–-]|일?부터|에서)\s?{_LAST_NUMBER})?일"
        ),
        meaning=mean.calendar,
        relative=False,
    ),
    TimeRule(
        words=korean(
            rf"{_WRITTEN_YEAR}{_MONTH_NUMBER}(?:{_PART})?(?!\s?\d{{1,2}}\s?일)(?=에|엔|까지|부터|쯤|중|의|이|로"
            r"|\s|[,.!?~]|$)"
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
        words=korean(rf"{_YEAR}(?:\s?(?P<close>말|연말)(?=에|까지|쯤|이|엔|[\s.,]|$))?"),
        meaning=mean.year,
    ),
    TimeRule(words=korean(r"(?:올해\s)?연말(?!정산|연시|모임)"), meaning=mean.year_close),
    TimeRule(
        words=korean(r"(?P<of>내년|올해|올|이번|작년|지난해|지난)\s?(?P<season>봄|여름|가을|겨울)"),
        meaning=mean.season,
    ),
    TimeRule(
        words=re.compile(
            rf"(?<![\d월.,/가-힣A-Za-z-]){_DAY_NUMBER}일?(?:\s?[~–-]\s?{_LAST_NUMBER})?일{_NOT_A_DAY}{_AFTER_DAY}"
            r"(?!에\s?(?:한|두|세|\d)\s?(?:번|회|끼|잔|알|개))"
        ),
        meaning=mean.day_of_month,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(
            rf"(?P<word>{'|'.join(mean.HOLIDAYS)}|크리스마스 이브|설날|설 연휴|구정|추석)"
        ),
        meaning=mean.holiday,
        relative=False,
    ),
)
