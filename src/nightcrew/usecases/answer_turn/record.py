"""What a turn leaves behind: the answer, why it is so, and what the user's words changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from nightcrew.domain.crew import Tool
from nightcrew.domain.follow_up import FollowUp, FollowUpState
from nightcrew.domain.follow_up_times import is_open, moved_on
from nightcrew.domain.needs import END_OF_SKILL, Needs
from nightcrew.domain.planning import wall
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import FollowUpKind, ZoneMode
from nightcrew.domain.turn import Turn, TurnFollowUp, TurnMemory
from nightcrew.ports import Question, Usage
from nightcrew.store import (
    conversations,
    follow_ups,
    memories,
    occurrences,
    people,
    team_changes,
    teams,
)
from nightcrew.store.connection import Connection
from nightcrew.store.memories import Act
from nightcrew.store.turns import Ending
from nightcrew.usecases.answer_turn.parts import Acted, Judged, Moved, Stage, Writes
from nightcrew.usecases.answer_turn.telling import Told

_NO_WRITES = Writes()
_OVER = (FollowUpState.ENDED, FollowUpState.CANCELLED, FollowUpState.EXPIRED)
SAID, FORGOTTEN = "said in a turn", "forgotten"  # why a version of a memory came to be
CRISIS_HOLD = timedelta(hours=24)  # reliability.md 7: crews do not speak first after a crisis


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A turn that has thought and is not written yet.

    judge_failed: how, as a ModelFailure names it, when its judge gave no answer.
    """

    stage: Stage
    judged: Judged
    told: Told
    usage: Usage
    decisions: Mapping[str, Mapping[str, Any]]
    asked: tuple[Question, ...]
    left_out: Mapping[str, int]
    shown: int
    judge_failed: str | None = None


def decisions(judged: Judged) -> dict[str, dict[str, Any]]:
    """What was decided about each tool and the skill, with the reasons for use and non-use."""
    needs, acted = judged.needs, judged.acted
    found: dict[str, dict[str, Any]] = {
        "search": {"query": needs.search.query or None},
        "price": {"item": _item(needs)},
        "memory": {"act": needs.memory.act if needs.memory.use else None,
                   "query": needs.memory.query or None},
        "knowledge": {"query": needs.knowledge.query or None},
        "follow_up": {"act": needs.follow_up.act if needs.follow_up.use else None},
    }  # fmt: skip
    told: dict[str, dict[str, Any]] = {}
    for tool in Tool:
        need, one = getattr(needs, tool), acted[tool]
        told[tool] = {"use": need.use, "why": need.why, "status": one.result.status}
        told[tool] |= {name: cell for name, cell in found[tool].items() if cell is not None}
        told[tool] |= {"note": one.result.note} if one.result.note else {}
        told[tool] |= one.extra
    told["skill"] = _skill(judged)
    return told


def _skill(judged: Judged) -> dict[str, Any]:
    """What was chosen, and what goes on without being chosen anew."""
    need = judged.needs.skill
    chosen = None if need.name == END_OF_SKILL else need.name
    goes_on = {"open": judged.skill} if judged.skill and chosen is None else {}
    return {"name": chosen, "why": need.why, **goes_on}


def _item(needs: Needs) -> dict[str, Any] | None:
    if not needs.price.use:
        return None
    return {name: cell for name, cell in asdict(needs.price.item).items() if cell is not None}


def turn_of(outcome: Outcome, promised: Sequence[TurnFollowUp]) -> Turn:
    """The Turn as the door gives it back."""
    stage, acted = outcome.stage, outcome.judged.acted
    memory = acted[Tool.MEMORY]
    total = sum(each.id not in memory.forgotten for each in stage.held)
    return Turn(
        turn_id=stage.said.turn_id or "",
        conversation=stage.claim.conversation,
        crew=stage.pair.crew,
        crew_version=stage.crew.digest[:12],
        reply=outcome.told.text,
        decisions=outcome.decisions,
        sources=tuple(
            {"title": each.title, "url": each.url, "snippet": each.snippet}
            for one in acted.values()
            for each in one.result.sources
        ),
        follow_ups=tuple(promised),
        memory=TurnMemory(
            shown=total if _listed(outcome) else outcome.shown,
            total=total,
            saved=memory.saved,
            forgotten=memory.forgotten,
        ),
        safety=stage.safety,
        usage=outcome.usage.told(),
    )


