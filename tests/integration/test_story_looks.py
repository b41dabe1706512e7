"""A story sees of its pair what the pair's own user would see, in one look."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nightcrew.adapters.local_embedder import HashEmbedder
from nightcrew.adapters.story_files import read_stories
from nightcrew.app.menu import App
from nightcrew.app.stories.neighbours import AskedOnce
from nightcrew.app.stories.opened import player_over
from nightcrew.app.stories.stage import USER, Stage, set_stage
from nightcrew.domain.page import LONGEST_PAGE
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec
from nightcrew.domain.story import Story
from nightcrew.domain.turn import Said
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import ROOT
from tests.fakes_model import ScriptedModel
from tests.world import shipped_crews

CREW = "travel-mina"
TEXT = f"""\
schema: story/v1
id: looked-at
title: 보이는 것은 사용자가 보는 것과 같다
crew: {CREW}
clock: {{now: "2026-12-02T19:30", timezone: Asia/Seoul}}
given:
  memories:
    - {{text: 딸과 함께 다닌다, date: "2026-11-20", explicit: true}}
    - {{kind: style, text: 짧게 말해 주면 좋아한다, date: "2026-11-25"}}
steps:
  - say: 안녕
    expect: {{reply: {{max_chars: 500}}}}
"""
DAILY = FollowUpSpec(
    kind=FollowUpKind.RECURRING, intent="짐 챙기기", local="2026-12-03T09:00", rule="FREQ=DAILY"
)
ONCE = FollowUpSpec(kind=FollowUpKind.ONE_SHOT, intent="표 묻기", local="2026-12-05T10:00")


@pytest.fixture
def story(tmp_path: Path) -> Story:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text(TEXT, encoding="utf-8")
    shelf = read_stories(tmp_path, shipped_crews().shelf())
    assert shelf.problems == ()
    return shelf.stories[0]


@pytest.fixture
async def app(database: Database) -> AsyncIterator[App]:
    model = ScriptedModel(answers={"judge_needs": {"cites": ["g1", "g3"]}, "reply": "네."})
    settings = Settings(_env_file=None, crews=ROOT / "crews", playbooks=ROOT / "playbooks")
    async with player_over(settings, database, HashEmbedder(), model=model) as player:
        yield player.app


async def set_up(app: App, story: Story) -> Stage:
    stage = await set_stage(app, story, story.parts[0])
    for spec in (DAILY, ONCE):
        await app.keep_follow_ups.make(stage.tenant, USER, CREW, spec, now=story.at)
    return stage


async def test_memories_and_follow_ups_are_those_of_the_users_screens(
    app: App, story: Story
) -> None:
    stage = await set_up(app, story)

    seen = await stage.snapshot(story.at, calls=0, tokens=0)

    memories = await app.keep_memories.list(stage.tenant, USER, status="all", now=story.at)
    follow_ups = await app.keep_follow_ups.list(
        stage.tenant, USER, status="all", limit=LONGEST_PAGE, now=story.at
    )
    shown = [(each.id, each.text, each.status, each.version) for each in memories.items]
    assert [(each.id, each.text, each.status, each.version) for each in seen.memories.values()] == (
        shown
    )
    assert len(shown) == 2
    assert tuple(seen.follow_ups.values()) == follow_ups.items
    assert len(follow_ups.items) == 2


async def test_a_turn_leaves_two_lines_of_evidence_and_the_lines_its_judge_cited(
    app: App, story: Story
) -> None:
    stage = await set_up(app, story)
    turn = await app.answer_turn(stage.pair, Said(message="안녕", turn_id="one"))

    seen = await stage.snapshot(story.at, calls=0, tokens=0, turn_id=turn.turn_id)

    told = await app.explain_turn(stage.tenant, "one")
    assert seen.evidence == 2
    assert seen.anchors == tuple(line["anchor"] for line in told["guide_lines"])
    assert seen.anchors


async def test_nothing_of_another_story_is_in_sight(app: App, story: Story) -> None:
    stage = await set_up(app, story)
    await app.answer_turn(stage.pair, Said(message="안녕", turn_id="one"))

    other = await set_stage(app, story, story.parts[0])
    seen = await other.snapshot(story.at, calls=0, tokens=0, turn_id="one")

    assert not {each.id for each in (await stage.look()).memories} & set(seen.memories)
    assert (seen.follow_ups, seen.messages, seen.evidence, seen.anchors) == ({}, {}, 0, ())


class Counted(HashEmbedder):
    """Notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def query(self, text: str) -> list[float]:
        self.asked.append(text)
        return await super().query(text)


async def test_words_said_to_two_crews_are_embedded_once() -> None:
    counted = Counted()
    once = AskedOnce(counted)

    first, second = await once.query("오늘 뭐 먹지"), await once.query("오늘 뭐 먹지")

    assert first == second == await HashEmbedder().query("오늘 뭐 먹지")
    assert counted.asked == ["오늘 뭐 먹지"]
    assert await once.passages(["밥", "밥"]) == await HashEmbedder().passages(["밥", "밥"])
