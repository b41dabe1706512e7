"""Tells what a step decided, from how things stood before and after it and from what was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nightcrew.app.stories.stage import Snapshot
from nightcrew.domain.dream import Action, Proposal, ProposedChange
from nightcrew.domain.follow_up import FollowUpState, WaitingOccurrence
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.memory import Status
from nightcrew.domain.needs import Needs
from nightcrew.domain.schedule import FollowUpKind
from nightcrew.domain.step_decided import Deed, StepDecided
from nightcrew.domain.two_weeks import WAITING
from nightcrew.domain.words import fold
from nightcrew.store.story_looks import SeenMemory

_OVER = frozenset(FollowUpState) - {FollowUpState.OPEN, FollowUpState.DONE}


def decided(before: Snapshot, after: Snapshot, answers: Sequence[object]) -> StepDecided:
    """answers: what models answered in this step, oldest first."""
    judged = [answer for answer in answers if isinstance(answer, Needs)]
    return StepDecided(
        needs=judged[-1] if judged else None,
        planned=tuple(_planned(before, after)),
        sent=tuple(_sent(before, after)),
        learned=(*_learned(before, after), *_not_kept(after, answers)),
    )


def _planned(before: Snapshot, after: Snapshot) -> Iterator[Deed]:
    for each in after.follow_ups.values():
        was = before.follow_ups.get(each.id)
        if was is None:
            yield _follow_up("", each)
        elif was.state is not each.state and each.state in _OVER:
            yield _follow_up(f"{each.state.value}: ", each)
        elif each.kind is FollowUpKind.ONE_SHOT and was.local != each.local:
            yield _follow_up("moved: ", each)


def _follow_up(what: str, each: FollowUpView) -> Deed:
    rule = f" {each.rule}" if each.rule else ""
    key = f"{what}{each.kind.value} {each.local or ''}{rule}"
    return Deed(key=key, told=f"{key} “{each.intent}”")


def _sent(before: Snapshot, after: Snapshot) -> Iterator[Deed]:
    for each in after.occurrences.values():
        was = before.occurrences.get(each.id)
        if was is None or _fate(was) != _fate(each):
            key = f"{each.local[:16]} {_fate(each)}"
            yield Deed(key=key, told=key)


def _fate(each: WaitingOccurrence) -> str:
    state = "waiting" if each.state in WAITING else each.state
    return f"{state} ({each.reason})" if each.reason else state


def _learned(before: Snapshot, after: Snapshot) -> Iterator[Deed]:
    for each in after.memories.values():
        was = before.memories.get(each.id)
        if was is None:
            yield _memory("", each)
        elif was.status is not each.status:
            yield _memory("on again: " if each.status is Status.ACTIVE else "off: ", each)
        elif was.version != each.version:
            yield _memory("changed: ", each)


def _memory(what: str, each: SeenMemory) -> Deed:
    return _claim(what, each.kind.value, each.text)


def _claim(what: str, kind: str, text: str) -> Deed:
    return Deed(key=f"{what}{kind} {fold(text)}", told=f"{what}{kind} “{text}”")


def _not_kept(after: Snapshot, answers: Sequence[object]) -> Iterator[Deed]:
    there = {fold(each.text) for each in after.memories.values()}
    for change in _proposed(answers):
        if change.action != Action.REMOVE and fold(change.text) not in there:
            yield _claim("not kept: ", change.kind, change.text)


def _proposed(answers: Sequence[object]) -> list[ProposedChange]:
    return [change for each in answers if isinstance(each, Proposal) for change in each.changes]
