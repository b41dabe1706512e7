"""AS-26 and what else sending promises: the gate, words at fire time, one effect an occurrence."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.errors import ModelFailure
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from tests.fakes import FixedClock
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

LATE = datetime(2026, 10, 5, 14, 40, tzinfo=UTC)  # 23:40 in Seoul
WARM = {
    "send": True,
    "text": "어젯밤은 좀 어땠어요? 한 단어로만 전해줘도 충분해요.",
    "why": "힘든 밤",
}


def planning(local: str, **parts: Any) -> dict[str, Any]:
    usual = {"kind": "one_shot", "intent": "어젯밤 잠이 어땠는지", "cites": ["e1"]}
    follow_up = {**usual, "local": local}
    return {"follow_ups": [{**follow_up, **parts}], "why": "힘든 밤을 말했다"}


async def night_talk(
    database: Database, tenant: UUID, model: ScriptedModel, clock: FixedClock
) -> Talk:
    app = app_of(database, model, clock=clock)
    talk = await talk_with(app, tenant, "mindcare-sora")
    await talk.say("어제도 새벽까지 한숨도 못 잤어요")
    clock.at = LATE + timedelta(minutes=10)
    await app.flows.run("plan-follow-ups")
    return talk


async def send(talk: Talk, clock: FixedClock, at: datetime) -> dict[str, int]:
    clock.at = at
    return dict((await talk.app.flows.run("send-follow-ups")).counts)


async def test_a_hard_night_is_asked_about_once_the_next_day_at_one(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"), compose_follow_up=WARM)
    talk = await night_talk(database, tenant, model, clock)
    one = datetime(2026, 10, 6, 4, 0, tzinfo=UTC)

    early = await send(talk, clock, one - timedelta(minutes=1))
    due = await send(talk, clock, one)
    again = await send(talk, clock, one + timedelta(minutes=1))

    assert (early["pairs"], due["queued"], again["pairs"]) == (0, 1, 0)
    assert await talk.cells("text", "outbox", "position") == [WARM["text"]]
    assert await talk.cells("local", "occurrences") == ["2026-10-06T13:00"]


async def test_what_was_sent_stands_in_the_talk_so_that_an_answer_makes_sense(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"), compose_follow_up=WARM)
    talk = await night_talk(database, tenant, model, clock)
    await send(talk, clock, datetime(2026, 10, 6, 4, 0, tzinfo=UTC))
    clock.at += timedelta(minutes=5)

    await talk.say("응")

    talked = [line.text for line in model.asked_for("reply")[-1].inputs.talk]  # type: ignore[attr-defined]
    assert talked[-1] == WARM["text"]


async def test_half_past_seven_waits_for_eight_and_half_past_ten_for_the_next_morning(
    database: Database, tenant: UUID
) -> None:
    for local, utc_due, opens in (
        ("2026-10-06T07:30", "2026-10-05T22:30", "2026-10-05T23:00"),
        ("2026-10-06T22:30", "2026-10-06T13:30", "2026-10-06T23:00"),
    ):
        clock = FixedClock(LATE)
        model = scripted(plan_follow_ups=planning(local), compose_follow_up=WARM)
        app = app_of(database, model, clock=clock)
        talk = await talk_with(app, tenant, "mindcare-sora", user=f"u-{local}")
        await talk.say("어제도 새벽까지 한숨도 못 잤어요")
        clock.at = LATE + timedelta(minutes=10)
        await app.flows.run("plan-follow-ups")
        due = datetime.fromisoformat(f"{utc_due}+00:00")
        opening = datetime.fromisoformat(f"{opens}+00:00")

        at_night = await send(talk, clock, due)
        before = await send(talk, clock, opening - timedelta(minutes=1))
        at_eight = await send(talk, clock, opening)

        assert (at_night["deferred"], before["pairs"], at_eight["queued"]) == (1, 0, 1)
        [reason] = await talk.cells(
            "reason",
            f"gate_decisions where verdict = 'defer' and until = '{opening.isoformat()}'",
            "decided_at",
        )
        assert reason == "quiet_hours"


async def test_a_forgotten_memory_silences_what_rested_on_it(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        plan_follow_ups=planning("2026-10-06T13:00", intent="잠을 못 잔 어젯밤 안부"),
        compose_follow_up=WARM,
    )
    talk = await night_talk(database, tenant, model, clock)
    wanted = NewMemory(crew="mindcare-sora", scope="private", kind="fact", text="잠을 못 잔 어젯밤")
    added = await talk.app.keep_memories.add(tenant, "u1", wanted)
    await talk.app.keep_memories.forget(tenant, "u1", added.memory.id)

    counts = await send(talk, clock, datetime(2026, 10, 6, 4, 0, tzinfo=UTC))

    assert counts["blocked"] == 1
    assert await talk.cells("reason", "occurrences") == ["buried"]
    assert await talk.rows("outbox") == 0


async def test_silence_at_fire_time_is_stored_with_its_reason(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"))
    talk = await night_talk(database, tenant, model, clock)

    counts = await send(talk, clock, datetime(2026, 10, 6, 4, 0, tzinfo=UTC))

    assert counts["silent"] == 1
    assert await talk.cells("reason", "occurrences") == ["silent"]
    assert await talk.cells("state", "follow_ups") == ["done"]


async def test_too_late_is_missed_and_never_said(database: Database, tenant: UUID) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"), compose_follow_up=WARM)
    talk = await night_talk(database, tenant, model, clock)

    counts = await send(talk, clock, datetime(2026, 10, 6, 6, 1, tzinfo=UTC))

    assert counts["missed"] == 1
    assert model.asked_for("compose_follow_up") == []


async def test_two_senders_at_once_send_once(database: Database, tenant: UUID) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"), compose_follow_up=WARM)
    talk = await night_talk(database, tenant, model, clock)
    wish = FlowWish(now=datetime(2026, 10, 6, 4, 0, tzinfo=UTC))

    await asyncio.gather(*(talk.app.flows.run("send-follow-ups", wish) for _ in range(4)))

    assert await talk.rows("outbox") == 1


async def test_a_model_that_is_away_delays_the_words_and_loses_nothing(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        plan_follow_ups=planning("2026-10-06T13:00"),
        compose_follow_up=ModelFailure("provider_down", "away"),
    )
    talk = await night_talk(database, tenant, model, clock)
    one = datetime(2026, 10, 6, 4, 0, tzinfo=UTC)

    away = await send(talk, clock, one)
    model.answers["compose_follow_up"] = WARM
    back = await send(talk, clock, one + timedelta(minutes=6))

    assert (away["deferred"], back["queued"]) == (1, 1)


async def test_an_unasked_message_waits_while_the_user_is_talking(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(plan_follow_ups=planning("2026-10-06T13:00"), compose_follow_up=WARM)
    talk = await night_talk(database, tenant, model, clock)
    one = datetime(2026, 10, 6, 4, 0, tzinfo=UTC)
    clock.at = one - timedelta(minutes=2)
    await talk.say("오늘은 좀 낫네요")

    counts = await send(talk, clock, one)

    assert counts["deferred"] == 1
    assert await talk.cells("reason", "occurrences") == ["user_active"]


async def test_what_the_user_asked_for_comes_at_its_time_also_in_the_middle_of_a_talk(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE - timedelta(hours=8))
    model = scripted(
        judge_needs={"follow_up": {"use": True, "act": "create", "request": "5분 뒤에 알려 줘"}},
        plan_follow_ups=planning("now+PT5M", intent="라면 불 끄기", cites=[]),
        compose_follow_up=WARM,
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "mindcare-sora")
    await talk.say("5분 뒤에 라면 불 끄라고 알려 줘")

    counts = await send(talk, clock, clock.at + timedelta(minutes=5))

    assert counts["queued"] == 1


async def test_one_pair_that_breaks_does_not_stop_the_others(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        plan_follow_ups=lambda question: (
            1 / 0 if "부서" in question.text else planning("2026-10-06T13:00")
        )
    )
    app = app_of(database, model, clock=clock)
    for user, words in (("u1", "부서지는 말"), ("u2", "어제도 한숨도 못 잤어요")):
        talk = await talk_with(app, tenant, "mindcare-sora", user=user)
        await talk.say(words)
    clock.at += timedelta(minutes=10)

    counts = (await app.flows.run("plan-follow-ups")).counts

    assert (counts["failed"], counts["planned"]) == (1, 1)


async def test_a_request_in_a_turn_makes_a_follow_up_and_the_reply_knows_its_time(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        judge_needs={"follow_up": {"use": True, "act": "create", "request": "내일 9시에 깨워 줘"}},
        plan_follow_ups=planning("2026-10-06T09:00", intent="깨우기", cites=[]),
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "mindcare-sora")

    first = await talk.say("내일 9시에 깨워 줘")
    again = await talk.say("내일 9시에 깨워 줘")

    [made], [found] = first.follow_ups, again.follow_ups
    assert (made.local, made.created) == ("2026-10-06T09:00", True)
    assert (found.id, found.created) == (made.id, False)
    [done] = model.asked_for("reply")[0].inputs.done  # type: ignore[attr-defined]
    assert "2026-10-06 (화) 09:00" in done


async def test_stop_ends_a_follow_up_within_the_turn(database: Database, tenant: UUID) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        judge_needs={"follow_up": {"use": True, "act": "create", "request": "매일 계란 확인"}},
        plan_follow_ups=planning(
            "2026-10-06T09:00", kind="recurring", rule="FREQ=DAILY", intent="계란 확인", cites=[]
        ),
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "mindcare-sora")
    await talk.say("매일 아침 9시에 계란 확인해 줘")
    model.answers["judge_needs"] = {"follow_up": {"use": True, "act": "cancel", "request": "그만"}}

    await talk.say("이제 그만")

    assert await talk.cells("state", "follow_ups") == ["cancelled"]
    counts = await send(talk, clock, datetime(2026, 10, 6, 0, 0, tzinfo=UTC))
    assert counts["pairs"] == 0


async def test_a_daily_follow_up_after_three_days_away_catches_up_once(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(LATE)
    model = scripted(
        judge_needs={"follow_up": {"use": True, "act": "create", "request": "매일 9시"}},
        plan_follow_ups=planning(
            "2026-10-06T09:00", kind="recurring", rule="FREQ=DAILY", intent="약 먹기", cites=[]
        ),
        compose_follow_up=WARM,
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant, "mindcare-sora")
    await talk.say("매일 9시에 약 먹으라고 해 줘")

    counts = await send(talk, clock, datetime(2026, 10, 9, 1, 0, tzinfo=UTC))

    assert counts["queued"] == 1
    assert sorted(await talk.cells("state", "occurrences")) == ["missed"] * 3 + ["queued"]
