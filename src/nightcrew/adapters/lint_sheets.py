"""Sheets of crew text as lint rules see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from nightcrew.adapters.crew_bundle import guide_layer
from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.scalar_shape import Named
from nightcrew.adapters.shelf_builder import Sheets
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.crew_problem import Place, nearest
from nightcrew.domain.house import REVIEW_DAYS
from nightcrew.domain.lint_text import (
    LintText,
    NamedCollection,
    ProseLine,
    QuietWindow,
    Reviewed,
    WrittenGuide,
)
from nightcrew.domain.lint_unused import Naming, Shared
from nightcrew.domain.story import StoryShelf
from nightcrew.domain.tool_guide import TOOLS, Example, Tool

_PROSE = ("guide", "not_when")
_FIELDS = ("lean", *_PROSE, "examples", "repeats")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is looked at beside the sheets. today: the day of the lint.

    collection_folder: where collections lie, as problems name files.
    """

    shelf: CrewShelf
    stories: StoryShelf | None
    collections: frozenset[str] | None
    today: date
    collection_folder: str = ""

    def collection_file(self, name: str) -> str:
        """What holds a collection, as problems name files."""
        return f"{self.collection_folder}/{name}.md"


def lint_text(sheets: Sheets, around: Around) -> LintText:
    """All prose, guides and reviews with their places."""
    house = sheets.house
    return LintText(
        today=around.today,
        review_days=int((house and house.block.value("review_days")) or REVIEW_DAYS),
        lines=tuple(_lines(sheets)),
        guides=tuple(_guides(sheets)),
        reviewed=tuple(_reviewed(sheets)),
        rules=tuple(_rules(house)) if house else (),
        quiet=tuple(_windows(house)) if house else (),
        crews=around.shelf.crews,
        stories=None if around.stories is None else around.stories.stories,
        unread_covers=around.stories.unread_covers if around.stories else frozenset(),
        named_collections=tuple(_collections(sheets)),
        collections=around.collections,
        naming=Naming(there=tuple(_there(sheets, around)), named=_named(sheets, around)),
        skills=tuple(_descriptions(sheets)),
    )


def _written(sheets: Sheets) -> Iterator[tuple[str, str, Sheet]]:
    """Level, owner and sheet of every file with a tool guide."""
    if sheets.house is not None:
        yield "house", "house", sheets.house
    for level, files in (("category", sheets.categories), ("crew", sheets.crews)):
        for owner, sheet in files.items():
            yield level, owner, sheet


def _lines(sheets: Sheets) -> Iterator[ProseLine]:
    for level, owner, sheet in _written(sheets):
        guides = sheet.block.block("tool_guide")
        for tool in TOOLS:
            block = guides.block(tool.value)
            yield from (_prose(level, owner, tool, name, block) for name in _PROSE if name in block)
    for owner, sheet in sheets.crews.items():
        yield from _persona(owner, sheet)
    for owner, sheet in sheets.playbooks.items():
        yield from _instructions(owner, sheet)


def _prose(level: str, owner: str, tool: Tool, name: str, block: Block) -> ProseLine:
    return ProseLine(
        text=block.text(name),
        place=block.places[name],
        owner=owner,
        level=level,
        field=name,
        tool=tool,
        pointer=f"/tool_guide/{tool}/{name}",
    )


def _persona(owner: str, sheet: Sheet) -> Iterator[ProseLine]:
    persona = sheet.block.block("persona")
    for name, place in persona.places.items():
        yield ProseLine(
            text=persona.text(name),
            place=place,
            owner=owner,
            level="crew",
            field=name,
            pointer=f"/persona/{name}",
        )


def _instructions(owner: str, sheet: Sheet) -> Iterator[ProseLine]:
    for each in sheet.playbook.instructions if sheet.playbook else ():
        yield ProseLine(
            text=each.text,
            place=Place(file=sheet.file, line=each.line),
            owner=owner,
            level="playbook",
            field="instruction",
            section=each.section,
            anchor=each.anchor,
            named=each.line not in sheet.unnamed,
        )


_Fields = Mapping[Tool, Mapping[str, object]]


