"""The schemas that editors read are those the loader reads with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml
from jsonschema import Draft202012Validator

from nightcrew.adapters.crew_drafts import CrewDraftFiles
from nightcrew.adapters.crew_schema import (
    CATEGORY_FILE,
    CREW_FILE,
    HOUSE_FILE,
    PLAYBOOK_HEAD,
    SKILL_HEAD,
    FileSchema,
)
from nightcrew.adapters.crew_sheet import read_block
from nightcrew.adapters.schema_documents import editor_line, schema_documents, written
from nightcrew.adapters.story_schema import STORY_FILE
from nightcrew.domain.zones import use_packaged_zones
from tests.unit.crew_folder import CREW, HOUSE
from tests.unit.lint_folder import CLEAN_CATEGORY

ROOT = Path(__file__).parents[2]
DOCUMENTS = schema_documents()
LOADERS: dict[str, FileSchema] = {
    "crew.v1.json": CREW_FILE,
    "category.v1.json": CATEGORY_FILE,
    "house.v1.json": HOUSE_FILE,
    "playbook.v1.json": PLAYBOOK_HEAD,
    "skill.v1.json": SKILL_HEAD,
    "story.v1.json": STORY_FILE,
}


class EditorLoader(yaml.SafeLoader):
    """YAML as editors read it (1.2 core): no dates, no times in base 60, no yes and no."""

    yaml_implicit_resolvers: ClassVar = {
        key: [
            (tag, pattern)
            for tag, pattern in resolvers
            if tag.rpartition(":")[2] in ("null", "int", "float")
        ]
        for key, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


EditorLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf")
)


def as_an_editor_reads(text: str) -> Any:
    return yaml.load(text, EditorLoader)  # noqa: S506 - the test's own, safer than safe


def schema_says(name: str, text: str) -> list[str]:
    found = Draft202012Validator(DOCUMENTS[name]).iter_errors(as_an_editor_reads(text))
    return [error.message for error in found]


def loader_says(name: str, text: str) -> list[str]:
    use_packaged_zones()
    return [wrong.message for wrong in read_block(text, "f.yaml", LOADERS[name]).errors]


def front_matter(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("---\n")[1]


def shipped() -> Iterator[tuple[str, str]]:
    crews, playbooks = ROOT / "crews", ROOT / "playbooks"
    for path in sorted(crews.glob("*.yaml")):
        kind = "house" if path.stem == "house" else "crew"
        yield f"{kind}.v1.json", path.read_text(encoding="utf-8")
    for path in sorted((crews / "categories").glob("*.yaml")):
        yield "category.v1.json", path.read_text(encoding="utf-8")
    for path in sorted(playbooks.glob("*.md")):
        yield "playbook.v1.json", front_matter(path)
    for path in sorted(playbooks.glob("skills/*/SKILL.md")):
        yield "skill.v1.json", front_matter(path)
    for path in sorted((crews / "scenarios").glob("*.yaml")):
        for part in path.read_text(encoding="utf-8").split("\n---\n"):
            yield "story.v1.json", part


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_the_shipped_schemas_are_those_of_the_loader(name: str) -> None:
    there = (ROOT / "crews" / "schemas" / name).read_text(encoding="utf-8")

    assert there == written(DOCUMENTS[name]), "run: nightcrew crews schema --out crews/schemas"


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_a_schema_is_a_valid_one_and_says_something_of_its_keys(name: str) -> None:
    Draft202012Validator.check_schema(DOCUMENTS[name])

    assert DOCUMENTS[name]["$schema"].endswith("2020-12/schema")
    assert "description" in json.dumps(DOCUMENTS[name])


def test_every_shipped_file_is_good_to_both() -> None:
    for name, text in shipped():
        assert loader_says(name, text) == [], text[:80]
        assert schema_says(name, text) == [], text[:80]


BAD = [
    ("crew.v1.json", CREW, "tool_guide:", "tool_giude:"),
    ("crew.v1.json", CREW, "  search:\n    guide", "  websearch:\n    guide"),
    ("crew.v1.json", CREW, "name: 보라\n", ""),
    ("crew.v1.json", CREW, "name: 보라", "name: " + "보" * 41),
    ("crew.v1.json", CREW, "name: 보라", "name: [보라]"),
    ("crew.v1.json", CREW, "  voice: 낮은 존댓말.", "  voice:"),
    ("crew.v1.json", CREW, "ko-KR", "korean"),
    ("crew.v1.json", CREW, "category: tea", "category: Tea Room"),
    ("crew.v1.json", CREW, "schema: crew/v1", "schema: crew/v2"),
    ("crew.v1.json", CREW, "[pour-tea]", "pour-tea"),
    ("crew.v1.json", CREW, "[pour-tea]", "[pour-tea, pour-tea]"),
    ("crew.v1.json", CREW, "    guide: 크", "    lean: avid\n    guide: 크"),
    ("crew.v1.json", CREW, "    guide: 크", "    examples: [{say: 하나}]\n    guide: 크"),
    ("crew.v1.json", CREW, "    guide: 크", "    examples: [{say: a, use: yes}]\n    guide: 크"),
    ("crew.v1.json", CREW, "    guide: 크", "    repeats: never\n    guide: 크"),
    ("crew.v1.json", CREW, "  voice:", "  quiet_hours: x\n  voice:"),
    ("category.v1.json", CLEAN_CATEGORY, "id: tea\n", "id: tea\nadults_only: maybe\n"),
    ("category.v1.json", CLEAN_CATEGORY, '"2026-11-20"', '"20 Nov 2026"'),
    ("house.v1.json", HOUSE, '"08:00"', '"25:00"'),
    ("house.v1.json", HOUSE, "raw_turns: 730", "raw_turns: many"),
    ("house.v1.json", HOUSE, "raw_turns: 730", "raw_turns: -1"),
    ("house.v1.json", HOUSE, "timezone: Asia/Seoul", "timezone: 09:00"),
    ("playbook.v1.json", "schema: playbook/v1\ncrew: tea-bora\n", "crew: tea-bora\n", ""),
    ("skill.v1.json", "name: pour-tea\ndescription: 차\n", "description: 차", "descripton: 차"),
]


@pytest.mark.parametrize(("name", "good", "old", "new"), BAD)
def test_what_one_of_them_refuses_the_other_refuses_too(
    name: str, good: str, old: str, new: str
) -> None:
    assert old in good
    assert (schema_says(name, good), loader_says(name, good)) == ([], [])

    broken = good.replace(old, new, 1)

    assert schema_says(name, broken)
    assert loader_says(name, broken)


def test_words_that_look_like_numbers_are_good_to_both() -> None:
    text = CREW.replace("name: 보라", "name: 007").replace(
        "summary: 차를 우리는 사람.", "summary: 12"
    )

    assert (schema_says("crew.v1.json", text), loader_says("crew.v1.json", text)) == ([], [])


@pytest.mark.parametrize("locale", ["ko", "en"])
def test_the_first_text_of_a_new_crew_names_its_schema_and_shipped_text_does_not(
    locale: str,
) -> None:
    draft = CrewDraftFiles().blank("tea-bora", "tea", locale)["crews/tea-bora.yaml"]

    assert draft.startswith(editor_line("crew.v1.json") + "\n")
    assert (schema_says("crew.v1.json", draft), loader_says("crew.v1.json", draft)) == ([], [])
    assert not any("yaml-language-server" in text for _, text in shipped())
    assert editor_line("category.v1.json", levels=1).endswith("$schema=../schemas/category.v1.json")
