"""Judgements that were stored, asked again on the text of today; and the lines that turns used."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.lint_unused import CrewUse
from nightcrew.domain.usage import Usage
from nightcrew.ports import Question
from nightcrew.store import judged_turns
from nightcrew.store.database import Database
from nightcrew.usecases.keep_memories import NewMemory
from nightcrew.usecases.replay_judgements import Replay
from tests.crew_workshop import (
    CREW,
    CREW_FILE,
    SEARCHES,
    Workshop,
    a_literal_model,
    judged,
    open_workshop,
)
from tests.fakes import NOON
from tests.fakes_model import ScriptedModel


@pytest.fixture
def model() -> ScriptedModel:
    return a_literal_model()


@pytest.fixture
async def shop(database: Database, tmp_path: Path, model: ScriptedModel) -> AsyncIterator[Workshop]:
    async with open_workshop(database, tmp_path, model=model) as opened:
        yield opened


async def replay(shop: Workshop, most: int = 10, *, words: bool = False) -> Replay:
    return await shop.app.replay_judgements(shop.tenant, CREW, most, words=words)


async def test_stored_judgements_are_asked_again_on_the_changed_text(shop: Workshop) -> None:
    turn = await shop.say("나들이 가고 싶어요")
    await shop.say("잘 지냈어요?")
    unchanged = await replay(shop)
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    await shop.seen()

    changed = await replay(shop)

    assert (unchanged.asked, unchanged.turned, unchanged.left_out) == (2, (), {})
    [found] = changed.turned
    assert (found.turn_id, found.said) == (turn.turn_id, None)
    [turned] = found.turned
    assert (turned.tool, turned.before, turned.after) == ("search", "not_used", "used")
    assert turned.lines[0].origin == "crews/tea-bora.yaml:11"
    assert (turned.why_before, turned.why_after) == ("", "")


async def test_words_of_users_are_told_only_to_who_may_read_them(shop: Workshop) -> None:
    await shop.say("나들이 가고 싶어요")
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    await shop.seen()

    [found] = (await replay(shop, words=True)).turned

    assert found.said == "나들이 가고 싶어요"
    assert "나들이" in found.turned[0].why_after


async def test_a_replay_shows_the_judge_what_was_said_before(
    shop: Workshop, model: ScriptedModel
) -> None:
    await shop.say("안녕하세요")
    await shop.say("나들이 가고 싶어요")
    [first, second] = [each.text for each in model.asked_for("judge_needs")]
    model.asked.clear()

    await replay(shop)

    assert sorted(each.text for each in model.asked) == sorted([first, second])


async def test_erased_and_withheld_words_are_left_out_and_counted(
    shop: Workshop, model: ScriptedModel
) -> None:
    await shop.say("나들이 가고 싶어요", user="u0")
    await shop.say("나 라면 좋아해", user="u1")
    await shop.say("잘 지냈어요?", user="u2")
    [*_, line] = (await shop.app.read_evidence.list(shop.tenant, "u0", crew=CREW)).items
    await shop.app.erase_words.turn(shop.tenant, "u0", line.id)
    wanted = NewMemory(crew=CREW, scope="private", kind="fact", text="라면을 좋아한다")
    added = await shop.app.keep_memories.add(shop.tenant, "u1", wanted)
    await shop.app.keep_memories.forget(shop.tenant, "u1", added.memory.id)
    model.asked.clear()

    found = await replay(shop)

    assert (found.asked, found.left_out) == (1, {"erased": 1, "withheld": 1})
    assert [each.said for each in judged(model)] == ["잘 지냈어요?"]


def failing_at(model: ScriptedModel, word: str, kind: str) -> Callable[[Question], Any]:
    """The judge as before, but for sentences with a word."""
    usual = model.answers["judge_needs"]

    def answer(question: Question) -> Any:
        if word not in question.text:
            return usual(question)
        failure = ModelFailure(kind, "nobody can read it")
        failure.spent = Usage(model="paid", model_calls=2, prompt_tokens=70, completion_tokens=9)
        return failure

    return answer


async def test_an_answer_nobody_can_read_leaves_that_turn_undecided_and_the_others_told(
    shop: Workshop, model: ScriptedModel
) -> None:
    turn = await shop.say("나들이 가고 싶어요")
    lost = await shop.say("잘 지냈어요?", user="u2")
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    await shop.seen()
    model.answers["judge_needs"] = failing_at(model, "잘 지냈어요", "bad_json")

    found = await replay(shop)
    [told] = (await replay(shop, words=True)).undecided

    assert [each.turn_id for each in found.turned] == [turn.turn_id]
    [left] = found.undecided
    assert (found.asked, left.turn_id, left.said) == (2, lost.turn_id, None)
    assert (left.reason, told.said) == ("judge_needs: bad_json", "잘 지냈어요?")


async def test_a_model_that_is_away_ends_the_asking(shop: Workshop, model: ScriptedModel) -> None:
    await shop.say("나들이 가고 싶어요")
    model.answers["judge_needs"] = failing_at(model, "나들이", "provider_down")

    with pytest.raises(ModelFailure):
        await replay(shop)


@pytest.mark.parametrize(("kind", "calls"), [("", 1), ("bad_json", 2), ("provider_timeout", 2)])
async def test_asking_again_is_paid_however_it_ends(
    shop: Workshop, database: Database, model: ScriptedModel, kind: str, calls: int
) -> None:
    await shop.say("나들이 가고 싶어요")
    if kind:
        model.answers["judge_needs"] = failing_at(model, "나들이", kind)

    with suppress(ModelFailure):
        await replay(shop)

    async with database.begin(shop.tenant) as connection:
        paid = text("select work, crew, usage ->> 'model_calls' from model_costs")
        rows = [tuple(row) for row in await connection.execute(paid)]
    assert rows == [("replay", CREW, str(calls))]


async def test_what_turns_leaned_on_is_counted_without_a_word_of_anybody(
    shop: Workshop, database: Database
) -> None:
    shop.edit(CREW_FILE, "guide: 크루의 검색 지침", f"guide: {SEARCHES}")
    await shop.seen()
    await shop.say("나들이 가고 싶어요")
    await shop.say("차가 맛있네요", user="u2")

    async with database.begin(shop.tenant) as connection:
        ever = await judged_turns.leant_on(connection, shop.tenant, NOON - timedelta(days=1))
        later = await judged_turns.leant_on(connection, shop.tenant, NOON + timedelta(days=1))

    assert ever == {CREW: CrewUse(crew=CREW, turns=2, anchors=("search.guide",))}
    assert later == {}
    assert await shop.app.edit_crews.unused_lines(shop.tenant, 30) == ()