def _listed(outcome: Outcome) -> bool:
    """Whether the user was shown the whole list, which is no part of the reply's memories."""
    memory = outcome.decisions.get(Tool.MEMORY, {})
    return memory.get("act") == "list" and memory.get("status") == ToolStatus.OK


def ending_of(outcome: Outcome, answer: str) -> Ending:
    """How the turn is stored: the answer as JSON, ids and codes, and text of the user apart."""
    stage = outcome.stage
    crisis = stage.safety.level == "crisis"
    return Ending(
        answer=answer,
        explain=_explain(outcome),
        judged=_derived(outcome),
        safety=stage.safety.level,
        reply=outcome.told.text,
        now=stage.now,
        skill=outcome.judged.skill,
        bundle=stage.crew.digest,
        keeps=stage.keeps,
        evidence_state="excluded" if crisis else "pending",
        evidence_reason="crisis" if crisis else None,
        hold_until=stage.now + CRISIS_HOLD if crisis else None,
        noticed_at=stage.now if stage.safety.notice else None,
    )


def _explain(outcome: Outcome) -> dict[str, Any]:
    stage, acted = outcome.stage, outcome.judged.acted
    cited = {handle.strip("[]") for handle in outcome.judged.needs.cites}
    lines = [line for line in stage.guide if line.handle in cited]
    first = stage.scene.just_said()
    known = {line.handle for line in stage.guide} | {line.handle for line in stage.style}
    return {
        "bundle": stage.crew.digest,
        "prompts": [{"name": each.name, "version": each.version} for each in outcome.asked],
        "guide_lines": [{"handle": each.handle, "anchor": each.anchor, "origin": each.origin}
                        for each in lines],
        "unknown_handles": len(cited - known),
        "style": [{"handle": each.handle, "memory": each.memory.id,
                   "cited": each.handle in cited} for each in stage.style],
        "memories": [each.memory.id for each in (*stage.memories, *stage.style)],
        "evidence": [each.evidence.id for one in acted.values() for each in one.evidence],
        "tools": {tool: one.result.status for tool, one in acted.items()},
        "answers_follow_up": first.id if first else None,
        "held_back": list(outcome.told.held_back),
        "left_out": dict(outcome.left_out),
        "judge_failed": outcome.judge_failed,
    }  # fmt: skip


def _derived(outcome: Outcome) -> dict[str, Any]:
    acted = outcome.judged.acted
    return {
        "needs": outcome.judged.needs,
        "tool_lines": {
            tool: list(one.result.lines)
            for tool, one in acted.items()
            if one.result.status != ToolStatus.NOT_USED
        },
        # beside the user's words and not among the codes: whoever knows all but a short message
        # could find it by its hash, so that it goes with the words
        "prompt_hashes": {
            each.name: sha256(each.text.encode("utf-8", "replace")).hexdigest()
            for each in outcome.asked
        },
    }


def travelled_to(stage: Stage) -> str | None:
    """The zone the user says they are in now, when promises may still go by another clock."""
    zone_name, known = stage.said.timezone, stage.scene.person.timezone
    elsewhere = any(
        one.kind == FollowUpKind.RECURRING
        and one.zone_mode == ZoneMode.FOLLOW_USER
        and one.timezone != zone_name
        for one in stage.scene.follow_ups
    )
    return zone_name if zone_name is not None and (elsewhere or known != zone_name) else None


def writes_nothing(outcome: Outcome, writes: Writes) -> bool:
    """Whether the turn leaves only its own lines, which is so for nearly every turn."""
    return writes == _NO_WRITES and outcome.stage.team is None


