"""AS-04: what is forgotten stays so by what it means, in talk, recall, dreams and rebuilds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from nightcrew.domain.dream import Proposal, ProposedChange
from nightcrew.domain.questions import ProposeInputs
from nightcrew.domain.reason import Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.case_talk import Play, play
from tests.integration.canaries import MARK
from tests.scripting import scripted

NOODLES = "라면을 좋아한다"


def every_line() -> Callable[[Question], Proposal]:
    """A proposer without doubt: each line that is shown becomes a memory, word for word."""

    def propose(question: Question) -> Proposal:
        inputs = question.inputs
        assert isinstance(inputs, ProposeInputs)
        return Proposal(
            changes=tuple(
                ProposedChange(action="create", text=each.evidence.text, cites=(each.handle,))
                for each in inputs.evidence
                if each.evidence.speaker == "user"
            )
        )

    return propose


async def asking(scene: Play, message: str, **need: str) -> Any:
    """Say something of which the judge sees a memory act."""
    scene.script.answers["judge_needs"] = {"memory": {"use": True, **need}}
    turn = await scene.say(message)
    scene.script.answers["judge_needs"] = {}
    return turn


async def noodle_lover(database: Database, tenant: UUID) -> Play:
    """Somebody who said it twice, whose dream learnt it, and who lives in Busan."""
    scene = await play(database, tenant, propose_changes=every_line())
    await scene.say("나 라면 좋아해", "라면을 좋아하거든", "부산에 살아")
    await scene.dream()
    assert sorted(await scene.texts()) == ["나 라면 좋아해", "부산에 살아"]
    return scene


async def raw_top(scene: Play, question: str) -> Sequence[str]:
    found = await scene.app.recall_past(scene.talk.pair, question, strategy="hybrid")
    return [line.text for line in found.lines]


async def test_what_was_forgotten_is_gone_from_the_next_prompt_and_the_rest_stays(
    database: Database, tenant: UUID
) -> None:
    scene = await noodle_lover(database, tenant)

    turn = await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    assert len(turn.memory.forgotten) == 1
    assert await scene.texts() == ["부산에 살아"]
    await scene.say("오늘 저녁 뭐 먹지?")
    shown = scene.script.asked_for("reply")[-1].inputs
    told = [*(each.memory.text for each in shown.memories), *(each.text for each in shown.talk)]
    assert not any("좋아하거든" in text or "라면 좋아해" in text for text in told)
    assert any("부산" in text for text in told)


async def test_saying_it_again_makes_no_memory_and_the_talk_counts_as_read(
    database: Database, tenant: UUID
) -> None:
    scene = await noodle_lover(database, tenant)
    await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    await scene.say("나 라면 진짜 좋아해", "라면은 매일 먹어도 안 질려", "고양이를 키워")
    report = await scene.dream()

    assert sorted(await scene.texts()) == ["고양이를 키워", "부산에 살아"]
    assert report.evidence.pending == 0
    assert {"pending"} & set(await scene.talk.cells("state", "evidence", "position")) == set()


async def test_a_dream_that_proposes_it_from_another_line_is_told_that_it_is_buried(
    database: Database, tenant: UUID
) -> None:
    scene = await noodle_lover(database, tenant)
    await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    def noodles(question: Question) -> Proposal:
        lines = every_line()(question).changes
        return Proposal(changes=tuple(replace(each, text=NOODLES) for each in lines))

    scene.script.answers["propose_changes"] = noodles

    await scene.say("매운 면류는 매일 먹어도 안 질려")
    report = await scene.dream()

    assert {each.reason for each in report.changes} == {Reason.BURIED}
    assert await scene.texts() == ["부산에 살아"]


async def test_the_raw_past_shows_no_forgotten_line(database: Database, tenant: UUID) -> None:
    scene = await noodle_lover(database, tenant)
    before = await raw_top(scene, "내가 좋아하는 음식")
    await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    after = await raw_top(scene, "내가 좋아하는 음식")

    assert any("라면" in line for line in before)
    assert not any("좋아해" in line or "좋아하거든" in line for line in after)


async def test_reading_all_talk_again_does_not_bring_it_back(
    database: Database, tenant: UUID
) -> None:
    scene = await noodle_lover(database, tenant)
    await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    await scene.app.rebuild_memories(tenant, "u1")
    assert await scene.texts() == ["부산에 살아"]

    await scene.app.rebuild_memories.redream(tenant, "u1")
    await scene.dream()
    assert await scene.texts() == ["부산에 살아"]


async def test_only_an_explicit_wish_lifts_it_and_the_lifting_is_kept(
    database: Database, tenant: UUID
) -> None:
    scene = await noodle_lover(database, tenant)
    await asking(scene, "라면 얘기는 잊어줘", act="forget", query="라면 얘기")

    await asking(
        scene, "라면 좋아하는 거 다시 기억해줘", act="remember", text="라면 좋아하는 거"
    )  # fmt: skip

    assert any("라면" in text for text in await scene.texts())
    lifted = await scene.talk.cells("lifted_by", "tombstones", "created_at")
    assert lifted
    assert all(lifted)


async def test_a_value_from_before_is_forgotten_with_the_memory(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=every_line())
    learned = await scene.keep("라면을 좋아한다")
    await scene.app.keep_memories.change(tenant, "u1", learned, "우동을 좋아한다")

    await asking(scene, "우동 얘기는 잊어줘", act="forget", query="우동")
    await scene.say("나 라면 좋아해")
    await scene.dream()

    assert await scene.texts() == []
    assert await scene.talk.rows("tombstones") == 2


async def test_several_that_fit_equally_well_are_left_and_the_reply_asks(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=every_line())
    for text in ("라면을 좋아한다", "라면집에서 일한다", "컵라면을 모은다", "서울에 산다"):
        await scene.keep(text)

    turn = await asking(scene, "그 면 얘기는 잊어줘", act="forget", query="그 얘기")

    assert turn.memory.forgotten == ()
    assert len(await scene.texts()) == 4
    assert any("어느" in each for each in scene.script.asked_for("reply")[-1].inputs.done)


async def test_erased_words_are_nowhere_and_the_receipt_counts_the_places(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, propose_changes=every_line())
    await scene.say(f"나 {MARK}라면 좋아해", "부산에 살아")
    await scene.dream()
    [known] = [each for each in await scene.talk.known() if MARK in each.text]

    receipt = await scene.app.erase_words.memory(tenant, "u1", known.id)

    assert receipt.counts["memories"] == 1
    assert receipt.counts["evidence"] >= 1
    for table in ("memories", "memory_versions", "evidence", "messages", "dream_changes"):
        held = f"row_to_json({table})::text"
        assert not any(MARK in row for row in await scene.talk.cells(held, table, "1"))


async def test_the_control_learns_it_when_nothing_was_forgotten(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=scripted(propose_changes=every_line()))

    await scene.say("라면은 매일 먹어도 안 질려")
    await scene.dream()

    assert await scene.texts() == ["라면은 매일 먹어도 안 질려"]
