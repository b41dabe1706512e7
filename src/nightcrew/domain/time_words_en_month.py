"""English words for months and years, their parts, weeks and days, and for feasts."""

from __future__ import annotations

from nightcrew.domain import time_meanings_en_month as mean
from nightcrew.domain.time_rules import TimeRule, english
from nightcrew.domain.time_words_en import LED_IN, WEEKDAY_WHOLE

_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_LAST = r"(?P<last>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s(?P<year>(?:19|20|21)\d\d))?"
_TO = r"(?:\s?[-–~&]\s?|\s(?:to|through|until|and)\s)(?:the\s)?"
_PART = r"(?:(?P<part>early|mid|middle of|late|beginning of|start of|end of)[\s-](?:the\s)?)"
_ORDINAL = r"(?P<day>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)"
_LAST_ORDINAL = r"(?P<last>[12]\d|3[01]|[1-9])(?:st|nd|rd|th)"
_AND = r"(?: (?:and|&|or|to|through|until|till) (?:the )?|\s?[-–]\s?)"
_NOT_A_PLACE = (
    r"(?!\s(?:floor|time|grade|street|place|birthday|anniversary|one|attempt|avenue|centur(?:y|ie)"
    r"|row|edition|round|chapter|week|day|of)s?\b)"
)
_PLACE = r"(?:the )?(?P<place>first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th)"
_PLACED = rf"{_PLACE} (?:(?P<thing>week|day|weekend)|{WEEKDAY_WHOLE})"
_THAT_MONTH = r"(?:(?P<which>this|next|last)|the) month"
_HOLIDAY = (
    r"(?P<word>christmas(?: eve| day)?|xmas|new years? eve|new year['’]s (?:eve|day)"
    r"|valentine['’]?s day|halloween)"
)

RULES: tuple[TimeRule, ...] = (
    TimeRule(words=english(rf"{_PLACED} (?:of|in) {_THAT_MONTH}"), meaning=mean.place_in_month),
    TimeRule(
        words=english(rf"{_PLACED} (?:of|in) {_MONTH}{_YEAR}"),
        meaning=mean.place_in_month,
        relative=False,
    ),
    TimeRule(
        words=english(rf"(?:(?:at )?the )?{_PART}?(?P<which>this|next|last) month"),
        meaning=mean.month,
    ),
    TimeRule(
        words=english(
            rf"(?P<which>this|next|last) month(?:['’]s| on the) {_ORDINAL}"
            rf"(?:{_AND}{_LAST_ORDINAL})?"
        ),
        meaning=mean.month,
    ),
    TimeRule(
        words=english(
            rf"(?:the )?{_ORDINAL}(?:{_AND}{_LAST_ORDINAL})?(?: of)? "
            r"(?P<which>this|next|last) month"
        ),
        meaning=mean.month,
    ),
    TimeRule(words=english(rf"(?:(?:at )?the )?{_PART}month"), meaning=mean.month),
    TimeRule(words=english(r"(?P<which>this|next|last) year"), meaning=mean.year),
    TimeRule(
        words=english(r"(?:(?:at )?the )?(?P<part>end of) (?:the |this )?year"), meaning=mean.year
    ),
    TimeRule(
        words=english(r"(?:(?:at )?the )?(?P<part>end of) (?P<which>next|last) year"),
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
        words=english(
            rf"(?:(?:(?:at )?the )?{_PART}|(?P<of>next|last|this) ){_MONTH}{_YEAR}(?! \d)"
        ),
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
            rf"(?:{LED_IN}|(?<=to )|(?<=for ))the "
            rf"{_ORDINAL}(?:{_AND}{_LAST_ORDINAL})?{_NOT_A_PLACE}"
        ),
        meaning=mean.day_of_month,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=english(
            rf"(?:the )?{_ORDINAL}{_AND}(?P<last>[12]\d|3[01])(?:st|nd|rd|th){_NOT_A_PLACE}"
        ),
        meaning=mean.day_of_month,
        relative=False,
        bare=True,
    ),
    TimeRule(words=english(rf"(?P<of>last|next|this) {_HOLIDAY}"), meaning=mean.holiday),
    TimeRule(words=english(_HOLIDAY), meaning=mean.holiday, relative=False),
)