async def write(connection: Connection, stage: Stage, writes: Writes) -> None:
    """Change memories as the user's own words ask, in the transaction of the turn."""
    pair = stage.pair
    said, forgot = (Act(actor="user", cause=why, at=stage.now) for why in (SAID, FORGOTTEN))
    if writes.created or writes.revised or writes.proposed:
        await people.lock_person(connection, pair.tenant, pair.user)
    for memory in writes.created:
        await memories.add(connection, pair, memory, said)
    for memory in writes.revised:
        await memories.revise(connection, pair, memory, forgot)
    for tombstone in writes.buried:
        await memories.bury(connection, pair, tombstone)
    if writes.lifted:
        await memories.lift(connection, pair, writes.lifted, at=stage.now, by="remembered")
    if writes.created or writes.revised:
        await conversations.note_change(connection, pair, stage.now)
    for change in writes.proposed:
        await team_changes.add(connection, pair, change)
    if stage.team is not None:
        await teams.mark_turn(connection, pair, stage.claim.turn, stage.team.id)


async def write_promises(
    connection: Connection, stage: Stage, writes: Writes
) -> list[TurnFollowUp]:
    """Make, move and call off follow-ups; say which are new and which were there already."""
    await _call_off(connection, stage, writes)
    moved = [await _move(connection, stage, each) for each in writes.moved]
    made = [await _promise(connection, stage, each) for each in writes.promised]
    return [*filter(None, moved), *made]


async def _promise(connection: Connection, stage: Stage, follow_up: FollowUp) -> TurnFollowUp:
    kept, created = await follow_ups.add(connection, stage.pair, follow_up)
    return TurnFollowUp(id=kept.id, due_at=kept.next_at, local=kept.next_local, created=created)


async def _move(connection: Connection, stage: Stage, moved: Moved) -> TurnFollowUp | None:
    tenant, to = stage.pair.tenant, wall(moved.to)
    found = await follow_ups.one(connection, tenant, moved.follow_up, lock=True)
    if found is None or found.state in _OVER:
        return None
    dropped = await follow_ups.cancel_waiting(connection, tenant, [found.id], stage.now)
    if found.kind is not FollowUpKind.RECURRING and is_open(found):
        # A watch looks again from then on; it has no words of its own to say at that time.
        changed = {"next_at": moved.to.due_at, "next_local": to}
        await follow_ups.change(connection, tenant, found.id, **changed)
    else:
        if moved.instead and not dropped:
            await _leave_out_next(connection, stage, found)
        await occurrences.put_due(
            connection, tenant, found, local=to, timezone=moved.timezone, due_at=moved.to.due_at
        )
    return TurnFollowUp(id=found.id, due_at=moved.to.due_at, local=to, created=False)


async def _leave_out_next(connection: Connection, stage: Stage, found: FollowUp) -> None:
    if found.next_at is None:
        return
    await follow_ups.note_occurrence(
        connection, stage.pair.tenant, found, local=found.next_local or "", due_at=found.next_at,
        state="cancelled", reason="cancelled", now=stage.now,
    )  # fmt: skip
    goes_on = moved_on(found, stage.moment.timezone, stage.now, after=found.next_at)
    await follow_ups.change(connection, stage.pair.tenant, found.id, **goes_on)


async def _call_off(connection: Connection, stage: Stage, writes: Writes) -> None:
    for ended in writes.cancelled:
        await follow_ups.change(
            connection,
            stage.pair.tenant,
            ended,
            state="cancelled",
            reason="cancelled",
            next_at=None,
            ended_at=stage.now,
        )
    await follow_ups.cancel_waiting(connection, stage.pair.tenant, writes.cancelled, stage.now)


def all_writes(acted: Mapping[Tool, Acted]) -> Writes:
    """What every act of the turn wants written, together."""
    names = Writes.__dataclass_fields__
    return Writes(
        **{
            name: tuple(each for one in acted.values() for each in getattr(one.writes, name))
            for name in names
        }
    )
