"""A turn's explanation with the texts behind its ids, as far as the key may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from nightcrew.domain.crew import Crew, Tool, guide_lines
from nightcrew.domain.errors import NotFound
from nightcrew.domain.evidence import Evidence
from nightcrew.store.console_reads import MemoryLine
from nightcrew.web.console.pages import Subject
from nightcrew.web.console.visits import Visit
from nightcrew.web.names import as_id

# As they were stored, the tools stand in no order.
_ORDER = {str(tool): place for place, tool in enumerate(Tool)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided about one tool or the skill."""

    tool: str
    used: bool
    why: str
    status: str | None
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedLine:
    """A guide line the judgement pointed at; text: as the crew's newest text has it, or empty."""

    handle: str
    anchor: str
    origin: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """Why a reply came out as it did."""

    turn_id: str
    decisions: tuple[Decision, ...]
    guide_lines: tuple[CitedLine, ...]
    memories: tuple[MemoryLine, ...]
    shown: int
    total: int
    evidence: tuple[Evidence, ...]
    prompts: tuple[tuple[str, str], ...]
    held_back: tuple[str, ...]
    model: str
    calls: int
    tokens: int
    safety: str


async def explained(visit: Visit, subject: Subject, turn_id: str) -> Explained:
    """Read back why; words of memories and talk only for a key that may see them."""
    told = await visit.app.explain_turn(visit.tenant, turn_id)
    turn = await visit.app.explain_turn.turn(visit.tenant, turn_id)
    memories = [as_id(str(each)) for each in told.get("memories", ())]
    lines: Mapping[UUID, MemoryLine] = {}
    cited: Mapping[UUID, Evidence] = {}
    if visit.may("memory"):
        reads = visit.app.read_console
        lines = await reads.memory_lines(visit.tenant, subject.id, memories) if memories else {}
        looked_up = [as_id(str(each)) for each in told.get("evidence", ())]
        cited = await reads.cited(visit.tenant, subject.id, looked_up) if looked_up else {}
    usage = turn.get("usage", {})
    return Explained(
        turn_id=turn_id,
        decisions=_decisions(told.get("decisions", {})),
        guide_lines=_guide_lines(told.get("guide_lines", ()), _crew(visit, str(told["crew"]))),
        memories=tuple(lines[each] for each in memories if each in lines),
        shown=len(memories),
        total=int(turn.get("memory", {}).get("total", len(memories))),
        evidence=tuple(cited.values()),
        prompts=tuple((str(p["name"]), str(p["version"])) for p in told.get("prompts", ())),
        held_back=tuple(str(each) for each in told.get("held_back", ())),
        model=str(usage.get("model", "")),
        calls=int(usage.get("model_calls", 0)),
        tokens=int(usage.get("prompt_tokens", 0)) + int(usage.get("completion_tokens", 0)),
        safety=str(turn.get("safety", {}).get("level", "none")),
    )


def _crew(visit: Visit, crew: str) -> Crew | None:
    try:
        return visit.app.crews.crew(crew)
    except NotFound:
        return None


def _decisions(told: Mapping[str, Mapping[str, Any]]) -> tuple[Decision, ...]:
    return tuple(
        Decision(
            tool=tool,
            used=bool(decided.get("use", decided.get("name"))),
            why=str(decided.get("why") or ""),
            status=None if tool == "skill" else str(decided.get("status", "")),
            details=tuple(_details(decided)),
        )
        for tool, decided in sorted(told.items(), key=lambda each: _ORDER.get(each[0], len(_ORDER)))
    )


def _details(decided: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """What else was decided, in one line each."""
    known = {"use", "why", "status"}
    return [
        (name, _in_words(cell))
        for name, cell in decided.items()
        if name not in known and cell not in (None, "", [], {})
    ]


def _in_words(cell: Any) -> str:
    if isinstance(cell, Mapping):
        return ", ".join(f"{name} {_in_words(part)}" for name, part in cell.items())
    if isinstance(cell, list | tuple):
        return ", ".join(_in_words(part) for part in cell)
    return str(cell)


def _guide_lines(cited: Sequence[Mapping[str, Any]], crew: Crew | None) -> tuple[CitedLine, ...]:
    texts = {line.anchor: line.text for line in guide_lines(crew)} if crew else {}
    return tuple(
        CitedLine(
            handle=str(line["handle"]),
            anchor=str(line["anchor"]),
            origin=str(line["origin"]),
            text=texts.get(str(line["anchor"]), ""),
        )
        for line in cited
    )
