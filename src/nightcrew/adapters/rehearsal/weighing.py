"""How one tool is decided: marks, the crew's examples, its lines and its lean, added up.

Vectors are made only for tools that they can still turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from nightcrew.adapters.rehearsal.guides import (
    FIRM,
    WEIGHT,
    Heard,
    Tilt,
    compared,
    line_tilt,
    met_by,
    plainly_asked,
    style_tilt,
    under,
)
from nightcrew.adapters.rehearsal.korean import ends_in_korean
from nightcrew.adapters.rehearsal.lines import (
    LINES_KEPT,
    Ruling,
    examples_rank,
    rulings,
    without_commas,
)
from nightcrew.adapters.rehearsal.marks import (
    LEFT_TO_THE_CREW,
    base_of,
    marks_in,
    marks_on_any_day,
    speaks_of_no_day,
    waves_away,
    weight_of,
)
from nightcrew.adapters.rehearsal.nearness import house_examples, own_examples
from nightcrew.adapters.rehearsal.table import pattern
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import Example, Lean, Tool

# Weights set on tests/benchmarks/rehearsal_dev, never on the held-out sentences.
LEAN: Mapping[Lean, float] = {Lean.AVOID: -0.35, Lean.NEUTRAL: 0.0, Lean.FAVOUR: 0.35}
NEAR_SCALE, NEAR_MOST, OWN_BONUS = 0.03, 1.0, 0.008
FAVOURITE = 0.8  # for the tool that a question's or a request's nearest example uses
UNDECIDED = 2.5  # how far the crew's examples alone move a mark that is left to them
OVERRULED = 0.25  # what is left of examples that a nearer line contradicts
FACT_LEAST = -0.1  # how little a mood beside a question of fact counts
WAVED_AWAY = -12.0  # no line and no example speaks louder than the user
LOOKING_UP = (Tool.SEARCH, Tool.KNOWLEDGE)
_ASIDE = frozenset({"ask", "asking", "past", "partner"})
_OF_ASKING = frozenset({"outside", "howto", "place"})
_MOODS = frozenset({"away", "feeling", "hard_night", "partner"})
_ACTS: Mapping[Tool, frozenset[str]] = {
    Tool.MEMORY: frozenset({"remember", "forget", "recall", "list"}),
    Tool.FOLLOW_UP: frozenset({"remind", "unremind"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """All that speaks for (above 0) and against one tool. margin: what nearness added."""

    tool: Tool
    pulls: Mapping[str, float]
    tilt: Tilt
    fixed: float
    margin: float = 0.0
    closest: Example | None = None

    @property
    def score(self) -> float:
        """Above 0 the tool is used."""
        return self.fixed + sum(self.pulls.values()) + self.tilt.by + self.margin


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What one sentence is weighed with, for all tools alike."""

    inputs: JudgeInputs
    marks: frozenset[str]
    said_on: date

    def weighed(self, tool: Tool) -> Weighed:
        """Without any vectors."""
        return self._weighed(tool, Heard(said=self.inputs.said, marks=self.marks, near={}))

    def weighed_by(self, tool: Tool, near: Mapping[str, float]) -> Weighed:
        """With the cosines of the sentence to the texts of `texts`."""
        examples = self.compared_examples(tool)
        heard = Heard(
            said=self.inputs.said,
            marks=self.marks,
            near=near,
            examples=[near[each.say] for each in examples],
        )
        weighed = self._weighed(tool, heard)
        closest, margin = self._margin(tool, near)
        if tool is Tool.SEARCH and self._of_fact() and _MOODS & self.marks:
            margin = max(margin, FACT_LEAST)
        asked = "ask" in self.marks and not (tool is Tool.SEARCH and "car_price" in self.marks)
        if asked and tool is self._favourite(near):
            margin += FAVOURITE
        return Weighed(
            tool=tool,
            pulls=weighed.pulls,
            tilt=weighed.tilt,
            fixed=weighed.fixed,
            margin=self._left_of(margin, tool, weighed.tilt),
            closest=closest,
        )

    def open_to_vectors(self, weighed: Weighed) -> bool:
        """Whether nearness can still turn the decision."""
        lines = self._compared(weighed.tool)
        up = NEAR_MOST + _most(lines, toward=1)
        down = NEAR_MOST + _most(lines, toward=-1)
        if "ask" in self.marks and weighed.tool in LOOKING_UP:
            up += FAVOURITE
        return -up < weighed.score <= down

    def texts(self, tool: Tool) -> list[str]:
        """What the sentence is compared with for one tool."""
        situations = [each.saying.plain for each in self._compared(tool)]
        return [each.say for each in self.compared_examples(tool)] + situations

    def compared_examples(self, tool: Tool) -> list[Example]:
        """The examples in the script of the sentence; all of them where too few are."""
        crew = self.inputs.crew
        both = [*own_examples(crew, tool), *house_examples(crew, tool)]
        korean = ends_in_korean(self.inputs.said)
        alike = [each for each in both if _in_korean(each.say) is korean]
        return alike if {each.use for each in alike} == {True, False} else both

    def _weighed(self, tool: Tool, heard: Heard) -> Weighed:
        ruled = self._ruled(tool)
        tilt = line_tilt(tool, self.inputs, ruled, heard)
        if self._plainly_asked(tool):
            tilt = plainly_asked(tilt)
        pulls = {mark: self._pull(tool, mark, tilt) for mark in sorted(self.marks - {"ask"})}
        if waves_away(tool, self.inputs.said):
            pulls["waved"] = WAVED_AWAY
        return Weighed(
            tool=tool,
            pulls=pulls,
            tilt=under(style_tilt(tool, self.inputs, self.marks), tilt),
            fixed=base_of(tool) + LEAN[self.inputs.crew.tool_guide[tool].lean],
        )

    def _plainly_asked(self, tool: Tool) -> bool:
        """A fact of the outside, or an act of memory or of follow-ups, named by the user."""
        if tool is Tool.SEARCH:
            asked = {"ask", "outside"} <= self.marks
            return asked and (self._of_fact() or not {"away", "place"} & self.marks)
        return bool(_ACTS.get(tool, frozenset()) & self.marks)

    def _of_fact(self) -> bool:
        return {"ask", "outside"} <= self.marks and bool(pattern("fact").search(self.inputs.said))

    def _ruled(self, tool: Tool) -> tuple[Ruling, ...]:
        return rulings(tool, self.inputs.crew, self.inputs.guide_lines)

    def _compared(self, tool: Tool) -> list[Ruling]:
        heard = Heard(said=self.inputs.said, marks=self.marks, near={})
        return [
            each
            for each in self._ruled(tool)
            if compared(each, tool) and met_by(each, tool, heard) < FIRM
        ]

    def _pull(self, tool: Tool, mark: str, tilt: Tilt) -> float:
        """A mark's weight, turned by the crew's own examples that carry the same mark."""
        weight = weight_of(tool, mark, self.marks)
        turned = self._turned(tool, mark, weight)
        pull = weight + self._left_of(turned, tool, tilt)
        if tool is Tool.SEARCH and mark in _MOODS and self._of_fact():
            return max(pull, FACT_LEAST)
        return pull

    def _turned(self, tool: Tool, mark: str, weight: float) -> float:
        """What the examples add to the weight of a mark."""
        if mark in _ASIDE or (mark in _OF_ASKING and "ask" not in self.marks):
            return 0.0
        alike = [
            each
            for each in own_examples(self.inputs.crew, tool)
            if mark in (marks := _example_marks(each.say, self.said_on))
            and (mark not in _OF_ASKING or "ask" in marks)
        ]
        used = sum(each.use for each in alike)
        turned = (2 * used - len(alike)) / (len(alike) + 1)
        if mark in LEFT_TO_THE_CREW:
            return UNDECIDED * turned
        if weight > 0:
            return weight * (2 * used - len(alike) + 1) / (len(alike) + 1) - weight
        return turned if weight else 0.0

    def _left_of(self, by: float, tool: Tool, tilt: Tilt) -> float:
        """What examples add once a nearer line has spoken against them."""
        if tilt.overrules is None or by * tilt.by >= 0:
            return by
        nearer = tilt.overrules > examples_rank(tool, self.inputs.crew)
        return OVERRULED * by if nearer else by

    def _margin(self, tool: Tool, near: Mapping[str, float]) -> tuple[Example | None, float]:
        """The closest example, and how much nearer those that use the tool are than the others."""
        own = set(own_examples(self.inputs.crew, tool))
        both = sorted(
            (
                (near[each.say] + (OWN_BONUS if each in own else 0.0), each)
                for each in self.compared_examples(tool)
            ),
            key=lambda pair: -pair[0],
        )
        if not both:
            return None, 0.0
        used = [value for value, each in both if each.use][:2]
        unused = [value for value, each in both if not each.use][:2]
        floor = both[-1][0]
        apart = (_mean(used, floor) - _mean(unused, floor)) / NEAR_SCALE
        return both[0][1], max(-NEAR_MOST, min(NEAR_MOST, apart))

    def _favourite(self, near: Mapping[str, float]) -> Tool | None:
        """Of the tools that look things up the one with the nearest example that uses it."""
        used = [
            (near[each.say], tool)
            for tool in LOOKING_UP
            for each in self.compared_examples(tool)
            if each.use and each.say in near
        ]
        if not used:
            return None
        nearest, tool = max(used)
        against = [
            near[each.say]
            for each in own_examples(self.inputs.crew, tool)
            if not each.use and each.say in near
        ]
        return tool if nearest > max(against, default=0.0) else None


def _most(lines: Sequence[Ruling], *, toward: int) -> float:
    """The most that lines could add by likeness alone."""
    weights = [FIRM * WEIGHT[each.rank] for each in lines if each.saying.toward == toward]
    return max(weights, default=0.0)


@lru_cache(maxsize=LINES_KEPT)
def _example_marks(say: str, said_on: date) -> frozenset[str]:
    text = without_commas(say)
    return marks_on_any_day(text) if speaks_of_no_day(text) else marks_in(text, said_on)


@lru_cache(maxsize=LINES_KEPT)
def _in_korean(say: str) -> bool:
    return ends_in_korean(say)


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
