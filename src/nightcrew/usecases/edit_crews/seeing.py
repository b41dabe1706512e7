"""Which prompts read otherwise when a crew's text changes; nobody is asked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from nightcrew.domain.crew import Crew
from nightcrew.domain.prompt_preview import PreviewWish
from nightcrew.domain.tool_guide import TOOLS, Example, Tool
from nightcrew.prompts.preview import preview_of

JUDGE = "judge_needs"


def reading_otherwise(before: Crew, after: Crew, at: datetime) -> tuple[str, ...]:
    """The prompts of a turn in which something changes, in the order in which they are asked."""
    old, new = _texts(before, at), _texts(after, at)
    changed = {name for name, lines in new.items() if old.get(name) != lines}
    if any(_examples(before, tool) != _examples(after, tool) for tool in TOOLS):
        # Of many examples a judge is shown those that are like the line; these are like another.
        changed.add(JUDGE)
    return tuple(name for name in new if name in changed)


def _texts(crew: Crew, at: datetime) -> Mapping[str, tuple[str, ...]]:
    shown = preview_of(crew, PreviewWish(crew=crew.id, say=crew.name), at)
    return {each.prompt: tuple(line.text for line in each.lines) for each in shown.prompts}


def _examples(crew: Crew, tool: Tool) -> tuple[Example, ...]:
    return tuple(crew.tool_guide[tool].examples)
