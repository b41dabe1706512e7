"""The crews one may choose from, by category; what somebody types narrows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from nightcrew.domain.crew import Crew
from nightcrew.domain.words import fold
from nightcrew.web.console.visits import Visit
from nightcrew.web.console.words import words

LONGEST_WISH = 100  # characters
Wish = Annotated[str, Query(max_length=LONGEST_WISH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewGroup:
    """The crews of one category. name: what the category is called on the page."""

    category: str
    name: str
    crews: tuple[Crew, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewChoice:
    """What is shown of all crews. find: what was typed; total: crews there are."""

    groups: tuple[CrewGroup, ...]
    find: str
    total: int

    @property
    def shown(self) -> int:
        """How many crews are left to choose from."""
        return sum(len(group.crews) for group in self.groups)


def crew_choice(visit: Visit, find: str = "", keep: str = "") -> CrewChoice:
    """Crews whose name, id, category or summary holds every word that was typed.

    keep: a crew that was chosen already, which stays in sight.
    """
    crews = visit.app.crews.shelf().crews
    wanted = _plain(find[:LONGEST_WISH]).split()
    fitting = [crew for crew in crews.values() if crew.id == keep or _fits(_known_by(crew), wanted)]
    return CrewChoice(groups=_grouped(visit, fitting), find=find[:LONGEST_WISH], total=len(crews))


def _grouped(visit: Visit, crews: Sequence[Crew]) -> tuple[CrewGroup, ...]:
    called = visit.words["categories"]
    by_category: dict[str, list[Crew]] = {}
    for crew in crews:
        by_category.setdefault(crew.category, []).append(crew)
    groups = [
        CrewGroup(
            category=category,
            name=called.get(category, category),
            crews=tuple(sorted(of_it, key=lambda crew: (crew.name, crew.id))),
        )
        for category, of_it in by_category.items()
    ]
    return tuple(sorted(groups, key=lambda group: group.name))


def _known_by(crew: Crew) -> str:
    """Its words in one text, with the category in both languages of the console."""
    categories = [words(each)["categories"].get(crew.category, "") for each in ("ko", "en")]
    return _plain(" ".join([crew.name, crew.id, crew.category, *categories, crew.persona.summary]))


def _plain(text: str) -> str:
    return fold(text).casefold()


def _fits(known_by: str, wanted: Sequence[str]) -> bool:
    return all(word in known_by for word in wanted)
