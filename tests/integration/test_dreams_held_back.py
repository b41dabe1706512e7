"""What a dream leaves alone: explicit memories, refuted changes, moved ground, no consent."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import UUID

from nightcrew.domain.dream import Verdict, Verdicts
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.integration.dreaming import BUSAN, dream, quiet
from tests.scripting import all_stand, proposing, scripted
from tests.talk import app_of, talk_with


async def test_an_explicit_memory_is_not_changed_by_a_dream_and_becomes_a_suggestion(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    remember = {"memory": {"use": True, "act": "remember", "text": "커피는 디카페인만"}}
    model = scripted(judge_needs=remember)
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("커피는 디카페인만 마셔, 기억해 줘")
    model.answers["judge_needs"] = {}
    await talk.say("요즘은 그냥 커피도 마셔. 그리고 강아지를 키워")

    await quiet(talk, clock)
    model.answers["propose_changes"] = proposing(
        {"action": "update", "memory": "m1", "text": "그냥 커피도 마신다", "cites": ["e3"]},
        {"action": "create", "text": "강아지를 키운다", "cites": ["e3"]},
    )
    report = await dream(talk)

    assert [change.reason for change in report.changes] == [Reason.EXPLICIT_MEMORY, None]
    [question] = model.asked_for("verify_changes")
    assert [each.change.text for each in question.inputs.changes] == ["강아지를 키운다"]  # type: ignore[attr-defined]
    assert {memory.text for memory in await talk.known()} == {
        "커피는 디카페인만",
        "강아지를 키운다",
    }
    assert await talk.cells("text", "suggestions", "created_at") == ["그냥 커피도 마신다"]


async def test_what_the_verifier_refutes_is_not_applied_and_rides_along(
    database: Database, tenant: UUID
) -> None:
    no = Verdicts(verdicts=(Verdict(change="c1", stands=False, why="말한 적이 없다"),))
    clock = FixedClock(NOON)
    model = scripted(propose_changes=proposing(BUSAN), verify_changes=no)
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)

    report = await dream(talk)

    assert report.changes[0].reason is Reason.UNVERIFIED
    assert report.changes[0].verdict == "말한 적이 없다"
    assert await talk.known() == ()
    assert (report.evidence.pending, report.evidence.parked) == (1, 0)
    assert await talk.app.run_dream.ready(clock.at + timedelta(hours=1)) == []


async def test_refused_words_ride_along_with_new_ones_for_three_dreams_and_are_then_parked(
    database: Database, tenant: UUID
) -> None:
    no = Verdicts(verdicts=(Verdict(change="c1", stands=False, why="모르겠다"),))
    clock = FixedClock(NOON)
    model = scripted(propose_changes=proposing(BUSAN), verify_changes=no)
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")

    reports = []
    for _ in range(3):
        await quiet(talk, clock)
        reports.append(await dream(talk))
        await talk.say("오늘은 별일 없었어")

    assert [report.evidence.parked for report in reports] == [0, 0, 1]
    told = model.asked_for("propose_changes")[1].inputs.refused  # type: ignore[attr-defined]
    assert told == ("create plan: unverified (모르겠다)",)
    assert await talk.rows("evidence", "state = 'parked'") == 1


async def test_a_verifier_that_is_away_lets_nothing_pass_and_loses_nothing(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    model = scripted(
        propose_changes=proposing(BUSAN),
        verify_changes=ModelFailure("provider_timeout", "too slow"),
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)

    away = await dream(talk)
    model.answers["verify_changes"] = all_stand
    back = await dream(talk)

    assert (away.outcome, away.evidence.pending) == (DreamOutcome.PROVIDER_TIMEOUT, 2)
    assert back.outcome is DreamOutcome.APPLIED
    assert len(await talk.known()) == 1


async def test_two_dreams_at_once_apply_once(database: Database, tenant: UUID) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(BUSAN))
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)

    reports = await asyncio.gather(dream(talk), dream(talk))

    outcomes = sorted(report.outcome for report in reports)
    assert len(await talk.known()) == 1
    assert outcomes in (["applied", "busy"], ["applied", "nothing_to_do"])


async def test_what_waited_is_not_learnt_once_the_consent_to_remember_is_taken_back(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(BUSAN))
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)
    await talk.app.keep_people.set_preferences(tenant, "u1", {"consents": {"remember": False}})

    ready = await talk.app.run_dream.ready()
    refused = await dream(talk)
    await talk.app.keep_people.set_preferences(tenant, "u1", {"consents": {"remember": True}})
    taken_up = await dream(talk)

    assert (ready, refused.outcome) == ([], DreamOutcome.NOTHING_TO_DO)
    assert model.asked_for("propose_changes")
    assert taken_up.outcome is DreamOutcome.APPLIED


async def test_a_memory_the_user_changed_meanwhile_is_left_alone(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(BUSAN))
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)
    await dream(talk)
    [memory] = await talk.known()
    await talk.say("부산 말고 대구로 이사해")
    await quiet(talk, clock)

    async def edit_meanwhile(question: Question) -> Verdicts:
        await talk.app.keep_memories.change(
            tenant, "u1", memory.id, text="부산 이사는 내가 알아서 한다"
        )
        return all_stand(question)

    model.answers["propose_changes"] = proposing(
        {"action": "update", "memory": "m1", "text": "대구로 이사한다", "cites": ["e1"]}
    )
    model.answers["verify_changes"] = edit_meanwhile
    report = await dream(talk)

    assert report.changes[0].reason is Reason.STALE
    [kept] = await talk.known()
    assert kept.text == "부산 이사는 내가 알아서 한다"
