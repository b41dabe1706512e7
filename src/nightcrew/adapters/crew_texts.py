"""A shelf of crews from texts in hand, as they would stand in the files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from nightcrew.adapters.crew_bundle import CrewBinder
from nightcrew.adapters.crew_files import HOUSE_NAME, sheet_of
from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.shelf_builder import Sheets, shelve
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.errors import BadInput

_NAME = r"[a-z0-9][a-z0-9-]{1,47}"
_KINDS = {
    "category": re.compile(rf"crews/categories/({_NAME})\.yaml"),
    "story": re.compile(rf"crews/scenarios/({_NAME})\.yaml"),
    "crew": re.compile(rf"crews/({_NAME})\.yaml"),
    "playbook": re.compile(rf"playbooks/({_NAME})\.md"),
    "skill": re.compile(rf"playbooks/skills/({_NAME})/SKILL\.md"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PathId:
    """A file of crew text, whatever folders an installation keeps them in.

    kind: house, category, story, crew, playbook or skill. inside: its place below the folder of
    crews, or of playbooks.
    """

    text: str
    kind: str
    name: str

    @property
    def of_crews(self) -> bool:
        """Whether it lies below the folder of crews."""
        return self.text.startswith("crews/")

    @property
    def inside(self) -> str:
        """Its place below that folder."""
        return self.text.partition("/")[2]


def path_id(text: str) -> PathId:
    """The file that is meant. Raises: BadInput for what names no file of crew text."""
    found = known_path(text)
    if found is not None:
        return found
    raise BadInput(
        "no_crew_text",
        "this names no file of crew text",
        hint="crews/<id>.yaml, crews/categories/<name>.yaml, crews/house.yaml,"
        " playbooks/<name>.md or playbooks/skills/<name>/SKILL.md",
        field="path",
    )


def known_path(text: str) -> PathId | None:
    """The file that is meant; None for what names no file of crew text."""
    for kind, pattern in _KINDS.items():
        found = pattern.fullmatch(text)
        if found:
            house = kind == "crew" and found[1] == HOUSE_NAME
            return PathId(text=text, kind="house" if house else kind, name=found[1])
    return None


def shelf_of(
    texts: Mapping[str, str], folders: tuple[str, str], binder: CrewBinder | None = None
) -> CrewShelf:
    """The crews that these texts make, by path-id, and every problem; nothing is served stale.

    folders: what the two folders are called, crews first. binder: knows what was bound before.
    Raises: BadInput for a path-id.
    """
    kinds: dict[str, dict[str, Sheet]] = {
        kind: {} for kind in ("house", "category", "crew", "playbook", "skill")
    }
    for text, written in texts.items():
        found = path_id(text)
        if found.kind != "story":
            label = f"{folders[0] if found.of_crews else folders[1]}/{found.inside}"
            sheet = sheet_of(found.kind, written.encode(), label, found.name)
            kinds[found.kind][found.name] = sheet
    sheets = Sheets(
        folders=folders,
        folder_gone=False,
        house=kinds["house"].get(HOUSE_NAME),
        categories=kinds["category"],
        crews=kinds["crew"],
        playbooks=kinds["playbook"],
        skills=kinds["skill"],
    )
    return shelve(sheets, CrewShelf(), binder or CrewBinder())
