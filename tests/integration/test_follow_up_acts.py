"""Follow-ups in the turn: asked for, called off, put off and listed, and what is said of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from tests.follow_up_talk import SPOKEN, FollowUpTalk, follow_up_talk, proposal, wants

EVERY_MORNING = proposal("2026-10-06T09:00", rule="FREQ=DAILY", intent="약 먹기")


async def test_the_reply_is_told_the_time_in_the_users_own_words_and_with_its_weekday(
    scene: FollowUpTalk,
) -> None:
    turn = await scene.asks(
        "내일 아침 9시에 은행 전화하라고 알려 줘", proposal("2026-10-06T09:00", intent="은행 전화")
    )

    [told] = scene.told()
    assert "“내일 아침 9시”" in told
    assert told.endswith("2026-10-06 (화) 09:00 은행 전화")
    assert [each.local for each in turn.follow_ups] == ["2026-10-06T09:00"]


async def test_a_promise_in_another_zone_is_told_with_that_zone(scene: FollowUpTalk) -> None:
    await scene.asks(
        "내일 런던 시간 9시에 알려 줘",
        proposal("2026-10-06T09:00", timezone="Europe/London", zone_mode="pinned"),
    )

    assert "Europe/London 2026-10-06 (화) 09:00" in scene.told()[0]


async def test_who_never_named_a_zone_is_told_which_one_is_assumed(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant)
    async with scene.app.world.db.begin(own_tenant) as connection:
        await connection.exec_driver_sql("update users set timezone = null")

    await scene.asks("내일 9시에 알려 줘", proposal("2026-10-06T09:00"))

    assert "Asia/Seoul 2026-10-06 (화) 09:00" in scene.told()[0]


async def test_a_promise_that_stands_already_is_told_as_such(scene: FollowUpTalk) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)

    turn = await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)

    assert scene.told() == ("이미 약속되어 있다: 2026-10-06 (화) 09:00 약 먹기",)
    assert [each.created for each in turn.follow_ups] == [False]


async def test_a_time_that_has_passed_is_asked_for_once_and_then_the_crew_asks(
    scene: FollowUpTalk,
) -> None:
    turn = await scene.asks("1월 5일에 알려 줘", proposal("2026-01-05T09:00"))

    assert len(scene.script.asked_for("plan_follow_ups")) == 2
    assert scene.told() == ("다시 말 걸기를 걸지 못했다(past). 언제인지 묻는다.",)
    assert (turn.follow_ups, turn.decisions["follow_up"]["status"]) == ((), "refused")


async def test_the_second_time_of_a_planner_is_kept(scene: FollowUpTalk) -> None:
    answers = [proposal("2026-01-05T09:00"), proposal("2027-01-05T09:00")]
    scene.script.answers["judge_needs"] = wants("create", "1월 5일에 알려 줘")
    scene.script.answers["plan_follow_ups"] = lambda _: answers.pop(0)

    turn = await scene.say("1월 5일에 알려 줘")

    assert [each.local for each in turn.follow_ups] == ["2027-01-05T09:00"]
    assert turn.usage["model_calls"] == 4


async def test_a_planner_that_is_lost_at_the_second_try_costs_the_turn_nothing(
    scene: FollowUpTalk,
) -> None:
    answers: list[Any] = [proposal("2026-01-05T09:00"), ModelFailure("provider_down", "away")]
    scene.script.answers["judge_needs"] = wants("create", "1월 5일에 알려 줘")
    scene.script.answers["plan_follow_ups"] = lambda _: answers.pop(0)

    turn = await scene.say("1월 5일에 알려 줘")

    assert turn.decisions["follow_up"]["note"] == "past"


@pytest.mark.parametrize(
    ("crew", "told"),
    [
        ("used-car-hana", "되풀이해서 먼저 말을 걸지는 않기에"),
        ("mindcare-sora", "2026-10-06 (화) 09:00 약 먹기"),
    ],
)
async def test_what_is_told_agrees_with_what_the_guide_allows(
    shared_database: Database, own_tenant: UUID, crew: str, told: str
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, crew=crew)

    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)

    assert told in scene.told()[0]


@pytest.mark.parametrize(
    "request_", ["매달 31일에 월세 내라고 알려 줘", "31일마다 월세 내라고 해 줘"]
)
async def test_the_end_of_the_month_is_asked_about_once(scene: FollowUpTalk, request_: str) -> None:
    every_31st = proposal("2026-10-31T09:00", rule="FREQ=MONTHLY;BYMONTHDAY=31", intent="월세 내기")
    scene.script.answers["reply"] = "31일이 없는 달은 말일에 할까요, 건너뛸까요?"

    asked = await scene.asks(request_, every_31st)
    told = scene.told()
    kept = await scene.asks("그냥 31일에만 해 줘", every_31st)

    assert asked.follow_ups == ()
    assert told[0].startswith("31일이 없는 달이 있어 아직 걸지 않았다.")
    assert [each.local for each in kept.follow_ups] == ["2026-10-31T09:00"]


async def test_who_says_the_last_day_is_asked_nothing(scene: FollowUpTalk) -> None:
    last_day = proposal("2026-10-31T09:00", rule="FREQ=MONTHLY;BYMONTHDAY=-1", intent="월세")

    await scene.asks("매달 말일에 월세 내라고 알려 줘", last_day)

    [shown] = await scene.open()
    assert [time.local for time in shown.next] == [
        "2026-10-31T09:00",
        "2026-11-30T09:00",
        "2026-12-31T09:00",
    ]


async def test_a_promise_into_the_quiet_hours_says_so_and_offers_two_ways(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("밤에 잘 준비하라고 해 줘", proposal("2026-10-05T22:30", intent="잘 준비"))

    told = scene.told()[-1]
    assert "2026-10-06 (화) 08:00에 나간다" in told
    assert "2026-10-05 (월) 21:50이 나은지 묻는다" in told


async def test_who_allows_the_night_for_one_promise_is_not_asked_again(
    scene: FollowUpTalk,
) -> None:
    allowed = proposal("2026-10-05T22:30", intent="잘 준비", allow_night=True)

    await scene.asks("밤 10시 반에 잘 준비하라고 해 줘", allowed)

    assert len(scene.told()) == 1
    assert await scene.sent("2026-10-05T22:30") == [SPOKEN["text"]]


async def test_what_is_put_off_into_the_quiet_hours_is_told_so(scene: FollowUpTalk) -> None:
    await scene.asks(
        "저녁 9시에 문 잠그라고 해 줘", proposal("2026-10-05T21:00", intent="문 잠그기")
    )

    await scene.asks("두 시간 미뤄 줘", proposal("2026-10-05T23:00", intent="문"), act="snooze")

    assert "2026-10-06 (화) 08:00에 나간다" in scene.told()[-1]


async def test_who_allows_the_night_when_asked_is_spoken_to_at_that_hour(
    scene: FollowUpTalk,
) -> None:
    late = proposal("2026-10-05T22:30", intent="잘 준비")
    first = await scene.asks("밤에 잘 준비하라고 해 줘", late)

    allowed = proposal("2026-10-05T22:30", intent="잘 준비", allow_night=True)
    second = await scene.asks("응, 이번 건 그때 말 걸어도 돼", allowed)
    again = await scene.asks("밤에 잘 준비하라고 해 줘", late)

    assert (first.follow_ups[0].created, second.follow_ups[0].created) == (True, True)
    assert not again.follow_ups[0].created
    assert [each.allow_night for each in await scene.open()] == [True]
    assert await scene.sent("2026-10-05T22:30") == [SPOKEN["text"]]


async def two_routines(scene: FollowUpTalk) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", EVERY_MORNING)
    water = proposal("2026-10-06T15:00", rule="FREQ=DAILY", intent="물 마시기")
    await scene.asks("매일 3시에 물 마시라고 해 줘", water)


async def test_what_is_open_is_listed_with_its_times(scene: FollowUpTalk) -> None:
    await two_routines(scene)
    scene.script.answers["judge_needs"] = wants("list", "알림 뭐 있어?")

    await scene.say("알림 뭐 있어?")

    [block] = scene.script.asked_for("reply")[-1].inputs.found  # type: ignore[attr-defined]
    assert block.lines == (
        '- 2026-10-06 09:00, again by FREQ=DAILY: "약 먹기"',
        '- 2026-10-06 15:00, again by FREQ=DAILY: "물 마시기"',
    )


async def test_english_is_told_in_english(shared_database: Database, own_tenant: UUID) -> None:
    scene = await follow_up_talk(
        shared_database, own_tenant, crew="cooking-nora", zone="America/New_York"
    )

    await scene.asks(
        "Remind me tomorrow at noon to feed the starter",
        proposal("2026-10-05T12:00", intent="feed the starter"),
    )

    [told] = scene.told()
    assert "“tomorrow at noon”" in told
    assert told.endswith("2026-10-05 (Mon) 12:00 feed the starter")


@pytest.mark.parametrize(
    ("words", "crew", "parts"),
    [
        (
            "매일 아침 9시에 약 먹으라고 알려 줘",
            "mindcare-sora",
            ("매일 아침 9시", "2026-10-06 (화) 09:00"),
        ),
        (
            "Remind me every day at 8 to feed the starter",
            "cooking-nora",
            ("every day at 8", "08:00"),
        ),
    ],
)
async def test_the_rehearsal_carries_the_acts_out_and_says_so(
    shared_database: Database, own_tenant: UUID, words: str, crew: str, parts: tuple[str, ...]
) -> None:
    scene = await follow_up_talk(
        shared_database, own_tenant, crew=crew, model=RehearsalModel(HashEmbedder())
    )

    made = await scene.say(words)
    await scene.sent("2026-10-06T09:00")
    await scene.say("stop" if crew == "cooking-nora" else "그만")

    assert all(part in made.reply for part in parts)
    assert await scene.talk.cells("state", "follow_ups") == ["cancelled"]


async def test_the_rehearsal_puts_off_what_it_has_just_said(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, model=RehearsalModel(HashEmbedder()))
    await scene.say("매일 아침 9시에 약 먹으라고 알려 줘")
    await scene.sent("2026-10-06T09:00")

    turn = await scene.say("30분 뒤에", at="2026-10-06T09:05")

    assert "2026-10-06 (화) 09:35로 미뤘어요" in turn.reply
    assert len(await scene.sent("2026-10-06T09:35")) == 1
