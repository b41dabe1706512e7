"""Sheets of crew text into the values of the domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from nightcrew.adapters.crew_sheet import Sheet
from nightcrew.adapters.text_shape import Block
from nightcrew.domain.crew import (
    Budgets,
    Crew,
    Example,
    House,
    Knowledge,
    Lean,
    Persona,
    QuietWindows,
    Repeats,
    Tool,
    sealed,
)
from nightcrew.domain.crew_problem import Place
from nightcrew.domain.house import REVIEW_DAYS, STILL_WANTED
from nightcrew.domain.room import MemoryRoom
from nightcrew.domain.same import Same
from nightcrew.domain.tool_guide import GuideLayer, GuidePart, resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The sound sheets that one crew is made of."""

    house: Sheet
    category: Sheet
    crew: Sheet
    playbook: Sheet | None
    skills: tuple[Sheet, ...]


class CrewBinder:
    """Binds sheets into crews, and binds again only what changed."""

    def __init__(self) -> None:
        self._bound: dict[str, tuple[Sources, Crew]] = {}
        self._houses: dict[str, tuple[Sheet, House]] = {}

    def crew(self, sources: Sources) -> Crew:
        """The crew that these sheets make."""
        name = sources.crew.file
        known = self._bound.get(name)
        if known is None or known[0] != sources:
            house = self.house(sources.house, locale=sources.crew.block.text("locale"))
            known = self._bound[name] = (sources, crew_from(sources, house))
        return known[1]

    def house(self, sheet: Sheet, *, locale: str = "") -> House:
        """The house, its rules in the language of the locale."""
        known = self._houses.get(locale)
        if known is None or known[0] is not sheet:
            known = self._houses[locale] = (sheet, house_from(sheet, locale=locale))
        return known[1]


def crew_from(sources: Sources, house: House) -> Crew:
    """The resolved bundle of one crew: crew over category over house."""
    block = sources.crew.block
    layers = (
        guide_layer("crew", sources.crew),
        guide_layer("category", sources.category),
        guide_layer("house", sources.house),
    )
    persona, knowledge = block.block("persona"), block.block("knowledge")
    crew = Crew(
        id=block.text("id"),
        name=block.text("name"),
        category=block.text("category"),
        locale=block.text("locale"),
        owner=block.text("owner"),
        reviewed_by=block.text("reviewed_by"),
        reviewed_at=block.value("reviewed_at"),
        persona=Persona(summary=persona.text("summary"), voice=persona.text("voice")),
        tool_guide=resolve(layers),
        knowledge=Knowledge(
            collections=knowledge.texts("collections"), none=knowledge.text("none")
        ),
        memory=cast("Literal['on', 'read']", block.text("memory") or "on"),
        playbook=sources.playbook.playbook if sources.playbook else None,
        skills=tuple(sheet.skill for sheet in sources.skills if sheet.skill),
        notes=block.text("notes"),
        x=cast("Mapping[str, object]", block.value("x") or {}),
        adults_only=bool(sources.category.block.value("adults_only")),
        house=house,
        places=_prose_places(block),
    )
    return sealed(crew)


def house_from(sheet: Sheet, *, locale: str = "") -> House:
    """The house; its rules in the language of the locale, or of the house's own."""
    block, language = sheet.block, _language(locale or sheet.block.text("locale"))
    return House(
        locale=block.text("locale"),
        timezone=block.text("timezone"),
        quiet_hours=_quiet_windows(block.block("quiet_hours")),
        budgets=_budgets(block.block("budgets")),
        retention_days=_numbers(block.block("retention_days")),
        safety=_safety(block.block("safety")),
        tool_guide=resolve((guide_layer("house", sheet),)),
        rules=block.block("rules").texts(language),
        newest_versions=int(cast("int", block.value("newest_versions") or 0)),
        memory_room=MemoryRoom(**_numbers(block.block("memory_room"))),
        still_wanted=_by_language(block.block("still_wanted")) or STILL_WANTED,
        review_days=int(cast("int", block.value("review_days") or REVIEW_DAYS)),
        places={
            f"rules.{number}": f"{place.file}:{place.line}"
            for number, place in enumerate(block.block("rules").entry_places(language))
        },
    )


def _prose_places(crew: Block) -> dict[str, str]:
    """Where the prose of a crew stands that no tool guide holds."""
    persona, knowledge = crew.block("persona"), crew.block("knowledge")
    found = {f"persona.{name}": place for name, place in persona.places.items()}
    found |= {f"knowledge.{name}": place for name, place in knowledge.places.items()}
    found |= {name: crew.places[name] for name in ("notes", "owner", "x") if name in crew.places}
    return {name: f"{place.file}:{place.line}" for name, place in found.items()}


def guide_layer(level: str, sheet: Sheet) -> GuideLayer:
    """The tool guides of one file, with the place of each field."""
    return _guide_layer(level, Same(sheet))


# The house and a category stand under every crew of theirs.
@lru_cache(maxsize=1024)
def _guide_layer(level: str, same: Same[Sheet]) -> GuideLayer:
    sheet = same.thing
    guides = sheet.block.block("tool_guide")
    parts = {tool: _guide_part(guides.block(tool.value)) for tool in Tool if tool.value in guides}
    return GuideLayer(level=level, parts=parts)


def _guide_part(block: Block) -> GuidePart:
    return GuidePart(
        lean=Lean(block.text("lean")) if "lean" in block else None,
        guide=block.text("guide") if "guide" in block else None,
        not_when=block.text("not_when") if "not_when" in block else None,
        examples=_examples(block) if "examples" in block else None,
        repeats=Repeats(block.text("repeats")) if "repeats" in block else None,
        places={name: f"{place.file}:{place.line}" for name, place in _places(block).items()},
    )


def _places(block: Block) -> dict[str, Place]:
    """Where each field stands, and each example by its number."""
    numbered = enumerate(block.entry_places("examples"))
    return {**block.places, **{f"examples.{number}": place for number, place in numbered}}


def _examples(block: Block) -> tuple[Example, ...]:
    return tuple(
        Example(say=example.text("say"), use=bool(example.value("use")))
        for example in block.blocks("examples")
    )


def _quiet_windows(block: Block) -> QuietWindows:
    follow_up, opener = block.block("follow_up"), block.block("opener")
    return QuietWindows(
        follow_up=(follow_up.text("from"), follow_up.text("to")),
        opener=(opener.text("from"), opener.text("to")),
    )


def _budgets(block: Block) -> Budgets:
    return Budgets(**_numbers(block))


def _numbers(block: Block) -> dict[str, int]:
    return {name: int(block.value(name)) for name in block.places}


def _safety(block: Block) -> dict[str, dict[str, str]]:
    return {name: _by_language(block.block(name)) for name in block.places}


def _by_language(block: Block) -> dict[str, str]:
    return {language: block.text(language) for language in block.places}


def _language(locale: str) -> str:
    # The house speaks two languages; English is for everybody whose language is neither.
    return "ko" if locale.startswith("ko") else "en"
