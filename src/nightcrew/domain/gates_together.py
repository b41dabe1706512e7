"""Gates on a change beside others: what is there already, what contradicts, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from nightcrew.domain.claims import Claim, claim_of, says_nothing_new
from nightcrew.domain.dream import Action, Ground, Proposal, ProposedChange
from nightcrew.domain.gate import Case, Gate, Refusal, handle_of
from nightcrew.domain.memory import Memory, Status
from nightcrew.domain.memory_changes import says_older
from nightcrew.domain.reason import Reason
from nightcrew.domain.words import claim_words, fold, same_form

MOST_CHANGES = 20  # a whole answer above it is refused
MOST_REMOVALS = 5
MOST_REMOVED_SHARE = 0.2
SHARE_COUNTS_ABOVE = 25  # active memories


def _duplicate(case: Case) -> Refusal | None:
    if case.change.action is Action.REMOVE:
        return _removed_twice(case)
    if _was_told_before(case):
        return Refusal(reason=Reason.DUPLICATE, detail="a former value of the memory")
    new = claim_of(case.change)
    for name, old in _others(case):
        if says_nothing_new(new, old):
            return Refusal(reason=Reason.DUPLICATE, detail=f"the same as {name}")
    return None


def _was_told_before(case: Case) -> bool:
    """Whether words older than the memory say what its history holds: nothing comes of them."""
    memory = case.change.memory
    if memory is None or not says_older(memory, case.user_lines, case.ground):
        return False
    form = same_form(case.change.text)
    return any(same_form(former.text) == form for former in memory.previous)


def _removed_twice(case: Case) -> Refusal | None:
    memory = case.change.memory
    gone = [change for change in case.accepted if change.action is Action.REMOVE]
    if memory is not None and any(change.memory == memory for change in gone):
        return Refusal(reason=Reason.DUPLICATE, detail="removed already")
    return None


def _others(case: Case) -> Iterator[tuple[str, Claim]]:
    going = {change.memory.id for change in case.accepted if change.memory is not None}
    going |= {row.id for row in case.absorbed}
    for handle, claim in case.held.items():
        if case.ground.memories[handle].id not in going:
            yield handle, claim
    for number, change in enumerate(case.accepted, start=1):
        if change.action is not Action.REMOVE:
            yield f"change {number} that passed", claim_of(change)


def _conflict(case: Case) -> Refusal | None:
    others = [other for other in case.proposal.changes if other != case.proposed]
    if any(_pulls_apart(case, other) for other in others):
        return Refusal(
            reason=Reason.CONFLICTING_CHANGES, detail="another change pulls the same memory apart"
        )
    return None


def _pulls_apart(case: Case, other: ProposedChange) -> bool:
    mine, theirs = _row(case.proposed, case), _row(other, case)
    if mine is not None and theirs is not None:
        return mine.id == theirs.id and not _does_the_same(case.proposed, other)
    if mine is None and _removes(other) and theirs is not None:
        return _same_thing(case.proposed, theirs)
    if mine is not None and _removes(case.proposed) and theirs is None:
        return _same_thing(other, mine)
    return False


def _does_the_same(mine: ProposedChange, other: ProposedChange) -> bool:
    """Two changes of one row that differ in their reasons or the spelling of its handle only."""
    if _removes(mine) or _removes(other):
        return _removes(mine) and _removes(other)
    return same_form(mine.text) == same_form(other.text)


def _row(proposed: ProposedChange, case: Case) -> Memory | None:
    if proposed.action.strip().lower() not in (Action.UPDATE, Action.REMOVE):
        return None
    return case.ground.memories.get(handle_of(proposed.memory or ""))


def _removes(proposed: ProposedChange) -> bool:
    return proposed.action.strip().lower() == Action.REMOVE


def _same_thing(created: ProposedChange, gone: Memory) -> bool:
    words = claim_words(fold(created.text))
    return bool(words) and words == claim_words(gone.text)


def _too_many_changes(case: Case) -> Refusal | None:
    count = len(case.proposal.changes)
    if count <= MOST_CHANGES:
        return None
    return Refusal(reason=Reason.TOO_MANY_CHANGES, detail=f"{count} of {MOST_CHANGES} changes")


def _too_many_removals(case: Case) -> Refusal | None:
    if case.change.action is not Action.REMOVE:
        return None
    count = len(set(_removed_rows(case.proposal.changes)))
    most = most_removals(_active(case.ground.memories.values()))
    if count <= most:
        return None
    return Refusal(reason=Reason.TOO_MANY_REMOVALS, detail=f"{count} of {most} removals")


def removals_left(proposal: Proposal, ground: Ground) -> int:
    """How many removals may be added to a proposal before it meets a cap."""
    removed = len(set(_removed_rows(proposal.changes)))
    most = most_removals(_active(ground.memories.values()))
    return max(0, min(most - removed, MOST_CHANGES - len(proposal.changes)))


def most_removals(active: int) -> int:
    """How many memories one dream may remove out of so many active ones."""
    if active <= SHARE_COUNTS_ABOVE:
        return MOST_REMOVALS
    return min(MOST_REMOVALS, int(active * MOST_REMOVED_SHARE))


def _removed_rows(changes: Iterable[ProposedChange]) -> Iterator[str]:
    return (handle_of(change.memory or "") for change in changes if _removes(change))


def _active(memories: Iterable[Memory]) -> int:
    seen: set[UUID] = {memory.id for memory in memories if memory.status is Status.ACTIVE}
    return len(seen)


DUPLICATE = Gate(name="duplicate", refuses=_duplicate)
CONFLICT = Gate(name="conflict", refuses=_conflict)
TOO_MANY_CHANGES = Gate(name="too_many_changes", refuses=_too_many_changes)
TOO_MANY_REMOVALS = Gate(name="too_many_removals", refuses=_too_many_removals)
