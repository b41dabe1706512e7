"""The field walk: what stands under any key of crew text reaches a prompt, or says why it does not.

The keys come from the schema. A new key that neither shows up in a prompt nor has a reason fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from nightcrew.adapters.crew_schema import CATEGORY, CREW, HOUSE, PLAYBOOK, SKILL
from nightcrew.adapters.playbook_markdown import HEADINGS
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
from nightcrew.domain.crew import Crew
from nightcrew.domain.prompt_preview import PreviewWish
from nightcrew.prompts import render
from nightcrew.prompts.preview import preview_of
from tests.unit.crew_folder import CrewFolder
from tests.unit.prompt_builders import reply_inputs

NOW = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)
PEOPLE = "is read by people and by lint, never by a model"
CODE = "is obeyed by code; a model could only get it wrong"
SAID_AS_IT_IS = "is said word for word by code, in a crisis or a notice"
FILE = "names the file; what stands in that file is walked itself"
OTHERS = "is read by other products that share the file"
# Why a key never enters a prompt. A key that is missing here has to change one.
NEVER: Mapping[str, str] = {
    "*.schema": "tells the loader which kind of file this is",
    "*.reviewed_by": PEOPLE,
    "*.reviewed_at": PEOPLE,
    "*.notes": PEOPLE,
    "*.x": PEOPLE,
    "crew.owner": PEOPLE,
    "crew.id": FILE,
    "crew.memory": CODE,
    "crew.playbook": FILE,
    "crew.skills": FILE,
    "crew.category": FILE,
    "category.id": FILE,
    "category.adults_only": CODE,
    "house.locale": "is the language of rules for a crew without one, and every crew has one",
    "house.quiet_hours.opener.*": CODE,
    "house.budgets.*": CODE,
    "house.retention_days.*": CODE,
    "house.newest_versions": CODE,
    "house.review_days": PEOPLE,
    "house.memory_room.*": CODE,
    "house.still_wanted.*": SAID_AS_IT_IS,
    "house.safety.*": SAID_AS_IT_IS,
    "house.rules.en": "is for crews that speak English; the walk's speaks Korean",
    "house.tool_guide.*.examples.*": "is known to any model; the rehearsal model reads it",
    "playbook.crew": FILE,
    "skill.license": OTHERS,
    "skill.compatibility": OTHERS,
    "skill.allowed-tools": OTHERS,
    "skill.metadata": OTHERS,
}
NAMES = {"crew.id": "tea-bora", "crew.category": "tea", "crew.playbook": "tea-bora",
         "crew.skills": "pour-tea", "category.id": "tea", "playbook.crew": "tea-bora",
         "skill.name": "pour-tea"}  # fmt: skip
# A value of a shape, as it is first and as it is changed. A shape that is missing fails the walk.
VALUES: Mapping[type, Callable[[Any], tuple[str, str]]] = {
    Choice: lambda shape: (shape.values[-1], shape.values[0]),
    Flag: lambda _shape: ("true", "false"),
    Whole: lambda shape: (str(shape.most), str(shape.most - 1)),
    TimeOfDay: lambda _shape: ('"22:10"', '"21:40"'),
    Day: lambda _shape: ('"2026-11-20"', '"2026-11-21"'),
    Locale: lambda _shape: ("ko-KR", "ko-KP"),
    Zone: lambda _shape: ("Asia/Seoul", "America/New_York"),
}


def reason(path: str) -> str | None:
    """Why a key never enters a prompt."""
    return next((why for key, why in NEVER.items() if _belongs(key, path)), None)


def _belongs(key: str, path: str) -> bool:
    kind, _, rest = key.partition(".")
    own, _, inside = path.partition(".")
    return kind in ("*", own) and _fits(rest.split("."), inside.split("."))


def _fits(wanted: list[str], there: list[str]) -> bool:
    if wanted[-1] == "*":
        there = there[: len(wanted)]
    return len(wanted) == len(there) and all(
        one in ("*", other) for one, other in zip(wanted, there, strict=True)
    )


def mark(path: str) -> str:
    """Words nobody else writes."""
    return f"«{path}»"


def leaves(shape: Shape, path: str) -> Iterator[tuple[str, Shape]]:
    """Every key that holds a value."""
    match shape:
        case Record():
            for name, entry in shape.fields.items():
                yield from leaves(entry.shape, f"{path}.{name}")
        case ListOf():
            yield from leaves(shape.item, path)
        case _:
            yield path, shape


def written(shape: Shape, path: str, changed: str, leave: frozenset[str]) -> str:
    """A value for every key but those to leave out; `changed` is the one that differs."""
    match shape:
        case Record():
            inside = (
                f"{name}: {written(entry.shape, f'{path}.{name}', changed, leave)}"
                for name, entry in shape.fields.items()
                if f"{path}.{name}" not in leave
            )
            return "{" + ", ".join(inside) + "}"
        case ListOf():
            return f"[{written(shape.item, path, changed, leave)}]"
        case _:
            return scalar(shape, path, again=path == changed)


def scalar(shape: Shape, path: str, *, again: bool) -> str:
    """A value of one key. again: the other one of two."""
    match shape:
        case Free():
            return f'{{deep: ["{mark(path)}"]}}'
        case Text():
            return f'"{mark(path)}"'
        case SchemaName():
            return shape.wanted
        case Identifier() | Reference():
            return NAMES[path]
        case _:
            return VALUES[type(shape)](shape)[again]


@dataclass(frozen=True)
class Walk:
    """Which keys are walked together. leave: keys that would hide them."""

    kind: str
    leave: frozenset[str] = frozenset()

    def crew(self, folder: CrewFolder, changed: str = "") -> Crew:
        def text(record: Record, kind: str) -> str:
            return written(record, kind, changed, self.leave)

        folder.write("crews/house.yaml", text(HOUSE, "house"))
        folder.write("crews/categories/tea.yaml", text(CATEGORY, "category"))
        folder.write("crews/tea-bora.yaml", text(CREW, "crew"))
        items = "\n".join(
            f"## {heading}\n- {mark(f'playbook#{section}')}. {{#a-{section.replace('_', '-')}}}"
            for heading, section in list(HEADINGS.items())[::2]
        )
        head = text(PLAYBOOK, "playbook")
        folder.write("playbooks/tea-bora.md", f"---\n{head}\n---\n{items}\n")
        skill = text(SKILL, "skill")
        body = mark("skill#body")
        folder.write("playbooks/skills/pour-tea/SKILL.md", f"---\n{skill}\n---\n{body}\n")
        shelf = folder.load()
        assert shelf.problems == ()
        return shelf.crews["tea-bora"]


NO_NONE = frozenset({"crew.knowledge.none"})
WALKS = {
    "crew": Walk("crew", NO_NONE),
    "crew without collections": Walk("crew", frozenset({"crew.knowledge.collections"})),
    "category": Walk("category", NO_NONE | {"crew.tool_guide"}),
    "house": Walk("house", NO_NONE | {"crew.tool_guide"} | {
        f"category.tool_guide.{tool}"
        for tool in ("search", "price", "memory", "follow_up", "knowledge")
    }),
    "playbook": Walk("playbook", NO_NONE),
    "skill": Walk("skill", NO_NONE),
}  # fmt: skip
RECORDS = {"crew": CREW, "category": CATEGORY, "house": HOUSE, "playbook": PLAYBOOK, "skill": SKILL}


def all_prompts(crew: Crew) -> str:
    """Every prompt of a turn and its aftermath, the one with the procedure included."""
    # A judge is shown the examples most like the line, so that it takes two lines to see all.
    both = (
        preview_of(crew, PreviewWish(crew=crew.id, say=say), NOW)
        for say in ("search price memory", "follow up knowledge")
    )
    lines = [line.text for found in both for prompt in found.prompts for line in prompt.lines]
    in_session = render("reply", reply_inputs(crew=crew, skill=crew.skills[0])).text
    return "\n".join([*lines, in_session])


def rows() -> Iterator[tuple[str, str, Shape]]:
    for name, walk in WALKS.items():
        for path, shape in leaves(RECORDS[walk.kind], walk.kind):
            if not any(path == gone or path.startswith(f"{gone}.") for gone in walk.leave):
                yield name, path, shape


ROWS = list(rows())
TEXTS = [(name, path) for name, path, shape in ROWS if isinstance(shape, Text | Free)]
OTHER = [(name, path) for name, path, shape in ROWS
         if not isinstance(shape, Text | Free | Identifier | Reference | SchemaName)]  # fmt: skip
FILES = [path for _, path, shape in ROWS if isinstance(shape, Identifier | Reference | SchemaName)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    folder = CrewFolder(Path(tmp_path_factory.mktemp("walk")))
    return {name: all_prompts(walk.crew(folder)) for name, walk in WALKS.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> CrewFolder:
    return CrewFolder(Path(tmp_path_factory.mktemp("changed")))


@pytest.mark.parametrize(("name", "path"), TEXTS, ids=lambda each: each.replace(" ", "-"))
def test_words_under_a_key_stand_in_a_prompt_or_have_a_reason_not_to(
    name: str, path: str, base: Mapping[str, str]
) -> None:
    assert (mark(path) in base[name]) is (reason(path) is None), reason(path)


@pytest.mark.parametrize(("name", "path"), OTHER, ids=lambda each: each.replace(" ", "-"))
def test_a_choice_a_number_or_a_time_changes_a_prompt_or_has_a_reason_not_to(
    name: str, path: str, base: Mapping[str, str], folder: CrewFolder
) -> None:
    changed = all_prompts(WALKS[name].crew(folder, path))

    assert (changed != base[name]) is (reason(path) is None), reason(path)


def test_a_name_of_a_file_has_a_reason_or_is_shown(base: Mapping[str, str]) -> None:
    assert [path for path in FILES if reason(path) is None] == ["skill.name"]
    assert "`pour-tea`" in base["skill"]


@pytest.mark.parametrize("section", sorted(set(HEADINGS.values())))
def test_an_instruction_of_every_section_stands_in_a_prompt(
    section: str, base: Mapping[str, str]
) -> None:
    assert mark(f"playbook#{section}") in base["playbook"]


def test_the_body_of_a_skill_stands_in_the_reply_it_leads(base: Mapping[str, str]) -> None:
    assert mark("skill#body") in base["skill"]


def test_every_reason_is_about_a_key_that_exists() -> None:
    paths = [path for _, path, _ in ROWS]

    unused = [key for key in NEVER if not any(_belongs(key, path) for path in paths)]

    assert unused == []
