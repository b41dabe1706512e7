"""What may be planned from a talk that fell quiet, and what the user's own words decide."""

from __future__ import annotations

from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.memory import Kind
from nightcrew.ports import Question
from nightcrew.store import memories
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.usecases.keep_follow_ups.moves import FollowUpChange
from nightcrew.usecases.keep_memories import NewMemory
from tests.builders import memory
from tests.follow_up_talk import FollowUpTalk, follow_up_talk, proposal

BAD_NIGHT = "어제도 새벽까지 한숨도 못 잤어요"


def one_after_the_other(*answers: object) -> object:
    left = list(answers)
    return lambda _: left.pop(0)


async def test_a_time_that_has_passed_is_asked_for_once_more_with_the_reason(
    scene: FollowUpTalk,
) -> None:
    scene.script.answers["plan_follow_ups"] = one_after_the_other(
        proposal("2026-01-05T09:00", cites=["e1"]), proposal("2026-10-06T13:00", cites=["e1"])
    )
    await scene.say(BAD_NIGHT)

    counts = await scene.quiet()

    [first, again] = scene.script.asked_for("plan_follow_ups")
    assert "could not be kept" not in first.text
    assert '- past "2026-01-05T09:00": "계란 확인"' in again.text
    assert counts["planned"] == 1
    assert await scene.talk.cells("next_local", "follow_ups") == ["2026-10-06T13:00"]


async def test_a_second_time_that_has_passed_is_silence_and_never_a_message_now(
    scene: FollowUpTalk,
) -> None:
    scene.script.answers["plan_follow_ups"] = proposal("2026-01-05T09:00", cites=["e1"])
    await scene.say(BAD_NIGHT)

    counts = await scene.quiet()
    again = await scene.quiet()

    assert (counts["silent"], counts["refused_past"], again) == (1, 1, {})
    assert len(scene.script.asked_for("plan_follow_ups")) == 2
    assert await scene.talk.rows("follow_ups") == 0


async def test_what_the_first_answer_made_stays_when_the_second_is_lost(
    scene: FollowUpTalk,
) -> None:
    good = proposal("2026-10-06T13:00", cites=["e1"])["follow_ups"]
    passed = proposal("2026-01-05T09:00", intent="지난 일", cites=["e1"])["follow_ups"]
    scene.script.answers["plan_follow_ups"] = one_after_the_other(
        {"follow_ups": [*good, *passed]}, ModelFailure("provider_down", "away")
    )
    await scene.say(BAD_NIGHT)

    counts = await scene.quiet()

    assert (counts["planned"], counts["refused_past"]) == (1, 1)


async def read_once_more(scene: FollowUpTalk) -> None:
    async with scene.app.world.db.begin(scene.talk.pair.tenant) as connection:
        await connection.exec_driver_sql("update pair_states set planned_until = null")


@pytest.mark.parametrize("how", ["delete", "end"])
async def test_what_was_called_off_is_not_made_again_from_the_same_words(
    scene: FollowUpTalk, how: str
) -> None:
    tenant, keep = scene.talk.pair.tenant, scene.app.keep_follow_ups
    scene.script.answers["plan_follow_ups"] = proposal("2026-10-06T13:00", cites=["e1"])
    await scene.say(BAD_NIGHT)
    await scene.quiet()
    [made] = await scene.open()
    if how == "delete":
        await keep.delete(tenant, "u1", made.id)
    else:
        await keep.change(tenant, "u1", made.id, FollowUpChange(end=True))
    await read_once_more(scene)
    other = proposal("2026-10-07T15:00", intent="밤에 잠은 잘 잤는지", cites=["e1"])
    scene.script.answers["plan_follow_ups"] = other
    await scene.say("오늘은 날씨가 좋네요")

    counts = await scene.quiet()

    assert (counts["silent"], counts["refused_called_off"]) == (1, 1)
    assert await scene.open() == ()
    shown = scene.script.asked_for("plan_follow_ups")[-1].text
    assert "Called off by the person:\n- 2026-10-06 13:00" in shown


async def test_new_words_about_another_matter_are_planned_after_something_was_called_off(
    scene: FollowUpTalk,
) -> None:
    scene.script.answers["plan_follow_ups"] = proposal("2026-10-06T13:00", cites=["e1"])
    await scene.say(BAD_NIGHT)
    await scene.quiet()
    [made] = await scene.open()
    await scene.app.keep_follow_ups.delete(scene.talk.pair.tenant, "u1", made.id)
    later = proposal("2026-10-08T13:00", intent="면접 어땠는지", cites=["e1"])
    scene.script.answers["plan_follow_ups"] = later
    await scene.say("목요일에 면접을 봐요")

    counts = await scene.quiet()

    assert counts["planned"] == 1


@pytest.mark.parametrize(
    ("crew", "reason"),
    [
        ("mindcare-sora", "refused_ask_first"),
        ("used-car-hana", "refused_repeats_not_allowed"),
        ("checkup-dana", None),
    ],
)
async def test_a_rhythm_nobody_asked_for_is_set_up_only_where_the_guide_allows_it(
    shared_database: Database, own_tenant: UUID, crew: str, reason: str | None
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, crew=crew)
    scene.script.answers["plan_follow_ups"] = proposal(
        "2026-10-06T09:00", rule="FREQ=DAILY", cites=["e1"]
    )
    await scene.say("요즘 혈압을 아침마다 재고 있어요")

    counts = await scene.quiet()

    assert await scene.talk.rows("follow_ups") == (reason is None)
    assert counts[reason or "planned"] == 1


