"""What a changed sentence does to flows: promises, memories, messages and openers of a story."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from nightcrew.domain.decision_diff import Flip
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.crew_workshop import CREW, CREW_FILE, PLAYBOOK, Workshop, open_workshop
from tests.fakes_model import ScriptedModel

PLANS = "시험 이야기는 이튿날 낮에 한 번 안부를 묻는다."
LEARNS = "어떤 말투를 편해하는지 응대법으로 남긴다."
HUSHED = "안부는 먼저 꺼내지 않는다."
RECALLS = "시험 이야기에는 지난 일을 꺼내 본다."
STORY = """\
schema: story/v1
id: exam-night
title: 시험 전날
crew: tea-bora
clock: {now: "2026-12-03T20:10", timezone: Asia/Seoul}
given:
  memories:
    - {kind: plan, text: 2026-12-04에 면접을 본다, date: "2026-11-20", from_on: "2026-12-04",
       to_on: "2026-12-04"}
steps:
  - say: 내일 시험이라 떨려요. 짧게 말해 주면 좋겠어요
    expect: {search: not_used}
  - advance: "2026-12-03T20:20"
  - run: open-talks
  - advance: "2026-12-04T20:00"
"""
PLANNED = "one_shot 2026-12-04T12:00"


def shows(question: Question, sentence: str) -> bool:
    """Whether a prompt has the sentence; the scripted models below do what it says."""
    return sentence in question.text


def _judge(question: Question) -> dict[str, Any]:
    act = "recall" if shows(question, RECALLS) else "list"
    return {"memory": {"use": True, "act": act, "query": "시험", "why": "시험"}}


def _plan(question: Question) -> dict[str, Any]:
    if not shows(question, PLANS):
        return {"follow_ups": []}
    spec = {
        "kind": "one_shot", "local": "2026-12-04T12:00", "purpose": "check_in",
        "intent": "시험이 어땠는지 묻는다", "when_nothing": "send", "cites": ["e1"],
    }  # fmt: skip
    return {"follow_ups": [spec]}


def _propose(question: Question) -> dict[str, Any]:
    kind = "style" if shows(question, LEARNS) else "fact"
    text = "짧게 말해 주면 좋겠다고 한다"
    return {"changes": [{"action": "create", "kind": kind, "text": text, "cites": ["e1"]}]}


def _compose(question: Question) -> dict[str, Any]:
    return {"send": not shows(question, HUSHED), "text": "어땠어요?", "why": "안부"}


@pytest.fixture
async def shop(
    database: Database, story_database: Database, tmp_path: Path
) -> AsyncIterator[Workshop]:
    model = ScriptedModel(
        answers={
            "judge_needs": _judge,
            "reply": "그래요.",
            "plan_follow_ups": _plan,
            "propose_changes": _propose,
            "verify_changes": {"verdicts": [{"change": "c1", "stands": True}]},
            "compose_follow_up": _compose,
            "open_talk": _compose,
        }
    )
    async with open_workshop(database, tmp_path, model=model, stories=story_database) as opened:
        opened.write("crews/scenarios/exam.yaml", STORY)
        await opened.seen()
        yield opened


async def turned(shop: Workshop) -> dict[str, Flip]:
    """The flips of a diff by what turned, the first of each."""
    found = await shop.app.edit_crews.diff(shop.tenant, CREW)
    assert {each.story for each in found.flips} <= {"exam-night"}
    return {each.turned.tool: each for each in reversed(found.flips)}


def add(shop: Workshop, sentence: str) -> str:
    """Add a playbook line; says where it stands."""
    shop.edit(PLAYBOOK, "## When they\n", f"## When they\n- {sentence}\n")
    return "playbooks/tea-bora.md:9"


async def test_a_sentence_that_makes_a_promise_is_named_with_story_step_and_line(
    shop: Workshop,
) -> None:
    place = add(shop, PLANS)

    found = await turned(shop)

    flip = found["planned"]
    assert (flip.story, flip.step, flip.said) == ("exam-night", 2, "2026-12-03 20:20")
    assert flip.turned.before == ""
    assert flip.turned.after.startswith(PLANNED)
    assert (flip.turned.lines[0].origin, flip.turned.lines[0].text) == (place, PLANS)
    assert found["sent"].turned.after.startswith("2026-12-04T12:00")


async def test_a_sentence_that_changes_what_a_dream_keeps_is_named(shop: Workshop) -> None:
    place = add(shop, LEARNS)

    found = await turned(shop)

    assert list(found) == ["learned"]
    assert found["learned"].turned.before.startswith("fact “짧게")
    assert found["learned"].turned.after.startswith("style “짧게")
    assert found["learned"].turned.lines[0].origin == place


async def test_a_sentence_that_silences_a_message_at_its_time_is_named(shop: Workshop) -> None:
    add(shop, PLANS)
    await shop.publish()
    shop.edit(CREW_FILE, "낮은 존댓말.", HUSHED)

    found = await turned(shop)

    sent = found["sent"].turned
    assert list(found) == ["sent"]
    assert "silent" in sent.after
    assert "silent" not in sent.before
    assert sent.lines[0].anchor == "persona.voice"
    assert sent.lines[0].origin.startswith(f"{CREW_FILE}:")


async def test_an_act_of_a_tool_that_both_texts_use_is_told_apart(shop: Workshop) -> None:
    add(shop, RECALLS)

    found = await turned(shop)

    assert (found["memory"].turned.before, found["memory"].turned.after) == ("list", "recall")


async def test_an_opener_that_a_sentence_silences_is_named(shop: Workshop) -> None:
    shop.edit(CREW_FILE, "낮은 존댓말.", HUSHED)

    found = await turned(shop)

    assert list(found) == ["sent"]
    assert "silent" in found["sent"].turned.after


async def test_openers_are_played_and_a_comma_turns_nothing(shop: Workshop) -> None:
    shop.edit(CREW_FILE, "낮은 존댓말.", "낮은, 존댓말.")

    found = await shop.app.edit_crews.diff(shop.tenant, CREW)

    assert (found.stories, found.judged, found.flips) == (1, 1, ())
    assert "compose_follow_up" in found.prompts
