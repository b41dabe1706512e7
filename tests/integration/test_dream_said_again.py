"""What was forgotten and is said again: no model sees it, and the report says why nothing came."""

from __future__ import annotations

from uuid import UUID

from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import ScriptedModel
from tests.integration.dreaming import dream, quiet
from tests.scripting import all_stand, proposing, scripted
from tests.talk import Talk, app_of, talk_with

RAMEN = {"action": "create", "kind": "fact", "text": "라면을 좋아한다", "cites": ["e1"]}


async def forgotten_ramen(
    database: Database, tenant: UUID, clock: FixedClock
) -> tuple[Talk, ScriptedModel]:
    model = scripted(propose_changes=proposing(RAMEN), verify_changes=all_stand)
    talk = await talk_with(app_of(database, model, clock=clock), tenant)
    await talk.say("나 라면 좋아해")
    await quiet(talk, clock)
    await dream(talk)
    [ramen] = await talk.known()
    await talk.app.keep_memories.forget(tenant, "u1", ramen.id)
    return talk, model


async def test_a_line_that_says_only_what_was_forgotten_is_refused_as_buried_without_a_model(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk, model = await forgotten_ramen(database, tenant, clock)
    asked_before = len(model.asked)
    await talk.say("나 라면 좋아해")
    of_the_turn = len(model.asked) - asked_before

    await quiet(talk, clock)
    report = await dream(talk)

    assert report.outcome is DreamOutcome.NOTHING_TO_DO
    assert len(model.asked) == asked_before + of_the_turn
    [refused] = report.changes
    assert (refused.reason, refused.applied, refused.text) == (Reason.BURIED, False, "")
    said = await talk.cells("id", "evidence", "said_at")
    assert set(refused.cites) <= set(said[2:])
    assert (await talk.app.read_dreams.one(tenant, report.id)).changes == report.changes
    assert not await talk.known()


async def test_beside_something_new_the_new_is_learnt_and_the_forgotten_is_told_as_buried(
    database: Database, tenant: UUID
) -> None:
    clock = FixedClock(NOON)
    talk, model = await forgotten_ramen(database, tenant, clock)
    dog = {"action": "create", "kind": "fact", "text": "강아지를 키운다", "cites": ["e2"]}
    model.answers["propose_changes"] = proposing(dog)
    await talk.say("나 라면 좋아해")
    await talk.say("강아지를 키워")

    await quiet(talk, clock)
    report = await dream(talk)

    assert [each.reason for each in report.changes] == [None, Reason.BURIED]
    assert [each.text for each in await talk.known()] == ["강아지를 키운다"]
    shown = model.asked_for("propose_changes")[-1].text
    assert "라면" not in shown
