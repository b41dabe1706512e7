"""What a change of text does, told before it matters: lines, turned decisions, old turns again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from nightcrew.domain.errors import ModelFailure, Refused
from nightcrew.ports import Question
from nightcrew.store.database import Database
from tests.crew_workshop import (
    CATEGORY,
    CREW,
    CREW_FILE,
    OTHER,
    PLAYBOOK,
    SEARCHES,
    Workshop,
    a_literal_model,
    judged,
    open_workshop,
)
from tests.fakes_model import ScriptedModel

STORY = """\
schema: story/v1
id: out-for-tea
title: 나들이를 말한다
crew: tea-bora
clock: {now: "2026-12-03T20:10", timezone: Asia/Seoul}
given:
  memories:
    - {text: 녹차를 좋아한다, date: "2026-11-02"}
steps:
  - say: 나들이 가고 싶어요
    expect: {search: not_used}
  - advance: "2026-12-03T20:50"
  - say: 다녀왔어요
    expect: {search: not_used}
covers: [tea-bora/search]
---
schema: story/v1
id: nuri-out
title: 다른 크루에게 나들이를 말한다
crew: tea-nuri
clock: {now: "2026-12-03T20:10", timezone: Asia/Seoul}
steps:
  - say: 나들이 가고 싶어요
    expect: {search: not_used}
