"""Which of the writers' examples a judge is shown: the few that are most like the user's line."""

from __future__ import annotations

from functools import lru_cache

from nightcrew.domain.crew import TOOLS, Crew
from nightcrew.domain.lexemes import lexemes
from nightcrew.domain.lines import quoted
from nightcrew.domain.same import Same
from nightcrew.domain.tool_guide import Example, Tool

MOST_SHOWN = 3  # forty would take two thirds of the prompt and say nothing of this line

_Known = tuple[tuple[Tool, Example, frozenset[str]], ...]


def near_examples(crew: Crew, said: str) -> tuple[str, ...]:
    """`search: "…" → use`, the most alike first; of equally near ones the earlier written.

    What the house's examples say a model knows by itself; the crew's and its category's are asked.
    """
    asked = frozenset(lexemes(said))
    known = _known(Same(crew))
    ranked = sorted(known, key=lambda each: -_likeness(asked, each[2]))
    return tuple(_line(tool, example) for tool, example, _ in ranked[:MOST_SHOWN])


def _likeness(asked: frozenset[str], held: frozenset[str]) -> float:
    shared = len(asked & held)
    return shared / (len(asked) + len(held) - shared or 1)


def _line(tool: Tool, example: Example) -> str:
    return f"{tool}: {quoted(example.say)} → {'use' if example.use else 'do not use'}"


# The same for every turn of a crew; to cut fifty sentences takes longer than to compare them.
@lru_cache(maxsize=256)
def _known(same: Same[Crew]) -> _Known:
    crew = same.thing
    house = crew.house.tool_guide
    return tuple(
        (tool, example, frozenset(lexemes(example.say)))
        for tool in TOOLS
        if crew.tool_guide[tool].examples != house[tool].examples
        for example in crew.tool_guide[tool].examples
    )
