"""AS-30: a kind of problem that goes wrong makes the next one half a step easier, and back up.

The rehearsal plays it in test_crews_decide.py.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from nightcrew.domain.dream import Proposal
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.needs import Needs
from nightcrew.domain.questions import JudgeInputs, ProposeInputs, ReplyInputs
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.case_talk import Play, play
from tests.scripting import proposing

JUNO = "study-juno"
WRONG = "1/2 더하기 1/3은 2/5라고 했는데 통분을 또 틀렸어"
RIGHT = "통분 문제 또 맞혔어, 답은 5/6이야"
EASIER, USUAL = "1/2 + 1/4은 얼마일까?", "1/3 + 2/5는 얼마일까?"
GOES_WRONG = "통분에서 자꾸 틀린다"
GOES_WELL = "통분을 세 번 잇달아 맞혔다"


def tutor(question: Question) -> str:
    """Gives the problem that the style lines in front of it ask for."""
    inputs = question.inputs
    assert isinstance(inputs, ReplyInputs)
    styles = [line.memory.text for line in inputs.style]
    return EASIER if GOES_WRONG in styles else USUAL


def judge(question: Question) -> Needs:
    """Cites the guide line that a wrong kind of problem falls under."""
    inputs = question.inputs
    assert isinstance(inputs, JudgeInputs)
    [line] = [each for each in inputs.guide_lines if "반 단계 쉬운" in each.text]
    cited = (line.handle,) if inputs.style else ()
    return Needs(cites=cited)


def watchful(question: Question) -> Proposal:
    """Notes the kind that went wrong, and moves it up after three right answers in a row."""
    inputs = question.inputs
    assert isinstance(inputs, ProposeInputs)
    wrong = [each.handle for each in inputs.evidence if each.evidence.text == WRONG]
    right = [each.handle for each in inputs.evidence if each.evidence.text == RIGHT]
    changes = list[dict[str, Any]]()
    if wrong and not inputs.memories:
        changes.append({"action": "create", "kind": "style", "text": GOES_WRONG, "cites": wrong})
    if len(right) >= 3 and inputs.memories:
        changes.append({"action": "update", "memory": inputs.memories[0].handle, "kind": "style",
                        "text": GOES_WELL, "cites": right})  # fmt: skip
    return proposing(*changes)(question)


async def styles(scene: Play) -> list[Memory]:
    return [each for each in await scene.talk.known() if each.kind is Kind.STYLE]


@pytest.fixture
async def pupil(shared_database: Database, own_tenant: UUID) -> Play:
    return await play(
        shared_database, own_tenant, crew=JUNO,
        judge_needs=judge, reply=tutor, propose_changes=watchful,
    )  # fmt: skip


async def test_as_30_the_kind_that_went_wrong_is_kept_and_the_next_problem_is_easier(
    pupil: Play,
) -> None:
    before = await pupil.say("다음 문제 내 줘")
    await pupil.say(WRONG)
    await pupil.dream()

    after = await pupil.say("다음 문제 내 줘")

    [style] = await styles(pupil)
    assert (style.text, style.version) == (GOES_WRONG, 1)
    assert (before.reply, after.reply) == (USUAL, EASIER)
    for name in ("judge_needs", "reply"):
        assert GOES_WRONG in pupil.script.asked_for(name)[-1].text
    told = await pupil.app.explain_turn(pupil.talk.pair.tenant, after.turn_id)
    assert [each["memory"] for each in told["style"]] == [str(style.id)]
    assert [line["anchor"] for line in told["guide_lines"]] == ["half-step-easier"]


async def test_as_30_three_right_answers_move_the_next_problem_up_by_a_new_version(
    pupil: Play,
) -> None:
    await pupil.say(WRONG)
    await pupil.dream()
    await pupil.say(RIGHT, RIGHT)
    await pupil.dream()
    after_two = [style.text for style in await styles(pupil)]
    easy = await pupil.say("다음 문제 내 줘")
    await pupil.say(RIGHT, RIGHT, RIGHT)
    await pupil.dream()

    usual = await pupil.say("다음 문제 내 줘")

    [style] = await styles(pupil)
    versions = await pupil.app.keep_memories.versions(pupil.talk.pair.tenant, "u1", style.id)
    assert (after_two, easy.reply) == ([GOES_WRONG], EASIER)
    assert [each.text for each in versions] == [GOES_WELL, GOES_WRONG]
    assert (style.version, usual.reply) == (2, USUAL)


async def test_as_30_what_went_wrong_is_never_held_up_to_the_pupil(
    shared_database: Database, own_tenant: UUID
) -> None:
    scene = await play(
        shared_database, own_tenant, crew=JUNO, propose_changes=watchful,
        reply=f"통분에서 자꾸 틀린다고 했지. {EASIER}",
    )  # fmt: skip
    await scene.say(WRONG)
    await scene.dream()

    turn = await scene.say("다음 문제 내 줘")

    assert turn.reply == EASIER
