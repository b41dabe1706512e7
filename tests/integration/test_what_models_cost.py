"""Whatever a model was asked for stands in what the day cost: planning, messages, what was lost."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from nightcrew.app.flow_menu import FlowWish
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.usage import Paid, Usage, Work
from nightcrew.store import activity, model_costs
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.follow_up_talk import FollowUpTalk, follow_up_talk, proposal
from tests.integration.dreaming import BUSAN, quiet
from tests.scripting import proposing, scripted, verdicts_on
from tests.talk import Talk, app_of, talk_with

# An answer of the scripted model: 1 call, 100 tokens asked, 20 answered.
LOST = Usage(
    model="paid", model_calls=2, prompt_tokens=70, completion_tokens=9, cost=Decimal("0.25")
)
BAD_NIGHT = "어제도 새벽까지 한숨도 못 잤어요"
Cost = tuple[str, str, int, int]


def lost(kind: str = "bad_json") -> ModelFailure:
    failure = ModelFailure(kind, "nobody can read it")
    failure.spent = LOST
    return failure


async def costs(talk: Talk) -> Sequence[Cost]:
    """Each piece of work with its crew, calls and tokens."""
    told = await talk.cells(
        "work || ' ' || crew || ' ' || (usage ->> 'model_calls') || ' ' ||"
        " (cast(usage ->> 'prompt_tokens' as int) + cast(usage ->> 'completion_tokens' as int))",
        "model_costs",
    )
    parts = [each.split(" ") for each in told]
    return [(work, crew, int(calls), int(tokens)) for work, crew, calls, tokens in parts]


async def lately(talk: Talk) -> list[tuple[str, str, float]]:
    """What the day cost, by crew and work."""
    async with talk.app.world.db.begin(talk.pair.tenant) as connection:
        counted = await activity.counted(connection, talk.pair.tenant)
    return [(each.crew, each.first, each.number) for each in counted if each.kind == "cost"]


async def talk_of(database: Database, tenant: UUID, **answers: Any) -> Talk:
    return await talk_with(app_of(database, scripted(**answers)), tenant)


@pytest.fixture
async def scene(shared_database: Database, own_tenant: UUID) -> FollowUpTalk:
    return await follow_up_talk(shared_database, own_tenant)


async def test_a_planner_that_stays_silent_is_paid(scene: FollowUpTalk) -> None:
    await scene.say(BAD_NIGHT)

    await scene.quiet()

    assert await costs(scene.talk) == [("plan", "mindcare-sora", 1, 120)]


async def test_both_questions_to_a_planner_are_paid(scene: FollowUpTalk) -> None:
    answers: list[Any] = [proposal("2026-01-05T09:00", cites=["e1"]), lost()]
    scene.script.answers["plan_follow_ups"] = lambda _: answers.pop(0)
    await scene.say(BAD_NIGHT)

    await scene.quiet()

    assert await costs(scene.talk) == [("plan", "mindcare-sora", 3, 199)]


async def test_a_planner_that_was_cut_off_is_paid_for_both_halves(scene: FollowUpTalk) -> None:
    scene.script.answers["plan_follow_ups"] = lambda _: lost("truncated")
    await scene.say(BAD_NIGHT)
    await scene.say("오늘도 그래요")

    await scene.quiet()

    assert await costs(scene.talk) == [("plan", "mindcare-sora", 4, 158)]
    assert await lately(scene.talk) == [("mindcare-sora", "plan", 0.5)]


async def test_a_message_is_paid_when_it_is_worded(scene: FollowUpTalk) -> None:
    await scene.promise("2026-10-05T15:00")

    await scene.sent("2026-10-05T15:00")

    assert await costs(scene.talk) == [("message", "mindcare-sora", 1, 120)]


@pytest.mark.parametrize(
    ("answer", "paid"),
    [({"send": False, "text": "", "why": "nothing to say"}, (1, 120)), (lost(), (2, 79))],
)
async def test_words_that_nobody_hears_are_paid(
    scene: FollowUpTalk, answer: Any, paid: tuple[int, int]
) -> None:
    scene.script.answers["compose_follow_up"] = answer
    await scene.promise("2026-10-05T15:00")

    await scene.sent("2026-10-05T15:00")

    assert await costs(scene.talk) == [("message", "mindcare-sora", *paid)]


async def test_a_turn_whose_reply_was_lost_is_paid_though_no_answer_tells_it(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_of(shared_database, own_tenant, reply=lost())

    with pytest.raises(ModelFailure):
        await talk.say("부산 날씨 어때?")

    assert await costs(talk) == [("turn", "travel-mina", 3, 199)]


async def test_a_turn_that_is_kept_tells_its_own_cost_and_is_counted_once(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_of(shared_database, own_tenant)

    turn = await talk.say("부산 날씨 어때?")

    assert turn.usage["model_calls"] == 2
    assert await costs(talk) == []


async def test_a_turn_that_is_only_tried_is_paid(
    shared_database: Database, own_tenant: UUID
) -> None:
    talk = await talk_of(shared_database, own_tenant)

    await talk.say("부산 날씨 어때?", dry_run=True)

    assert await costs(talk) == [("turn", "travel-mina", 2, 240)]
    assert await talk.rows("turns") == 0


@pytest.mark.parametrize(
    ("mode", "proposed", "paid"),
    [("dry_run", proposing(BUSAN), (2, 240)), ("apply", proposing(), (1, 120))],
)
async def test_a_dream_without_a_report_is_paid(
    shared_database: Database,
    own_tenant: UUID,
    mode: Any,
    proposed: Any,
    paid: tuple[int, int],
) -> None:
    clock = FixedClock(NOON)
    model = scripted(propose_changes=proposed, verify_changes=verdicts_on(True))
    talk = await talk_with(app_of(shared_database, model, clock=clock), own_tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)

    await talk.app.run_dream(talk.pair, mode=mode)

    assert await talk.rows("dreams") == 0
    assert await costs(talk) == [("dream", "travel-mina", *paid)]


async def test_what_was_paid_goes_with_the_runs_of_flows_by_the_servers_clock(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_with(app_of(database, scripted(), clock=clock), tenant)
    paid = Paid(work=Work.DIGEST, usage=replace(LOST, model=uuid.uuid4().hex))
    async with database.begin(tenant) as connection:
        await model_costs.note(connection, tenant, paid, paid)
        await connection.exec_driver_sql("update model_costs set written_at = '2026-09-01Z'")
        await model_costs.note(connection, tenant, paid)
        await connection.exec_driver_sql(
            "update model_costs set written_at = '2026-10-04Z' where written_at > '2026-09-02Z'"
        )

    clock.at = NOON + timedelta(days=1)
    counts = (await talk.app.flows.run("retention", FlowWish())).counts

    assert counts["flow_runs"] == 2
    assert await talk.rows("model_costs") == 1
