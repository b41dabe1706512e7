"""How lines of guides and playbooks and style memories tilt a decision.

The nearest text that speaks of what was said decides: a crew's guide before its playbook, that
before the category, that before the house; the other lines only tilt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean, pstdev

from nightcrew.adapters.rehearsal.korean import ends_in_korean
from nightcrew.adapters.rehearsal.lines import LINES_KEPT, Rank, Ruling, Saying, without_commas
from nightcrew.adapters.rehearsal.marks import LEFT_TO_THE_CREW, weight_of
from nightcrew.adapters.rehearsal.table import pattern, words, words_for
from nightcrew.domain.questions import JudgeInputs
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.words import claim_words, topic_words

# Weights set on tests/benchmarks/rehearsal_dev, never on the held-out sentences.
WEIGHT: Mapping[Rank, float] = {
    Rank.CREW: 4.0,
    Rank.CREW_NOT_WHEN: 3.6,
    Rank.PLAYBOOK_BY_NAME: 3.2,
    Rank.CATEGORY: 2.0,
    Rank.PLAYBOOK: 1.6,
    Rank.HOUSE: 0.5,
}
BY_STYLE = 3.0
FIRM = 0.8  # from here on a line decides and overrules farther text
SAID_FROM = 0.8  # a weaker line is no reason
BESIDE, BESIDE_MOST = 0.2, 0.5  # what the lines that do not decide add
FAR_AND_VAGUE = 0.25  # for a category's line about facts or rules at large
ONE_WORD, OWN_WORD = 0.3, 0.8  # a shared word; one that speaks of the tool itself
NEAR_FROM, NEAR_SPAN = 1.3, 0.9  # in spreads of the tool's examples, so that it holds elsewhere
AGREED = 1.2  # the most a line adds to what the mark itself speaks for
_CLEAR = frozenset({"away", "hard_night", "unwell", "dated", "car_price", "answer_only"})
_ASKED = frozenset({"outside", "place", "howto"})
_OF_METHOD = frozenset({"howto"})
_UNSETTLED = frozenset({"someday", "later_away", "asking"})
_HARD_FACTS = frozenset({"dated", "car_price", "other_cost"})  # no likeness stands in for these
_BEARING: Mapping[Tool, frozenset[str]] = {
    Tool.SEARCH: frozenset(
        {"away", "place", "outside", "howto", "car_price", "hard_night", "unwell"}
        | {"practice", "answer_only", "other_cost"}
    ),
    Tool.PRICE: frozenset({"car_price", "other_cost"}),
    Tool.MEMORY: frozenset(),
    Tool.FOLLOW_UP: frozenset({"dated", "hard_night", "unwell"}),
    Tool.KNOWLEDGE: frozenset({"howto", "outside", "place", "practice", "answer_only", "away"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tilt:
    """How far lines move a decision, which decided, and what is said of it.

    overrules: the rank below which text that says the opposite counts little; None for none.
    """

    by: float = 0.0
    why: str = ""
    cites: tuple[str, ...] = ()
    overrules: Rank | None = None

    def plus(self, other: Tilt) -> Tilt:
        """Both together; the reason of the stronger one."""
        stronger = max(self, other, key=lambda each: abs(each.by))
        return Tilt(
            by=self.by + other.by,
            why=stronger.why,
            cites=self.cites + other.cites,
            overrules=stronger.overrules,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was said, as lines are held against it. near: cosines to situations and examples."""

    said: str
    marks: frozenset[str]
    near: Mapping[str, float]
    examples: Sequence[float] = ()


def line_tilt(tool: Tool, inputs: JudgeInputs, ruled: Sequence[Ruling], heard: Heard) -> Tilt:
    """What the lines make of the sentence: the decisive one in full, the others a little."""
    closed = _closed(tool, ruled)
    met = [(met_by(each, tool, heard, closed), each) for each in ruled]
    met = [(how, each) for how, each in met if how > 0]
    if not met:
        return Tilt()
    how, best = max(met, key=_decides)
    others = sum(_pull(share, each) for share, each in met if each is not best)
    by = _agreed(_pull(how, best), tool, best, heard.marks)
    by += max(-BESIDE_MOST, min(BESIDE_MOST, BESIDE * others))
    what = "playbook" if best.line.tool is None else "guide"
    return Tilt(
        by=by,
        why=_because(inputs, what, best.line.text) if how >= FIRM or abs(by) >= SAID_FROM else "",
        cites=(best.line.handle,),
        overrules=best.rank if how >= FIRM else None,
    )


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


def under(style: Tilt, lines: Tilt) -> Tilt:
    """What a person wished beside what the lines say: no line takes a wish back."""
    if style.by < 0 < lines.by:
        return style
    return lines.plus(style)


