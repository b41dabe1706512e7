"""`judge_needs` of the rehearsal model: marks of the sentence, weighed by the crew's own text.

A mark speaks for or against a tool; the crew's lines and its examples that carry the same mark turn
it, nearness to examples and lines, lean and style memories tilt it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from nightcrew.adapters.rehearsal.acts import (
    follow_up_need,
    memory_need,
    month_end_settled,
    search_query,
)
from nightcrew.adapters.rehearsal.car import item_in
from nightcrew.adapters.rehearsal.korean import ends_in_korean
from nightcrew.adapters.rehearsal.marks import marks_in
from nightcrew.adapters.rehearsal.nearness import Nearness
from nightcrew.adapters.rehearsal.skill import choose_skill
from nightcrew.adapters.rehearsal.table import words_for
from nightcrew.adapters.rehearsal.weighing import LOOKING_UP, Scale, Weighed
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
from nightcrew.domain.tool_guide import TOOLS, Tool
from nightcrew.domain.zones import to_local, zone


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
    scale = Scale(inputs=inputs, marks=marks, said_on=said_on)
    weighed, near = await _weighed(scale, nearness)
    verdicts = {tool: _verdict(inputs, weighed[tool]) for tool in TOOLS}
    skill = choose_skill(inputs, marks, near, {tool for tool in TOOLS if verdicts[tool].use})
    if skill.name is not None:
        verdicts[Tool.KNOWLEDGE] = _set_aside(verdicts[Tool.KNOWLEDGE], skill.why)
    return _needs(inputs, marks, verdicts, skill, said_on)


async def _weighed(
    scale: Scale, nearness: Nearness
) -> tuple[dict[Tool, Weighed], Mapping[str, float]]:
    """All tools; those that stay in doubt are weighed once more, with vectors."""
    weighed = {tool: scale.weighed(tool) for tool in TOOLS}
    in_doubt = [tool for tool in TOOLS if scale.open_to_vectors(weighed[tool])]
    asked = set(LOOKING_UP) if "ask" in scale.marks and set(LOOKING_UP) & set(in_doubt) else set()
    texts = [text for tool in TOOLS if tool in {*in_doubt, *asked} for text in scale.texts(tool)]
    if len(scale.inputs.skills) > 1 and "practice" in scale.marks:
        texts += [skill.description for skill in scale.inputs.skills]
    near = await nearness.to(scale.inputs.said, texts) if texts else {}
    return weighed | {tool: scale.weighed_by(tool, near) for tool in in_doubt}, near


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
    request = month_end_settled(inputs)
    if request:
        return FollowUpNeed(use=True, act="create", request=request, why=verdict.why)
    if not verdict.use:
        return FollowUpNeed(why=verdict.why)
    return follow_up_need(inputs, marks, verdict.why)


def _set_aside(verdict: Verdict, why: str) -> Verdict:
    return Verdict(use=False, why=why, cites=verdict.cites)


def _verdict(inputs: JudgeInputs, weighed: Weighed) -> Verdict:
    use = weighed.score > 0
    return Verdict(
        use=use,
        why=_why(inputs, weighed, use=use),
        cites=_cites(inputs, weighed, use=use),
    )


def _why(inputs: JudgeInputs, weighed: Weighed, *, use: bool) -> str:
    korean = ends_in_korean(inputs.said)
    side = {mark: pull for mark, pull in weighed.pulls.items() if (pull > 0) == use and pull}
    mark = max(side, key=lambda each: abs(side[each])) if side else "none"
    tilt, closest = weighed.tilt, weighed.closest
    parts = [tilt.why] if tilt.why and (tilt.by > 0) == use else []
    parts.append(_says(mark, korean=korean, use=use))
    if closest is not None:
        parts.append(f"{words_for('because', 'example', korean=korean)}: “{closest.say}”")
    return ". ".join(part for part in parts if part)


def _says(mark: str, *, korean: bool, use: bool) -> str:
    if mark == "none" and use:
        return words_for("because", "examples", korean=korean)
    return words_for("says", mark, korean=korean)


def _cites(inputs: JudgeInputs, weighed: Weighed, *, use: bool) -> tuple[str, ...]:
    """The line that decided; where marks and examples did, the guide of the tool that is used."""
    tilt = weighed.tilt
    told = tilt.cites if tilt.cites and (tilt.by > 0) == use else ()
    if not use or (told and tilt.why):
        return told
    guide = [
        each.handle
        for each in inputs.guide_lines
        if each.tool is weighed.tool and each.field == "guide"
    ]
    return (*guide, *told)
