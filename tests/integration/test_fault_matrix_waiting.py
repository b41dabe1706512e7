"""What faults of a model ask of time: AS-33 and rows 21 to 24 of the matrix."""

from __future__ import annotations

import logging

import pytest

from nightcrew.adapters.litellm_model import LitellmModel
from nightcrew.domain.dream import Proposal
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.reason import DreamOutcome
from nightcrew.ports import Question, Role
from nightcrew.store import people
from tests.integration.fault_paths import Place
from tests.integration.fault_rows import (
    COMPOSE,
    GOOD,
    LINE,
    PROPOSE,
)
from tests.integration.fault_steps import (
    DOWN,
    LIMITED,
    quiet,
    tick,
    wait_is_over,
)
from tests.stubs.openai_server import Says
from tests.talk import app_of, talk_with


async def test_three_server_errors_are_waited_out_longer_each_time(place: Place) -> None:
    await quiet(place)
    place.provider.script(PROPOSE, DOWN, DOWN, DOWN, Says(text=GOOD[PROPOSE]))

    report = await place.run("dream")

    assert place.waits == [2, 4, 8]
    assert report.outcome is DreamOutcome.APPLIED


async def test_a_provider_that_stays_down_costs_no_evidence_and_is_told(place: Place) -> None:
    await quiet(place)
    place.provider.script(PROPOSE, DOWN)

    await place.run("dream")

    listed = await place.talk.app.read_dreams.list(place.tenant, user="u1")
    [report] = listed.items
    assert report.outcome is DreamOutcome.PROVIDER_DOWN
    assert (report.evidence.read, report.evidence.pending) == (2, 2)
    assert place.waits == [2, 4, 8]
    assert len(place.provider.asked_for(PROPOSE)) == 4


async def test_the_schedule_waits_after_a_failed_dream_and_a_person_who_asks_does_not(
    place: Place,
) -> None:
    await quiet(place)
    place.provider.script(PROPOSE, Says(text="{"))
    assert await tick(place) == 1

    at_once = await tick(place)
    asked = len(place.provider.asked_for(PROPOSE))
    await wait_is_over(place)
    later = await tick(place)
    place.heal()
    by_name = await place.run("dream")

    assert (at_once, asked, later) == (0, 2, 1)
    assert by_name.outcome is DreamOutcome.APPLIED


async def test_a_cut_off_answer_is_asked_for_half_of_the_lines_and_the_rest_waits(
    place: Place,
) -> None:
    await place.talk.say(LINE)
    await quiet(place, "그리고 제주 여행도 가기로 했어")
    cut = Says(text=GOOD[PROPOSE][:-4], finish_reason="length")
    place.provider.script(PROPOSE, cut, Says(text=GOOD[PROPOSE]))

    report = await place.run("dream")

    first, second = (asked.text for asked in place.provider.asked_for(PROPOSE))
    assert ("제주" in first, "제주" in second) == (True, False)
    assert report.outcome is DreamOutcome.APPLIED
    assert await place.talk.cells("state", "evidence", "position") == [
        "applied", "nothing", "pending", "pending",
    ]  # fmt: skip
    assert await place.talk.app.run_dream.ready() == [place.talk.pair]


async def test_a_provider_that_asks_for_an_hour_gets_it_and_other_models_go_on(
    place: Place,
) -> None:
    models = dict.fromkeys(Role, "openai/scripted") | {Role.DREAM: "openai/limited"}
    model = LitellmModel(models, base_url=place.provider.base_url, seconds=lambda: place.seconds)
    app = app_of(place.database, model, clock=place.clock)
    place.talk = await talk_with(app, place.tenant, "mindcare-sora")
    place.provider.script(PROPOSE, LIMITED)
    await quiet(place)

    outcomes = [(await place.run("dream")).outcome for _ in range(3)]
    asked = len(place.provider.asked_for(PROPOSE))
    reply = (await place.talk.say("그래도 얘기하자")).reply
    place.heal()
    place.later(seconds=121)
    after = await place.run("dream")

    assert outcomes == [DreamOutcome.PROVIDER_DOWN] * 3
    assert asked == 1
    assert reply == GOOD["reply"]
    assert after.outcome is DreamOutcome.APPLIED


async def test_a_reply_is_tried_once_while_its_provider_is_left_alone(place: Place) -> None:
    for path in ("judge_needs", "reply"):
        place.provider.script(path, LIMITED)
    with pytest.raises(ModelFailure):
        await place.talk.say(LINE, turn_id="t1")
    place.provider.asked.clear()

    with pytest.raises(ModelFailure):
        await place.talk.say(LINE, turn_id="t1")
    tried = len(place.provider.asked)
    place.provider.script("judge_needs", Says(text=GOOD["judge_needs"]))
    place.provider.script("reply", Says(text=GOOD["reply"]))

    assert tried == 2
    assert (await place.talk.say(LINE, turn_id="t1")).reply == GOOD["reply"]


async def test_the_trouble_of_one_tenant_is_not_the_trouble_of_another(place: Place) -> None:
    await quiet(place)
    place.provider.script(PROPOSE, Says(text="{"))
    await place.run("dream")
    async with place.database.begin_system() as connection:
        other = await people.make_tenant(connection, "other")
    place.heal()
    neighbour = await talk_with(place.talk.app, other, "mindcare-sora")
    await neighbour.say(LINE)
    place.later(seconds=121)

    taken_up = await tick(place)

    assert taken_up == 1
    assert len(await neighbour.known()) == 1
    assert await place.talk.known() == ()


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_is_told_once_an_hour(
    place: Place, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    question = Question(name=COMPOSE, version=1, role=Role.DREAM, text=LINE, inputs=None)
    place.provider.script(COMPOSE, Says(status=status))

    async def ask(times: int) -> int:
        for _ in range(times):
            with pytest.raises(ModelFailure):
                await place.model.ask(question, answer=Proposal)
        return sum("provider_refused_key" in each.message for each in caplog.records)

    caplog.set_level(logging.ERROR)

    assert [await ask(3), len(place.provider.asked)] == [1, 3]
    place.seconds += 3601
    assert await ask(2) == 2


async def test_after_an_outage_the_oldest_backlog_is_dreamed_first_each_pair_once(
    place: Place,
) -> None:
    talks = [await talk_with(place.talk.app, place.tenant, "mindcare-sora", user=f"u{number}")
             for number in (3, 1, 2)]  # fmt: skip
    for talk in talks:
        await talk.say(LINE)
        place.later(minutes=1)
    place.later(seconds=121)
    place.provider.script(PROPOSE, DOWN)
    for path in ("judge_needs", "reply"):
        assert place.provider.asked_for(path)
    failed = await place.talk.app.flows.run("dream")
    said = await talks[0].say("모델이 꿈꾸지 못해도 이야기는 돼")
    place.heal()
    place.later(seconds=121)

    backlog = await place.talk.app.run_dream.ready(anyway=True)
    done = await place.talk.app.flows.run("dream")

    assert failed.counts["provider_down"] == 3
    assert said.reply == GOOD["reply"]
    assert backlog == [talk.pair for talk in talks]
    assert done.counts["applied"] == 3
    assert [len(await talk.known()) for talk in talks] == [1, 1, 1]
