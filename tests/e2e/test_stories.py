"""Every shipped story is a test of the crew text; the opposite guide makes its contrast fail."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import embedder_from
from nightcrew.adapters.story_files import read_stories
from nightcrew.app.stories import StoryPlayer
from nightcrew.app.stories.opened import player_over
from nightcrew.domain.story import Story, StoryResult
from nightcrew.domain.story_expectations import Status
from nightcrew.domain.story_judging import failures
from nightcrew.ports import Embedder
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.clones import CloneDatabase
from tests.fakes import ROOT

SHIPPED = read_stories(ROOT / "crews", CrewFiles(ROOT / "crews", ROOT / "playbooks").load())
BY_ID = {story.id: story for story in SHIPPED.stories}


@dataclass(slots=True)
class RememberingEmbedder:
    """The real embedder; a text it has seen is not embedded again, whichever crew it is of."""

    embedder: Embedder
    model: str
    size: int
    seen: dict[str, list[float]] = field(default_factory=dict)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self.seen]
        if new:
            self.seen |= dict(zip(new, await self.embedder.passages(new), strict=True))
        return [self.seen[text] for text in texts]

    async def query(self, text: str) -> list[float]:
        return await self.embedder.query(text)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    real = embedder_from("")
    return RememberingEmbedder(real, real.model, real.size)


@pytest.fixture(scope="module")
async def story_database(clone_database: CloneDatabase) -> AsyncIterator[Database]:
    with clone_database() as access:
        database = await Database.open(access.app_url)
        yield database
        await database.close()


@asynccontextmanager
async def player_of(
    folder: Path, database: Database, embedder: Embedder
) -> AsyncIterator[StoryPlayer]:
    settings = Settings(_env_file=None, crews=folder / "crews", playbooks=folder / "playbooks")
    async with player_over(settings, database, embedder) as player:
        yield player


@pytest.fixture(scope="module")
async def player(story_database: Database, embedder: Embedder) -> AsyncIterator[StoryPlayer]:
    async with player_of(ROOT, story_database, embedder) as opened:
        yield opened


def told(result: StoryResult) -> list[str]:
    found = failures(result.findings)
    return [
        f"{each.place} {each.name}: {each.wanted} / {each.found} / {each.why}" for each in found
    ]


@pytest.mark.parametrize(
    "story", [pytest.param(story, id=f"stories::{story.id}") for story in SHIPPED.stories]
)
async def test_the_crew_text_does_what_the_story_says(player: StoryPlayer, story: Story) -> None:
    result = await player.play(story)

    assert told(result) == []
    assert result.status is Status.PASSED


def test_every_shipped_story_can_be_read_and_the_crew_files_leave_them_alone() -> None:
    crews = CrewFiles(ROOT / "crews", ROOT / "playbooks").load()

    assert SHIPPED.problems == ()
    assert len(SHIPPED.stories) >= 12
    assert not {"scenarios", "demos"} & set(crews.statuses())
    assert not [each for each in crews.problems if "scenarios" in each.file or "demos" in each.file]


MIND, TRAVEL, CAR, LOVE = (
    f"crews/categories/{name}.yaml" for name in ("mindcare", "travel", "used-car", "girlfriend")
)
# story: the tool, the crew that gets the opposite guide, and from which file into which
OPPOSITE = {
    "friday-itch-contrast": (
        "search",
        "mindcare-sora",
        {MIND: TRAVEL, "crews/mindcare-sora.yaml": "crews/travel-mina.yaml"},
    ),
    "fair-price-contrast": ("price", "girlfriend-ara", {LOVE: CAR}),
    "sleepless-contrast": ("follow_up", "used-car-hana", {CAR: MIND}),
    "daily-water-contrast": ("follow_up", "used-car-hana", {CAR: MIND}),
}


def guide_of(text: str, tool: str) -> str:
    found = re.search(rf"^  {tool}:\n(?:    .*\n)+", text, re.MULTILINE)
    assert found, tool
    return found.group()


def plant(folder: Path, tool: str, files: Mapping[str, str]) -> None:
    for into, source in files.items():
        written = (folder / into).read_text(encoding="utf-8")
        opposite = guide_of((ROOT / source).read_text(encoding="utf-8"), tool)
        planted = written.replace(guide_of(written, tool), opposite)
        (folder / into).write_text(planted, encoding="utf-8")


@pytest.mark.parametrize("story", OPPOSITE)
async def test_the_opposite_guide_makes_the_contrast_fail_and_the_failure_names_its_line(
    story_database: Database, embedder: Embedder, tmp_path: Path, story: str
) -> None:
    tool, crew, files = OPPOSITE[story]
    for folder in ("crews", "playbooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    plant(tmp_path, tool, files)

    async with player_of(tmp_path, story_database, embedder) as player:
        planted = read_stories(tmp_path / "crews", player.app.crews.shelf())
        [contrast] = [each for each in planted.stories if each.id == story]
        result = await player.play(contrast)

    assert planted.problems == ()
    assert result.status is Status.FAILED
    assert {step.crew for step in result.steps if failures(step.findings)} == {crew}
    origins = {line.origin.rpartition(":")[0] for line in result.covered(crew)}
    assert origins & set(files)