def met_by(ruling: Ruling, tool: Tool, heard: Heard, closed: frozenset[str] = frozenset()) -> float:
    """How well a sentence meets the situation of a line, 0 to 1.

    closed: marks for which the category knows no but a plain no.
    """
    saying = ruling.saying
    bearing = saying.marks & _BEARING[tool]
    shared = bearing & _asked(heard.marks, tool, saying)
    if shared & _CLEAR:
        return 1.0
    if shared:
        plain_no = ruling.saying.toward < 0 and bool(shared & closed)
        firm = ruling.rank >= Rank.PLAYBOOK_BY_NAME or plain_no
        return 0.9 if firm else FAR_AND_VAGUE
    if _refuses_to_look_up(ruling, tool, heard):
        return 0.9
    worded = ruling.line.tool is None and not bearing
    by_words = _by_words(ruling, tool, heard.said) if worded else 0.0
    return max(by_words, _by_nearness(ruling, tool, heard))


def _refuses_to_look_up(ruling: Ruling, tool: Tool, heard: Heard) -> bool:
    """A guide that names what is asked about, and wants no notes opened for it."""
    if tool is not Tool.KNOWLEDGE or ruling.line.tool is not tool or ruling.saying.toward > 0:
        return False
    situation = ruling.saying.situation
    asked = {"ask", "howto"} <= heard.marks and pattern("on_asking").search(situation)
    told = _topics(without_commas(heard.said)) if asked else frozenset()
    # 연차나 is 연차 with its particle.
    return any(
        len(mine) > 1 and named.startswith(mine) for mine in told for named in _topics(situation)
    )


def _closed(tool: Tool, ruled: Sequence[Ruling]) -> frozenset[str]:
    """Questions of method that the category leaves unanswered, while no line answers them."""
    if tool is not Tool.KNOWLEDGE:
        return frozenset()
    near = [each for each in ruled if each.rank >= Rank.CATEGORY]
    asked = {
        toward: {
            mark for each in near if each.saying.toward == toward for mark in each.saying.marks
        }
        for toward in (-1, 1)
    }
    return frozenset(_OF_METHOD & asked[-1] - asked[1])


def compared(ruling: Ruling, tool: Tool) -> bool:
    """Whether a line is held against a sentence by vectors too: near ones, about no hard fact."""
    near = ruling.rank >= Rank.PLAYBOOK_BY_NAME
    return near and not ruling.saying.marks & _BEARING[tool] & (_HARD_FACTS | _ASKED)


def plainly_asked(tilt: Tilt) -> Tilt:
    """The same tilt where a fact or an act was asked for outright: no line refuses it."""
    return tilt if tilt.by >= 0 else Tilt()


def _asked(marks: frozenset[str], tool: Tool, saying: Saying) -> frozenset[str]:
    """The marks a line may meet: facts, rules and places only where something is asked."""
    if "ask" not in marks:
        marks = marks - _ASKED
    if marks & _UNSETTLED:
        marks = marks - {"dated"}
    if tool is Tool.PRICE and "worth" in marks and not saying.only:
        return marks | {"car_price"}
    return marks


def _by_words(ruling: Ruling, tool: Tool, said: str) -> float:
    shared = _topics(ruling.saying.situation) & _topics(without_commas(said))
    if not shared:
        return 0.0
    if ruling.saying.names_tool:
        return 1.0
    own = any(pattern("spoken_of", tool.value).search(word) for word in shared)
    return OWN_WORD if own else ONE_WORD


def _by_nearness(ruling: Ruling, tool: Tool, heard: Heard) -> float:
    """How far the situation stands out from the tool's examples, as the sentence sees them."""
    near = heard.near.get(ruling.saying.plain)
    if near is None or len(heard.examples) < 3 or not compared(ruling, tool):
        return 0.0
    # Across languages everything lies elsewhere, and the nearest line would stand out by chance.
    if ends_in_korean(ruling.saying.plain) is not ends_in_korean(heard.said):
        return 0.0
    spread = pstdev(heard.examples) or 1.0
    apart = (near - fmean(heard.examples)) / spread
    return FIRM * max(0.0, min(1.0, (apart - NEAR_FROM) / NEAR_SPAN))


@lru_cache(maxsize=LINES_KEPT)
def _topics(text: str) -> frozenset[str]:
    found = topic_words(claim_words(text))
    return frozenset(word for word in found if not word.startswith(tuple(words("condition_words"))))


def _decides(met: tuple[float, Ruling]) -> tuple[bool, int, bool, float]:
    how, ruling = met
    firm = how >= FIRM
    rank = int(ruling.rank) if firm else 0
    return firm, rank, firm and ruling.saying.only, abs(_pull(how, ruling))


def _pull(how: float, ruling: Ruling) -> float:
    return how * WEIGHT[ruling.rank] * ruling.saying.toward


def _agreed(by: float, tool: Tool, ruling: Ruling, marks: frozenset[str]) -> float:
    """A mark that speaks for the tool by itself needs little more from a line that agrees."""
    shared = ruling.saying.marks & marks - LEFT_TO_THE_CREW
    speaks = any(weight_of(tool, mark, marks) > 0 for mark in shared)
    return min(by, AGREED) if speaks else by


def _because(inputs: JudgeInputs, what: str, line: str = "") -> str:
    korean = ends_in_korean(inputs.said)
    text = words_for("because", what, korean=korean)
    return f"{text}: “{line}”" if line else text
