"""An event as lines of the timeline: who, what, and the ids, counts and words that prove it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from nightcrew.cli.demo_events import (
    Decided,
    Dreamed,
    Event,
    FellDue,
    Missed,
    Preferred,
    Promised,
    Reviewed,
    Talked,
    ToldChange,
)
from nightcrew.cli.demo_page import clipped
from nightcrew.cli.demo_words import Words
from nightcrew.domain.crew import TOOLS
from nightcrew.domain.memory_view import MemoryView
from nightcrew.domain.zones import to_local, zone

CITED = 60  # columns of a cited line
MORE_GUIDES = 2  # lines of crew text told of one turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; deeper: how far it is set in. clock: told in front of it."""

    text: str
    deeper: int = 0
    clock: bool = False
    style: str = ""


def short(each: UUID) -> str:
    """Enough of an id to find the row."""
    return str(each)[:8]


def wall(at: datetime | None, timezone: str) -> str:
    """A moment on the wall clock of a zone."""
    return f"{to_local(at.astimezone(UTC), zone(timezone)):%m-%d %H:%M}" if at else "-"


def lines_of(event: Event, words: Words) -> Iterator[Line]:
    """The lines of one event; the first one has its moment in front."""
    match event:
        case Talked():
            yield from _talked(event, words)
        case Dreamed():
            yield from _dreamed(event, words)
        case Reviewed():
            yield from _reviewed(event, words)
        case Promised():
            yield from _promised(event, words)
        case FellDue():
            yield from _fell_due(event, words)
        case Decided():
            yield from _decided(event, words)
        case Missed():
            told = words("missed", act=event.act, words=event.words)
            yield Line(text=told, clock=True, style="bad")
        case Preferred():
            chosen = ", ".join(f"{name} {value}" for name, value in event.changed.items())
            yield Line(text=words("preferred", user=event.where.user, changed=chosen), clock=True)


def _talked(event: Talked, words: Words) -> Iterator[Line]:
    where, turn = event.where, event.turn
    yield Line(
        text=words("said", user=where.user, crew_name=where.crew_name, crew=where.crew),
        clock=True,
    )
    yield Line(text=f'"{event.said}"', style="heading")
    yield from _spoken(where.crew_name, turn.reply)
    yield from _judged(event, words)
    for text in event.style.values():
        yield Line(text=words("style_shown", text=text), deeper=1)
    if turn.safety.level != "none":
        yield Line(text=words("crisis", level=turn.safety.level))
    for promise in turn.follow_ups:
        yield Line(text=words("promised_in_turn", id=short(promise.id), local=promise.local))
    yield Line(text=_rows(event, words), style="quiet")


def _spoken(crew_name: str, text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines()):
        yield Line(text=line if number else f"{crew_name}: {line}", deeper=min(number, 1))


def _judged(event: Talked, words: Words) -> Iterator[Line]:
    used = [tool for tool in TOOLS if event.uses(tool)]
    left = ", ".join(tool for tool in TOOLS if tool not in used)
    told = ", ".join(f"{tool} ({event.turn.decisions[tool]['status']})" for tool in used)
    uses = words("uses", tools=told) if used else words("uses_nothing")
    leaves = words("leaves", tools=left) if used and left else ""
    yield Line(text=words("judge", uses=uses, leaves=leaves).rstrip("; "))
    for tool in used:
        yield Line(text=words("why", tool=tool, why=event.why(tool)), deeper=1)
    cited = [line for line in event.guide if line.handle in event.cited]
    wanted = [line for line in cited if line.tool in (None, *used)] if used else []
    for line in wanted[:MORE_GUIDES]:
        yield Line(text=words("guide", anchor=line.anchor, text=line.text), deeper=1)


def _rows(event: Talked, words: Words) -> str:
    asked = ", ".join(f"{name} {number}" for name, number in event.where.calls.items())
    return words(
        "rows",
        m0=event.before.memories,
        m1=event.after.memories,
        e0=event.before.evidence,
        e1=event.after.evidence,
        calls=asked or words("no_calls"),
    )


def _dreamed(event: Dreamed, words: Words) -> Iterator[Line]:
    report = event.report
    nightly = f" {words('nightly')}" if report.flow == "nightly-dream" else ""
    yield Line(
        text=words(
            "dream",
            user=event.where.user,
            crew_name=event.where.crew_name,
            read=report.evidence.read,
            calls=report.usage.get("model_calls", 0),
            outcome=f"{report.outcome}{nightly}",
        ),
        clock=True,
    )
    if event.withheld:
        yield Line(text=words("withheld", count=event.withheld), style="good")
    for change in event.changes:
        yield from _change(change, words)


def _change(change: ToldChange, words: Words) -> Iterator[Line]:
    mark = words("planted") if change.planted else ""
    if change.memory is None:
        reason = str(change.report.reason)
        text = words("refused", reason=reason, text=change.report.text)
        yield Line(text=f"{mark}{text}", style="bad")
    else:
        memory = change.memory
        told = words(change.report.action, kind=memory.kind, id=short(memory.id), text=memory.text)
        yield Line(text=f"{mark}{told}", style="good")
        yield from _past_and_days(change, memory, words)
    for line in change.cited:
        yield Line(text=words("cites", words=clipped(line, CITED)), deeper=1)
    if change.refused_by_verifier:
        yield Line(text=words("verdict", why=change.report.verdict or "-"), deeper=1)


def _past_and_days(change: ToldChange, memory: MemoryView, words: Words) -> Iterator[Line]:
    if change.was is not None and change.was.text:
        yield Line(text=words("was", text=change.was.text, since=change.was.said_on), deeper=1)
    if memory.from_on or memory.to_on:
        days = words(
            "dates", from_on=memory.from_on or "-", to_on=memory.to_on or "-", state=memory.state
        )
        yield Line(text=days, deeper=1)


def _reviewed(event: Reviewed, words: Words) -> Iterator[Line]:
    where = event.where
    calls = sum(where.calls.values())
    yield Line(
        text=words("review", user=where.user, crew_name=where.crew_name, calls=calls), clock=True
    )
    for memory in event.memories:
        told = words(
            "passed",
            id=short(memory.id),
            version=memory.version,
            state=memory.state,
            text=memory.text,
        )
        yield Line(text=told, style="good")


def _promised(event: Promised, words: Words) -> Iterator[Line]:
    for follow_up in event.follow_ups:
        local = (follow_up.local or "-").replace("T", " ")
        told = words("planned", local=local, intent=follow_up.intent)
        yield Line(text=told, clock=True)


def _fell_due(event: FellDue, words: Words) -> Iterator[Line]:
    occurrence = event.occurrence
    key = "deferred" if event.outcome == "deferred" else "sent" if event.message else "not_sent"
    yield Line(
        text=words(
            key,
            crew_name=event.where.crew_name,
            local=wall(occurrence.due_at, event.timezone),
            until=wall(occurrence.deliver_after, event.timezone),
            reason=occurrence.reason or "-",
            outcome=event.outcome,
            id=short(event.message) if event.message else "-",
        ),
        clock=True,
    )
    if event.message:
        yield from _spoken(event.where.crew_name, event.text)


def _decided(event: Decided, words: Words) -> Iterator[Line]:
    yield Line(
        text=words(
            event.act,
            user=event.where.user,
            crew_name=event.where.crew_name,
            id=short(event.memory.id),
            text=event.memory.text,
            version=event.memory.version,
        ),
        clock=not event.asked_in_turn,
    )
