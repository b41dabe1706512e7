"""English date words, longest forms included."""

from __future__ import annotations

from nightcrew.domain import time_meanings_en as mean
from nightcrew.domain.time_rules import TimeRule, english

_WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
_WEEKDAY_WHOLE = r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_NUMBER = r"a couple of|\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_LAST = r"(?P<last>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s(?P<year>(?:19|20|21)\d\d))?"
_TO = r"\s?(?:-|–|~|to|through|until)\s?(?:the\s)?"
_PART = r"(?:(?P<part>early|mid|middle of|late|beginning of|start of|end of)[\s-](?:the\s)?)"
VAGUE = english(
    r"(?:a few|several|some) (?:days|weeks|months|years) (?:ago|from now|later)"
    r"|in (?:a few|several) (?:days|weeks|months|years)|the other day|not long ago"
)
LASTING = english(rf"for (?:the next |another )?(?P<count>{_NUMBER}) {_UNIT}")
_LED_IN = (
    r"(?:(?<=on )|(?<=by )|(?<=before )|(?<=until )|(?<=till )|(?<=since )|(?<=from )|(?<=after ))"
)
_DAY_PERIOD = r"morning|afternoon|evening|night|lunchtime|at\b"
_NOT_A_PLACE = r"(?!\s(?:floor|time|grade|street|place|birthday|anniversary|one|attempt|avenue))"

RULES: tuple[TimeRule, ...] = (
    TimeRule(
        words=english(
            r"(?P<word>(?:the )?day after tomorrow|(?:the )?day before yesterday"
            r"|today(?!['’]s world)|tonight|tomorrow|tmrw|yesterday"
            r"|last night|this (?:morning|afternoon|evening))"
        ),
        meaning=mean.day_word,
    ),
    TimeRule(
        words=english(rf"in (?P<count>{_NUMBER}) {_UNIT}(?: from now)?"), meaning=mean.counted
    ),
    TimeRule(
        words=english(rf"(?P<count>{_NUMBER}) {_UNIT} (?P<way>ago|earlier|from now|from today)"),
        meaning=mean.counted,
    ),
    TimeRule(
        words=english(rf"within (?:the next )?(?P<count>{_NUMBER}) {_UNIT}"), meaning=mean.within
    ),
    TimeRule(
        words=english(rf"(?P<which>this|next|last) week(?: on)? {_WEEKDAY}"),
        meaning=mean.week,
    ),
    TimeRule(words=english(r"(?P<which>this|next|last|the following) week"), meaning=mean.week),
    TimeRule(words=english(r"(?P<which>(?:the )?week after next)"), meaning=mean.week),
    TimeRule(
        words=english(rf"(?:on )?{_WEEKDAY_WHOLE} (?P<which>this|next|last) week"),
        meaning=mean.week,
    ),
    TimeRule(
        words=english(r"(?P<which>this(?: coming)?|next|last|the coming|coming) weekend"),
        meaning=mean.weekend,
    ),
    TimeRule(
        words=english(
            rf"(?P<which>this coming|the coming|coming|this|next|last|the following) {_WEEKDAY}"
        ),
        meaning=mean.named_weekday,
    ),
    TimeRule(
        words=english(rf"{_LED_IN}{_WEEKDAY}"),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=english(rf"{_WEEKDAY_WHOLE}(?=\s(?:{_DAY_PERIOD}|\d))"),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=english(rf"(?:the )?{_PART}?(?P<which>this|next|last) month"), meaning=mean.month
    ),
    TimeRule(words=english(rf"(?:the )?{_PART}month"), meaning=mean.month),
    TimeRule(words=english(r"(?P<which>this|next|last) year"), meaning=mean.year),
    TimeRule(words=english(r"(?:the )?(?P<part>end of) (?:the |this )?year"), meaning=mean.year),
    TimeRule(
        words=english(r"(?P<part>end of) (?P<which>next|last) year"),
        meaning=mean.year,
    ),
    TimeRule(
        words=english(r"(?:in|since|until|by|from|during) (?P<year>(?:19|20|21)\d\d)(?![-/.]\d)"),
        meaning=mean.year,
        relative=False,
    ),
    TimeRule(
        words=english(r"(?P<which>this|next|last) (?P<season>spring|summer|autumn|fall|winter)"),
        meaning=mean.season,
    ),
    TimeRule(
        words=english(rf"{_MONTH} {_DAY}(?:{_TO}{_LAST}(?!\d| [a-z]+day))?{_YEAR}"),
        meaning=mean.calendar,
        relative=False,
    ),
    TimeRule(
        words=english(rf"(?:the )?{_DAY}(?:{_TO}{_LAST})?(?: of)? {_MONTH}{_YEAR}"),
        meaning=mean.calendar,
        relative=False,
    ),
    TimeRule(
        words=english(
            r"(?:(?<=in )|(?<=until )|(?<=by )|(?<=since )|(?<=from )|(?<=during ))"
            rf"{_PART}?{_MONTH}{_YEAR}(?! \d)"
        ),
        meaning=mean.calendar_month,
        relative=False,
    ),
    TimeRule(
        words=english(rf"(?:{_PART}|(?P<of>next|last|this) ){_MONTH}{_YEAR}(?! \d)"),
        meaning=mean.calendar_month,
        relative=False,
    ),
    TimeRule(
        words=english(rf"{_MONTH} (?P<year>(?:19|20|21)\d\d)"),
        meaning=mean.calendar_month,
        relative=False,
    ),
    TimeRule(
        words=english(
            rf"(?:{_LED_IN}|(?<=to )|(?<=for ))the "
            rf"(?P<day>[12]\d|3[01]|[1-9])(?:st|nd|rd|th){_NOT_A_PLACE}(?! of\b)"
        ),
        meaning=mean.day_of_month,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=english(
            r"(?P<word>christmas(?: eve| day)?|xmas|new years? eve|new year['’]s (?:eve|day)"
            r"|valentine['’]?s day|halloween)"
        ),
        meaning=mean.holiday,
        relative=False,
    ),
)
