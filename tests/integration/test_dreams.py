"""AS-02, AS-03, AS-05 and what else a dream promises, on the real database."""

from __future__ import annotations

from datetime import date, timedelta
from uuid import UUID

from nightcrew.domain.dream import Proposal
from nightcrew.domain.reason import DreamOutcome
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.integration.dreaming import BUSAN, dream, quiet
from tests.scripting import proposing, scripted
from tests.talk import app_of, talk_with


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
