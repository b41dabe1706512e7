"""Crew text that nobody uses, so that what is edited there changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nightcrew.domain.crew import Crew, GuideLine, Problem, guide_lines
from nightcrew.domain.crew_problem import Place, problem

FEWEST_TURNS = 50  # fewer show nothing: most talk leans on few lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A file that crews name. kind: category, playbook, skill or collection.

    says_of: the crew it says it belongs to; empty for none.
    """

    kind: str
    name: str
    file: str
    says_of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """What there is to be named, and what every crew file names, by kind."""

    there: tuple[Shared, ...] = ()
    named: Mapping[str, frozenset[str]] | None = None


def unused_findings(naming: Naming) -> Iterator[Problem]:
    """None while a crew is broken: nobody knows what it would have named."""
    if naming.named is None:
        return
    for each in naming.there:
        if each.name not in naming.named.get(each.kind, frozenset()):
            of = each.says_of or each.name
            yield problem(f"unused_{each.kind}", Place(file=each.file), value=each.name, crew=of)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewUse:
    """What a crew's judgements leaned on. turns: judged. anchors: of all lines they cited."""

    crew: str
    turns: int
    anchors: tuple[str, ...]


def unused_lines(
    crews: Mapping[str, Crew], uses: Mapping[str, CrewUse], days: int
) -> tuple[Problem, ...]:
    """Lines that decide on tools and that no turn leaned on, in the order of files and lines.

    A line of a category counts as used when any of its crews used it. uses: by crew, of the last
    days; a crew with few turns is passed over.
    """
    tried: dict[str, list[tuple[Crew, GuideLine, bool]]] = {}
    for crew in crews.values():
        use = uses.get(crew.id)
        if use is None or use.turns < FEWEST_TURNS:
            continue
        for line in guide_lines(crew):
            if line.tool is not None or line.section == "when":
                told = line.anchor in use.anchors
                tried.setdefault(line.origin, []).append((crew, line, told))
    found = [_unused(rows, uses, days) for rows in tried.values() if not any(r[2] for r in rows)]
    return tuple(sorted(found, key=lambda each: (each.file, each.line)))


def _unused(
    rows: list[tuple[Crew, GuideLine, bool]], uses: Mapping[str, CrewUse], days: int
) -> Problem:
    crew, line, _ = rows[0]
    file, _, number = line.origin.rpartition(":")
    turns = sum(uses[each.id].turns for each, _, _ in rows)
    facts = {"name": f"{crew.id} {line.anchor}", "turns": str(turns), "days": str(days)}
    return problem("unused_line", Place(file=file, line=int(number)), **facts)
