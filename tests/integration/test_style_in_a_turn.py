"""How a person wants to be treated is felt: in decisions, planned times and the form of a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.questions import ReplyInputs
from nightcrew.store.database import Database
from tests.builders import memory
from tests.case_talk import Page, Play, play
from tests.talk import talk_with

FOUND = Page(snippet="A quiet trail by the sea, open all year.")


def rehearsal() -> RehearsalModel:
    return RehearsalModel(HashEmbedder())


async def treated(scene: Play, text: str, **changed: Any) -> Memory:
    """A style that is known."""
    style = memory(text, kind=Kind.STYLE, user=scene.talk.pair.user, crew=scene.talk.pair.crew)
    return await scene.learn(replace(style, via=style.crew, **changed))


async def why(scene: Play, turn_id: str) -> Mapping[str, Any]:
    return await scene.app.explain_turn(scene.talk.pair.tenant, turn_id)


async def test_another_crew_sees_a_style_only_when_it_is_shared(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    shared = await treated(scene, "존댓말을 써 달라고 한다", scope=Scope.SHARED)
    await treated(scene, "농담을 하지 말라고 한다")
    other = await talk_with(scene.app, tenant, "mindcare-sora")

    await other.say("안녕하세요")

    inputs = scene.script.asked_for("reply")[-1].inputs
    assert isinstance(inputs, ReplyInputs)
    assert [line.memory.id for line in inputs.style] == [shared.id]


async def test_a_prompt_shows_three_styles_those_of_the_situation_first_and_counts_the_rest(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant)
    days = iter(range(1, 6))
    kept = {
        text: await treated(scene, text, said_on=date(2026, 9, next(days)))
        for text in (
            "힘들 때는 조언 말고 들어 달라고 한다",
            "시험 얘기를 할 때 재촉하지 말라고 한다",
            "이모티콘을 쓰지 말라고 한다",
            "존댓말을 써 달라고 한다",
            "운동 얘기를 할 때 몸무게를 묻지 말라고 한다",
        )
    }

    await scene.say("오늘 너무 우울하고 지쳐요")

    question = scene.script.asked_for("reply")[-1]
    assert isinstance(question.inputs, ReplyInputs)
    shown = {line.memory.id for line in question.inputs.style}
    assert shown == {
        kept[text].id for text in list(kept) if text.startswith(("힘들", "이모", "존댓"))
    }
    assert "(5개 중 3개 표시)" in question.text
    assert all(len(getattr(each.inputs, "style", ())) <= 3 for each in scene.script.asked)


DECIDED = {
    "Korean": ("검색 결과를 들이밀지 말라고 한다", "주말에 바람 쐬러 어디 가면 좋을까?"),
    "English": ("The user asks not to be given search results.", "Where should I go on Saturday?"),
}


@pytest.mark.parametrize(("style", "line"), DECIDED.values(), ids=DECIDED)
async def test_a_style_turns_a_decision_and_explain_names_it(
    style: str, line: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=rehearsal(), search=FOUND)
    before = await scene.say(line)
    known = await treated(scene, style)

    after = await scene.say(line)

    told = await why(scene, after.turn_id)
    assert before.decisions["search"]["use"] is True
    assert after.decisions["search"]["use"] is False
    assert [(each["memory"], each["cited"]) for each in told["style"]] == [(str(known.id), True)]
    assert (await why(scene, before.turn_id))["style"] == []


PLANNED = {
    "Korean": ("아침 말고 저녁에 말을 걸어 달라고 한다", "모레 치과 예약 확인하라고 알려 줘"),
    "English": (
        "The user asks to be messaged in the evening, not in the morning.",
        "Remind me on Friday to call the dentist",
    ),
}


@pytest.mark.parametrize(("style", "line"), PLANNED.values(), ids=PLANNED)
async def test_a_style_moves_the_planned_time_and_explain_names_it(
    style: str, line: str, database: Database, tenant: UUID
) -> None:
    hours, turns = [], []
    for told in (None, style):
        scene = await play(database, tenant, model=rehearsal())
        scene.talk = await talk_with(scene.app, tenant, user=f"{told}"[:20])
        known = await treated(scene, told) if told else None
        turns.append(await scene.say(line))
        hours.append((turns[-1].follow_ups[0].local or "")[11:16])

    assert known is not None
    assert hours == ["09:00", "19:00"]
    shown = (await why(scene, turns[-1].turn_id))["style"]
    assert [each["memory"] for each in shown] == [str(known.id)]


FORMED = {
    "Korean, no list": (
        "목록으로 나열하지 말라고 한다",
        "주말에 바람 쐬러 어디 가면 좋을까?",
        "\n- ",
    ),
    "Korean, casual": ("반말로 편하게 말해 달라고 한다", "오늘 좀 힘들었어", "있을게요"),
    "English, no list": ("The user asks for no lists.", "Where should I go on Saturday?", "\n- "),
    "English, casual": ("The user asks to talk in a casual way.", "I feel so tired", "I see."),
}


@pytest.mark.parametrize(("style", "line", "gone"), FORMED.values(), ids=FORMED)
async def test_a_style_changes_the_form_of_a_reply_and_explain_names_it(
    style: str, line: str, gone: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=rehearsal(), search=FOUND)
    before = await scene.say(line)
    known = await treated(scene, style)

    after = await scene.say(line)

    told = await why(scene, after.turn_id)
    assert gone in before.reply
    assert gone not in after.reply
    assert [each["memory"] for each in told["style"]] == [str(known.id)]


@pytest.mark.parametrize(
    ("style", "quoting"),
    [
        (
            "힘들 때 조언 말고 들어 달라고 한다",
            "힘들 때는 조언 말고 들어 달라고 하셨으니 듣기만 할게요.",
        ),
        (
            "The user asks not to use emojis.",
            "You said you do not want emojis, so I will use none.",
        ),
    ],
)
async def test_a_style_is_never_quoted_back(
    style: str, quoting: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, reply=f"그랬군요. {quoting}")
    await treated(scene, style)

    turn = await scene.say("오늘 회사에서 일이 많았어요")

    assert turn.reply == "그랬군요."
    assert (await why(scene, turn.turn_id))["held_back"] == ["style"]