def _guides(sheets: Sheets) -> Iterator[WrittenGuide]:
    every = {sheet.file: _fields(level, sheet) for level, _, sheet in _written(sheets)}
    for level, owner, sheet in _written(sheets):
        named = sheet.block.value("category")
        category = named.name if isinstance(named, Named) else owner
        weaker = _weaker(level, category, sheets)
        lower = [(below.file, every[below.file]) for below in weaker]
        guides = sheet.block.block("tool_guide")
        for tool, fields in every[sheet.file].items():
            below = {name: one[tool][name] for _, one in lower for name in one.get(tool, {})}
            yield WrittenGuide(
                tool=tool,
                level=level,
                owner=owner,
                category=category,
                written=fields,
                places=guides.block(tool.value).places,
                examples=tuple(_examples(guides.block(tool.value))),
                below=below,
                levels={name: file for file, one in lower for name in one.get(tool, {})},
            )


def _examples(block: Block) -> Iterator[tuple[Example, Place]]:
    for each in block.blocks("examples"):
        if "say" in each and "use" in each:
            yield Example(say=each.text("say"), use=each.value("use")), each.place


def _weaker(level: str, category: str, sheets: Sheets) -> list[Sheet]:
    """The files a file stands over, the weakest first."""
    weaker = [sheets.house] if level != "house" else []
    if level == "crew":
        weaker.append(sheets.categories.get(category))
    return [sheet for sheet in weaker if sheet is not None]


def _fields(level: str, sheet: Sheet) -> _Fields:
    return {
        tool: {name: getattr(part, name) for name in _FIELDS if getattr(part, name) is not None}
        for tool, part in guide_layer(level, sheet).parts.items()
    }


def _reviewed(sheets: Sheets) -> Iterator[Reviewed]:
    house = [sheets.house] if sheets.house is not None else []
    live = (*sheets.categories.values(), *sheets.crews.values(), *sheets.playbooks.values())
    for sheet in (*house, *live):
        if sheet.block.places:  # of what cannot be read nothing is missing but itself
            yield Reviewed(
                file=sheet.file,
                by=sheet.block.text("reviewed_by"),
                at=sheet.block.value("reviewed_at"),
                places=sheet.block.places,
                unread=frozenset(each.pointer.removeprefix("/") for each in sheet.problems),
            )


def _there(sheets: Sheets, around: Around) -> Iterator[Shared]:
    kinds = (
        ("category", sheets.categories),
        ("playbook", sheets.playbooks),
        ("skill", sheets.skills),
    )
    for kind, files in kinds:
        for name, sheet in files.items():
            yield Shared(kind=kind, name=name, file=sheet.file, says_of=sheet.block.text("crew"))
    for name in sorted(around.collections or ()):
        yield Shared(kind="collection", name=name, file=around.collection_file(name))


def _named(sheets: Sheets, around: Around) -> Mapping[str, frozenset[str]] | None:
    """What crew files name; None while one of them cannot be used."""
    misnamed = any(each.id == "wrong_extension" for each in around.shelf.problems)
    if around.shelf.broken or misnamed or not sheets.crews:
        return None
    blocks = [sheet.block for sheet in sheets.crews.values()]
    return {
        "category": frozenset(block.text("category") for block in blocks),
        "playbook": frozenset(block.text("playbook") for block in blocks),
        "skill": frozenset(str(each) for block in blocks for each in block.value("skills") or ()),
        "collection": frozenset(_meant(blocks, around.collections or frozenset())),
    }


def _meant(blocks: Sequence[Block], there: frozenset[str]) -> Iterator[str]:
    """Collections by name; a name that is told to be misspelt stands for what it means."""
    for block in blocks:
        for name in block.block("knowledge").texts("collections"):
            yield name if name in there else nearest(name, tuple(there)) or name


def _descriptions(sheets: Sheets) -> Iterator[ProseLine]:
    for owner, sheet in sheets.skills.items():
        if "description" in sheet.block:
            yield ProseLine(
                text=sheet.block.text("description"),
                place=sheet.block.places["description"],
                owner=owner,
                level="skill",
                field="description",
                pointer="/description",
            )


def _rules(house: Sheet) -> Iterator[str]:
    rules = house.block.block("rules")
    for language in ("ko", "en"):
        yield from rules.texts(language)


def _windows(house: Sheet) -> Iterator[QuietWindow]:
    quiet = house.block.block("quiet_hours")
    for name in quiet.places:
        window = quiet.block(name)
        if {"from", "to"} <= set(window.places):
            yield QuietWindow(
                name=name, begin=window.text("from"), end=window.text("to"), place=window.place
            )


def _collections(sheets: Sheets) -> Iterator[NamedCollection]:
    for sheet in sheets.crews.values():
        knowledge = sheet.block.block("knowledge")
        for number, name in enumerate(knowledge.texts("collections")):
            yield NamedCollection(
                name=name,
                place=knowledge.places["collections"],
                pointer=f"/knowledge/collections/{number}",
            )
