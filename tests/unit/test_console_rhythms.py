"""A rule is told as a person would say it, and as it stands where there is no short name."""

from __future__ import annotations

import pytest

from nightcrew.web.console.rhythms import rhythm


@pytest.mark.parametrize(
    ("rule", "korean", "english"),
    [
        ("FREQ=DAILY", "매일", "every day"),
        ("FREQ=DAILY;INTERVAL=3", "3일마다", "every 3 days"),
        ("FREQ=WEEKLY;BYDAY=MO", "매주 월요일", "every week on Mon"),
        ("FREQ=WEEKLY;BYDAY=TH,MO", "매주 월·목요일", "every week on Mon, Thu"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", "2주마다 토요일", "every 2 weeks on Sat"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "평일마다", "on weekdays"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "매일", "every day"),
        ("FREQ=WEEKLY", "매주", "every week"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", "매달 1일·15일", "every month on day 1, day 15"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "매달 마지막 날", "every month on the last day"),
        ("FREQ=MONTHLY;BYDAY=2TU", "매달 둘째 화요일", "every month on the second Tue"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "매달 마지막 금요일", "every month on the last Fri"),
        ("FREQ=MONTHLY", "매달", "every month"),
        ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2", "해마다 3월 2일", "every year in Mar on day 2"),
        ("FREQ=YEARLY", "해마다", "every year"),
        ("FREQ=HOURLY;INTERVAL=6", "6시간마다", "every 6 hours"),
        ("FREQ=DAILY;COUNT=5", "매일, 모두 5번", "every day, 5 times"),
        ("FREQ=DAILY;UNTIL=20261231", "매일, 2026년 12월 31일까지", "every day, until 31 Dec 2026"),
    ],
)
def test_a_rule_is_told_in_words(rule: str, korean: str, english: str) -> None:
    assert rhythm(rule, "ko") == korean
    assert rhythm(rule, "en") == english


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1",
        "FREQ=MONTHLY;BYMONTHDAY=-3",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        "FREQ=DAILY;BYMONTH=1",
        "FREQ=HOURLY;BYDAY=MO",
        "FREQ=MONTHLY;BYDAY=MO",
        "no rule",
    ],
)
def test_a_rule_without_a_short_name_has_none(rule: str) -> None:
    assert rhythm(rule, "ko") is None
    assert rhythm(rule, "en") is None
