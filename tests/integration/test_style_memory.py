"""How a person wants to be treated: learnt from one wish or two reactions, and felt in a turn."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.dream import DreamReport, Proposal
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.questions import ProposeInputs, ReplyInputs
from nightcrew.domain.reason import Reason
from nightcrew.domain.style_memory import parts_of
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.case_talk import Play, play
from tests.scripting import proposing
from tests.talk import talk_with

METHODS = "1. 숨을 고르세요.\n2. 할 일을 적으세요.\n3. 산책하세요."


def rehearsal() -> RehearsalModel:
    return RehearsalModel(HashEmbedder())


async def styles(scene: Play) -> list[Memory]:
    return [each for each in await scene.talk.known() if each.kind is Kind.STYLE]


def reasons(report: DreamReport) -> list[str | None]:
    return [change.reason for change in report.changes]


@pytest.mark.parametrize(
    "line",
    [
        "존댓말 써줘",
        "힘들 때는 조언 말고 들어줘",
        "힘들 때 방법론 들이밀지 마",
        "Please keep your answers short from now on",
        "When I'm sad, just listen please",
    ],
)
async def test_one_wish_suffices(line: str, database: Database, tenant: UUID) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say(line)

    await scene.dream()

    [style] = await styles(scene)
    assert len(style.cites) == 1


@pytest.mark.parametrize(
    ("line", "when", "told"),
    [
        ("When I am stressed, please do not give me lists.", "when they are stressed", "lists"),
        ("Please don't give me lists when I am stressed.", "when they are stressed", "lists"),
        ("Whenever I am tired, keep it short please.", "whenever they are tired", "short"),
        ("When I am at work, I prefer short answers.", "when they are at work", "short"),
        ("After a bad day, please just listen.", "after a bad day", "listen"),
        ("If I'm quiet, please don't ask me many questions.", "if they are quiet", "questions"),
        ("힘들 때는 조언 말고 들어줘", "힘들 때는", "조언"),
    ],
)
async def test_a_wish_keeps_the_situation_it_is_for(
    line: str, when: str, told: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say(line)

    await scene.dream()

    [style] = await styles(scene)
    parts = parts_of(style.text)
    assert parts.when == when
    assert told in parts.do + parts.dont


async def test_as_10_a_wish_after_a_list_of_methods_is_a_private_style_and_changes_the_next_reply(
    database: Database, tenant: UUID
) -> None:
    wish = {"action": "create", "kind": "style", "cites": ["e1"],
            "text": "힘들 때 방법론을 들이밀지 말고 들어 달라고 한다"}  # fmt: skip
    scene = await play(
        database, tenant, crew="mindcare-sora", reply=METHODS, propose_changes=proposing(wish)
    )
    await scene.say("힘들 때 방법론 들이밀지 마. 그냥 들어 줘")
    await scene.dream()

    await scene.say("오늘도 너무 지쳤어요")
    [style] = await styles(scene)
    other = await talk_with(scene.app, tenant, "travel-mina")

    inputs = scene.script.asked_for("reply")[-1].inputs
    assert isinstance(inputs, ReplyInputs)
    assert [line.memory.id for line in inputs.style] == [style.id]
    assert style.scope is Scope.PRIVATE
    assert style.id not in {each.id for each in await other.known()}


REACTIONS = {
    "the same topic": ("또 그 얘기야?", "아까도 그 얘기 했잖아", "되풀이"),
    "length": ("너무 길어", "답이 왜 이렇게 길어?", "짧게"),
    "advice": ("누가 방법 물어봤어?", "또 조언이네", "조언"),
    "English length": ("That's too long.", "Another wall of text?", "short"),
    "English advice": ("I didn't ask for advice.", "Another lecture?", "no advice"),
}


@pytest.mark.parametrize(("first", "second", "word"), REACTIONS.values(), ids=REACTIONS)
async def test_a_reaction_takes_a_second_turn_that_agrees(
    first: str, second: str, word: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say(first)
    alone = await scene.dream()
    none_yet = await styles(scene)
    await scene.say(second)

    together = await scene.dream()

    [style] = await styles(scene)
    assert reasons(alone) == [Reason.ONE_REACTION]
    assert none_yet == []
    assert reasons(together) == [None]
    assert word in style.text
    assert len(style.cites) == 2


async def test_curt_words_after_two_lists_show_that_lists_are_not_wanted(
    database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, reply=METHODS, propose_changes=no_lists)
    await scene.say("오늘 좀 힘들었어", "아 몰라")
    once = await scene.dream()
    await scene.say("내일도 걱정이야", "아 몰라요")

    twice = await scene.dream()

    assert reasons(once) == [Reason.ONE_REACTION]
    assert reasons(twice) == [None]


def no_lists(question: Question) -> Proposal:
    """What a proposer makes of curt words."""
    inputs = question.inputs
    assert isinstance(inputs, ProposeInputs)
    curt = [line.handle for line in inputs.evidence if line.evidence.text.startswith("아 몰라")]
    text = "목록으로 늘어놓는 답을 반기지 않는다"
    style = {"action": "create", "kind": "style", "text": text, "cites": curt}
    return proposing(style)(question)


async def test_two_reactions_to_different_things_do_not_add_up(
    database: Database, tenant: UUID
) -> None:
    style = {"action": "create", "kind": "style", "cites": ["e1", "e3"],
             "text": "짧은 답을 낫게 여긴다"}  # fmt: skip
    scene = await play(database, tenant, propose_changes=proposing(style))
    await scene.say("너무 길어", "또 그 얘기야?")

    report = await scene.dream()

    assert reasons(report) == [Reason.ONE_REACTION]


async def test_the_same_turn_cited_twice_is_one_turn(database: Database, tenant: UUID) -> None:
    style = {"action": "create", "kind": "style", "cites": ["e1", "e1", "e2"],
             "text": "짧은 답을 낫게 여긴다"}  # fmt: skip
    scene = await play(database, tenant, propose_changes=proposing(style))
    await scene.say("너무 길어")

    assert reasons(await scene.dream()) == [Reason.ONE_REACTION]


@pytest.mark.parametrize(
    ("first", "second", "contrary"),
    [
        ("너무 길어", "답이 왜 이렇게 길어?", "왜 이렇게 짧아?"),
        ("That's too long.", "Another wall of text?", "That's too short."),
    ],
)
async def test_a_contrary_reaction_withdraws_what_was_only_gathered_and_its_history_stays(
    first: str, second: str, contrary: str, database: Database, tenant: UUID
) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say(first, second)
    await scene.dream()
    [style] = await styles(scene)
    await scene.say(contrary)

    report = await scene.dream()

    versions = await scene.app.keep_memories.versions(tenant, "u1", style.id)
    assert [(change.action, change.reason) for change in report.changes] == [("remove", None)]
    assert await styles(scene) == []
    assert style.text in [version.text for version in versions]


async def test_a_contrary_reaction_leaves_a_wish_alone(database: Database, tenant: UUID) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say("앞으로는 짧게 답해줘")
    await scene.dream()
    [wish] = await styles(scene)
    await scene.say("왜 이렇게 짧아?")

    await scene.dream()

    assert [each.id for each in await styles(scene)] == [wish.id]


async def test_what_was_gathered_survives_the_night(database: Database, tenant: UUID) -> None:
    scene = await play(database, tenant, model=rehearsal())
    await scene.say("너무 길어", "답이 왜 이렇게 길어?")
    await scene.dream()
    kept = await styles(scene)
    scene.clock.at += timedelta(hours=20)

    await scene.dream(nightly=True)

    assert kept
    assert await styles(scene) == kept


@pytest.mark.parametrize("scene_set", ["오늘 좀 힘들었어", "I had a hard day."])
async def test_a_line_that_only_sets_the_scene_is_no_second_reaction(
    scene_set: str, database: Database, tenant: UUID
) -> None:
    style = {"action": "create", "kind": "style", "cites": ["e1", "e3"],
             "text": "짧은 답을 낫게 여긴다"}  # fmt: skip
    scene = await play(database, tenant, propose_changes=proposing(style))
    await scene.say(scene_set, "너무 길어")

    assert reasons(await scene.dream()) == [Reason.ONE_REACTION]
