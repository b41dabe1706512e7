"""Korean words for days, weeks and weekdays, longest forms included."""

from __future__ import annotations

from nightcrew.domain import time_meanings_ko as mean
from nightcrew.domain.time_rules import TimeRule, korean

WHICH = r"(?P<which>이번|요번|다다음|다음\s?다음|다담|담담|다음|담|지지난|저저번|지난|저번)"
LETTER = rf"[{mean.WEEKDAYS}]"
NAME = r"(?:요일|욜)"
PART_OF_DAY = r"\s?(?:오전|오후|아침|점심|저녁|밤|새벽)"
STRUNG = r"(?:\s?[~–,·-]\s?|\s?(?:하고|이랑|랑|과|와)\s)"  # 월~수 · 월, 화 · 토요일이랑 일요일
# an hour behind a day makes it a day that comes, in figures or in words: 금요일 두 시에
BY_THE_HOUR = r"\s(?:\d|(?:열\s?)?(?:한|두)\s?시|(?:세|네|다섯|여섯|일곱|여덟|아홉|열)\s?시)"
CLOSED = r"(?=에|엔|은|는|도|까지|부터|로|이|날|[\s,.!?~]|$)"
_NUMBER = r"\d{1,3}|한|두|세|석|서|네|넉|다섯|여섯|일곱|여덟|아홉|열|일|이|삼|사|오|육|칠|팔|구|십"
_LENGTH = (
    rf"(?:(?!이\s?달)(?P<count>{_NUMBER})\s?(?P<unit>일|주일|주|달|개월|년|해)"
    rf"|(?P<days>{'|'.join(mean.DAY_COUNTS)}))"
)
_WAY = (
    r"\s?(?:쯤|정도)?\s?"
    r"(?P<way>(?:뒤|후)(?=[에로쯤면엔의인가는도를이라예]|부터|까지|즈음|무렵|\s|[,.!?~]|$)"
    r"|있다가|있으면|지나서|지나면|전(?=[에쯤엔의이인만]|부터|까지|\s|[,.!?~]|$))"
)
_TOMORROW = (
    r"내일(?!배움)|낼(?=$|[\s,.!?~봐보뵐뵙]|은|도|까지|부터|쯤|오전|오후|아침|점심|저녁|밤|새벽|낮)"
    r"(?!\s(?:게|거|건|걸|수|돈|때|생각|예정|만큼|사람))"
)
VAGUE = korean(
    r"며칠\s?(?:전|뒤|후)|몇\s?(?:일|주|달|개월|년)\s?(?:전|뒤|후)|얼마\s?전(?=에|부터|까지|\s|$)"
    r"|이튿날|조만간|머지않아|요전에|아까(?!워|운|우|웠|울|움|옵)|방금|(?:조금|좀)\s전(?=에|부터|까지|\s|$)"
)
LASTING = korean(rf"(?<!박\s){_LENGTH}\s?(?:동안|간(?=[\s,.!?]|$)|정도만)")
# a length that says nothing of when it begins: 2박 3일, 일박 이일
NIGHTS = korean(
    r"(?:\d{1,2}|[일이삼사오육칠팔구])\s?박\s?(?P<count>\d{1,2}|[일이삼사오육칠팔구십])\s?일"
)

RULES: tuple[TimeRule, ...] = (
    TimeRule(
        words=korean(
            rf"(?P<word>내일\s?모레|낼\s?모레|그글피|글피|모레|{_TOMORROW}|명일|오늘(?!날)|금일"
            r"|어젯밤|어제(?!오늘)|어저께|그끄저께|엊그저께|엊그제|그저께|그제(?!야|서야)|작일|간밤)"
        ),
        meaning=mean.day_word,
    ),
    TimeRule(
        words=korean(
            rf"(?:(?P<least>\d{{1,2}})\s?[~–-]\s?)?{_LENGTH}{_WAY}"
            rf"(?:\s(?P<weekday>{LETTER}){NAME})?"
        ),
        meaning=mean.counted,
    ),
    TimeRule(words=korean(rf"반년{_WAY}"), meaning=mean.half_year),
    TimeRule(words=korean(rf"(?:앞으로\s)?{_LENGTH}\s?(?:안에|이내|내로)"), meaning=mean.within),
    TimeRule(
        words=korean(
            rf"{WHICH}\s?주(?![말제문소식차택변사유장기]|인공)(?:\s?(?P<end>주말))?"
            rf"(?:\s?(?P<first>{LETTER}){NAME}(?:{STRUNG}(?P<last>{LETTER})(?:{NAME}|(?=에|까지)))?)?"
        ),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(
            rf"{WHICH}\s?(?:주\s)?(?P<workdays>주중|(?<=주\s)평일)(?=에|엔|으로|[\s,.!?]|$)"
        ),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(
            rf"{WHICH}\s?주\s?(?P<first>{LETTER}){NAME}?{STRUNG}"
            rf"(?:{LETTER}{STRUNG})*(?P<last>{LETTER})(?:{NAME}|{CLOSED})"
        ),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(rf"{WHICH}\s?주\s?(?P<run>(?!수금[이을\s]){LETTER}{{2,7}}){CLOSED}"),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(rf"{WHICH}\s?주\s(?P<first>[월화수목금토])(?=에|까지|부터)"),
        meaning=mean.week,
    ),
    TimeRule(
        words=korean(r"(?P<which>이번|요번|돌아오는|오는|다다음|다음|담|지지난|지난|저번)\s?주말"),
        meaning=mean.weekend,
    ),
    TimeRule(
        words=korean(
            rf"(?P<which>이번|요번|돌아오는|오는|다음|지난|저번)\s?(?:(?P<weekday>{LETTER}){NAME}"
            rf"(?:{STRUNG}(?P<last>{LETTER}){NAME})?|(?P<run>{LETTER}{{2,7}})(?=에|엔|까지|부터))"
        ),
        meaning=mean.named_weekday,
    ),
    TimeRule(
        words=korean(
            rf"(?P<weekday>{LETTER})(?:{NAME})?{STRUNG}(?P<last>{LETTER}){NAME}"
            rf"(?=에|엔|까지|부터|날|{PART_OF_DAY}|{BY_THE_HOUR})"
        ),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(
            rf"(?P<weekday>{LETTER}){NAME}(?=에|엔|까지|부터|날|{PART_OF_DAY}|{BY_THE_HOUR})"
        ),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(rf"(?P<run>(?!수목){LETTER}{{2,7}})(?=에(?!서)|엔|까지|부터)"),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=korean(r"주중(?=에(?!는|도)|으로)"),
        meaning=mean.workdays,
        relative=False,
        bare=True,
    ),
)
