"""What a sentence may ask for: the published marks, found in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import lru_cache

from nightcrew.adapters.rehearsal.sentences import Clause, clauses
from nightcrew.adapters.rehearsal.table import pattern, table
from nightcrew.domain.tool_guide import Tool

LINES_KEPT = 20_000  # the examples of 200 crews
ANY_DAY = date(2026, 1, 5)
ASKS = frozenset({"question", "request"})
# marks that say nothing by themselves: the crew's text alone decides what they mean
LEFT_TO_THE_CREW = frozenset({"away", "hard_night", "unwell", "worth"})
_OUTWARD = frozenset(
    {"outside", "place", "away", "car_price", "worth", "howto", "practice", "answer_only"}
)


def marks_in(said: str, said_on: date) -> frozenset[str]:
    """All marks of a sentence; `ask` when a clause asks or requests, `asking` when one asks."""
    heard = clauses(said, said_on)
    kinds = {clause.kind for clause in heard}
    outward = _without_wishes(_without_waved(said), heard)
    found = {
        name
        for name in table("needs")
        if pattern("needs", name).search(outward if name in _OUTWARD else said)
    }
    if "remind" in found and _told_now(said):
        found.discard("remind")
    if "car_price" in found:
        found.discard("worth")
    if ASKS & kinds:
        found.add("ask")
    if "question" in kinds:
        found.add("asking")
    if _dated(said, heard, said_on):
        found.add("dated")
    return frozenset(found)


@lru_cache(maxsize=LINES_KEPT)
def speaks_of_no_day(text: str) -> bool:
    """Whether a text has the same marks on every day; asked of crew text alone, which is kept."""
    if any(sign.isdigit() for sign in text):
        return False
    return not any(clause.spans for clause in clauses(text, ANY_DAY))


@lru_cache(maxsize=LINES_KEPT)
def marks_on_any_day(text: str) -> frozenset[str]:
    """The marks of such a text."""
    return marks_in(text, ANY_DAY)


def waves_away(tool: Tool, said: str) -> bool:
    """Whether a sentence says itself that a tool is not what is wanted."""
    return tool in table("waved") and bool(pattern("waved", tool.value).search(said))


def _without_waved(said: str) -> str:
    """What is left to look for: 시세 말고 리콜 asks for no price."""
    for tool in table("waved"):
        said = pattern("waved", tool).sub(" ", said)
    return said


def _told_now(said: str) -> bool:
    """내일 날씨 알려 줘 asks about tomorrow, and not to be spoken to tomorrow."""
    return bool(pattern("told_now").search(said)) and not pattern("told_then").search(said)


def _without_wishes(said: str, heard: Sequence[Clause]) -> str:
    """What is left to look for outside: a wish about how to be treated asks for nothing there."""
    for clause in heard:
        if clause.kind == "style" and pattern("wished").search(clause.text):
            said = said.replace(clause.text, " ")
    return said


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


def _dated(said: str, heard: Sequence[Clause], said_on: date) -> bool:
    if re.search(r"싶|\bwish\b|\?\s*$", said):
        return False
    return any(_comes(clause, said_on) for clause in heard)


def _comes(clause: Clause, said_on: date) -> bool:
    """Whether a clause tells of a day to come; in English a plain statement beside one will do."""
    if not any(span.to_on > said_on for span in clause.spans):
        return False
    plain = clause.kind in ("remark", "lasting") and not clause.korean
    return clause.kind == "plan" or (plain and not pattern("unsettled").search(clause.text))
