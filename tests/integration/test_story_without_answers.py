"""A story is decided by answers: where none came it neither passes nor blames the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.story_files import read_stories
from nightcrew.app.stories.opened import player_over
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.story import StoryResult
from nightcrew.domain.story_expectations import Status
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import ROOT
from tests.fakes_model import ScriptedModel
from tests.scripting import scripted
from tests.world import shipped_crews

STORY = """\
schema: story/v1
id: nothing-asked
title: 찾지 않고 약속하지 않는다
crew: mindcare-sora
clock: {{now: "2026-12-02T19:30", timezone: Asia/Seoul}}
{repeats}
steps:
  - say: 요즘 마음이 답답해요
    expect: {{search: not_used, follow_up: {{use: not_used}}}}
  - advance: "2026-12-02T19:40"
    expect: {{memory: {{changed: 0}}, follow_up: {{created: 0}}}}
"""
AWAY = ModelFailure("provider_down", "no model")
UNREADABLE = ModelFailure("bad_json", "the answer is not a JSON object")


async def played(
    database: Database, folder: Path, model: ScriptedModel, repeats: str = ""
) -> StoryResult:
    crews = folder / "crews"
    (crews / "scenarios").mkdir(parents=True)
    text = STORY.format(repeats=repeats)
    (crews / "scenarios" / "one.yaml").write_text(text, encoding="utf-8")
    shelf = read_stories(crews, shipped_crews().shelf())
    assert shelf.problems == ()
    settings = Settings(_env_file=None, crews=ROOT / "crews", playbooks=ROOT / "playbooks")
    async with player_over(settings, database, HashEmbedder(), model=model) as player:
        return await player.play(shelf.stories[0])


async def test_the_story_passes_while_every_model_answers(
    database: Database, tmp_path: Path
) -> None:
    result = await played(database, tmp_path, scripted())

    assert result.status is Status.PASSED


@pytest.mark.parametrize("prompt", ["judge_needs", "reply", "propose_changes", "plan_follow_ups"])
@pytest.mark.parametrize("kind", ["provider_down", "provider_timeout"])
async def test_a_model_that_is_not_there_ends_the_run_and_decides_nothing(
    database: Database, tmp_path: Path, prompt: str, kind: str
) -> None:
    model = scripted(**{prompt: ModelFailure(kind, "no model")})

    with pytest.raises(ModelFailure) as away:
        await played(database, tmp_path, model)

    assert away.value.kind == kind


@pytest.mark.parametrize("prompt", ["judge_needs", "reply", "propose_changes", "plan_follow_ups"])
async def test_an_answer_nobody_can_read_is_a_failure_that_names_the_prompt(
    database: Database, tmp_path: Path, prompt: str
) -> None:
    result = await played(database, tmp_path, scripted(**{prompt: UNREADABLE}))

    told = [each.found for each in result.findings if each.name == "answered"]
    assert result.status is Status.FAILED
    assert told == [f"{prompt}: bad_json"]


async def test_one_unreadable_answer_counts_as_a_play_that_failed(
    database: Database, tmp_path: Path
) -> None:
    answers = [UNREADABLE, {}, {}]
    model = scripted(judge_needs=lambda _: answers.pop(0))

    result = await played(database, tmp_path, model, "repeats: {times: 3, need: 2}")

    assert [play.status for play in result.plays] == [
        Status.FAILED,
        Status.PASSED,
        Status.PASSED,
    ]
    assert result.status is Status.PASSED
