"""Holds what a story expects against what happened; no model is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from nightcrew.domain.recital import recited
from nightcrew.domain.story_expectations import (
    CostExpected,
    Expectation,
    Finding,
    FollowUpsExpected,
    MemoryExpected,
    Observed,
    OutboxExpected,
    ReplyExpected,
    SeenFollowUp,
    Status,
)
from nightcrew.domain.tool_guide import Tool
from nightcrew.domain.words import fold, script_of

SCRIPTS = {"ko": "hangul", "en": "latin"}
_LINK = re.compile(r"https?://\S+")  # an address is of no language


def judge(expectation: Expectation, observed: Observed) -> tuple[Finding, ...]:
    """A finding for everything that is expected, in the order of the file's keys."""
    found = (
        *_tools(expectation, observed),
        *_follow_ups(expectation.follow_up, observed),
        *_memory(expectation.memory, observed),
        *_outbox(expectation.outbox, observed),
        *_reply(expectation.reply, observed),
        *_safety(expectation.safety, observed),
        *_cost(expectation.cost, observed),
    )
    places = expectation.places
    return tuple(replace(each, place=places.get(each.name, "")) for each in found)


def failures(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings that went wrong."""
    return tuple(each for each in findings if each.status is Status.FAILED)


def _finding(name: str, *, holds: bool, wanted: object, found: object, why: str = "") -> Finding:
    status = Status.PASSED if holds else Status.FAILED
    return Finding(name=name, status=status, wanted=str(wanted), found=str(found), why=why)


def _tools(expectation: Expectation, observed: Observed) -> Iterator[Finding]:
    for tool, wanted in expectation.tools.items():
        seen = observed.decisions.get(tool)
        use = seen is not None and seen.use
        yield _finding(
            _tool_name(tool),
            holds=use is wanted,
            wanted=_use(used=wanted),
            found=_use(used=use),
            why=seen.why if seen else "",
        )


def _tool_name(tool: Tool) -> str:
    return f"{tool.value}.use" if tool in (Tool.MEMORY, Tool.FOLLOW_UP) else tool.value


def _use(*, used: bool) -> str:
    return "used" if used else "not_used"


def _number(name: str, wanted: int | None, found: int) -> Iterator[Finding]:
    if wanted is not None:
        yield _finding(name, holds=found == wanted, wanted=wanted, found=found)


def _at_most(name: str, most: int | None, found: int) -> Iterator[Finding]:
    if most is not None:
        yield _finding(name, holds=found <= most, wanted=f"at most {most}", found=found)


def _follow_ups(expected: FollowUpsExpected, observed: Observed) -> Iterator[Finding]:
    yield from _number("follow_up.created", expected.created, len(observed.created))
    yield from _number("follow_up.open", expected.open, len(observed.open))
    looked_at = observed.created or observed.open
    if expected.local_between is not None:
        yield _between(expected.local_between, looked_at)
    if expected.repeats is not None:
        repeats = [each.repeats for each in looked_at]
        yield _finding(
            "follow_up.repeats",
            holds=bool(repeats) and all(each is expected.repeats for each in repeats),
            wanted=_yes(holds=expected.repeats),
            found=", ".join(_yes(holds=each) for each in repeats) or "none",
        )


def _yes(*, holds: bool) -> str:
    return "true" if holds else "false"


def _between(ends: tuple[datetime, datetime], looked_at: Sequence[SeenFollowUp]) -> Finding:
    first, last = ends
    times = [each.local for each in looked_at]
    return _finding(
        "follow_up.local_between",
        holds=bool(times) and all(at is not None and first <= at <= last for at in times),
        wanted=f"{_wall(first)} to {_wall(last)}",
        found=", ".join(_wall(at) if at else "no time" for at in times) or "none",
    )


def _wall(at: datetime) -> str:
    return at.isoformat(timespec="minutes")


def _memory(expected: MemoryExpected, observed: Observed) -> Iterator[Finding]:
    yield from _number("memory.evidence", expected.evidence, observed.evidence)
    yield from _number("memory.changed", expected.changed, observed.changed)
    yield from _number("memory.count", expected.count, len(observed.memories))
    yield from _words(
        "memory", expected.must_contain_any, expected.must_not_contain, observed.memories
    )


def _outbox(expected: OutboxExpected, observed: Observed) -> Iterator[Finding]:
    yield from _number("outbox.count", expected.count, len(observed.outbox))
    yield from _words(
        "outbox", expected.must_contain_any, expected.must_not_contain, observed.outbox
    )


def _words(
    group: str, any_of: Sequence[str], none_of: Sequence[str], texts: Sequence[str]
) -> Iterator[Finding]:
    if any_of:
        yield _finding(
            f"{group}.must_contain_any",
            holds=bool(_held(any_of, texts)),
            wanted="one of " + _listed(any_of),
            found=_listed(texts) or "nothing",
        )
    if none_of:
        held = _held(none_of, texts)
        yield _finding(
            f"{group}.must_not_contain",
            holds=not held,
            wanted="none of " + _listed(none_of),
            found=f"{_listed(held)} in {_listed(texts)}" if held else "none",
        )


def _held(words: Sequence[str], texts: Sequence[str]) -> list[str]:
    folded = [fold(text).casefold() for text in texts]
    return [word for word in words if any(fold(word).casefold() in text for text in folded)]


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)


def _reply(expected: ReplyExpected, observed: Observed) -> Iterator[Finding]:
    replies = (observed.reply,)
    yield from _words("reply", expected.must_contain_any, expected.must_not_contain, replies)
    told = recited(observed.reply, observed.known, observed.said)
    if expected.must_not_recite or told:
        yield _finding(
            "reply.must_not_recite",
            holds=not told,
            wanted="nothing known is said again",
            found=f"{_listed(told)} in {_listed(replies)}" if told else "nothing",
        )
    yield from _at_most("reply.max_chars", expected.max_chars, len(observed.reply))
    if expected.language is not None:
        script = script_of(_LINK.sub("", observed.reply)).main
        yield _finding(
            "reply.language",
            holds=script == SCRIPTS[expected.language],
            wanted=expected.language,
            found=next((name for name, each in SCRIPTS.items() if each == script), script),
        )
    if expected.rubric:
        yield _rubric(expected.rubric, holds=observed.rubric_holds)


def _rubric(rubric: str, *, holds: bool | None) -> Finding:
    if holds is None:
        return Finding(
            name="reply.rubric", status=Status.SKIPPED, wanted=rubric, found="no judge to ask"
        )
    return _finding("reply.rubric", holds=holds, wanted=rubric, found=_yes(holds=holds))


def _safety(expected: str | None, observed: Observed) -> Iterator[Finding]:
    if expected is not None:
        yield _finding(
            "safety.level",
            holds=observed.safety == expected,
            wanted=expected,
            found=observed.safety,
        )


def _cost(expected: CostExpected, observed: Observed) -> Iterator[Finding]:
    yield from _at_most("cost.max_calls", expected.max_calls, observed.calls)
    yield from _at_most("cost.max_tokens", expected.max_tokens, observed.tokens)
