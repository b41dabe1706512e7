"""Dreaming that cannot do harm, on the real database: merges, nights, verdicts, parked lines."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.dream import Proposal, Verdicts
from nightcrew.domain.errors import BadInput
from nightcrew.domain.memory import Memory
from nightcrew.domain.questions import VerifyInputs
from nightcrew.domain.reason import Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.builders import memory
from tests.case_talk import Play, play
from tests.fakes import NOON
from tests.scripting import all_stand, proposing, verdicts_on

KIM, PARK = "A팀 담당자는 김서연이다", "A팀 담당자는 박지훈이다"


async def cites_of(told: Play, number: int) -> tuple[UUID, ...]:
    """The user's line of a turn, counted from one."""
    ids = await told.talk.cells("id", "evidence", "position")
    return (ids[2 * (number - 1)],)


async def twins(told: Play) -> tuple[Memory, Memory]:
    """One row with the old value, one with the new one, each resting on its own turn."""
    await told.say("A팀 담당자는 김서연이에요", at=NOON)
    await told.say("A팀 담당자는 박지훈이에요", at=NOON + timedelta(days=7))
    await told.dream()
    older = memory(KIM, said_on=date(2026, 10, 5), cites=await cites_of(told, 1))
    newer = memory(PARK, said_on=date(2026, 10, 12), cites=await cites_of(told, 2))
    return await told.learn(older), await told.learn(newer)


def merge_of(older: Memory, newer: Memory) -> Any:
    """The older row takes the newest value, the newer one goes."""

    def propose(question: Question) -> Proposal:
        shown = {each.memory.id: each.handle for each in question.inputs.memories}  # type: ignore[attr-defined]
        lines = {each.evidence.id: each.handle for each in question.inputs.evidence}  # type: ignore[attr-defined]
        cite = [lines[newer.cites[0]]]
        return proposing(
            {"action": "update", "memory": shown[older.id], "text": PARK, "cites": cite},
            {"action": "remove", "memory": shown[newer.id], "cites": cite},
        )(question)

    return propose


async def history(told: Play, row: UUID) -> list[str | None]:
    tenant = told.talk.pair.tenant
    return [each.text for each in await told.app.keep_memories.versions(tenant, "u1", row)]


