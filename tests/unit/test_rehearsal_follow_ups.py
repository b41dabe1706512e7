"""When the rehearsal speaks again, what it says then, and when it keeps silent."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from nightcrew.domain.memory import Kind
from nightcrew.domain.questions import OpenFollowUp
from tests.builders import memory
from tests.unit.rehearsal_builders import composed, known, planned, style

LATE = datetime(2026, 10, 5, 14, 40, tzinfo=UTC)  # 23:40 in Seoul


@pytest.mark.parametrize(
    ("request_", "local", "rule"),
    [
        ("매일 아침 계란 확인해 줘", "2026-10-06T08:00", "FREQ=DAILY"),
        ("내일 아침 8시에 은행 전화하라고 알려 줘", "2026-10-06T08:00", None),
        ("매주 월요일 저녁 7시에 연습하자고 불러줘", "2026-10-05T19:00", "FREQ=WEEKLY;BYDAY=MO"),
        ("30분 뒤에 다시 말 걸어 줘", "2026-10-05T12:30", None),
        ("다음 주 수욜 아침에 병원 가라고 알려 줘", "2026-10-14T08:00", None),
        ("오늘 새벽에 물 마시라고 알려 줘", "2026-10-06T06:00", None),
        ("오늘 밤 12시에 문 잠그라고 알려 줘", "2026-10-06T00:00", None),
        ("내일 밤 12시에 불 끄라고 알려 줘", "2026-10-07T00:00", None),
        ("tonight at 1am remind me to check the oven", "2026-10-06T01:00", None),
        ("Remind me tomorrow at noon to call the bank", "2026-10-06T12:00", None),
        ("Check in with me every Sunday evening", "2026-10-11T19:00", "FREQ=WEEKLY;BYDAY=SU"),
        (
            "Remind me on the 31st of every month to pay rent",
            "2026-10-31T09:00",
            "FREQ=MONTHLY;BYMONTHDAY=31",
        ),
        (
            "말일로 해줘 매달 31일에 월세 내라고 알려줘",
            "2026-10-31T09:00",
            "FREQ=MONTHLY;BYMONTHDAY=-1",
        ),
        (
            "격주 월요일 아침 9시에 분리수거 알려줘",
            "2026-10-12T09:00",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
        ),
        (
            "Remind me every other Tuesday at 6 pm to take out the bins",
            "2026-10-06T18:00",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
        ),
        (
            "매년 3월 2일에 엄마 생일 알려줘",
            "2027-03-02T09:00",
            "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2",
        ),
        ("Remind me tonight at 9 to call mum", "2026-10-05T21:00", None),
        ("두 시간 반 뒤에 오븐 확인하라고 알려줘", "2026-10-05T14:30", None),
        ("십 분 뒤에 차 꺼내라고 해줘", "2026-10-05T12:10", None),
        ("오후 두 시 십오 분에 전화하라고 알려줘", "2026-10-05T14:15", None),
        ("이번 달 말에 가계부 쓰라고 알려줘", "2026-10-31T09:00", None),
        ("설 연휴 전에 기차표 예매하라고 알려줘", "2027-02-06T09:00", None),
        ("Remind me to walk for an hour tomorrow at 7 am", "2026-10-06T07:00", None),
        ("Remind me at the end of the month to send the invoice", "2026-10-31T09:00", None),
        ("Remind me the Monday after next to submit it", "2026-10-19T09:00", None),
        ("Remind me before bed to floss", "2026-10-05T21:00", None),
        ("Can you remind me Thursday?", "2026-10-08T09:00", None),
        (
            "매달 마지막 금요일에 회비 정산하라고 알려줘",
            "2026-10-30T09:00",
            "FREQ=MONTHLY;BYDAY=-1FR",
        ),
        (
            "Remind me on the first Monday of each month at 10am to back up",
            "2026-11-02T10:00",
            "FREQ=MONTHLY;BYDAY=1MO",
        ),
        ("이틀에 한 번 화분 물 주라고 알려줘", "2026-10-06T09:00", "FREQ=DAILY;INTERVAL=2"),
        ("3일마다 고양이 화장실 치우라고 알려줘", "2026-10-06T09:00", "FREQ=DAILY;INTERVAL=3"),
        ("한 달에 한 번 칫솔 바꾸라고 알려줘", "2026-10-06T09:00", "FREQ=MONTHLY"),
        (
            "Remind me every other day at 9 pm to journal",
            "2026-10-05T21:00",
            "FREQ=DAILY;INTERVAL=2",
        ),
        ("월수금 아침 7시에 운동하라고 깨워줘", "2026-10-07T07:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("Remind me every day at 7 am to take my pills", "2026-10-06T07:00", "FREQ=DAILY"),
    ],
)
def test_what_is_asked_for_is_planned_once_and_at_its_time(
    request_: str, local: str, rule: str | None
) -> None:
    (made,) = planned(request_, request=request_)

    assert (made.local, made.rule) == (local, rule)
    assert made.kind == ("recurring" if rule else "one_shot")


@pytest.mark.parametrize(
    ("request_", "intent"),
    [
        ("오늘 새벽에 따뜻한 물 한 잔 마시라고 알려 줘", "따뜻한 물 한 잔 마시라고"),
        ("내일 저녁 7시에 엄마한테 전화하라고 말해 줘", "엄마한테 전화하라고"),
        ("remind me tomorrow at 19:00 to call my mum about the trip", "call my mum about the trip"),
        ("Remind me every day at 7 am to take my pills", "take my pills"),
        ("Remind me every Monday and Thursday to stretch", "stretch"),
        ("매주 화요일이랑 목요일 저녁 7시에 운동하라고 해줘", "운동하라고"),
        ("말일로 해줘 매달 31일에 월세 내라고 알려줘", "월세 내라고"),
    ],
)
def test_what_it_is_for_is_kept_whole_and_without_its_time(request_: str, intent: str) -> None:
    (made,) = planned(request_, name="mindcare-sora", request=request_)

    assert made.intent == intent


@pytest.mark.parametrize(
    ("request_", "until"),
    [
        ("내일부터 일주일 동안 매일 아침 8시에 약 먹으라고 알려줘", "2026-10-12"),
        ("이번 달 말까지 매일 아침 스트레칭하라고 알려줘", "2026-10-31"),
        ("Remind me every morning for two weeks to stretch", "2026-10-19"),
        ("Remind me every day until Friday to practise", "2026-10-09"),
        ("매일 아침 물 마시라고 알려줘", None),
    ],
)
def test_a_rhythm_ends_when_it_was_asked_to(request_: str, until: str | None) -> None:
    (made,) = planned(request_, name="mindcare-sora", request=request_)

    assert made.until == until


def test_a_day_that_has_passed_is_no_time_to_speak() -> None:
    request = "어제 3시에 전화하라고 알려줘"

    assert planned(request, name="mindcare-sora", request=request) == ()


@pytest.mark.parametrize(
    ("request_", "rule", "local"),
    [
        ("약 알림은 9시로 옮겨줘", "FREQ=DAILY", "2026-10-06T09:00"),
        ("Change the pill reminder to 9 am", "FREQ=DAILY", "2026-10-06T09:00"),
        ("약 알림을 저녁 7시로 바꿔줘", None, "2026-10-08T19:00"),
    ],
)
def test_another_hour_keeps_the_rhythm_or_the_day_of_a_promise(
    request_: str, rule: str | None, local: str
) -> None:
    due = "2026-10-06 08:00" if rule else "2026-10-08 08:00"
    intent = "take the pill" if request_.isascii() else "약 먹으라고"
    there = OpenFollowUp(id=uuid4(), intent=intent, due_local=due, rule=rule, line="")

    (made,) = planned(request_, name="mindcare-sora", request=request_, follow_ups=(there,))

    assert (made.local, made.rule) == (local, rule)


def test_a_request_without_a_time_plans_nothing() -> None:
    assert planned("나중에 알려줘", request="나중에 알려줘") == ()


def test_a_crew_that_may_not_repeat_plans_no_rhythm() -> None:
    request = "매일 아침 매물 확인하라고 알려줘"

    assert planned(request, name="used-car-hana", request=request) == ()


def test_the_night_is_allowed_only_when_the_user_named_the_hour() -> None:
    named = "오늘 밤 11시에 문 잠갔냐고 물어봐줘"
    waited = "내일 아침에 깨워줘"

    assert planned(named, request=named)[0].allow_night
    assert not planned(waited, request=waited)[0].allow_night


def test_a_dated_matter_is_followed_the_day_before_at_noon() -> None:
    (made,) = planned("다음 주 금요일에 위내시경 예약했어요")

    assert made.local == "2026-10-15T12:00"
    assert made.cites == ("e1",)


def test_a_hard_night_is_followed_the_next_day_at_one() -> None:
    (made,) = planned("어제도 새벽까지 한숨도 못 잤어요", name="mindcare-sora", at=LATE)

    assert (made.local, made.purpose) == ("2026-10-06T13:00", "check_in")


@pytest.mark.parametrize(
    "lines",
    [
        ("오늘 날씨 좋다",),
        ("언젠가 한번 가 봐야지",),
        ("다음 주 금요일에 위내시경 예약했어요", "아 위내시경 취소했어요"),
        ("다음 주 금요일에 위내시경 예약했어요", "당분간 연락 안 했으면 좋겠어요"),
    ],
)
def test_without_a_reason_there_is_silence(lines: tuple[str, ...]) -> None:
    assert planned(*lines) == ()


def test_a_night_that_ended_well_is_left_alone() -> None:
    lines = ("한숨도 못 잤어요", "얘기하고 나니 좀 낫네요. 이제 자러 갈게요")

    assert planned(*lines, name="mindcare-sora", at=LATE) == ()


def test_a_hard_night_is_nothing_to_a_crew_whose_text_does_not_ask_for_it() -> None:
    assert planned("어제도 새벽까지 한숨도 못 잤어요", name="travel-mina", at=LATE) == ()


@pytest.mark.parametrize(
    ("due_local", "local"),
    [("2026-10-06 15:00", "2026-10-06T16:00"), ("2026-10-05 09:00", "2026-10-05T13:00")],
    ids=["it is still to come", "it was said already"],
)
def test_an_hour_later_counts_from_when_it_was_promised_while_that_is_to_come(
    due_local: str, local: str
) -> None:
    there = OpenFollowUp(id=uuid4(), intent="전화하라고", due_local=due_local, rule=None, line="")

    (made,) = planned("한 시간 뒤로 미뤄줘", request="한 시간 뒤로 미뤄줘", follow_ups=(there,))

    assert made.local == local


def test_what_is_open_already_is_not_planned_again() -> None:
    line = "다음 주 금요일에 위내시경 예약했어요"
    there = OpenFollowUp(
        id=uuid4(),
        intent="2026-10-16에 위내시경 예약했다",
        due_local="2026-10-15 12:00",
        rule=None,
        line="",
    )

    assert planned(line, follow_ups=(there,)) == ()


def test_somebody_who_wants_no_messages_gets_none() -> None:
    wish = style("먼저 연락하지 말라고 한다")

    assert planned("다음 주 금요일에 위내시경 예약했어요", style=wish) == ()


def test_the_words_are_about_the_matter_and_tell_that_it_is_a_rehearsal() -> None:
    written = composed(
        "2026-10-16에 위내시경을 받는다", at=datetime(2026, 10, 15, 3, 0, tzinfo=UTC)
    )

    assert written.send
    assert written.text.startswith("(리허설)")
    assert "위내시경" in written.text


@pytest.mark.parametrize("word", ["알림", "예약된", "기억나", "말씀하셨"])
def test_the_words_announce_no_timer_and_recite_nothing(word: str) -> None:
    assert word not in composed("약 먹으라고", asked_for=True).text


def test_a_matter_that_is_off_is_not_spoken_of() -> None:
    written = composed("2026-10-16에 위내시경을 받는다", "위내시경 취소했어요")

    assert not written.send
    assert written.why


def test_a_memory_that_says_it_is_off_silences_too() -> None:
    off = known(memory("위내시경은 취소했다", kind=Kind.FACT))

    assert not composed("2026-10-16에 위내시경을 받는다", memories=off).send


def test_somebody_who_is_better_is_not_asked_about_the_night() -> None:
    written = composed("힘든 밤을 보낸 뒤의 안부", "이제 괜찮아요", purpose="check_in")

    assert not written.send


def test_a_follow_up_in_english_is_written_in_english() -> None:
    written = composed("call the bank", asked_for=True)

    assert written.text.startswith("(rehearsal)")
