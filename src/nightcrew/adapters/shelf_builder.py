"""All sheets of an installation into one shelf; what is broken stays where it was last good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nightcrew.adapters.crew_bundle import CrewBinder, Sources
from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.scalar_shape import Named
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import Crew, CrewShelf, House, Problem
from nightcrew.domain.crew_problem import Place, nearest, problem

# What stands in place of a reason and is none.
_NO_REASON = frozenset(
    ("", "-", "yes", "no", "true", "false", "on", "off", "none", "null", "없음", "없다", "예", "네")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Everything read from the two folders, by name.

    folders: their names, crews first. folder_gone: the crews' folder cannot be seen at all.
    problems: what is wrong outside of any file that was read.
    """

    folders: tuple[str, str]
    folder_gone: bool
    house: Sheet | None
    categories: Mapping[str, Sheet]
    crews: Mapping[str, Sheet]
    playbooks: Mapping[str, Sheet]
    skills: Mapping[str, Sheet]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attempt:
    """What became of one crew: the crew, or the errors that stand against it.

    told: problems that only show when files are seen together.
    """

    crew: Crew | None
    errors: tuple[Problem, ...]
    told: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _References:
    """The sheets a crew names, and the problems of the names that lead nowhere."""

    sheets: list[Sheet] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def shelve(sheets: Sheets, last: CrewShelf, binder: CrewBinder) -> CrewShelf:
    """The new shelf; a crew that cannot be built serves as it did on the last one."""
    attempts = {crew_id: _attempt(crew_id, sheets, binder) for crew_id in sheets.crews}
    broken = {crew_id: tried.errors for crew_id, tried in attempts.items() if tried.errors}
    if sheets.folder_gone:
        # A folder that is away for a moment is no decision to dismiss every crew.
        broken = dict.fromkeys(last.crews, sheets.problems)
    crews = {crew_id: tried.crew for crew_id, tried in attempts.items() if tried.crew is not None}
    kept = {crew_id: last.crews[crew_id] for crew_id in broken if crew_id in last.crews}
    return CrewShelf(
        crews=dict(sorted((crews | kept).items())),
        problems=_all_problems(sheets, attempts),
        broken=broken,
        house=_house(sheets, binder) or last.house,
    )


def _house(sheets: Sheets, binder: CrewBinder) -> House | None:
    sheet = sheets.house
    return None if sheet is None or sheet.errors else binder.house(sheet)


def _attempt(crew_id: str, sheets: Sheets, binder: CrewBinder) -> _Attempt:
    sheet = sheets.crews[crew_id]
    category, playbook, skills = (
        _category(sheet, sheets),
        _playbook(crew_id, sheets),
        _skills(sheet, sheets),
    )
    told = [*category.problems, *playbook.problems, *skills.problems, *_knowledge(sheet)]
    named = [*category.sheets, *playbook.sheets, *skills.sheets]
    house = sheets.house or _missing_house(sheets)
    errors = [wrong for source in (sheet, *named, house) for wrong in source.errors]
    errors += [wrong for wrong in told if wrong.severity == "error"]
    if errors:
        return _Attempt(crew=None, errors=tuple(errors), told=tuple(told))
    sources = Sources(
        house=house,
        category=category.sheets[0],
        crew=sheet,
        playbook=playbook.sheets[0] if playbook.sheets else None,
        skills=tuple(skills.sheets),
    )
    return _Attempt(crew=binder.crew(sources), errors=(), told=tuple(told))


def _missing_house(sheets: Sheets) -> Sheet:
    file = f"{sheets.folders[0]}/house.yaml"
    wrong = problem("file_missing", Place(file=file), file=file)
    return Sheet(file=file, block=Block(Place(file=file)), problems=(wrong,))


def _category(sheet: Sheet, sheets: Sheets) -> _References:
    file = f"{sheets.folders[0]}/categories/{{}}.yaml"
    return _follow(sheet, "category", sheets.categories, file)


def _playbook(crew_id: str, sheets: Sheets) -> _References:
    sheet = sheets.crews[crew_id]
    # What another crew speaks from was hardly meant by this one.
    others = (each for name, each in sheets.crews.items() if name != crew_id)
    taken = {named.name for each in others for _, named in _named(each.block, "playbook")}
    file = f"{sheets.folders[1]}/{{}}.md"
    found = _follow(sheet, "playbook", sheets.playbooks, file, taken=frozenset(taken))
    for playbook in found.sheets:
        other = playbook.block.text("crew")
        if other and other not in (crew_id, sheet.block.text("id")):
            named = sheet.block.value("playbook")
            facts = {"value": named.name, "other": other, "crew": crew_id, "file": playbook.file}
            found.problems.append(problem("playbook_of_another_crew", named.place, **facts))
    return found


def _skills(sheet: Sheet, sheets: Sheets) -> _References:
    return _follow(sheet, "skills", sheets.skills, f"{sheets.folders[1]}/skills/{{}}/SKILL.md")


def _follow(
    sheet: Sheet,
    key: str,
    known: Mapping[str, Sheet],
    file: str,
    *,
    taken: frozenset[str] = frozenset(),
) -> _References:
    references = _References()
    for number, named in _named(sheet.block, key):
        found = known.get(named.name)
        if found is not None:
            references.sheets.append(found)
            continue
        references.problems.append(
            problem(
                f"dangling_{key.removesuffix('s')}",
                named.place,
                pointer=f"/{key}{number}",
                meant=nearest(named.name, tuple(name for name in known if name not in taken)),
                value=named.name,
                file=file.format(named.name),
                known=", ".join(sorted(known)),
            )
        )
    return references


def _named(block: Block, key: str) -> list[tuple[str, Named]]:
    value = block.value(key)
    if isinstance(value, Named):
        return [("", value)]
    return [(f"/{number}", named) for number, named in enumerate(value or ())]


def _knowledge(sheet: Sheet) -> list[Problem]:
    block = sheet.block
    knowledge = block.block("knowledge")
    place = block.places.get("knowledge", block.place)
    collections, none = knowledge.texts("collections"), knowledge.text("none")
    if collections and none:
        facts = {"first": "collections", "second": "none"}
        return [problem("one_of_two", place, pointer="/knowledge", **facts)]
    said = none.lower() not in _NO_REASON
    if not collections and not said and not sheet.errors:
        return [problem("knowledge_unsaid", place, pointer="/knowledge")]
    return []


def _all_problems(sheets: Sheets, attempts: Mapping[str, _Attempt]) -> tuple[Problem, ...]:
    house = sheets.house or _missing_house(sheets)
    read = [house]
    for kind in (sheets.categories, sheets.crews, sheets.playbooks, sheets.skills):
        read.extend(kind.values())
    told = [wrong for sheet in read for wrong in sheet.problems]
    told += [wrong for tried in attempts.values() for wrong in tried.told]
    distinct = dict.fromkeys([*sheets.problems, *told])
    return tuple(sorted(distinct, key=lambda wrong: (wrong.file, wrong.line, wrong.column)))
