"""Which decisions turn when crew text changes, and on which line each of them leans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from nightcrew.domain.crew import Crew, GuideLine, canonical, guide_lines
from nightcrew.domain.needs import (
    FollowUpNeed,
    KnowledgeNeed,
    MemoryNeed,
    Needs,
    PriceNeed,
    SearchNeed,
)
from nightcrew.domain.tool_guide import TOOLS, Tool, ToolGuide

SideName = Literal["before", "after"]
Need = SearchNeed | PriceNeed | MemoryNeed | KnowledgeNeed | FollowUpNeed
SKILL = "skill"
USED, NOT_USED = "used", "not_used"
_HOUSE = ("quiet_hours", "budgets", "timezone", "rules", "safety", "still_wanted", "memory_room")
_FIELDS = ("lean", "examples", "repeats", "guide", "not_when")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What one text decides on something said."""

    crew: Crew
    needs: Needs


@dataclass(frozen=True, slots=True, kw_only=True)
class LeansOn:
    """A line of crew text that a decision rests on.

    side: the text it stands in. origin: file:line. text: empty for a field that is no prose.
    """

    side: SideName
    anchor: str
    origin: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A decision that came out differently.

    tool: one of the five or `skill`, of what flows decided `planned`, `sent` or `learned`. before,
    after: used or not_used, or the act where both use it; of a skill its name; of flows what came
    of the step on this side alone; empty for none. why: of both sides.
    """

    tool: str
    before: str
    after: str
    why_before: str
    why_after: str
    lines: tuple[LeansOn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A decision of a story's step that turned. place: file:line:column of the step."""

    story: str
    crew: str
    step: int
    place: str
    said: str
    turned: Turned


def judged_alike(before: Crew, after: Crew) -> bool:
    """Whether no prompt can tell the two texts apart; what never enters one is left out."""
    return canonical(_prompted(before)) == canonical(_prompted(after))


def _prompted(crew: Crew) -> Crew:
    return replace(crew, notes="", owner="", reviewed_by="", reviewed_at=None, x={}, digest="")


def turned(before: Judgement, after: Judgement) -> tuple[Turned, ...]:
    """Every decision of the two judgements that differs."""
    return tuple(_turned(before, after))


def _turned(before: Judgement, after: Judgement) -> Iterator[Turned]:
    for tool in TOOLS:
        was, now = getattr(before.needs, tool), getattr(after.needs, tool)
        if _use(was) != _use(now):
            both = was.use and now.use
            yield Turned(
                tool=tool.value,
                before=was.act if both else _use(was)[0],
                after=now.act if both else _use(now)[0],
                why_before=was.why,
                why_after=now.why,
                lines=leans_on(tool, before, after),
            )
    skill_was, skill_now = before.needs.skill, after.needs.skill
    if skill_was.name != skill_now.name:
        yield Turned(
            tool=SKILL,
            before=skill_was.name or "",
            after=skill_now.name or "",
            why_before=skill_was.why,
            why_after=skill_now.why,
            lines=_skill_lines(before, after),
        )


def _use(need: Need) -> tuple[str, str]:
    """Whether a tool is used, and for what where it can do several things."""
    return (USED, getattr(need, "act", "")) if need.use else (NOT_USED, "")


def leans_on(tool: Tool, before: Judgement, after: Judgement) -> tuple[LeansOn, ...]:
    """The lines to look at: what changed and was cited, else what changed, else what was cited."""
    cited = [*_cited(tool, after, "after"), *_cited(tool, before, "before")]
    old, new = _texts(before.crew), _texts(after.crew)
    changed = [each for each in cited if each.text not in (old if each.side == "after" else new)]
    return (
        tuple(changed)
        or tuple(_changed_fields(tool, before.crew, after.crew))
        or tuple(cited[:1])
        or tuple(_guide(tool, after.crew))
    )


