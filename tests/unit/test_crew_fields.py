"""The field walk: what a writer writes under any key arrives in the loaded crew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from nightcrew.adapters.crew_schema import CATEGORY, CREW, HOUSE, PLAYBOOK, SKILL
from nightcrew.adapters.scalar_shape import (
    Choice,
    Day,
    Flag,
    Identifier,
    Locale,
    Reference,
    SchemaName,
    Text,
    TimeOfDay,
    Whole,
    Zone,
)
from nightcrew.adapters.text_shape import Free, ListOf, Record, Shape
from nightcrew.domain.crew import Crew, canonical
from tests.unit.crew_folder import CrewFolder

# Read by people and tools around the crew, not by the crew itself.
NOT_IN_THE_BUNDLE = {"crew.schema"} | {
    f"{kind}.{key}"
    for kind in ("house", "category")
    for key in ("schema", "reviewed_by", "reviewed_at", "notes", "x")
}


NAMES = {
    "crew.id": "tea-bora",
    "crew.category": "tea",
    "crew.playbook": "tea-bora",
    "crew.skills": "pour-tea",
    "category.id": "tea",
}
# A shape that is missing here fails the walk.
WRITERS: Mapping[type, Callable[[Any, int, str], str]] = {
    SchemaName: lambda shape, _number, _path: shape.wanted,
    Identifier: lambda _shape, _number, path: NAMES[path],
    Reference: lambda _shape, _number, path: NAMES[path],
    Text: lambda _shape, number, _path: f"sentinel {number}",
    Choice: lambda shape, _number, _path: shape.values[-1],
    Flag: lambda _shape, _number, _path: "true",
    Whole: lambda shape, number, _path: str(shape.most - number % 7),
    TimeOfDay: lambda _shape, number, _path: f"{number % 24:02}:{number % 60:02}",
    Day: lambda _shape, number, _path: f"{1900 + number}-01-02",
    Locale: lambda _shape, _number, _path: "ko-KR",
    Zone: lambda _shape, _number, _path: "Pacific/Chatham",
}


@dataclass
class Sentinels:
    """Writes a value for every key of a schema and remembers each by its path."""

    numbers: Iterator[int] = field(default_factory=lambda: count(100))
    written: dict[str, str] = field(default_factory=dict)

    def yaml(self, shape: Shape, path: str) -> str:
        match shape:
            case Record():
                keys = [name for name in shape.fields if path != "crew.knowledge" or name != "none"]
                inside = (f"{key}: {self.yaml(shape.fields[key].shape, f'{path}.{key}')}"
                          for key in keys)  # fmt: skip
                return "{" + ", ".join(inside) + "}"
            case ListOf():
                return f"[{self.yaml(shape.item, path)}]"
            case Free():
                return f"{{deep: [{self._keep(path, f'sentinel {next(self.numbers)}')}]}}"
            case _:
                return self._scalar(shape, path)

    def _scalar(self, shape: Shape, path: str) -> str:
        write = WRITERS[type(shape)]
        quote = "" if isinstance(shape, Flag | Whole) else '"'
        return self._keep(path, write(shape, next(self.numbers), path), quote=quote)

    def _keep(self, path: str, value: str, *, quote: str = '"') -> str:
        self.written[path] = value
        return f"{quote}{value}{quote}"


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Crew, dict[str, str]]:
    folder = CrewFolder(Path(tmp_path_factory.mktemp("walk")))
    sentinels = Sentinels()
    folder.write("crews/house.yaml", sentinels.yaml(HOUSE, "house"))
    folder.write("crews/categories/tea.yaml", sentinels.yaml(CATEGORY, "category"))
    folder.write("crews/tea-bora.yaml", sentinels.yaml(CREW, "crew"))
    shelf = folder.load()
    assert shelf.problems == ()
    return shelf.crews["tea-bora"], sentinels.written


def test_every_key_of_a_crew_reaches_the_bundle(walked: tuple[Crew, dict[str, str]]) -> None:
    crew, written = walked

    bundle = canonical(crew)

    lost = [path for path, value in written.items()
            if path.startswith("crew.") and value not in bundle
            and path not in NOT_IN_THE_BUNDLE]  # fmt: skip
    assert lost == []


def test_every_key_of_the_house_reaches_the_crew(walked: tuple[Crew, dict[str, str]]) -> None:
    crew, written = walked

    bundle = canonical(crew)

    lost = [path for path, value in written.items()
            if path.startswith("house.") and value not in bundle
            and path not in NOT_IN_THE_BUNDLE and path != "house.rules.en"]  # fmt: skip
    assert lost == []


def test_every_key_of_a_category_reaches_a_crew_that_says_nothing_itself(tmp_path: Path) -> None:
    folder = CrewFolder(tmp_path)
    sentinels = Sentinels()
    folder.write("crews/categories/tea.yaml", sentinels.yaml(CATEGORY, "category"))
    folder.edit("crews/tea-bora.yaml", "tool_guide:\n  search:\n    guide: 크루의 검색 지침\n", "")

    bundle = canonical(folder.load().crews["tea-bora"])

    lost = [path for path, value in sentinels.written.items()
            if value not in bundle and path not in NOT_IN_THE_BUNDLE]  # fmt: skip
    assert lost == []


def test_the_front_matter_of_a_skill_reaches_the_crew(tmp_path: Path) -> None:
    folder = CrewFolder(tmp_path)
    folder.edit("playbooks/skills/pour-tea/SKILL.md", "차 우리는 법을 알려 준다", "sentinel 7")

    assert "sentinel 7" in folder.load().crews["tea-bora"].skills[0].description
    assert {"name", "description"} <= set(SKILL.fields)
    assert set(PLAYBOOK.fields) >= {"schema", "crew"}


def test_a_whole_number_and_a_flag_arrive_as_what_they_are(
    walked: tuple[Crew, dict[str, str]],
) -> None:
    crew, written = walked

    assert str(crew.house.budgets.per_user_per_day) == written["house.budgets.per_user_per_day"]
    assert crew.adults_only is True
    assert all(example.use for guide in crew.tool_guide.values() for example in guide.examples)
