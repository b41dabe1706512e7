"""How playbook lines and style memories tilt a decision."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from nightcrew.adapters.rehearsal.marks import marks_in
from nightcrew.adapters.rehearsal.table import pattern, words
from nightcrew.domain.crew import GuideLine
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.words import claim_words, script_of, topic_words

BY_LINE, BY_WORD, BY_NAME, BY_STYLE = 1.2, 0.5, 2.5, 3.0
_CONDITION = re.compile(r"^(.*?(?:면|때는?|때에는|날에는|뒤에는)\s|[^:]*:\s|(?:if|when) .*?,\s)")
_FORBIDS = re.compile(
    r"(?:지\s?않는다|지\s?말\S*|지\s?마\S*|금지\S*)[.\s]*$|\b(?:never|do not|don't)\b",
    re.IGNORECASE,
)
_NAMES_A_TOOL = re.compile(r"도구를\s|\btool\b", re.IGNORECASE)
_ANY_DAY = date(2026, 1, 5)
_PLAIN = frozenset({"ask", "asking", "past", "feeling", "partner", "outside", "howto"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Tilt:
    """How far lines move a decision, which, and what is said of it."""

    by: float = 0.0
    why: str = ""
    cites: tuple[str, ...] = ()

    def plus(self, other: Tilt) -> Tilt:
        """Both together; the reason of the stronger one."""
        stronger = max(self, other, key=lambda each: abs(each.by))
        return Tilt(by=self.by + other.by, why=stronger.why, cites=self.cites + other.cites)


def line_tilt(tool: Tool, inputs: JudgeInputs, marks: frozenset[str]) -> Tilt:
    """Playbook lines that speak of the tool and whose condition the sentence meets."""
    tilt = Tilt()
    for line in inputs.guide_lines:
        if line.tool is not None or not pattern("spoken_of", tool.value).search(line.text):
            continue
        met = _meets(line, tool, inputs.said, marks)
        if met:
            by = -met if _forbids(line) else met
            tilt = tilt.plus(Tilt(by=by, why=_because(inputs, "playbook"), cites=(line.handle,)))
    return tilt


def style_tilt(tool: Tool, inputs: JudgeInputs, marks: frozenset[str]) -> Tilt:
    """Wishes of this person that name the tool; a plain order in the sentence outweighs them."""
    tilt = Tilt()
    for shown in inputs.style:
        text = shown.memory.text
        if not pattern("spoken_of", tool.value).search(text):
            continue
        ordered = pattern("spoken_of", tool.value).search(inputs.said) and "ask" in marks
        by = -BY_STYLE if pattern("refuses").search(text) else 1.0
        if not (ordered and by < 0):
            tilt = tilt.plus(Tilt(by=by, why=_because(inputs, "style"), cites=(shown.handle,)))
    return tilt


def _meets(line: GuideLine, tool: Tool, said: str, marks: frozenset[str]) -> float:
    """How well the sentence meets the line's condition; a shared word alone says little."""
    found = _CONDITION.match(line.text)
    condition = found.group(1) if found else line.text
    if "dated" in marks and tool is Tool.FOLLOW_UP and re.search(r"날짜|\bdate", condition):
        return BY_LINE
    if (marks_in(condition, _ANY_DAY) & marks) - _PLAIN:
        return BY_LINE
    shared = topic_words(claim_words(condition)) & topic_words(claim_words(said))
    shared = {word for word in shared if not word.startswith(tuple(words("condition_words")))}
    if shared and _NAMES_A_TOOL.search(line.text):
        return BY_NAME
    if any(pattern("spoken_of", tool.value).search(word) for word in shared):
        return BY_LINE
    return BY_WORD if shared else 0.0


def _forbids(line: GuideLine) -> bool:
    return line.section == "never" or bool(_FORBIDS.search(line.text))


def _because(inputs: JudgeInputs, what: str) -> str:
    korean = script_of(inputs.said).main == "hangul"
    if what == "style":
        return "이 사람의 응대법을 따른다" if korean else "as this person wants to be treated"
    return "플레이북의 한 줄을 따른다" if korean else "a line of the playbook says so"