def flow_lines(tool: Tool, before: Crew, after: Crew) -> tuple[LeansOn, ...]:
    """The lines to look at when a flow decided otherwise; flows cite evidence and no guide.

    What changed nearest to the tool that the flow stands for.
    """
    others = (each for each in TOOLS if each is not tool)
    return (
        tuple(_changed_fields(tool, before, after))
        or tuple(line for each in others for line in _changed_fields(each, before, after))
        or tuple(_changed_persona(before, after))
        or tuple(_changed_house(before, after))
        or tuple(_guide(tool, after))
    )


def _changed_persona(before: Crew, after: Crew) -> Iterator[LeansOn]:
    for name in ("summary", "voice"):
        if getattr(before.persona, name) != (text := getattr(after.persona, name)):
            anchor = f"persona.{name}"
            yield LeansOn(
                side="after", anchor=anchor, origin=after.places.get(anchor, ""), text=text
            )


def _changed_house(before: Crew, after: Crew) -> Iterator[LeansOn]:
    origins = (each for tool in TOOLS for each in after.house.tool_guide[tool].origins.values())
    file = next((each.partition(" ")[2].partition(":")[0] for each in origins), "")
    for name in _HOUSE:
        if getattr(before.house, name) != getattr(after.house, name):
            yield LeansOn(side="after", anchor=f"house.{name}", origin=file)


def _cited(tool: Tool, judged: Judgement, side: SideName) -> list[LeansOn]:
    handles = {each.strip("[]") for each in judged.needs.cites}
    lines = [line for line in guide_lines(judged.crew) if line.handle in handles]
    # a playbook line may stand for any tool; one that speaks in the reason comes first
    about = [line for line in lines if line.tool in (tool, None)]
    why = getattr(judged.needs, tool).why
    about.sort(key=lambda line: line.text not in why)
    return [_leans_on(line, side) for line in about]


def _leans_on(line: GuideLine, side: SideName) -> LeansOn:
    return LeansOn(side=side, anchor=line.anchor, origin=line.origin, text=line.text)


def _texts(crew: Crew) -> frozenset[str]:
    return frozenset(line.text for line in guide_lines(crew))


def _changed_fields(tool: Tool, before: Crew, after: Crew) -> Iterator[LeansOn]:
    old, new = before.tool_guide[tool], after.tool_guide[tool]
    for name in _FIELDS:
        if getattr(old, name) != getattr(new, name):
            side: SideName = "after" if name in new.origins else "before"
            yield _field(new if side == "after" else old, name, side)
    old_lines, new_lines = _playbook(before), _playbook(after)
    for text, line in new_lines.items():
        if text not in old_lines:
            yield _leans_on(line, "after")
    for text, line in old_lines.items():
        if text not in new_lines:
            yield _leans_on(line, "before")


def _playbook(crew: Crew) -> Mapping[str, GuideLine]:
    return {line.text: line for line in guide_lines(crew) if line.tool is None}


def _field(guide: ToolGuide, name: str, side: SideName) -> LeansOn:
    prose = getattr(guide, name) if name in ("guide", "not_when") else ""
    origin = guide.origins.get(name, "").partition(" ")[2]
    return LeansOn(side=side, anchor=f"{guide.tool.value}.{name}", origin=origin, text=prose)


def _guide(tool: Tool, crew: Crew) -> Iterator[LeansOn]:
    if "guide" in crew.tool_guide[tool].origins:
        yield _field(crew.tool_guide[tool], "guide", "after")


def _skill_lines(before: Judgement, after: Judgement) -> tuple[LeansOn, ...]:
    sides: tuple[tuple[SideName, Judgement], ...] = (("before", before), ("after", after))
    return tuple(
        LeansOn(
            side=side, anchor=f"skill.{skill.name}", origin=skill.origin, text=skill.description
        )
        for side, judged in sides
        for skill in judged.crew.skills
        if skill.name == judged.needs.skill.name
    )
