"""When a crew uses which tool: three layers of text, resolved field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Tool(StrEnum):
    """The five tools every crew has; crews differ only in when each is used."""

    SEARCH = "search"
    PRICE = "price"
    MEMORY = "memory"
    FOLLOW_UP = "follow_up"
    KNOWLEDGE = "knowledge"


TOOLS = tuple(Tool)


class Lean(StrEnum):
    """Which way a guide tilts a judge; it never forces one."""

    AVOID = "avoid"
    NEUTRAL = "neutral"
    FAVOUR = "favour"


class Repeats(StrEnum):
    """Whether a crew may make a follow-up that comes again."""

    NEVER = "never"
    ASK = "ask"
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A sentence of a user, and whether the tool is used for it."""

    say: str
    use: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolGuide:
    """When one tool is used, resolved field by field: crew over category over house.

    origins: field -> "crew|category|house file:line"; a field nobody wrote has no origin. An
    example has one of its own, such as "examples.0".
    """

    tool: Tool
    lean: Lean = Lean.NEUTRAL
    guide: str = ""
    not_when: str = ""
    examples: tuple[Example, ...] = ()
    repeats: Repeats = Repeats.ASK
    origins: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePart:
    """What one file says about one tool; None is a field it leaves to the layer below.

    places: field -> file:line, and `examples.0` and so on for each example.
    """

    lean: Lean | None = None
    guide: str | None = None
    not_when: str | None = None
    examples: tuple[Example, ...] | None = None
    repeats: Repeats | None = None
    places: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideLayer:
    """The tool guides of one file; level: crew, category or house."""

    level: str
    parts: Mapping[Tool, GuidePart]


_FIELDS = ("lean", "guide", "not_when", "examples", "repeats")


def resolve(layers: Sequence[GuideLayer]) -> Mapping[Tool, ToolGuide]:
    """One guide a tool out of layers, the strongest first, with the origin of each field."""
    return {tool: _resolve_tool(tool, layers) for tool in TOOLS}


def _resolve_tool(tool: Tool, layers: Sequence[GuideLayer]) -> ToolGuide:
    guide = ToolGuide(tool=tool)
    origins: dict[str, str] = {}
    for layer in reversed(layers):
        part = layer.parts.get(tool, GuidePart())
        written = {name: getattr(part, name) for name in _FIELDS if getattr(part, name) is not None}
        guide = replace(guide, **written)
        mine = {
            name: f"{layer.level} {place}"
            for name, place in part.places.items()
            if _field_of(name) in written
        }
        origins = {name: each for name, each in origins.items() if _field_of(name) not in written}
        origins |= mine
    return replace(guide, origins=origins)


def _field_of(name: str) -> str:
    return name.partition(".")[0]
