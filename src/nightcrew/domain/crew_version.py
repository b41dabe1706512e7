"""One version of a crew's whole text: who made it, why, and which files it was made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from nightcrew.domain.crew import Crew

How = Literal["loaded", "published", "restored"]
LOADED_BY, LOADED_WHY = "files", "loaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewVersion:
    """A stored version; it is never changed.

    number: counts from 1 in a crew. digest: of the resolved bundle. how: read from the files,
    published by somebody, or an older one brought back. parent: the version before it. live: the
    one that speaks. at: by the database's clock.
    """

    crew: str
    number: int
    digest: str
    author: str
    reason: str
    how: How
    parent: int | None
    restored_from: int | None
    at: datetime
    live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """A version with its files as they were written, by path-id; None when none were kept."""

    version: CrewVersion
    sources: Mapping[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who changes crew text, by the name of a team, and why."""

    author: str
    reason: str


def path_ids(crew: Crew) -> tuple[str, ...]:
    """The files that a crew is made of: its own first, those it may share with others last."""
    playbook = (f"playbooks/{crew.playbook.name}.md",) if crew.playbook else ()
    return (own_file(crew.id), *playbook, *shared_files(crew))


def own_file(crew_id: str) -> str:
    """The file that says who a crew is."""
    return f"crews/{crew_id}.yaml"


def shared_files(crew: Crew) -> tuple[str, ...]:
    """The files of a crew that may be other crews' too."""
    skills = (f"playbooks/skills/{skill.name}/SKILL.md" for skill in crew.skills)
    return (*skills, f"crews/categories/{crew.category}.yaml", "crews/house.yaml")


def sources_of(crew: Crew, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Of all texts by path-id, those a crew is made of."""
    return {name: texts[name] for name in path_ids(crew) if name in texts}
