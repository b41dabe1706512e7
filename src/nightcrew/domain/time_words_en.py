"""English words for days, weeks and weekdays, longest forms included."""

from __future__ import annotations

from nightcrew.domain import time_meanings_en as mean
from nightcrew.domain.time_rules import TimeRule, english

WEEKDAY = (
    r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?)"
)
WEEKDAY_WHOLE = r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
LED_IN = (
    r"(?:(?<=on )|(?<=by )|(?<=before )|(?<=until )|(?<=till )|(?<=since )|(?<=from )|(?<=after )"
    r"|(?<=between ))"
)
_NUMBER = r"a couple of|\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_UNIT = r"(?P<unit>day|week|fortnight|month|year)s?"
_SECOND = (
    r"(?:(?: (?:and|&|to|through|until|till) (?:on )?|\s?[-–]\s?)"
    r"(?P<second>monday|tuesday|wednesday|thursday|friday|saturday|sunday))?"
)
_START = rf"(?:{WEEKDAY_WHOLE}|(?P<word>today|tomorrow))"
_DAY_PERIOD = r"morning|afternoon|evening|night|lunchtime|at\b"
VAGUE = english(
    r"(?:a few|several|some) (?:days|weeks|months|years) (?:ago|from now|later)"
    r"|in (?:a few|several) (?:days|weeks|months|years)|the other day|not long ago"
    r"|just now|earlier today|a (?:little )?while ago|a (?:moment|minute) ago"
)
LASTING = english(rf"for (?:the next |another )?(?P<count>{_NUMBER}) {_UNIT}")

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
        words=english(rf"(?P<count>{_NUMBER}) {_UNIT} (?P<way>ago|earlier|from now)"),
        meaning=mean.counted,
    ),
    TimeRule(
        words=english(
            rf"(?P<count>{_NUMBER}) {_UNIT} (?:(?:from|after|on) {_START}|(?P<near>today))"
        ),
        meaning=mean.counted_from,
    ),
    TimeRule(
        words=english(rf"(?<!black ){WEEKDAY_WHOLE} (?P<unit>week)"), meaning=mean.counted_from
    ),
    TimeRule(
        words=english(rf"within (?:the next )?(?P<count>{_NUMBER}) {_UNIT}"), meaning=mean.within
    ),
    TimeRule(
        words=english(rf"(?P<which>this|next|last) week(?: on)? {WEEKDAY}"),
        meaning=mean.week,
    ),
    TimeRule(words=english(r"(?P<which>this|next|last|the following) week"), meaning=mean.week),
    TimeRule(words=english(r"(?P<which>(?:the )?week after next)"), meaning=mean.week),
    TimeRule(
        words=english(rf"(?:on )?{WEEKDAY_WHOLE} (?P<which>this|next|last) week"),
        meaning=mean.week,
    ),
    TimeRule(
        words=english(r"(?P<which>this(?: coming)?|next|last|the coming|coming) weekend"),
        meaning=mean.weekend,
    ),
    TimeRule(
        words=english(r"(?:over|at|on|during|for|by|until|till|before) the weekend"),
        meaning=mean.bare_weekend,
    ),
    TimeRule(
        words=english(
            rf"(?P<which>this coming|the coming|coming|this|next|last|the following) {WEEKDAY}"
            rf"{_SECOND}"
        ),
        meaning=mean.named_weekday,
    ),
    TimeRule(
        words=english(rf"(?:{LED_IN}|(?<=for )){WEEKDAY}{_SECOND}"),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
    TimeRule(
        words=english(rf"{WEEKDAY_WHOLE}(?=\s(?:{_DAY_PERIOD}|\d))"),
        meaning=mean.bare_weekday,
        relative=False,
        bare=True,
    ),
)
