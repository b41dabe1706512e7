"""What the body of a prompt may place: inputs as plain, cleaned lines, and nothing beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from nightcrew.domain.crew import Crew, GuideLine, Instruction, Skill
from nightcrew.domain.crew_text import fill
from nightcrew.domain.lines import (
    current_row_line,
    defused,
    guide_line,
    is_korean,
    one_line,
    one_lines,
    show_talk,
)
from nightcrew.domain.questions import (
    FoundBlock,
    Inputs,
    Moment,
    OpenFollowUp,
    ShownChange,
    ShownEvidence,
    ShownMemory,
    ShownTombstone,
    TalkLine,
)
from nightcrew.domain.same import Same
from nightcrew.domain.tool_guide import TOOLS, Lean, Tool
from nightcrew.domain.zones import to_local, zone

_SEVERAL_LINES = frozenset({"said"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewSheet:
    """What a prompt may say of a crew; notes, owner and free keys have no place on it."""

    name: str
    category: str
    summary: str
    voice: str
    rules: tuple[str, ...]
    aims: tuple[str, ...]
    whens: tuple[str, ...]
    hows: tuple[str, ...]
    nevers: tuple[str, ...]
    hand_overs: tuple[str, ...]
    leans: tuple[str, ...]
    repeats: str
    quiet_from: str
    quiet_until: str
    collections: tuple[str, ...]
    no_knowledge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesSheet:
    """Changes with their rows as lines, and every cited turn once, oldest first."""

    lines: tuple[str, ...]
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The three names that crew prose may ask for."""

    user_name: str
    crew_name: str
    today: str

    def filled(self, text: str) -> str:
        """The text with its names filled; nearly none has any."""
        if "{{" not in text:
            return text
        return fill(text, user_name=self.user_name, crew_name=self.crew_name, today=self.today)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setting:
    """What the writing of a value depends on."""

    timezone: str
    names: _Names


def sheet_of(inputs: Inputs) -> dict[str, object]:
    """Every field of the inputs under its own name, as a body may place it."""
    setting = _Setting(timezone=inputs.moment.timezone, names=_names(inputs))
    return {
        name: _placed(name, getattr(inputs, name), setting) for name in inputs.__dataclass_fields__
    }


def filled_as_in(inputs: Inputs, text: str) -> str:
    """Prose of a crew as the prompt of these inputs shows it, its three names filled."""
    return _names(inputs).filled(text)


def _names(inputs: Inputs) -> _Names:
    """How the names in crew prose are filled; somebody without a name is the user."""
    crew: Crew | None = getattr(inputs, "crew", None)
    nameless = "사용자" if crew is not None and is_korean(crew.locale) else "the user"
    return _Names(
        user_name=one_line(getattr(inputs, "user_name", "")) or nameless,
        crew_name=one_line(crew.name) if crew is not None else "",
        today=to_local(inputs.moment.now, zone(inputs.moment.timezone)).date().isoformat(),
    )


def _placed(name: str, value: object, setting: _Setting) -> object:
    match value:
        case str():
            return defused(value) if name in _SEVERAL_LINES else one_line(value)
        case tuple():
            return _changes_sheet(value) if name == "changes" else _placed_lines(value, setting)
        case None | bool():
            return value
        case Crew():
            return _crew_sheet(Same(value), setting.names)
        case Skill():
            return _placed_skill(value, setting.names)
        case Moment():
            return _placed_moment(value)
        case _:
            raise TypeError(f"no way to place a {type(value).__name__} in a prompt")


def _placed_lines(things: tuple[Any, ...], setting: _Setting) -> object:
    """All of one sort, as the inputs declare them."""
    match things[0] if things else None:
        case str() | None:
            return one_lines(things)
        case ShownMemory() | ShownEvidence() | ShownTombstone() | OpenFollowUp():
            return one_lines([thing.line for thing in things])
        case GuideLine():
            return _guide_sheet(Same(things), setting.names)
        case TalkLine():
            return show_talk(things, setting.timezone)
        case Skill():
            return tuple(_placed_skill(skill, setting.names) for skill in things)
        case FoundBlock():
            return tuple(_placed_block(block) for block in things)
        case other:
            raise TypeError(f"no way to place a {type(other).__name__} in a prompt")


# A crew's own text takes most of the work of a prompt and stays the same for a person all day.
def forget_names() -> None:
    """Drop what was kept with users' names in it, as when a user is erased."""
    _guide_sheet.cache_clear()
    _crew_sheet.cache_clear()


