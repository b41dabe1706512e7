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
from nightcrew.domain.crew_problem import Place
from nightcrew.domain.house import REVIEW_DAYS
from nightcrew.domain.lint_text import (
    LintText,
    NamedCollection,
    ProseLine,
    QuietWindow,
    Reviewed,
    WrittenGuide,
)
from nightcrew.domain.story import Story
from nightcrew.domain.tool_guide import TOOLS, Tool

_PROSE = ("guide", "not_when")
_FIELDS = ("lean", *_PROSE, "examples", "repeats")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is looked at beside the sheets. today: the day of the lint."""

    shelf: CrewShelf
    stories: Sequence[Story] | None
    collections: frozenset[str] | None
    today: date


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
        stories=None if around.stories is None else tuple(around.stories),
        named_collections=tuple(_collections(sheets)),
        collections=around.collections,
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
                below=below,
                levels={name: file for file, one in lower for name in one.get(tool, {})},
            )


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
