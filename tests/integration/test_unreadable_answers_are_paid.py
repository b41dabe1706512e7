"""An answer nobody can read is paid like any other: the turn, the dream and the day tell it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.turn import Turn
from nightcrew.domain.usage import Usage
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.follow_up_talk import proposal, wants
from tests.integration.dreaming import BUSAN, dream, quiet
from tests.scripting import proposing, scripted
from tests.talk import app_of, talk_with

# An answer of the scripted model: 1 call, 100 tokens asked, 20 answered.
TWICE = Usage(
    model="paid", model_calls=2, prompt_tokens=70, completion_tokens=9, cost=Decimal("0.25")
)


def unreadable(kind: str = "bad_json") -> ModelFailure:
    failure = ModelFailure(kind, "nobody can read it")
    failure.spent = TWICE
    return failure


def told(usage: Any) -> tuple[int, int, int]:
    return usage["model_calls"], usage["prompt_tokens"], usage["completion_tokens"]


async def said(database: Database, tenant: UUID, **answers: Any) -> Turn:
    talk = await talk_with(app_of(database, scripted(**answers)), tenant)
    return await talk.say("1월 5일에 알려 줘")


@pytest.mark.parametrize("kind", ["bad_json", "truncated", "refused_by_model"])
async def test_a_turn_tells_what_its_unreadable_judge_cost(
    shared_database: Database, own_tenant: UUID, kind: str
) -> None:
    turn = await said(shared_database, own_tenant, judge_needs=unreadable(kind))

    assert told(turn.usage) == (3, 170, 29)


async def test_a_turn_tells_what_its_unreadable_planner_cost(
    shared_database: Database, own_tenant: UUID
) -> None:
    turn = await said(
        shared_database,
        own_tenant,
        judge_needs=wants("create", "1월 5일에 알려 줘"),
        plan_follow_ups=unreadable(),
    )

    assert turn.decisions["follow_up"]["status"] == "unavailable"
    assert told(turn.usage) == (4, 270, 49)


async def test_a_turn_tells_what_the_second_question_to_its_planner_cost(
    shared_database: Database, own_tenant: UUID
) -> None:
    answers: list[Any] = [proposal("2026-01-05T09:00"), unreadable()]

    turn = await said(
        shared_database,
        own_tenant,
        judge_needs=wants("create", "1월 5일에 알려 줘"),
        plan_follow_ups=lambda _: answers.pop(0),
    )

    assert told(turn.usage) == (5, 370, 69)


@pytest.mark.parametrize(
    ("prompt", "cost"),
    [("propose_changes", (2, 70, 9)), ("verify_changes", (3, 170, 29))],
)
async def test_a_dream_that_failed_tells_what_it_cost(
    shared_database: Database, own_tenant: UUID, prompt: str, cost: tuple[int, int, int]
) -> None:
    clock = FixedClock(NOON)
    model = scripted(**{"propose_changes": proposing(BUSAN), prompt: unreadable()})
    talk = await talk_with(app_of(shared_database, model, clock=clock), own_tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)

    report = await dream(talk)

    assert report.outcome == "bad_json"
    assert told(report.usage) == cost


async def test_the_cost_of_a_day_holds_dreams_that_failed(
    shared_database: Database, own_tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=unreadable())
    talk = await talk_with(app_of(shared_database, model, clock=clock), own_tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)
    await dream(talk)

    costs = await talk.cells("usage ->> 'cost'", "dreams")

    assert [float(str(cost)) for cost in costs] == [0.25]
