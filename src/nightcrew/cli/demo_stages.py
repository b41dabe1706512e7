"""Which stages were shown: found in what happened, whatever the words were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from nightcrew.cli.demo_events import (
    Decided,
    Dreamed,
    Event,
    FellDue,
    Reviewed,
    Stage,
    Talked,
    ToldChange,
)
from nightcrew.domain.crew import TOOLS
from nightcrew.domain.memory import Kind, Status
from nightcrew.domain.reason import Reason, Silence
from nightcrew.domain.words import claim_words, same_form, topic_words

ABOUT_MEMORY = ("propose_changes", "verify_changes")
PARAPHRASES = 3  # dreams that fail to bring a forgotten memory back
E = TypeVar("E")
Finding = Mapping[str, object]
Find = Callable[[Sequence[Event]], Finding | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A stage that was shown, when, and the ids, counts and words that prove it."""

    stage: Stage
    at: datetime
    facts: Finding


def find(events: Sequence[Event], known: Mapping[Stage, Shown]) -> list[Shown]:
    """The stages that the newest event completes."""
    found = []
    for stage, look in _FINDERS.items():
        facts = look(events) if stage not in known else None
        if facts is not None:
            found.append(Shown(stage=stage, at=events[-1].where.at, facts=facts))
    return found


def _of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _only_evidence(events: Sequence[Event]) -> Finding | None:
    last = events[-1]
    if not isinstance(last, Talked) or any(name in last.where.calls for name in ABOUT_MEMORY):
        return None
    added = last.after.evidence - last.before.evidence
    if last.before.memories != last.after.memories or last.turn.memory.forgotten or added <= 0:
        return None
    return {
        "before": last.before.memories,
        "after": last.after.memories,
        "added": added,
        "calls": sum(last.where.calls[name] for name in ABOUT_MEMORY if name in last.where.calls),
    }


def _changes(event: Event) -> tuple[ToldChange, ...]:
    return event.changes if isinstance(event, Dreamed) else ()


def _made(event: Event) -> list[ToldChange]:
    made = [each for each in _changes(event) if each.report.applied and each.memory]
    return [each for each in made if each.report.action == "create"]


def _dream_creates(events: Sequence[Event]) -> Finding | None:
    for change in _made(events[-1]):
        if change.memory is not None:
            return {"memory": change.memory.id, "text": change.memory.text, "cited": change.cited}
    return None


def _plan_changes(events: Sequence[Event]) -> Finding | None:
    """In one dream a plan gets another value, and another plan is added."""
    made = [each.memory for each in _made(events[-1]) if each.memory]
    plans = [memory for memory in made if memory.kind is Kind.PLAN]
    for change in _changes(events[-1]):
        was = change.was if change.report.applied else None
        if was is not None and was.kind is Kind.PLAN and change.memory is not None and plans:
            return {
                "memory": change.memory.id,
                "text": change.memory.text,
                "was": was.text,
                "since": was.said_on,
                "added": plans[0].text,
                "added_id": plans[0].id,
            }
    return None


def _refusals(events: Sequence[Event]) -> Finding | None:
    """One change refused in code and one by the verifier, the first of each."""
    changes = [change for event in events for change in _changes(event)]
    in_code = next((each for each in changes if each.refused_in_code), None)
    by_model = next((each for each in changes if each.refused_by_verifier), None)
    if in_code is None or by_model is None:
        return None
    return {
        "code": str(in_code.report.reason),
        "verifier": by_model.report.verdict or "",
        "planted": int(in_code.planted) + int(by_model.planted),
    }


def _date_passes(events: Sequence[Event]) -> Finding | None:
    last = events[-1]
    if not isinstance(last, Reviewed) or any(last.where.calls.values()):
        return None
    memory = last.memories[0]
    return {
        "memory": memory.id,
        "text": memory.text,
        "state": str(memory.state),
        "version": memory.version,
        "calls": sum(last.where.calls.values()),
    }


def _same_words(events: Sequence[Event]) -> Iterator[tuple[Talked, Talked, str]]:
    """Earlier turns in the words of the newest one, and the tools they decided otherwise."""
    last = events[-1]
    if not isinstance(last, Talked):
        return
    for earlier in _of(events[:-1], Talked):
        if same_form(earlier.said) != same_form(last.said):
            continue
        for tool in TOOLS:
            if earlier.uses(tool) != last.uses(tool):
                yield earlier, last, tool


