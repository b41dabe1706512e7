"""`judge_needs` of the rehearsal model: marks of the sentence, weighed by the crew's own text.

A mark speaks for or against a tool; the crew's examples that carry the same mark turn it, nearness
to examples, guide, playbook, lean and style memories tilt it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from nightcrew.adapters.rehearsal.acts import follow_up_need, memory_need, search_query
from nightcrew.adapters.rehearsal.car import item_in
from nightcrew.adapters.rehearsal.guides import Tilt, line_tilt, style_tilt
from nightcrew.adapters.rehearsal.marks import base_of, marks_in, weight_of
from nightcrew.adapters.rehearsal.nearness import (
    Nearness,
    crew_texts,
    house_examples,
    own_examples,
)  # fmt: skip
from nightcrew.adapters.rehearsal.skill import choose_skill
from nightcrew.adapters.rehearsal.table import words_for
from nightcrew.domain.needs import (
    FollowUpNeed,
    KnowledgeNeed,
    MemoryNeed,
    Needs,
    PriceItem,
    PriceNeed,
    SearchNeed,
    SkillNeed,
)
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import TOOLS, Example, Lean, Tool
from nightcrew.domain.words import script_of
from nightcrew.domain.zones import to_local, zone

# Weights set on tests/benchmarks/rehearsal_dev, never on the held-out sentences.
LEAN: Mapping[Lean, float] = {Lean.AVOID: -0.35, Lean.NEUTRAL: 0.0, Lean.FAVOUR: 0.35}
NEAR_SCALE, NEAR_MOST, OWN_BONUS = 0.03, 1.0, 0.008
FAVOURITE = 0.8  # for the tool that a question's or a request's nearest example uses
UNDECIDED = 2.5  # how far the crew's examples alone move a mark that is left to them
_LEFT_TO_THE_CREW = frozenset({"away", "hard_night", "unwell"})
_LOOKING_UP = (Tool.SEARCH, Tool.KNOWLEDGE)
_ASIDE = frozenset({"ask", "asking", "past", "partner"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was decided of one tool, the reason in words and the lines it rests on."""

    use: bool
    why: str
    cites: tuple[str, ...]


async def judge(inputs: JudgeInputs, nearness: Nearness) -> Needs:
    """Decide on all five tools and the skill for what the user just said."""
    said_on = to_local(inputs.moment.now, zone(inputs.moment.timezone)).date()
    marks = marks_in(inputs.said, said_on)
    near = await nearness.to(inputs.said, crew_texts(inputs.crew))
    verdicts = {tool: _decide(tool, inputs, marks, near, said_on) for tool in TOOLS}
    skill = choose_skill(inputs, marks, near, {tool for tool in TOOLS if verdicts[tool].use})
    if skill.name is not None:
        verdicts[Tool.KNOWLEDGE] = _set_aside(verdicts[Tool.KNOWLEDGE], skill.why)
    return _needs(inputs, marks, verdicts, skill, said_on)


def _needs(
    inputs: JudgeInputs,
    marks: frozenset[str],
    verdicts: Mapping[Tool, Verdict],
    skill: SkillNeed,
    said_on: date,
) -> Needs:
    search, price, knowledge = (
        verdicts[tool] for tool in (Tool.SEARCH, Tool.PRICE, Tool.KNOWLEDGE)
    )
    query = search_query(inputs.said, marks, said_on) if search.use else ""
    item = item_in(inputs.said, inputs.talk, said_on) if price.use else PriceItem()
    known = inputs.said if knowledge.use else ""
    return Needs(
        search=SearchNeed(use=search.use, query=query, why=search.why),
        price=PriceNeed(use=price.use, item=item, why=price.why),
        memory=_memory(inputs, marks, verdicts[Tool.MEMORY]),
        knowledge=KnowledgeNeed(use=knowledge.use, query=known, why=knowledge.why),
        follow_up=_follow_up(inputs, marks, verdicts[Tool.FOLLOW_UP]),
        skill=skill,
        cites=tuple(dict.fromkeys(cite for tool in TOOLS for cite in verdicts[tool].cites)),
    )


def _memory(inputs: JudgeInputs, marks: frozenset[str], verdict: Verdict) -> MemoryNeed:
    if not verdict.use:
        return MemoryNeed(why=verdict.why)
    return memory_need(inputs.said, marks, verdict.why)


def _follow_up(inputs: JudgeInputs, marks: frozenset[str], verdict: Verdict) -> FollowUpNeed:
    if not verdict.use:
        return FollowUpNeed(why=verdict.why)
    return follow_up_need(inputs, marks, verdict.why)


def _set_aside(verdict: Verdict, why: str) -> Verdict:
    return Verdict(use=False, why=why, cites=verdict.cites)


