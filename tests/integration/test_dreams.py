"""AS-02, AS-03, AS-05 and what else a dream promises, on the real database."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from nightcrew.domain.dream import DreamReport, Proposal, Verdict, Verdicts
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.scripting import all_stand, proposing, scripted
from tests.talk import Talk, app_of, talk_with

BUSAN: dict[str, Any] = {
    "action": "create",
    "kind": "plan",
    "text": "부산으로 이사할 예정이다",
    "cites": ["e1"],
    "why": "이사 계획",
}


async def quiet(talk: Talk, clock: FixedClock) -> None:
    clock.at = clock.at + timedelta(seconds=121)
    assert talk.pair in await talk.app.run_dream.ready()


async def dream(talk: Talk) -> DreamReport:
    return await talk.app.run_dream(talk.pair)


async def test_a_dream_makes_a_memory_that_cites_what_was_said(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(BUSAN))
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")

    await quiet(talk, clock)
    report = await dream(talk)

    [memory] = await talk.known()
    assert report.outcome is DreamOutcome.APPLIED
    assert (memory.text, memory.kind, memory.version) == ("부산으로 이사할 예정이다", "plan", 1)
    assert memory.said_on == date(2026, 10, 5)
    assert list(memory.cites) == (await talk.cells("id", "evidence", "position"))[:1]
    assert report.evidence.read == 2
    assert await talk.cells("state", "evidence", "position") == ["applied", "nothing"]


async def test_a_cancelled_move_keeps_its_history_and_the_new_trip_is_added(
    database: Database, tenant: UUID
) -> None:
    clock, model = FixedClock(NOON), scripted(propose_changes=proposing(BUSAN))
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 부산으로 이사할 예정이야")
    await quiet(talk, clock)
    await dream(talk)
    clock.at = NOON + timedelta(days=3)

    await talk.say("부산 이사 취소했어. 대신 제주 여행 가기로 했어")
    await quiet(talk, clock)
    model.answers["propose_changes"] = proposing(
        {
            "action": "update",
            "memory": "m1",
            "kind": "plan",
            "text": "부산 이사를 취소했다",
            "cites": ["e1"],
        },
        {"action": "create", "kind": "plan", "text": "제주 여행을 가기로 했다", "cites": ["e1"]},
    )
    report = await dream(talk)

    by_text = {memory.text: memory for memory in await talk.known()}
    moved, trip = by_text["부산 이사를 취소했다"], by_text["제주 여행을 가기로 했다"]
    assert [change.applied for change in report.changes] == [True, True]
    assert moved.version == 2
    assert [(former.text, former.until) for former in moved.previous] == [
        ("부산으로 이사할 예정이다", date(2026, 10, 8))
    ]
    assert set(trip.cites) <= set(moved.cites)
    assert await talk.rows("evidence", "state = 'applied'") == 2


async def test_a_pair_dreams_two_minutes_after_its_last_word(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk = await talk_with(app_of(database, scripted(), clock=clock), tenant)
    for second in (0, 60, 110):
        clock.at = NOON + timedelta(seconds=second)
        await talk.say("이야기")

    early = await talk.app.run_dream.ready(NOON + timedelta(seconds=229))
    ready = await talk.app.run_dream.ready(NOON + timedelta(seconds=230))

    assert (early, ready) == ([], [talk.pair])


async def test_a_pair_that_never_falls_quiet_dreams_after_fifteen_minutes(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    app = app_of(database, scripted(), clock=clock)
    talk, other = await talk_with(app, tenant), await talk_with(app, tenant, user="u2")
    for number in range(31):
        clock.at = NOON + timedelta(seconds=30 * number)
        await talk.say("이야기")
        await other.say("남의 이야기")

    early = await app.run_dream.ready(NOON + timedelta(seconds=899))
    ready = await app.run_dream.ready(NOON + timedelta(seconds=900))

    assert early == []
    assert talk.pair in ready


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


async def test_a_dream_with_nothing_said_costs_no_call(database: Database, tenant: UUID) -> None:
    model = scripted()
    talk = await talk_with(app_of(database, model), tenant)

    report = await dream(talk)

    assert report.outcome is DreamOutcome.NOTHING_TO_DO
    assert model.asked == []


async def test_a_night_tidies_a_full_memory_once_and_then_costs_nothing(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    model = scripted(
        propose_changes=proposing(
            *(
                {"action": "create", "text": f"취미 {name}을 즐긴다", "cites": ["e1"]}
                for name in _HOBBIES[:20]
            )
        )
    )
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("취미가 많아: " + ", ".join(f"취미 {name}을 즐긴다" for name in _HOBBIES))
    await quiet(talk, clock)
    await dream(talk)
    model.answers["propose_changes"] = proposing(
        {"action": "create", "text": f"취미 {_HOBBIES[20]}을 즐긴다", "cites": ["e1"]}
    )
    await talk.say(f"취미 {_HOBBIES[20]}을 즐긴다")
    await quiet(talk, clock)
    await dream(talk)
    assert len(await talk.known()) == 21
    model.answers["propose_changes"] = Proposal()
    before = len(model.asked)

    first = await talk.app.run_dream.due_tonight(NOON + timedelta(days=1))
    await talk.app.run_dream(talk.pair, now=NOON + timedelta(days=1), nightly=True)
    second = await talk.app.run_dream.due_tonight(NOON + timedelta(days=2))

    assert (first, second) == ([talk.pair], [])
    assert len(model.asked) - before == 1
    shown = model.asked[-1].inputs
    assert len(shown.memories) == 21  # type: ignore[attr-defined]
    assert shown.nightly  # type: ignore[attr-defined]


_HOBBIES = (
    *("등산", "수영", "낚시", "독서", "요리", "사진", "바둑", "체스", "기타", "피아노", "바이올린"),
    *("드럼", "뜨개질", "목공", "도예", "서예", "캠핑", "조깅", "요가", "테니스", "탁구"),
)
