"""Public cases of follow-ups that speak too often, too late or at the wrong moment (C and E4)."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import UUID

import pytest

from nightcrew.app.flow_menu import FlowWish
from nightcrew.store.database import Database
from tests.desk import Desk
from tests.follow_up_talk import SPOKEN, FollowUpTalk, follow_up_talk, proposal
from tests.receiver import Receiver, delivering, listening

DAILY = "FREQ=DAILY"
PILL = proposal("2026-10-06T09:00", rule=DAILY, intent="약 먹기")


async def test_c1_a_message_that_was_due_while_nobody_was_there_goes_within_its_grace(
    scene: FollowUpTalk,
) -> None:
    await scene.promise("2026-10-06T08:30:00")

    down = await scene.sent("2026-10-06T08:29:47")
    back = await scene.sent("2026-10-06T08:31:05")

    assert (len(down), len(back)) == (0, 1)
    assert await scene.times() == [("2026-10-06T08:30", "queued")]


async def test_c1_the_coming_time_is_listed_before_it_is_due_and_is_late_when_nobody_came(
    scene: FollowUpTalk,
) -> None:
    made = await scene.promise("2026-10-06T08:30:00")

    before = await scene.run_list(made, "2026-10-06T08:29:47")
    back = await scene.run_list(made, "2026-10-06T08:31:05")
    await scene.sent("2026-10-06T08:31:05")
    after = await scene.run_list(made, "2026-10-06T08:31:05")

    assert [each.state for each in (*before, *back, *after)] == ["scheduled", "late", "queued"]
    [said] = await scene.talk.cells("occurrence_id", "outbox", "position")
    assert {each.id for each in (*before, *back, *after)} == {said}


async def test_c1_a_routine_lists_its_next_time_before_those_that_were(
    scene: FollowUpTalk,
) -> None:
    made = await scene.promise("2026-10-06T08:30:00", rule=DAILY)
    await scene.sent("2026-10-06T08:30:00")

    seen = await scene.run_list(made, "2026-10-06T09:00:00")

    assert [(each.local, each.state) for each in seen] == [
        ("2026-10-07T08:30", "scheduled"),
        ("2026-10-06T08:30", "queued"),
    ]


@pytest.mark.parametrize("night", [True, False], ids=["the night is allowed", "it is not"])
async def test_c2_what_is_too_late_is_missed_with_its_reason_and_says_nothing(
    scene: FollowUpTalk, *, night: bool
) -> None:
    made = await scene.promise("2026-10-06T11:00", allow_night=night)

    spoken = await scene.sent("2026-10-06T22:10")
    morning = await scene.sent("2026-10-07T08:00")

    assert (spoken, morning) == ([], [])
    [seen] = await scene.app.keep_follow_ups.occurrences(scene.talk.pair.tenant, "u1", made)
    assert (seen.state, seen.reason) == ("missed", "missed")


async def test_c4_two_senders_and_a_slow_model_say_it_once(
    shared_database: Database, own_tenant: UUID
) -> None:
    async def slowly(_: object) -> object:
        await asyncio.sleep(0.05)
        return SPOKEN

    scene = await follow_up_talk(shared_database, own_tenant, compose_follow_up=slowly)
    await scene.promise("2026-10-06T09:00")
    wish = FlowWish(now=scene.at("2026-10-06T09:00"), tenant=own_tenant)

    await asyncio.gather(*(scene.app.flows.run("send-follow-ups", wish) for _ in range(2)))

    assert await scene.talk.rows("outbox") == 1


async def test_c5_a_deleted_routine_comes_back_only_when_it_is_asked_for_anew(
    scene: FollowUpTalk,
) -> None:
    eggs = proposal("2026-10-06T09:00", rule=DAILY, intent="계란 확인")
    first = await scene.asks("매일 9시에 계란 확인해 줘", eggs)
    await scene.app.keep_follow_ups.delete(
        scene.talk.pair.tenant, "u1", first.follow_ups[0].id, now=scene.clock.at
    )
    scene.script.answers["plan_follow_ups"] = proposal(
        "2026-10-07T09:00", intent="계란 확인", cites=["e1", "e3"]
    )
    await scene.say("오늘 장을 봤어요")

    unasked = await scene.quiet()
    gone = await scene.open()
    again = await scene.asks("매일 9시에 계란 확인해 줘", eggs)

    assert (unasked["refused_called_off"], gone) == (1, ())
    assert again.follow_ups[0].created


async def test_c6_running_a_routine_never_changes_how_many_there_are(
    scene: FollowUpTalk,
) -> None:
    every_monday = proposal(
        "2026-10-12T09:00", rule="FREQ=WEEKLY;BYDAY=MO", intent="매주 월요일마다 장보기 목록 묻기"
    )
    await scene.asks("매주 월요일 9시에 장보기 목록을 물어봐 줘", every_monday)
    await scene.quiet()

    for day in (12, 19, 26):
        await scene.sent(f"2026-10-{day}T09:00")
        await scene.quiet()

    assert await scene.talk.rows("follow_ups") == 1
    assert len(await scene.words()) == 3


async def test_c8_asking_twice_is_told_that_it_stands_already(scene: FollowUpTalk) -> None:
    first = await scene.asks("매일 9시에 약 먹으라고 해 줘", PILL)
    again = await scene.asks("매일 9시에 약 먹으라고 해 줘", PILL)

    assert (again.follow_ups[0].created, again.follow_ups[0].id) == (False, first.follow_ups[0].id)
    assert scene.told()[0].startswith("이미 약속되어 있다")


async def test_c9_a_storm_of_restarts_makes_one_routine(scene: FollowUpTalk) -> None:
    await asyncio.gather(*(scene.promise("2026-10-06T09:00") for _ in range(9)))

    assert await scene.talk.rows("follow_ups") == 1


@pytest.mark.parametrize(
    "written",
    [
        {"send": False, "text": "물 한 잔 어때요?"},
        {"send": True, "text": "SILENT."},
        {"send": True, "text": "오늘은 새 소식이 없네요. NO_REPLY"},
    ],
)
async def test_c10_a_word_for_silence_never_reaches_the_user(
    shared_database: Database, own_tenant: UUID, written: dict[str, object]
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, compose_follow_up=written)
    await scene.promise("2026-10-06T09:00")

    spoken = await scene.sent("2026-10-06T09:00")

    assert spoken == []
    assert await scene.times() == [("2026-10-06T09:00", "silent")]


async def test_c17_after_two_words_without_an_answer_the_crew_is_silent_until_the_user_speaks(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant)
    spoken = []
    for day in (6, 7, 8):
        local = f"2026-10-0{day}T13:00"
        scene.clock.at = scene.at(f"2026-10-0{day}T00:10") if day > 6 else scene.clock.at
        plan = {"follow_ups": [
            {"kind": "one_shot", "local": f"2026-10-0{each}T13:00", "intent": f"안부 {each}",
             "cites": ["e1"]} for each in (6, 7, 8)
        ]}  # fmt: skip
        if day == 6:
            scene.script.answers["plan_follow_ups"] = plan
            await scene.say("요즘 잠을 못 자요")
            await scene.quiet()
        spoken.append(len(await scene.sent(local)))
    await scene.say("나 왔어", at="2026-10-08T20:00")
    scene.script.answers["plan_follow_ups"] = proposal(
        "2026-10-09T13:00", intent="새 안부", cites=["e1"]
    )
    await scene.quiet()

    after = await scene.sent("2026-10-09T13:00")

    assert spoken == [1, 1, 0]
    assert await scene.talk.cells("reason", "occurrences where state = 'blocked'") == ["unanswered"]
    assert len(after) == 1


async def test_c18_a_snooze_is_one_time_more_and_leaves_no_trace_behind(
    scene: FollowUpTalk,
) -> None:
    await scene.asks("매일 9시에 약 먹으라고 해 줘", PILL)
    await scene.sent("2026-10-06T09:00")
    scene.clock.at = scene.at("2026-10-06T09:05")
    await scene.asks("30분 뒤", proposal("2026-10-06T09:35"), act="snooze")

    spoken = [await scene.sent(at) for at in ("2026-10-06T09:35", "2026-10-07T09:00")]
    later = await scene.sent("2026-10-07T09:35")

    assert [len(each) for each in (*spoken, later)] == [1, 1, 0]
    [shown] = await scene.open()
    assert shown.local == "2026-10-08T09:00"


async def test_c20_what_was_handed_over_is_delivered_only_when_the_backend_says_so(
    scene: FollowUpTalk,
) -> None:
    await scene.promise("2026-10-06T09:00")
    await scene.sent("2026-10-06T09:00")
    handed_over = await scene.times()
    [item] = (await scene.app.read_outbox.page(scene.talk.pair.tenant)).items

    await scene.app.read_outbox.ack(scene.talk.pair.tenant, item.id, "delivered")

    assert handed_over == [("2026-10-06T09:00", "queued")]
    assert await scene.times() == [("2026-10-06T09:00", "delivered")]


async def test_c21_an_answer_to_a_message_is_understood_as_one(scene: FollowUpTalk) -> None:
    made = await scene.promise("2026-10-06T13:00")
    await scene.sent("2026-10-06T13:00")

    turn = await scene.say("괜찮아")

    for prompt in ("judge_needs", "reply"):
        assert SPOKEN["text"] in scene.script.asked_for(prompt)[-1].text
    told = await scene.app.explain_turn(scene.talk.pair.tenant, turn.turn_id)
    assert str(made) in str(told)


async def test_e4_a_retried_delivery_keeps_its_id_and_is_signed_afresh(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant)
    desk, receiver = Desk(db=shared_database, tenant=own_tenant), Receiver()
    await listening(desk, "crew.message.due")
    await scene.promise("2026-10-06T09:00", grace_minutes=600)
    await scene.sent("2026-10-06T09:00")
    receiver.always(status=503)

    at = scene.clock.at
    for _ in range(3):
        await delivering(desk, receiver)(now=at)
        at += timedelta(hours=1)
        await asyncio.sleep(1.01)  # a signature holds its second, by the machine's clock

    assert len(receiver.ids) == 3
    assert len(set(receiver.ids)) == 1
    assert len({each.headers["webhook-signature"] for each in receiver.got}) == 3
