"""What the body of a prompt may place: inputs as plain, cleaned lines, and nothing beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace

from nightcrew.domain.crew import Crew, GuideLine, Instruction, Skill
from nightcrew.domain.crew_text import fill
from nightcrew.domain.lines import (
    current_row_line,
    defused,
    guide_line,
    is_korean,
    one_line,
    quoted,
    talk_line,
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
from nightcrew.domain.tool_guide import TOOLS, Tool
from nightcrew.domain.zones import to_local, zone

Fill = Callable[[str], str]
_Shown = ShownMemory | ShownEvidence | ShownTombstone | OpenFollowUp
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
    examples: tuple[str, ...]
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
class _Setting:
    """What the writing of a value depends on."""

    timezone: str
    fill: Fill


def sheet_of(inputs: Inputs) -> dict[str, object]:
    """Every field of the inputs under its own name, as a body may place it."""
    setting = _Setting(timezone=inputs.moment.timezone, fill=_filling(inputs))
    return {
        entry.name: _placed(entry.name, getattr(inputs, entry.name), setting)
        for entry in fields(inputs)
    }


def handles_of(inputs: Inputs) -> Mapping[str, str]:
    """Each handle of the prompt and what it stands for: an id, or the anchor of a guide line.

    A change stands for itself; tombstones have no entry, no answer may name them.
    Raises: ValueError when one handle stands for two things.
    """
    handles: dict[str, str] = {}
    for entry in fields(inputs):
        value = getattr(inputs, entry.name)
        for thing in value if isinstance(value, tuple) else ():
            for handle, meaning in _handles(thing):
                if handles.setdefault(handle, meaning) != meaning:
                    raise ValueError(f"handle {handle} stands for two things in one prompt")
    return handles


def _handles(thing: object) -> tuple[tuple[str, str], ...]:
    match thing:
        case ShownMemory():
            return ((thing.handle, str(thing.memory.id)),)
        case ShownEvidence():
            return ((thing.handle, str(thing.evidence.id)),)
        case GuideLine():
            return ((thing.handle, thing.anchor),)
        case ShownChange():
            turns = (pair for turn in thing.turns for pair in _handles(turn))
            return ((thing.handle, thing.handle), *turns)
        case _:
            return ()


def _filling(inputs: Inputs) -> Fill:
    """How the three names of crew prose are filled; somebody without a name is the user."""
    crew: Crew | None = getattr(inputs, "crew", None)
    nameless = "사용자" if crew is not None and is_korean(crew.locale) else "the user"
    user_name = one_line(getattr(inputs, "user_name", "")) or nameless
    crew_name = one_line(crew.name) if crew is not None else ""
    today = to_local(inputs.moment.now, zone(inputs.moment.timezone)).date().isoformat()
    return lambda text: fill(text, user_name=user_name, crew_name=crew_name, today=today)


def _placed(name: str, value: object, setting: _Setting) -> object:
    if name == "changes" and isinstance(value, tuple):
        return _changes_sheet(value)
    match value:
        case str():
            return defused(value) if name in _SEVERAL_LINES else one_line(value)
        case tuple():
            return tuple(_placed("", thing, setting) for thing in value)
        case None | bool():
            return value
        case Crew():
            return _crew_sheet(value, setting.fill)
        case _:
            return _placed_thing(value, setting)


def _placed_thing(value: object, setting: _Setting) -> object:
    match value:
        case ShownMemory() | ShownEvidence() | ShownTombstone() | OpenFollowUp():
            return one_line(value.line)
        case GuideLine():
            return guide_line(replace(value, text=setting.fill(value.text)))
        case TalkLine():
            return talk_line(value, setting.timezone)
        case Skill():
            return _placed_skill(value, setting.fill)
        case FoundBlock():
            return _placed_block(value)
        case Moment():
            return _placed_moment(value)
        case _:
            raise TypeError(f"no way to place a {type(value).__name__} in a prompt")


def _crew_sheet(crew: Crew, fill_names: Fill) -> CrewSheet:
    quiet = crew.house.quiet_hours.follow_up
    return CrewSheet(
        name=one_line(crew.name),
        category=one_line(crew.category),
        summary=defused(fill_names(crew.persona.summary)),
        voice=defused(fill_names(crew.persona.voice)),
        rules=tuple(one_line(fill_names(rule)) for rule in crew.house.rules),
        aims=_section(crew, "aim", fill_names),
        whens=_section(crew, "when", fill_names),
        hows=_section(crew, "how", fill_names),
        nevers=_section(crew, "never", fill_names),
        hand_overs=_section(crew, "hand_over", fill_names),
        leans=tuple(f"{tool}: {crew.tool_guide[tool].lean}" for tool in TOOLS),
        examples=tuple(_examples(crew)),
        repeats=str(crew.tool_guide[Tool.FOLLOW_UP].repeats),
        quiet_from=quiet[0],
        quiet_until=quiet[1],
        collections=tuple(one_line(name) for name in crew.knowledge.collections),
        no_knowledge=one_line(fill_names(crew.knowledge.none)),
    )


def _section(crew: Crew, section: str, fill_names: Fill) -> tuple[str, ...]:
    found: tuple[Instruction, ...] = crew.playbook.instructions if crew.playbook else ()
    return tuple(one_line(fill_names(item.text)) for item in found if item.section == section)


def _examples(crew: Crew) -> list[str]:
    # what holds for all crews a model knows by itself; it would take most of the prompt
    house = crew.house.tool_guide
    return [
        f"{tool}: {quoted(example.say)} → {'use' if example.use else 'do not use'}"
        for tool in TOOLS
        if crew.tool_guide[tool].examples != house[tool].examples
        for example in crew.tool_guide[tool].examples
    ]


def _placed_skill(skill: Skill, fill_names: Fill) -> Skill:
    return replace(
        skill,
        name=one_line(skill.name),
        description=one_line(fill_names(skill.description)),
        body=defused(fill_names(skill.body)),
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