def _two_crews(events: Sequence[Event]) -> Finding | None:
    for one, other, tool in _same_words(events):
        if one.where.crew != other.where.crew:
            return {
                "tool": tool,
                "one": one.where.crew,
                "one_uses": one.uses(tool),
                "one_guide": _guide(one, tool),
                "other": other.where.crew,
                "other_uses": other.uses(tool),
                "other_guide": _guide(other, tool),
            }
    return None


def _guide(talked: Talked, tool: str) -> str:
    """What the crew's text says of a tool."""
    line = next((each for each in talked.guide if each.tool == tool), None)
    return f"{line.anchor}: {line.text}" if line else "-"


def _style_decides(events: Sequence[Event]) -> Finding | None:
    for earlier, later, tool in _same_words(events):
        same_pair = (earlier.where.user, earlier.where.crew) == (later.where.user, later.where.crew)
        new = [text for each, text in later.style.items() if each not in earlier.style]
        if same_pair and new:
            return {
                "tool": tool,
                "before": earlier.uses(tool),
                "after": later.uses(tool),
                "style": new[0],
                "why": later.why(tool),
            }
    return None


def _night_waits(events: Sequence[Event]) -> Finding | None:
    last = events[-1]
    if not isinstance(last, FellDue) or last.message is None:
        return None
    for earlier in _of(events[:-1], FellDue):
        same = earlier.occurrence.id == last.occurrence.id
        if same and earlier.occurrence.reason == Silence.QUIET_HOURS:
            return {
                "due": earlier.where.at,
                "until": earlier.occurrence.deliver_after,
                "sent": last.where.at,
                "timezone": last.timezone,
                "message": last.message,
            }
    return None


def _forgotten_stays(events: Sequence[Event]) -> Finding | None:
    """Forgotten, not brought back by dreams that met its claim again, and restored by the user."""
    last = events[-1]
    if not isinstance(last, Decided) or last.act != "restore":
        return None
    if last.memory.status is not Status.ACTIVE:
        return None
    since = _since_forgotten(events, last)
    met = [dream for dream in since if dream.withheld or _buried(dream)]
    back = any(_tells(change, last.memory.text) for dream in since for change in dream.changes)
    if len(met) < PARAPHRASES or back:
        return None
    return {
        "memory": last.memory.id,
        "text": last.memory.text,
        "dreams": len(met),
        "withheld": sum(dream.withheld > 0 for dream in met),
        "buried": sum(_buried(dream) for dream in met),
        "planted": sum(change.planted for dream in met for change in dream.changes),
    }


def _tells(change: ToldChange, forgotten: str) -> bool:
    """Whether an applied change tells at least half of what a forgotten memory was about."""
    topic = topic_words(claim_words(forgotten))
    told = topic_words(claim_words(change.report.text)) if change.report.applied else frozenset()
    return bool(topic) and len(topic & told) * 2 >= len(topic)


def _buried(dream: Dreamed) -> bool:
    return any(change.report.reason is Reason.BURIED for change in dream.changes)


def _since_forgotten(events: Sequence[Event], restored: Decided) -> list[Dreamed]:
    """The pair's dreams since the memory was forgotten; none when it was not, or came back."""
    memory = restored.memory.id
    acts = [n for n, each in enumerate(events[:-1]) if isinstance(each, Decided)
            and each.memory.id == memory and each.act == "forget"]  # fmt: skip
    since = _of(events[acts[-1] :], Dreamed) if acts else []
    return [dream for dream in since if dream.where.crew == restored.where.crew]


_FINDERS: Mapping[Stage, Find] = {
    Stage.ONLY_EVIDENCE: _only_evidence,
    Stage.DREAM_CREATES: _dream_creates,
    Stage.PLAN_CHANGES: _plan_changes,
    Stage.REFUSALS: _refusals,
    Stage.DATE_PASSES: _date_passes,
    Stage.TWO_CREWS: _two_crews,
    Stage.STYLE_DECIDES: _style_decides,
    Stage.NIGHT_WAITS: _night_waits,
    Stage.FORGOTTEN_STAYS: _forgotten_stays,
}