def _decide(
    tool: Tool, inputs: JudgeInputs, marks: frozenset[str], near: Mapping[str, float], said_on: date
) -> Verdict:
    own = own_examples(inputs.crew, tool)
    pulls = {mark: _pull(tool, mark, marks, own, said_on) for mark in sorted(marks - {"ask"})}
    tilt = line_tilt(tool, inputs, marks).plus(style_tilt(tool, inputs, marks))
    closest, margin = _margin(tool, inputs, near)
    lean = LEAN[inputs.crew.tool_guide[tool].lean]
    asked_most = FAVOURITE if "ask" in marks and tool is _favourite(inputs, near) else 0.0
    score = base_of(tool) + sum(pulls.values()) + tilt.by + margin + lean + asked_most
    use = score > 0
    return Verdict(
        use=use,
        why=_why(inputs, pulls, tilt, closest, use=use),
        cites=_cites(tool, inputs, tilt, use=use),
    )


def _pull(
    tool: Tool, mark: str, marks: frozenset[str], own: Sequence[Example], said_on: date
) -> float:
    """A mark's weight, turned by the crew's own examples that carry the same mark."""
    weight = weight_of(tool, mark, marks)
    if mark in _ASIDE:
        return weight
    alike = [each for each in own if mark in _example_marks(each.say, said_on)]
    if mark in ("outside", "howto", "place"):
        alike = [each for each in alike if "ask" in _example_marks(each.say, said_on)]
        if "ask" not in marks:
            return weight
    used = sum(each.use for each in alike)
    unused = len(alike) - used
    turned = (used - unused) / (used + unused + 1)
    if mark in _LEFT_TO_THE_CREW:
        return weight + UNDECIDED * turned
    if weight > 0:
        return weight * (used + 1 - unused) / (used + unused + 1)
    return weight + (turned if weight else 0.0)


@cache
def _example_marks(say: str, said_on: date) -> frozenset[str]:
    return marks_in(say, said_on)


def _margin(
    tool: Tool, inputs: JudgeInputs, near: Mapping[str, float]
) -> tuple[Example | None, float]:
    """The closest example, and how much nearer those that use the tool are than the others."""
    own = [(near[each.say] + OWN_BONUS, each) for each in own_examples(inputs.crew, tool)]
    house = [(near[each.say], each) for each in house_examples(inputs.crew, tool)]
    both = sorted(own + house, key=lambda pair: -pair[0])
    if not both:
        return None, 0.0
    used = [value for value, each in both if each.use][:2]
    unused = [value for value, each in both if not each.use][:2]
    floor = min(value for value, _ in both)
    apart = _mean(used, floor) - _mean(unused, floor)
    return both[0][1], max(-NEAR_MOST, min(NEAR_MOST, apart / NEAR_SCALE))


def _favourite(inputs: JudgeInputs, near: Mapping[str, float]) -> Tool | None:
    """Of the tools that look things up the one with the nearest example, if that one uses it."""
    best: tuple[float, bool, Tool] | None = None
    for tool in _LOOKING_UP:
        for each in (*own_examples(inputs.crew, tool), *house_examples(inputs.crew, tool)):
            found = (near[each.say], each.use, tool)
            if each.use and (best is None or found[0] > best[0]):
                best = found
    if best is None:
        return None
    against = [near[each.say] for each in own_examples(inputs.crew, best[2]) if not each.use]
    return best[2] if best[0] > max(against, default=0.0) else None


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _why(
    inputs: JudgeInputs,
    pulls: Mapping[str, float],
    tilt: Tilt,
    closest: Example | None,
    *,
    use: bool,
) -> str:
    korean = script_of(inputs.said).main == "hangul"
    side = {mark: pull for mark, pull in pulls.items() if (pull > 0) == use and pull}
    mark = max(side, key=lambda each: abs(side[each])) if side else "none"
    parts = [tilt.why] if tilt.why and (tilt.by > 0) == use else []
    parts.append(_says(mark if mark != "none" or not use else "none", korean=korean, use=use))
    if closest is not None:
        parts.append(
            f"가까운 예: “{closest.say}”" if korean else f"nearest example: “{closest.say}”"
        )
    return ". ".join(part for part in parts if part)


def _says(mark: str, *, korean: bool, use: bool) -> str:
    if mark == "none" and use:
        return "예와 지침이 가리킨다" if korean else "examples and guide point to it"
    return words_for("says", mark, korean=korean)


def _cites(tool: Tool, inputs: JudgeInputs, tilt: Tilt, *, use: bool) -> tuple[str, ...]:
    wanted = "guide" if use else "not_when"
    lines = [
        each.handle for each in inputs.guide_lines if each.tool is tool and each.field == wanted
    ]
    return (*tilt.cites, *(lines if use or tilt.by < 0 else ()))
