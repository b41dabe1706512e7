"""Stop and later: what a user says to a message that came, and what becomes of the promise."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.follow_up_talk import FollowUpTalk, follow_up_talk, proposal, wants

EVERY_MORNING = proposal("2026-10-06T09:00", rule="FREQ=DAILY", intent="약 먹기")


@pytest.mark.parametrize(
    ("words", "judged"),
    [
        ("그만", {}),
        ("그 알림 이제 그만", ModelFailure("provider_down", "away")),
        ("stop", wants("cancel")),
    ],
)
async def test_stop_right_after_a_message_ends_that_routine_within_the_turn(
    scene: FollowUpTalk, words: str, judged: object
) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    other = proposal("2026-10-08T15:00", intent="면접 어땠는지")
    await scene.asks("목요일 3시에 면접 물어봐 줘", other)
    await scene.sent("2026-10-06T09:00")
    scene.script.answers["judge_needs"] = judged

    turn = await scene.say(words)

    assert scene.told() == ("약속 1개를 거두었다: 약 먹기",)
    assert turn.decisions["follow_up"]["act"] == "cancel"
    assert [each.intent for each in await scene.open()] == ["면접 어땠는지"]
    assert await scene.sent("2026-10-07T09:00") == []


async def test_stop_after_a_word_nobody_asked_for_ends_that_too(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant)
    scene.script.answers["plan_follow_ups"] = proposal("2026-10-06T13:00", cites=["e1"])
    await scene.say("어제도 한숨도 못 잤어요")
    await scene.quiet()
    await scene.sent("2026-10-06T13:00")

    await scene.say("그만")

    assert await scene.talk.cells("state", "follow_ups") == ["cancelled"]


async def test_stop_in_the_middle_of_other_talk_is_left_to_the_judge(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    await scene.say("끝말잇기 하자")

    turn = await scene.say("그만")

    assert turn.decisions["follow_up"]["use"] is False
    assert len(await scene.open()) == 1


async def two_routines(scene: FollowUpTalk) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    water = proposal("2026-10-06T15:00", rule="FREQ=DAILY", intent="물 마시기")
    await scene.asks("매일 3시에 물 마시라고 해 줘", water)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("약 알림은 이제 그만", ["물 마시기"]),
        ("전부 그만", []),
        ("그거 그만", ["약 먹기", "물 마시기"]),
    ],
)
async def test_of_several_the_named_one_ends_and_what_is_unclear_is_asked(
    scene: FollowUpTalk, words: str, left: list[str]
) -> None:
    await two_routines(scene)
    scene.script.answers["judge_needs"] = wants("cancel", words)

    turn = await scene.say(words)

    assert sorted(each.intent for each in await scene.open()) == sorted(left)
    if len(left) == 2:
        assert scene.told() == ("어느 약속을 거둘지 분명하지 않다. 어느 것인지 묻는다.",)
        assert turn.decisions["follow_up"]["status"] == "nothing_found"


async def test_with_nothing_set_up_there_is_nothing_to_call_off(scene: FollowUpTalk) -> None:
    scene.script.answers["judge_needs"] = wants("cancel", "알림 꺼 줘")

    await scene.say("알림 꺼 줘")

    assert scene.told() == ("거둘 약속이 없다. 걸려 있는 것이 없다고 알린다.",)


async def test_half_an_hour_later_moves_what_was_said_and_leaves_the_series(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    await scene.sent("2026-10-06T09:00")
    scene.clock.at = scene.at("2026-10-06T09:05")

    turn = await scene.asks("30분 뒤", proposal("2026-10-06T09:35"), act="snooze")

    assert [(each.local, each.created) for each in turn.follow_ups] == [("2026-10-06T09:35", False)]
    assert scene.told() == ("그때로 미뤘다: 2026-10-06 (화) 09:35 약 먹기",)
    assert await scene.talk.rows("follow_ups") == 1
    assert len(await scene.sent("2026-10-06T09:35")) == 1
    assert len(await scene.sent("2026-10-07T09:00")) == 1
    assert await scene.times() == [
        ("2026-10-06T09:00", "queued"),
        ("2026-10-06T09:35", "queued"),
        ("2026-10-07T09:00", "queued"),
    ]


async def test_putting_off_the_next_time_of_a_series_says_it_once_and_later(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)

    await scene.asks("내일 약 알림은 10시로 미뤄 줘", proposal("2026-10-06T10:00"), act="snooze")

    assert await scene.sent("2026-10-06T09:00") == []
    assert len(await scene.sent("2026-10-06T10:00")) == 1
    assert len(await scene.sent("2026-10-07T09:00")) == 1


async def test_putting_off_a_single_promise_moves_it(scene: FollowUpTalk) -> None:
    await scene.asks("내일 9시에 깨워 줘", proposal("2026-10-06T09:00", intent="깨우기"))

    await scene.asks("10시로 미뤄 줘", proposal("2026-10-06T10:00"), act="snooze")

    [shown] = await scene.open()
    assert (shown.intent, shown.local) == ("깨우기", "2026-10-06T10:00")
    assert await scene.sent("2026-10-06T09:00") == []
    assert len(await scene.sent("2026-10-06T10:00")) == 1
    assert await scene.open() == ()


async def test_a_promise_that_was_kept_can_be_put_off_once_more(scene: FollowUpTalk) -> None:
    await scene.asks("내일 9시에 깨워 줘", proposal("2026-10-06T09:00", intent="깨우기"))
    await scene.sent("2026-10-06T09:00")

    await scene.asks("10분만 더", proposal("2026-10-06T09:10", intent="다시"), act="snooze")

    assert len(await scene.sent("2026-10-06T09:10")) == 1
    assert await scene.talk.rows("follow_ups") == 1


async def test_another_rhythm_takes_the_place_of_the_old_one(scene: FollowUpTalk) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    at_eight = proposal("2026-10-06T08:00", rule="FREQ=DAILY", intent="8시로")

    await scene.asks("이제부터 8시로 바꿔 줘", at_eight, act="snooze")

    [shown] = await scene.open()
    assert (shown.intent, shown.local) == ("약 먹기", "2026-10-06T08:00")


async def test_what_to_put_off_and_to_when_is_asked_when_it_is_unclear(
    scene: FollowUpTalk,
) -> None:
    await two_routines(scene)

    await scene.asks("그거 미뤄 줘", proposal("2026-10-06T10:00"), act="snooze")
    which = scene.told()
    await scene.asks("약 알림 미뤄 줘", {"follow_ups": []}, act="snooze")

    assert which == (
        "어느 약속을 미룰지 분명하지 않아 아무것도 미루지 않았다. 어느 것인지 묻는다.",
    )
    assert scene.told() == ("언제로 미룰지 분명하지 않아 미루지 않았다. 언제인지 묻는다.",)
    assert await scene.talk.rows("occurrences") == 0