"""


@pytest.fixture
def model() -> ScriptedModel:
    return a_literal_model()


@pytest.fixture
async def shop(
    database: Database, story_database: Database, tmp_path: Path, model: ScriptedModel
) -> AsyncIterator[Workshop]:
    async with open_workshop(database, tmp_path, model=model, stories=story_database) as opened:
        opened.write("crews/tea-nuri.yaml", OTHER)
        opened.write("crews/scenarios/tea.yaml", STORY)
        await opened.seen()
        yield opened


async def diff(shop: Workshop, crew: str = CREW, **parts: Any) -> Any:
    return await shop.app.edit_crews.diff(shop.tenant, crew, **parts)


async def test_a_turned_decision_is_named_with_story_step_and_line(
    shop: Workshop, model: ScriptedModel
) -> None:
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    seen = list[tuple[int, int]]()

    found = await diff(shop, progress=lambda done, of, story: seen.append((done, of)))

    [flip] = found.flips
    assert (flip.story, flip.crew, flip.step) == ("out-for-tea", CREW, 1)
    assert flip.place == "crews/scenarios/tea.yaml:10:5"
    assert (flip.turned.tool, flip.turned.before, flip.turned.after) == (
        "search", "not_used", "used",
    )  # fmt: skip
    [line, *_] = flip.turned.lines
    assert (line.side, line.anchor, line.origin, line.text) == (
        "after", "search.guide", "crews/tea-bora.yaml:11", SEARCHES,
    )  # fmt: skip
    [file] = found.files
    assert [(each.mark, each.line, each.text.strip()) for each in file.lines] == [
        ("-", 11, "guide: 크루의 검색 지침"),
        ("+", 11, f"guide: {SEARCHES}"),
    ]
    assert (found.affected, found.stories, found.judged) == ((CREW,), 1, 2)
    assert seen == [(1, 1)]
    [first, second] = {each.said: each for each in judged(model)}.values()
    assert "녹차" in first.memories[0].line
    assert second.talk == ()


@pytest.mark.parametrize(
    ("prompt", "step"), [("judge_needs", 1), ("reply", 1), ("propose_changes", 2)]
)
@pytest.mark.parametrize("side", ["before", "after"])
async def test_a_story_without_a_readable_answer_is_undecided_on_that_side_and_names_no_flip(
    shop: Workshop, model: ScriptedModel, prompt: str, step: int, side: str
) -> None:
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    usual = model.answers[prompt]

    def answer(question: Question) -> Any:
        if (SEARCHES in repr(question.inputs)) is (side == "after"):
            return ModelFailure("bad_json", "nobody can read it")
        return usual(question) if callable(usual) else usual

    model.answers[prompt] = answer

    found = await diff(shop)

    assert found.flips == ()
    [left] = found.undecided
    assert (left.story, left.side, left.step) == ("out-for-tea", side, step)
    assert left.reason == f"{prompt}: bad_json"


async def test_what_comparing_two_texts_cost_stands_in_the_day_and_never_in_a_conversation(
    shop: Workshop, model: ScriptedModel, database: Database
) -> None:
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)

    await diff(shop)

    async with database.begin(shop.tenant) as connection:
        paid = text("select work, cast(usage ->> 'model_calls' as int) from model_costs")
        rows = [tuple(row) for row in await connection.execute(paid)]
        turns = await connection.scalar(text("select count(*) from turns"))
    assert rows == [("stories", len(model.asked))]
    assert turns == 0


async def test_a_sentence_taken_away_is_named_where_it_stood(shop: Workshop) -> None:
    shop.edit(PLAYBOOK, "## When they\n", f"## When they\n- {SEARCHES}\n")
    await shop.publish()
    shop.edit(PLAYBOOK, f"- {SEARCHES}\n", "")

    found = await diff(shop)

    [flip] = found.flips
    [line, *_] = flip.turned.lines
    assert (flip.turned.before, flip.turned.after) == ("used", "not_used")
    assert (line.side, line.origin) == ("before", "playbooks/tea-bora.md:9")


async def test_a_change_of_shared_text_asks_every_crew_it_reaches(shop: Workshop) -> None:
    shop.edit(CATEGORY, "갈래의 검색 지침", SEARCHES)

    found = await diff(shop)

    assert found.affected == ("tea-nuri",)
    assert [(each.crew, each.story) for each in found.flips] == [("tea-nuri", "nuri-out")]


async def test_a_comment_asks_nobody_and_two_versions_can_be_compared(
    shop: Workshop, model: ScriptedModel
) -> None:
    shop.edit(CREW_FILE, "name: 보라", "name: 보라  # 메모")
    commented = await diff(shop)
    shop.edit(CREW_FILE, "크루의 검색 지침", SEARCHES)
    await shop.publish()
    asked = len(model.asked)

    found = await diff(shop, since=1, until=2)
    none = await diff(shop, since=2)

    assert (commented.flips, commented.judged, asked) == ((), 0, 0)
    assert (found.before.number, found.after.number, len(found.flips)) == (1, 2, 1)
    assert (none.files, none.flips, none.judged) == ((), (), 0)


async def test_broken_text_is_shown_with_its_problems_and_nobody_is_asked(
    shop: Workshop, model: ScriptedModel
) -> None:
    shop.edit(CREW_FILE, "tool_guide:", "tool_giude:")

    found = await diff(shop)

    assert [each.file for each in found.problems] == [CREW_FILE]
    assert [each.file for each in found.files] == [CREW_FILE]
    assert model.asked == []


async def test_a_crew_without_any_version_says_how_to_make_the_first(
    database: Database, tmp_path: Path
) -> None:
    async with open_workshop(database, tmp_path, keeps_text=False) as shop:
        with pytest.raises(Refused) as refused:
            await diff(shop)

    assert refused.value.code == "no_version_yet"
    assert "crews publish" in refused.value.hint


@pytest.mark.parametrize(
    ("file", "old", "new", "seen"),
    [
        (CREW_FILE, "크루의 검색 지침", SEARCHES, {"judge_needs"}),
        (CREW_FILE, "낮은 존댓말.", "밝은 반말.", {"reply", "compose_follow_up"}),
        (CREW_FILE, "name: 보라", "name: 보라\nnotes: 손님이 많다", set()),
    ],
)
async def test_a_diff_tells_which_prompts_read_otherwise_even_when_nothing_turns(
    shop: Workshop, file: str, old: str, new: str, seen: set[str]
) -> None:
    shop.edit(file, old, new)

    found = await shop.app.edit_crews.diff(shop.tenant, CREW, decisions=False)

    assert seen <= set(found.prompts)
    assert bool(found.prompts) is bool(seen)
    assert found.judged == 0


async def test_a_changed_example_is_read_by_the_judge_whatever_line_is_tried(
    shop: Workshop,
) -> None:
    example = "{say: 찻집 어디예요?, use: true}"
    shop.edit(CREW_FILE, "크루의 검색 지침", f"크루의 검색 지침\n    examples: [{example}]")

    found = await shop.app.edit_crews.diff(shop.tenant, CREW, decisions=False)

    assert found.prompts == ("judge_needs",)
