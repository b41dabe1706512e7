"""Words of the user about when and no more, and what tells two promises apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import UUID

import pytest

from nightcrew.domain.follow_up import FollowUp
from nightcrew.domain.planning import first_time, keep, slot
from nightcrew.domain.promise_words import open_month_end
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.domain.spoken_times import time_words
from nightcrew.domain.stop_words import says_stop

NOW = datetime(2026, 10, 5, 3, 0, tzinfo=UTC)
EGGS = FollowUpSpec(
    kind=FollowUpKind.RECURRING, intent="계란 확인", local="2026-10-06T09:00", rule="FREQ=DAILY"
)


@pytest.mark.parametrize(
    "text",
    [
        "그만",
        "이제 그만해",
        "그 알림 이제 그만",
        "그 연락은 그만",
        "이런 거 그만 보내줘",
        "그만해요",
        "아 됐어 이제 그만",
        "stop",
        "Stop.",
        "please stop",
        "stop sending these",
        "no more",
        "Stop it now, please.",
    ],
)
def test_a_bare_no_more_is_understood_without_a_judge(text: str) -> None:
    assert says_stop(text)


@pytest.mark.parametrize(
    "text",
    [
        "그만 먹을래",
        "그만두고 싶다 회사",
        "운동 그만할까",
        "stop the car",
        "I can't stop laughing",
        "그만 좀 웃겨 ㅋㅋ",
        "그만큼 좋아",
        "more of this",
        "괜찮아",
        "응",
    ],
)
def test_other_words_are_left_to_the_judge(text: str) -> None:
    assert not says_stop(text)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("내일 아침 9시에 은행 전화하라고 알려 줘", "내일 아침 9시"),
        ("매일 아침 계란 확인해 줘", "매일 아침"),
        ("매주 월요일 저녁 7시에 불러줘", "매주 월요일 저녁 7시"),
        ("30분 뒤에 다시 말 걸어 줘", "30분 뒤"),
        ("매달 31일 9시에 월세 내라고 해 줘", "매달 31일 9시"),
        ("Remind me tomorrow at noon to call the bank", "tomorrow at noon"),
        ("every Sunday evening check in on me", "every Sunday evening"),
        ("나중에 알려줘", ""),
    ],
)
def test_the_words_that_say_when_are_kept_as_they_were_said(said: str, words: str) -> None:
    assert time_words(said, date(2026, 10, 5)) == words


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        ({"local": "2026-10-09T09:00"}, True),
        ({"intent": "계란을 확인"}, True),
        ({"local": "2026-10-06T08:00"}, False),
        ({"intent": "우유 확인"}, False),
        ({"rule": "FREQ=WEEKLY;BYDAY=MO"}, False),
    ],
)
def test_a_rhythm_is_the_same_whatever_day_it_was_asked_for(
    changed: dict[str, str], same: bool
) -> None:
    other = replace(EGGS, **changed)  # type: ignore[arg-type]

    assert (slot(other, other.local) == slot(EGGS, EGGS.local)) is same


@pytest.mark.parametrize("rule", ["FREQ=DAILY;INTERVAL=2", "FREQ=WEEKLY", "FREQ=DAILY;COUNT=3"])
def test_a_rhythm_that_counts_from_its_first_day_differs_by_that_day(rule: str) -> None:
    first, other = (
        replace(EGGS, rule=rule, local=local) for local in ("2026-10-06T09:00", "2026-10-07T09:00")
    )

    assert slot(first, first.local) != slot(other, other.local)


def monthly(rule: str, local: str = "2026-10-31T09:00") -> FollowUp:
    spec, first = first_time(replace(EGGS, rule=rule, local=local), "Asia/Seoul", NOW)
    return keep(
        spec,
        first,
        new_id=UUID(int=1),
        user=UUID(int=2),
        crew="c",
        asked_for=True,
        now=NOW,
        bundle="",
    )


@pytest.mark.parametrize(
    ("rule", "said", "asked_before", "day"),
    [
        ("FREQ=MONTHLY;BYMONTHDAY=31", "매달 31일에 월세", "", 31),
        ("FREQ=MONTHLY;BYMONTHDAY=30", "every month on the 30th", "", 30),
        ("FREQ=MONTHLY", "매달 이날에", "", 31),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "31일, 없는 달은 건너뛰고", "", None),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "31st, skip the others", "", None),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "그냥 31일", "없는 달은 말일에 할까요?", None),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "매달 끝 날", "", None),
        ("FREQ=MONTHLY;BYMONTHDAY=28", "매달 28일", "", None),
        ("FREQ=MONTHLY;BYDAY=-1FR", "매달 마지막 금요일", "", None),
    ],
)
def test_a_day_that_some_months_lack_is_asked_about_once(
    rule: str, said: str, asked_before: str, day: int | None
) -> None:
    assert open_month_end(monthly(rule), said, asked_before) == day