@lru_cache(maxsize=512)
def _guide_sheet(lines: Same[tuple[GuideLine, ...]], names: _Names) -> tuple[str, ...]:
    return tuple(guide_line(line, names.filled(line.text)) for line in lines.thing)


@lru_cache(maxsize=512)
def _crew_sheet(same: Same[Crew], names: _Names) -> CrewSheet:
    crew = same.thing
    quiet = crew.house.quiet_hours.follow_up
    return CrewSheet(
        name=one_line(crew.name),
        category=one_line(crew.category),
        summary=defused(names.filled(crew.persona.summary)),
        voice=defused(names.filled(crew.persona.voice)),
        rules=tuple(one_line(names.filled(rule)) for rule in crew.house.rules),
        aims=_section(crew, "aim", names),
        whens=_section(crew, "when", names),
        hows=_section(crew, "how", names),
        nevers=_section(crew, "never", names),
        hand_overs=_section(crew, "hand_over", names),
        leans=tuple(
            f"{tool}: {crew.tool_guide[tool].lean}"
            for tool in TOOLS
            if crew.tool_guide[tool].lean is not Lean.NEUTRAL
        ),
        repeats=str(crew.tool_guide[Tool.FOLLOW_UP].repeats),
        quiet_from=quiet[0],
        quiet_until=quiet[1],
        collections=tuple(one_line(name) for name in crew.knowledge.collections),
        no_knowledge=one_line(names.filled(crew.knowledge.none)),
    )


def _section(crew: Crew, section: str, names: _Names) -> tuple[str, ...]:
    found: tuple[Instruction, ...] = crew.playbook.instructions if crew.playbook else ()
    return tuple(one_line(names.filled(item.text)) for item in found if item.section == section)


def _placed_skill(skill: Skill, names: _Names) -> Skill:
    return replace(
        skill,
        name=one_line(skill.name),
        description=one_line(names.filled(skill.description)),
        body=defused(names.filled(skill.body)),
    )


def _placed_block(block: FoundBlock) -> FoundBlock:
    return FoundBlock(
        tool=_attribute(block.tool),
        status=_attribute(block.status),
        lines=tuple(one_line(line) for line in block.lines),
    )


def _attribute(text: str) -> str:
    return "".join(sign for sign in one_line(text) if sign not in '"<>')


def _placed_moment(moment: Moment) -> Moment:
    return replace(moment, local=one_line(moment.local), locale=one_line(moment.locale))


def _changes_sheet(changes: tuple[ShownChange, ...]) -> ChangesSheet:
    turns = {turn.handle: turn for change in changes for turn in change.turns}
    oldest_first = sorted(turns.values(), key=lambda turn: turn.evidence.said_at)
    return ChangesSheet(
        lines=tuple(line for change in changes for line in _change_lines(change)),
        turns=tuple(one_line(turn.line) for turn in oldest_first),
    )


def _change_lines(change: ShownChange) -> tuple[str, ...]:
    line = one_line(change.line)
    return (line,) if change.current is None else (line, current_row_line(change.current))


def handles_of(inputs: Inputs) -> Mapping[str, UUID | str]:
    """Each handle of the prompt and what it stands for: an id, or the anchor of a guide line.

    A change stands for itself; tombstones have no entry, no answer may name them.
    Raises: ValueError when one handle stands for two things.
    """
    handles: dict[str, UUID | str] = {}
    for name in inputs.__dataclass_fields__:
        value = getattr(inputs, name)
        found = _handles(value) if isinstance(value, tuple) else {}
        for handle in handles.keys() & found.keys():
            if handles[handle] != found[handle]:
                raise ValueError(f"handle {handle} stands for two things in one prompt")
        handles |= found
    return handles


def _handles(things: tuple[Any, ...]) -> dict[str, UUID | str]:
    match things[0] if things else None:
        case ShownMemory():
            return {thing.handle: thing.memory.id for thing in things}
        case ShownEvidence():
            return {thing.handle: thing.evidence.id for thing in things}
        case GuideLine():
            return {thing.handle: thing.anchor for thing in things}
        case ShownChange():
            cited = (_handles(thing.turns) for thing in things)
            own = {thing.handle: thing.handle for thing in things}
            return {**own, **dict(pair for turns in cited for pair in turns.items())}
        case _:
            return {}