async def test_a_rhythm_is_offered_in_words_and_set_up_when_the_user_says_yes(
    scene: FollowUpTalk,
) -> None:
    daily = proposal("2026-10-06T09:00", rule="FREQ=DAILY", intent="혈압 재기", cites=["e1"])
    scene.script.answers["plan_follow_ups"] = daily
    await scene.say("요즘 혈압을 아침마다 재고 있어요")
    await scene.quiet()
    before = await scene.open()
    scene.script.answers["reply"] = "아침마다 혈압 재는지 물어볼까요?"
    await scene.say("자꾸 잊어버리네요")

    offered = scene.script.asked_for("reply")[-1].text
    turn = await scene.asks("응, 아침 9시에 그렇게 해 줘", daily)

    assert before == ()
    assert "Repeats: ask." in offered
    assert [each.created for each in turn.follow_ups] == [True]


async def test_a_promise_about_something_forgotten_is_not_even_shown_to_the_planner(
    scene: FollowUpTalk,
) -> None:
    tenant = scene.talk.pair.tenant
    await scene.asks(
        "내일 라면 사라고 알려 줘", proposal("2026-10-06T09:00", intent="라면을 좋아한다")
    )
    new = NewMemory(crew="mindcare-sora", scope="private", kind="fact", text="라면을 좋아한다")
    kept = await scene.app.keep_memories.add(tenant, "u1", new)
    await scene.app.keep_memories.forget(tenant, "u1", kept.memory.id)
    await scene.say("오늘은 날씨가 좋네요")

    await scene.quiet()

    assert "라면" not in scene.script.asked_for("plan_follow_ups")[-1].text


async def test_a_routine_that_speaks_plans_nothing(scene: FollowUpTalk) -> None:
    request = proposal("2026-10-06T09:00", rule="FREQ=DAILY", intent="매일 아침 계란 확인하기")
    await scene.asks("매일 아침 9시에 계란 확인해 줘", request)
    await scene.quiet()
    asked = len(scene.script.asked_for("plan_follow_ups"))

    spoken = [await scene.sent(f"2026-10-0{day}T09:00") for day in (6, 7, 8)]
    counts = await scene.quiet()

    assert [len(each) for each in spoken] == [1, 1, 1]
    assert (counts, await scene.talk.rows("follow_ups")) == ({}, 1)
    assert len(scene.script.asked_for("plan_follow_ups")) == asked


async def test_the_same_rhythm_asked_for_on_another_day_is_the_one_that_is_there(
    scene: FollowUpTalk,
) -> None:
    first = await scene.asks(
        "매일 9시에 계란 확인해 줘", proposal("2026-10-06T09:00", rule="FREQ=DAILY")
    )
    scene.clock.at = scene.at("2026-10-09T20:00")
    again = await scene.asks(
        "매일 9시에 계란 확인해 줘", proposal("2026-10-10T09:00", rule="FREQ=DAILY")
    )
    other = await scene.asks(
        "매일 8시에 계란 확인해 줘", proposal("2026-10-10T08:00", rule="FREQ=DAILY")
    )

    assert again.follow_ups[0].id == first.follow_ups[0].id
    assert (again.follow_ups[0].created, other.follow_ups[0].created) == (False, True)


async def with_style(scene: FollowUpTalk, wish: str) -> FollowUpTalk:
    pair = scene.talk.pair
    kept = memory(wish, kind=Kind.STYLE, user=pair.user, crew=pair.crew)
    async with scene.app.world.db.begin_pair(pair) as connection:
        await memories.add(
            connection, pair, kept, Act(actor="dream", cause="dream", at=scene.clock.at)
        )
    return scene


@pytest.mark.parametrize(
    ("wish", "local"),
    [
        (None, "2026-10-06T13:00"),
        ("점심에는 연락하지 말아 달라고 한다", "2026-10-06T15:00"),
        ("저녁에 연락해 달라고 한다", "2026-10-06T19:00"),
        ("14시 전에는 연락하지 말아 달라고 한다", "2026-10-06T15:00"),
        ("먼저 연락하지 말라고 한다", None),
    ],
)
async def test_how_somebody_wants_to_be_treated_moves_the_time_of_a_plan(
    shared_database: Database, own_tenant: UUID, wish: str | None, local: str | None
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, model=RehearsalModel(HashEmbedder()))
    if wish:
        await with_style(scene, wish)
    await scene.say(BAD_NIGHT, at="2026-10-05T23:40")

    await scene.quiet()

    planned = await scene.talk.cells("next_local", "follow_ups")
    assert planned == ([local] if local else [])


@pytest.mark.parametrize(
    ("wish", "local"),
    [(None, "2026-10-06T09:00"), ("아침엔 연락하지 마", "2026-10-06T12:00")],
)
async def test_a_request_without_an_hour_is_kept_at_an_hour_that_suits_the_person(
    shared_database: Database, own_tenant: UUID, wish: str | None, local: str
) -> None:
    scene = await follow_up_talk(shared_database, own_tenant, model=RehearsalModel(HashEmbedder()))
    if wish:
        await with_style(scene, wish)

    turn = await scene.say("내일 은행 가라고 알려 줘")

    assert [each.local for each in turn.follow_ups] == [local]


async def test_the_planner_sees_guide_playbook_style_open_ones_and_tombstones(
    scene: FollowUpTalk,
) -> None:
    await with_style(scene, "아침에는 연락하지 말아 달라고 한다")
    await scene.asks("내일 9시에 깨워 줘", proposal("2026-10-06T09:00", intent="깨우기"))
    await scene.say(BAD_NIGHT)

    await scene.quiet()

    asked: Question = scene.script.asked_for("plan_follow_ups")[-1]
    for part in ("follow_up.guide", "#", "아침에는 연락하지 말아", '"깨우기"', "Repeats: ask"):
        assert part in asked.text