async def test_a_merge_keeps_one_row_with_its_history_and_the_other_can_be_restored(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    older, newer = await twins(told)
    told.script.answers["propose_changes"] = merge_of(older, newer)

    report = await told.dream(nightly=True)

    [kept] = await told.talk.known()
    assert [(each.applied, each.merged_into) for each in report.changes] == [
        (True, None), (True, 1),
    ]  # fmt: skip
    assert (kept.id, kept.text) == (older.id, PARK)
    assert [former.text for former in kept.previous] == [KIM]
    assert await history(told, newer.id) == [PARK, PARK]
    restore = told.app.keep_memories.restore
    assert (await restore(tenant, "u1", newer.id)).id == older.id, "one row tells it"
    await restore(tenant, "u1", older.id, version=1)
    await restore(tenant, "u1", newer.id)
    assert {each.id for each in await told.talk.known()} == {older.id, newer.id}


async def test_the_rehearsal_model_merges_two_values_and_drops_what_was_only_asked(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant, model=RehearsalModel(HashEmbedder()))
    await told.say("A팀 담당자는 김서연이에요", at=NOON)
    await told.say("강아지 키우면 좋을까?")
    await told.say("A팀 담당자는 박지훈이에요", at=NOON + timedelta(days=7))
    older = await told.learn(memory(KIM, said_on=date(2026, 10, 5), cites=await cites_of(told, 1)))
    await told.learn(memory("강아지를 키운다", cites=await cites_of(told, 2)))
    await told.learn(memory(PARK, said_on=date(2026, 10, 12), cites=await cites_of(told, 3)))

    report = await told.dream(nightly=True)

    [kept] = await told.talk.known()
    assert [each.reason for each in report.changes] == [None] * 3
    assert (kept.id, kept.text) == (older.id, PARK)
    assert [former.text for former in kept.previous] == [KIM]


@pytest.mark.parametrize("words", [(True, False), (False, True)])
async def test_a_merge_the_verifier_doubts_in_part_changes_nothing(
    database: Database, tenant: UUID, words: tuple[bool, bool]
) -> None:
    told = await play(database, tenant, verify_changes=verdicts_on(*words))
    older, newer = await twins(told)
    told.script.answers["propose_changes"] = merge_of(older, newer)

    report = await told.dream(nightly=True)

    assert {each.id: each.version for each in await told.talk.known()} == {
        older.id: 1, newer.id: 1,
    }  # fmt: skip
    assert {each.reason for each in report.changes} == {Reason.UNVERIFIED, Reason.GROUP_REFUSED}
    assert set(await told.talk.cells("reason", "dream_changes", "number")) == {
        "unverified", "group_refused",
    }  # fmt: skip


async def test_a_merge_of_a_row_the_user_edits_meanwhile_changes_nothing(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    older, newer = await twins(told)

    async def edit_meanwhile(question: Question) -> Verdicts:
        await told.app.keep_memories.change(tenant, "u1", newer.id, text="담당자는 내가 정한다")
        return all_stand(question)

    told.script.answers |= {
        "propose_changes": merge_of(older, newer),
        "verify_changes": edit_meanwhile,
    }
    report = await told.dream(nightly=True)

    assert [each.reason for each in report.changes] == [Reason.GROUP_REFUSED, Reason.STALE]
    assert set(await told.texts()) == {KIM, "담당자는 내가 정한다"}


async def merge_in_review(told: Play) -> tuple[UUID, Memory, Memory]:
    older, newer = await twins(told)
    told.script.answers["propose_changes"] = merge_of(older, newer)
    report = await told.app.run_dream(told.talk.pair, mode="review", nightly=True)
    assert [each.reason for each in report.changes] == [Reason.NOT_ACCEPTED] * 2
    return report.id, older, newer


@pytest.mark.parametrize("part", [[1], [2]])
async def test_a_merge_in_review_is_accepted_whole_or_not_at_all(
    database: Database, tenant: UUID, part: list[int]
) -> None:
    told = await play(database, tenant)
    dream, older, newer = await merge_in_review(told)
    accept = told.app.decide_dreams.accept

    with pytest.raises(BadInput) as half:
        await accept(tenant, dream, part)
    untouched = {each.id for each in await told.talk.known()}
    after = await accept(tenant, dream, [1, 2])

    assert half.value.code == "part_of_a_merge"
    assert half.value.details == {"left_out": [3 - part[0]]}
    assert untouched == {older.id, newer.id}
    assert [each.applied for each in after.changes] == [True, True]
    assert await told.texts() == [PARK]


async def test_a_merge_in_review_whose_row_moved_on_is_refused_whole(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    dream, _, newer = await merge_in_review(told)
    await told.app.keep_memories.change(tenant, "u1", newer.id, text="담당자는 내가 정한다")

    after = await told.app.decide_dreams.accept(tenant, dream, [1, 2])

    assert [each.reason for each in after.changes] == [Reason.GROUP_REFUSED, Reason.STALE]
    assert set(await told.texts()) == {KIM, "담당자는 내가 정한다"}


async def test_a_night_removes_what_was_only_asked_and_the_verifier_sees_its_line(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    await told.say("강아지 키우면 좋을까?", "저는 전주에 살아요")
    await told.dream()
    asked = await told.learn(memory("강아지를 키운다", cites=await cites_of(told, 1)))
    await told.learn(memory("전주에 산다", cites=await cites_of(told, 2)))
    told.script.answers["propose_changes"] = Proposal()

    report = await told.dream(nightly=True)

    [question] = told.script.asked_for("verify_changes")
    assert isinstance(question.inputs, VerifyInputs)
    [shown] = question.inputs.changes
    assert [each.evidence.text for each in shown.turns] == ["강아지 키우면 좋을까?"]
    assert await told.texts() == ["전주에 산다"]
    assert [(each.action, each.memory) for each in report.changes] == [("remove", asked.id)]


async def test_a_night_keeps_what_the_verifier_will_not_let_go(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant, verify_changes=verdicts_on(False))
    await told.say("강아지 키우면 좋을까?")
    await told.dream()
    await told.learn(memory("강아지를 키운다", cites=await cites_of(told, 1)))
    told.script.answers["propose_changes"] = Proposal()

    report = await told.dream(nightly=True)

    assert report.changes[0].reason is Reason.UNVERIFIED
    assert await told.texts() == ["강아지를 키운다"]


async def test_a_change_that_is_tampered_with_after_it_was_shown_is_not_applied(
    database: Database, tenant: UUID
) -> None:
    def tamper(question: Question) -> Verdicts:
        inputs = question.inputs
        assert isinstance(inputs, VerifyInputs)
        object.__setattr__(inputs.changes[0].change, "text", "라면을 싫어한다")
        return all_stand(question)

    told = await play(
        database, tenant, verify_changes=tamper,
        propose_changes=proposing({"action": "create", "text": "라면을 좋아한다", "cites": ["e1"]}),
    )  # fmt: skip
    await told.say("라면 좋아해")

    report = await told.dream()

    assert report.changes[0].reason is Reason.CHANGED_AFTER_VERIFY
    assert await told.texts() == []
