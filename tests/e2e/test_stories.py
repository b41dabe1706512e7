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
from nightcrew.domain.story_coverage import coverage
from nightcrew.domain.story_expectations import Status
from nightcrew.domain.story_judging import failures
from nightcrew.ports import Embedder
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.clones import CloneDatabase
from tests.fakes import ROOT

SHIPPED = read_stories(ROOT / "crews", CrewFiles(ROOT / "crews", ROOT / "playbooks").load())


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
    assert len(SHIPPED.stories) >= 40
    assert not {"scenarios", "demos"} & set(crews.statuses())
    assert not [each for each in crews.problems if "scenarios" in each.file or "demos" in each.file]


def category(name: str) -> str:
    return f"crews/categories/{name}.yaml"


def own(name: str) -> str:
    return f"crews/{name}.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opposite:
    """A guide that says the contrary. files: into which file, from which other one."""

    tool: str
    crew: str
    files: Mapping[str, str]


OPPOSITE = {
    "friday-itch-contrast": Opposite(
        tool="search",
        crew="mindcare-sora",
        files={
            category("mindcare"): category("travel"),
            own("mindcare-sora"): own("travel-mina"),
        },
    ),
    "fair-price-contrast": Opposite(
        tool="price", crew="girlfriend-ara", files={category("girlfriend"): category("used-car")}
    ),
    "sleepless-contrast": Opposite(
        tool="follow_up", crew="used-car-hana", files={category("used-car"): category("mindcare")}
    ),
    "daily-water-contrast": Opposite(
        tool="follow_up", crew="used-car-hana", files={category("used-car"): category("mindcare")}
    ),
    "sell-my-car-contrast": Opposite(
        tool="price", crew="boyfriend-seo", files={category("boyfriend"): category("used-car")}
    ),
    "in-which-order-contrast": Opposite(
        tool="knowledge", crew="pets-mong", files={category("pets"): category("girlfriend")}
    ),
    "sea-and-back-contrast": Opposite(
        tool="search",
        crew="mindcare-garam",
        files={
            category("mindcare"): category("travel"),
            own("mindcare-garam"): own("travel-doyun"),
        },
    ),
    "tossing-contrast": Opposite(
        tool="follow_up",
        crew="money-sol",
        files={category("money"): category("mindcare"), own("money-sol"): own("mindcare-garam")},
    ),
}
# this one turns on a single sentence of a playbook: the sentence, and its contrary
SAME_SCENE = "same-scene-again-contrast"
PLAYBOOK = "playbooks/language-emma.md"
SENTENCE = "기억 도구로 그 장면을 꺼내 거기서 이어 간다."
CONTRARY = "기억 도구를 쓰지 않고 새 장면을 바로 연다."


def test_every_shipped_contrast_has_its_opposite_guide() -> None:
    contrasts = {story.id for story in SHIPPED.stories if story.contrast}

    assert contrasts == {*OPPOSITE, SAME_SCENE}


def guide_of(text: str, tool: str) -> str:
    found = re.search(rf"^  {tool}:\n(?:    .*\n)+", text, re.MULTILINE)
    assert found, tool
    return found.group()


def plant(folder: Path, opposite: Opposite) -> None:
    for into, source in opposite.files.items():
        written = (folder / into).read_text(encoding="utf-8")
        guide = guide_of((ROOT / source).read_text(encoding="utf-8"), opposite.tool)
        planted = written.replace(guide_of(written, opposite.tool), guide)
        (folder / into).write_text(planted, encoding="utf-8")


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    for folder in ("crews", "playbooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


async def played(garden: Path, database: Database, embedder: Embedder, name: str) -> StoryResult:
    async with player_of(garden, database, embedder) as player:
        planted = read_stories(garden / "crews", player.app.crews.shelf())
        assert planted.problems == ()
        [story] = [each for each in planted.stories if each.id == name]
        return await player.play(story)


@pytest.mark.parametrize("story", OPPOSITE)
async def test_the_opposite_guide_makes_the_contrast_fail_and_the_failure_names_its_line(
    story_database: Database, embedder: Embedder, garden: Path, story: str
) -> None:
    opposite = OPPOSITE[story]
    plant(garden, opposite)

    result = await played(garden, story_database, embedder, story)

    assert result.status is Status.FAILED
    failed = {step.crew for step in result.steps if failures(step.findings)}
    assert failed == {opposite.crew}
    origins = {line.origin.rpartition(":")[0] for line in result.covered(opposite.crew)}
    assert origins & set(opposite.files)


async def test_one_contrary_sentence_of_a_playbook_makes_its_contrast_fail(
    story_database: Database, embedder: Embedder, garden: Path
) -> None:
    playbook = garden / PLAYBOOK
    written = playbook.read_text(encoding="utf-8")
    assert SENTENCE in written
    playbook.write_text(written.replace(SENTENCE, CONTRARY), encoding="utf-8")

    result = await played(garden, story_database, embedder, SAME_SCENE)

    [failed] = [step for step in result.steps if failures(step.findings)]
    assert failed.crew == "language-emma"
    lines = {line.name: line.origin for line in result.covered("language-emma")}
    assert lines["language-emma#where-we-stopped"].startswith(PLAYBOOK)


def test_every_guide_and_every_playbook_line_has_a_story_used_and_not_used() -> None:
    crews = CrewFiles(ROOT / "crews", ROOT / "playbooks").load().crews

    found = coverage(crews, SHIPPED.stories)

    assert [line.name for crew in found for line in crew.missing] == []
    assert [(crew.crew, uses.tool) for crew in found for uses in crew.untried] == []
