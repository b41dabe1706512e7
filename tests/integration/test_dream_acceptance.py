"""AS-14, 20, 21 and 23, and two of the public memory cases, on the real database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.dream import Proposal, Verdicts
from nightcrew.domain.errors import Stale
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.questions import ProposeInputs, ReplyInputs, VerifyInputs
from nightcrew.domain.reason import DreamOutcome, Reason
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.builders import memory
from tests.case_talk import Play, play
from tests.integration.test_keep_memories_room import ROOM, fill
from tests.scripting import all_stand, proposing
from tests.talk import talk_with

OCTOBER_28 = datetime(2026, 10, 28, 0, 0, tzinfo=UTC)  # 09:00 in Seoul


def new(text: str, *cites: str, **more: Any) -> dict[str, Any]:
    return {"action": "create", "text": text, "cites": list(cites or ("e1",)), **more}


def changed(row: str, text: str, *cites: str) -> dict[str, Any]:
    return new(text, *cites) | {"action": "update", "memory": row}


async def told_and_dreamt(told: Play, at: datetime, line: str, *changes: dict[str, Any]) -> None:
    await told.say(line, at=at)
    told.script.answers["propose_changes"] = proposing(*changes)
    report = await told.dream()
    assert [each.reason for each in report.changes] == [None] * len(changes)


async def handle_of(told: Play, part: str) -> str:
    """What a dream would call the memory with these words: newest first."""
    ordered = sorted(
        await told.talk.known(), key=lambda each: (each.said_on, each.learned_on, each.id)
    )[::-1]
    return f"m{next(n for n, each in enumerate(ordered, 1) if part in each.text)}"


async def test_as_14_a_plan_changed_three_times_is_one_row_and_the_newest_rule_is_read(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    at = OCTOBER_28
    await told_and_dreamt(
        told, at, "주간 회의는 월요일이야. 출석은 반드시 해야 해",
        new("주간 회의는 월요일이다"), new("출석은 반드시 해야 한다"),
    )  # fmt: skip
    await told_and_dreamt(
        told, at + timedelta(hours=2), "주간 회의는 화요일로 바뀌었어",
        changed(await handle_of(told, "회의"), "주간 회의는 화요일이다"),
    )  # fmt: skip
    await told_and_dreamt(
        told, at + timedelta(hours=4), "주간 회의는 수요일로 또 바뀌었어",
        changed(await handle_of(told, "회의"), "주간 회의는 수요일이다"),
    )  # fmt: skip
    await told_and_dreamt(
        told, at + timedelta(days=3), "이제 출석은 선택이야",
        changed(await handle_of(told, "출석"), "출석은 선택이다"),
    )  # fmt: skip

    await told.say("안녕", at=at + timedelta(days=4))

    rows = {each.text: each for each in await told.talk.known()}
    assert set(rows) == {"주간 회의는 수요일이다", "출석은 선택이다"}
    assert [each.text for each in rows["주간 회의는 수요일이다"].previous] == [
        "주간 회의는 화요일이다", "주간 회의는 월요일이다",
    ]  # fmt: skip
    assert rows["출석은 선택이다"].said_on == date(2026, 10, 31)
    inputs = told.script.asked_for("reply")[-1].inputs
    assert isinstance(inputs, ReplyInputs)
    heads = [each.line.partition(" / ")[0] for each in inputs.memories]
    assert [line for line in heads if "월요일" in line or "반드시" in line] == []


async def test_as_20_of_two_writers_one_wins_and_the_other_is_told_what_stands(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    row = await told.keep("커피는 디카페인만 마신다")
    change = told.app.keep_memories.change

    written = await asyncio.gather(
        change(tenant, "u1", row, text="커피는 아침에만 마신다", expected_version=1),
        change(tenant, "u1", row, text="커피를 끊었다", expected_version=1),
        return_exceptions=True,
    )
    [standing] = await told.talk.known()
    again = await change(tenant, "u1", row, text=standing.text)

    [lost] = [each for each in written if isinstance(each, BaseException)]
    assert isinstance(lost, Stale)
    assert standing.version == again.version == 2
    assert standing.text in {"커피는 아침에만 마신다", "커피를 끊었다"}


async def test_as_20_a_dream_that_began_before_an_edit_applies_only_what_does_not_collide(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    row = await told.learn(memory("부산으로 이사한다"))

    async def edit_meanwhile(question: Question) -> Verdicts:
        await told.app.keep_memories.change(tenant, "u1", row.id, text="이사는 내가 정한다")
        return all_stand(question)

    def propose(question: Question) -> Proposal:
        inputs = question.inputs
        assert isinstance(inputs, ProposeInputs)
        moving = next(each.handle for each in inputs.memories if each.memory.id == row.id)
        lines = {each.evidence.text: each.handle for each in inputs.evidence}
        wanted = [changed(moving, "대구로 이사한다", lines["부산 말고 대구로 이사해"])]
        if "고양이를 키워" in lines:
            wanted.append(new("고양이를 키운다", lines["고양이를 키워"]))
        return proposing(*wanted)(question)

    told.script.answers |= {"propose_changes": propose, "verify_changes": edit_meanwhile}
    await told.say("부산 말고 대구로 이사해", "고양이를 키워")

    report = await told.dream()

    assert [each.reason for each in report.changes] == [Reason.STALE, None]
    assert set(await told.texts()) == {"이사는 내가 정한다", "고양이를 키운다"}
    for _ in range(4):
        await told.dream()
    assert len(told.script.asked_for("propose_changes")) <= 3
    assert set(await told.texts()) == {"이사는 내가 정한다", "고양이를 키운다"}


async def snapshot(told: Play) -> list[Any]:
    rows = await told.talk.cells("to_jsonb(memories)", "memories", "id")
    versions = await told.talk.cells("to_jsonb(memory_versions)", "memory_versions", "id")
    lines = await told.talk.cells("to_jsonb(evidence)", "evidence", "position")
    return [rows, versions, lines]


async def test_as_21_a_dream_in_review_leaves_every_row_as_it_was_and_dropping_it_changes_nothing(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    await told.learn(memory("부산으로 이사한다"))
    await told.say("부산 이사는 취소했어. 고양이를 키워")
    told.script.answers["propose_changes"] = proposing(
        changed("m1", "부산 이사를 취소했다"), new("고양이를 키운다")
    )
    before = await snapshot(told)

    report = await told.app.run_dream(told.talk.pair, mode="review")

    assert [(each.action, each.applied) for each in report.changes] == [
        ("update", False), ("create", False),
    ]  # fmt: skip
    assert await snapshot(told) == before


async def test_as_21_a_dream_that_is_cancelled_half_way_leaves_nothing_and_the_next_one_works(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    await told.say("고양이를 키워")
    told.script.answers |= {
        "propose_changes": proposing(new("고양이를 키운다")),
        "verify_changes": asyncio.CancelledError(),
    }
    before = await snapshot(told)

    with pytest.raises(asyncio.CancelledError):
        await told.dream()

    assert await snapshot(told) == before
    assert await told.talk.rows("dreams") == 0
    told.script.answers["verify_changes"] = all_stand
    await told.dream()
    assert await told.texts() == ["고양이를 키운다"]


async def test_as_23_what_only_the_crew_said_is_no_memory_until_the_user_says_it(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant, reply="고양이 키우시죠?")
    await told.say("오늘 날씨 참 좋네")
    told.script.answers["propose_changes"] = proposing(new("고양이를 키운다", "e1", "e2"))
    guessed = await told.dream()
    none = await told.texts()

    await told.say("응 두 마리")
    told.script.answers["propose_changes"] = proposing(new("고양이를 두 마리 키운다", "e2", "e3"))
    confirmed = await told.dream()

    assert (guessed.changes[0].reason, none) == (Reason.NOT_USER_SPEECH, [])
    assert confirmed.changes[0].reason is None
    assert await told.texts() == ["고양이를 두 마리 키운다"]


async def test_as_23_the_verifier_sees_the_cited_turns_and_no_others(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant, propose_changes=proposing(new("라면을 좋아한다", "e1")))
    await told.learn(memory("산책을 한다"))
    await told.say("라면 좋아해", "비밀 얘기는 여기까지야")

    await told.dream()

    [question] = told.script.asked_for("verify_changes")
    assert isinstance(question.inputs, VerifyInputs)
    [shown] = question.inputs.changes
    assert [(each.evidence.speaker, each.evidence.text) for each in shown.turns] == [
        (Speaker.USER, "라면 좋아해")
    ]
    assert not any(word in question.text for word in ("비밀", "산책", "이 턴"))


async def test_case_21_what_two_crews_were_told_is_one_shared_line_for_both(
    database: Database, tenant: UUID
) -> None:
    shared = new("땅콩 알레르기가 있다", scope="shared")
    told = await play(database, tenant, propose_changes=proposing(shared))
    other = replace(told, talk=await talk_with(told.app, tenant, "mindcare-sora"))
    await told.say("땅콩 알레르기가 있어")
    await told.dream()

    await other.say("나 땅콩 알레르기가 있어")
    repeated = await other.dream()
    await other.say("간식 뭐 먹지")

    inputs = told.script.asked_for("reply")[-1].inputs
    assert isinstance(inputs, ReplyInputs)
    assert repeated.changes[0].reason is Reason.DUPLICATE
    assert [each.memory.via for each in inputs.memories] == ["travel-mina"]
    assert "via 미나" in inputs.memories[0].line


async def test_case_43_a_full_memory_forces_nothing_out_and_says_that_it_is_full(
    database: Database, tenant: UUID
) -> None:
    told = await play(database, tenant)
    rules = [await told.keep(f"규칙 {number}번: 보고서는 짧게 쓴다") for number in range(1, 5)]
    await fill(told.talk, ROOM - len(rules))

    def make_room(question: Question) -> Proposal:
        inputs = question.inputs
        assert isinstance(inputs, ProposeInputs)
        own = [each.handle for each in inputs.memories if each.memory.id in rules]
        gone = [{"action": "remove", "memory": handle, "cites": ["e1"]} for handle in own]
        return proposing(*gone, new("고양이를 키운다"))(question)

    told.script.answers["propose_changes"] = make_room
    await told.say("고양이를 키워. 규칙 보고서는 이제 길어도 돼")

    report = await told.dream()

    assert {each.reason for each in report.changes[:-1]} <= {Reason.EXPLICIT_MEMORY}
    assert report.changes[-1].reason is Reason.TOO_MANY_CHANGES
    assert report.outcome is DreamOutcome.STORE_FULL
    assert await told.talk.rows("memories", "status = 'active'") == ROOM
    assert report.evidence.pending == 1
