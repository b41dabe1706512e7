"""Which procedure a sentence asks for: by what its description names, never for small talk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from nightcrew.adapters.rehearsal.korean import ends_in_korean
from nightcrew.adapters.rehearsal.table import pattern
from nightcrew.domain.crew import Skill
from nightcrew.domain.needs import END_OF_SKILL, SkillNeed
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.words import claim_words, topic_words

_NOT_FOR = re.compile(r"않는다|말라|\b(?:not|never|don't)\b", re.IGNORECASE)
_EVERYDAY = frozenset(
    {"쓰", "쓴다", "때", "한", "문장", "청하", "청", "use", "used", "when", "user", "ask"}
)


def choose_skill(
    inputs: JudgeInputs, marks: frozenset[str], near: Mapping[str, float], used: Set[Tool]
) -> SkillNeed:
    """The skill whose named occasions the sentence shares and whose refusals it does not."""
    korean = ends_in_korean(inputs.said)
    if inputs.skills and pattern("practice_over").search(inputs.said):
        return SkillNeed(
            name=END_OF_SKILL, why="그만하자고 한다" if korean else "they want to stop"
        )
    none = SkillNeed(why="절차를 청하는 말이 아니다" if korean else "no procedure is asked for")
    if pattern("practice_refused").search(inputs.said):
        return none
    if (
        used & {Tool.FOLLOW_UP, Tool.MEMORY, Tool.SEARCH, Tool.PRICE}
        or not {"practice", "ask"} & marks
    ):
        return none
    fitting = [
        (_shared(skill, inputs.said), near.get(skill.description, 0.0), skill)
        for skill in inputs.skills
    ]
    best = max(fitting, key=lambda row: (row[0], row[1]), default=None)
    if best is None or best[0] < 1 or "practice" not in marks:
        return none
    why = "설명에 적힌 때와 맞는다" if korean else "its description names this occasion"
    return SkillNeed(name=best[2].name, why=why)


def _shared(skill: Skill, said: str) -> int:
    """Words shared with what the skill is for, less those shared with what it is not for."""
    parts = re.split(r"(?<=[.!?])\s+", skill.description)
    purpose = [part for part in parts if not _NOT_FOR.search(part)]
    words = topic_words(claim_words(said))
    wanted = _of(purpose)
    refused = _of([part for part in parts if part not in purpose]) - wanted
    practised = 1 if pattern("practised").search(" ".join(purpose)) else 0
    return len(words & wanted) + practised - len(words & refused)


def _of(parts: list[str]) -> frozenset[str]:
    return topic_words(claim_words(" ".join(parts))) - _EVERYDAY
