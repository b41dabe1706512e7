"""A story gives what price and knowledge find, and a reply may name what stands in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.story_files import read_stories, story_text_problems
from nightcrew.app.stories.opened import player_over
from nightcrew.domain.questions import ReplyInputs
from nightcrew.domain.story import StoryResult
from nightcrew.domain.story_expectations import Status
from nightcrew.ports import Question
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import ROOT
from tests.fakes_model import ScriptedModel
from tests.world import shipped_crews

RANGE = 'price: {low: 21000000, mid: 23000000, high: 25000000, n: 14, as_of: "2026-11-28"}'
PAGE = (
    'knowledge: {items: [{title: 이전 등록 안내, url: "https://example.invalid/a",'
    ' snippet: 양도 증명서를 챙긴다, date: "2026-11-01"}]}'
)
STORY = """\
schema: story/v1
id: given-tools
title: 주어진 것을 찾는다
crew: used-car-hana
clock: {{now: "2026-12-02T19:30", timezone: Asia/Seoul}}
given:
  tools:
    {given}
steps:
  - say: 2020년식 코나 4만 킬로면 얼마예요?
    expect: {{reply: {{must_contain_any: ["{told}"]}}}}
"""
CAR = {"model": "코나", "year": 2020, "km": 40000}


def wants(**needs: Any) -> ScriptedModel:
    def reply(question: Question) -> str:
        inputs = question.inputs
        assert isinstance(inputs, ReplyInputs)
        return " ".join(f"{block.status}: {' '.join(block.lines)}" for block in inputs.found)

    return ScriptedModel(answers={"judge_needs": needs, "reply": reply})


async def played(
    database: Database, folder: Path, model: ScriptedModel, given: str, told: str
) -> StoryResult:
    crews = folder / "crews"
    (crews / "scenarios").mkdir(parents=True)
    text = STORY.format(given=given, told=told)
    (crews / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    shelf = read_stories(crews, shipped_crews().shelf())
    assert shelf.problems == ()
    settings = Settings(_env_file=None, crews=ROOT / "crews", playbooks=ROOT / "playbooks")
    async with player_over(settings, database, HashEmbedder(), model=model) as player:
        return await player.play(shelf.stories[0])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (RANGE, "2,100만 원~2,500만 원"),
        (RANGE, "14대 비교"),
        ("price: {status: insufficient, n: 2}", "비교할 매물이 2대뿐"),
        ("price: {status: unavailable}", "unavailable"),
    ],
)
async def test_a_given_price_is_what_the_tool_says(
    database: Database, tmp_path: Path, given: str, told: str
) -> None:
    model = wants(price={"use": True, "item": CAR, "why": "값을 묻는다"})

    result = await played(database, tmp_path, model, given, told)

    assert result.status is Status.PASSED, result.steps[0].reply


async def test_a_car_that_was_not_named_is_asked_back_whatever_is_given(
    database: Database, tmp_path: Path
) -> None:
    model = wants(price={"use": True, "item": {}, "why": "값을 묻는다"})

    result = await played(database, tmp_path, model, RANGE, "어떤 차인지")

    assert result.status is Status.PASSED, result.steps[0].reply


@pytest.mark.parametrize(
    ("given", "told"),
    [(PAGE, "양도 증명서를 챙긴다"), ("knowledge: {status: nothing_found}", "nothing_found")],
)
async def test_given_knowledge_is_what_the_collections_say(
    database: Database, tmp_path: Path, given: str, told: str
) -> None:
    model = wants(knowledge={"use": True, "query": "서류", "why": "절차를 묻는다"})

    result = await played(database, tmp_path, model, given, told)

    assert result.status is Status.PASSED, result.steps[0].reply


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("price: {low: 3, mid: 2, high: 4}", "bad_range"),
        ("price: {mid: 2}", "bad_range"),
        ("price: {status: ok}", "status_and_result"),
        ("price: {status: unavailable, low: 1, mid: 2, high: 3}", "status_and_result"),
        ("knowledge: {status: ok}", "status_and_result"),
        ("price: {status: rate_limited}", "unknown_value"),
    ],
)
def test_what_a_tool_would_never_answer_cannot_be_given(given: str, problem: str) -> None:
    text = STORY.format(given=given, told="-").encode()

    found = story_text_problems(text, "crews/scenarios/one.yaml", shipped_crews().shelf())

    assert problem in {each.id for each in found}
