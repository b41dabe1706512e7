"""What a sentence may ask for: the published marks, found in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from nightcrew.adapters.rehearsal.sentences import clauses
from nightcrew.adapters.rehearsal.table import pattern, table
from nightcrew.domain.tool_guide import Tool

ASKS = frozenset({"question", "request"})


def marks_in(said: str, said_on: date) -> frozenset[str]:
    """All marks of a sentence; `ask` when a clause asks or requests, `asking` when one asks."""
    kinds = {clause.kind for clause in clauses(said, said_on)}
    found = {name for name in table("needs") if pattern("needs", name).search(said)}
    if ASKS & kinds:
        found.add("ask")
    if "question" in kinds:
        found.add("asking")
    if _dated(said, said_on):
        found.add("dated")
    return frozenset(found)


def weight_of(tool: Tool, mark: str, marks: frozenset[str]) -> float:
    """How far a mark of a sentence speaks for a tool, before any example is asked."""
    row = table("tools", tool.value)
    if mark in _listed(row.get("ask")) and "ask" not in marks:
        return 0.0
    weights = row["marks"]
    return float(weights.get(mark, 0.0)) if isinstance(weights, Mapping) else 0.0


def base_of(tool: Tool) -> float:
    """Where a tool starts: below 0, so that doing nothing is the default."""
    return float(str(table("tools", tool.value)["base"]))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _dated(said: str, said_on: date) -> bool:
    return any(
        clause.kind == "plan" and any(span.to_on > said_on for span in clause.spans)
        for clause in clauses(said, said_on)
    ) and not re.search(r"싶|\?\s*$", said)
