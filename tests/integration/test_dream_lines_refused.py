"""Lines whose changes were refused: parked, and no reason to dream."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from nightcrew.domain.reason import DreamOutcome
from nightcrew.store.database import Database
from tests.case_talk import play
from tests.scripting import proposing, verdicts_on


async def test_lines_that_were_refused_three_times_are_parked_with_their_words(
    database: Database, tenant: UUID
) -> None:
    told = await play(
        database, tenant, verify_changes=verdicts_on(False),
        propose_changes=proposing({"action": "create", "text": "라면을 좋아한다", "cites": ["e1"]}),
    )  # fmt: skip
    await told.say("라면 좋아해")
    for _ in range(3):
        await told.dream()
        await told.say("오늘은 별일 없었어")
    await told.dream()
    calls = len(told.script.asked)

    nothing = await told.dream()
    tomorrow = await told.app.run_dream(told.talk.pair, now=told.clock.at + timedelta(days=1))

    assert {nothing.outcome, tomorrow.outcome} == {DreamOutcome.NOTHING_TO_DO}
    assert len(told.script.asked) == calls
    assert await told.talk.rows("evidence", "state = 'parked' and reason = 'unverified'") == 1
    assert "라면 좋아해" in await told.talk.cells("text", "messages", "position")


async def test_refused_lines_wake_no_dream_by_themselves_and_cost_no_call(
    database: Database, tenant: UUID
) -> None:
    told = await play(
        database, tenant, verify_changes=verdicts_on(False),
        propose_changes=proposing({"action": "create", "text": "라면을 좋아한다", "cites": ["e1"]}),
    )  # fmt: skip
    await told.say("라면 좋아해")
    await told.dream()
    calls = len(told.script.asked)

    again = await told.dream()

    assert (again.outcome, again.user) == (DreamOutcome.NOTHING_TO_DO, "u1")
    assert len(told.script.asked) == calls
    assert await told.talk.rows("evidence", "state = 'pending'") == 1


async def test_a_line_of_another_change_of_the_same_answer_does_not_ride_along(
    database: Database, tenant: UUID
) -> None:
    told = await play(
        database, tenant, verify_changes=verdicts_on(True, False),
        propose_changes=proposing(
            {"action": "create", "text": "라면을 좋아한다", "cites": ["e1"]},
            {"action": "create", "text": "고양이를 키운다", "cites": ["e3"]},
        ),
    )  # fmt: skip
    await told.say("라면 좋아해", "고양이 키워")

    report = await told.dream()

    assert await told.texts() == ["라면을 좋아한다"]
    assert (report.evidence.applied, report.evidence.pending) == (1, 1)
