"""Merges: an update that takes over what other rows hold, and the removals of those rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from nightcrew.domain.dream import Action, Change, Ground, Screened
from nightcrew.domain.evidence import Evidence
from nightcrew.domain.gate import is_user_speech, said_on
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.memory_changes import says_older
from nightcrew.domain.reason import Reason
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.speech import own_words
from nightcrew.domain.whose_claim import same_subject
from nightcrew.domain.word_tables import CALLED_OFF, NEGATION
from nightcrew.domain.words import claim_words, same_form, topic_words

_ENDS = CALLED_OFF | {NEGATION}


def merges(changes: Sequence[Change], ground: Ground) -> Mapping[int, int]:
    """The number of each removal that belongs to a merge, and of the update it goes into.

    Numbers count from one, as they are reported. The rule: docs/decisions/0011-merge-groups.md.
    """
    updates = [
        (number, change)
        for number, change in enumerate(changes, start=1)
        if change.action is Action.UPDATE and change.memory is not None
    ]
    found: dict[int, int] = {}
    for number, change in enumerate(changes, start=1):
        gone = change.memory
        if change.action is not Action.REMOVE or gone is None or _is_called_off(change, ground):
            continue
        head = next((at for at, each in updates if takes_over(each, gone, ground)), None)
        if head is not None:
            found[number] = head
    return found


def takes_over(change: Change, gone: Memory, ground: Ground) -> bool:
    """Whether an update of another row holds what a row says, in words no older than that row.

    An update that cites no words at all is refused anyway, and takes the removals with it.
    """
    row = change.memory
    if row is None or row.id == gone.id:
        return False
    lines = list(_user_lines(change, ground))
    newest = max(map(said_on, lines), default=None)
    no_older = newest is None or newest >= max(gone.said_on, row.said_on)
    stands = no_older and not says_older(row, lines, ground)
    return stands and same_matter(change, gone) and holds(change.text, gone)


def same_matter(other: Change | Memory, memory: Memory) -> bool:
    """Whether two can be about the same: of one subject, and both ways to be treated or neither."""
    if (other.kind is Kind.STYLE) is not (memory.kind is Kind.STYLE):
        return False
    return same_subject(other.subject, other.text, memory.subject)


def holds(text: str, memory: Memory) -> bool:
    """Whether a text tells of what a memory tells: half of its topic words stand in it."""
    topic = topic_words(claim_words(memory.text))
    if not topic:
        return same_form(text) == same_form(memory.text)
    return len(topic & topic_words(claim_words(text))) * 2 >= len(topic)


def whole_or_none(screened: Sequence[Screened]) -> tuple[Screened, ...]:
    """Refuse every member of a merge that lost one, so that no row goes without its heir."""
    broken = {_head(each): each.number for each in screened if each.reason is not None}
    return tuple(
        replace(
            each,
            reason=Reason.GROUP_REFUSED,
            detail=f"change {broken[_head(each)]} of the merge was refused",
        )
        if each.reason is None and _head(each) in broken
        else each
        for each in screened
    )


def _head(each: Screened) -> int:
    return each.merged_into or each.number


def _is_called_off(change: Change, ground: Ground) -> bool:
    """Whether the user's own later words say that what the row tells is untrue or over."""
    gone = change.memory
    topic = topic_words(claim_words(gone.text)) if gone else frozenset()
    told = (
        claim_words(part.text)
        for line in _later_lines(change, ground)
        for part in clauses(own_words(line.text))
    )
    return any(words & topic and words & _ENDS for words in told)


def _later_lines(change: Change, ground: Ground) -> Iterator[Evidence]:
    known = change.memory.cites if change.memory else ()
    return (line for line in _user_lines(change, ground) if line.id not in known)


def _user_lines(change: Change, ground: Ground) -> Iterable[Evidence]:
    return [
        line
        for line in ground.evidence.values()
        if line.id in change.cites and is_user_speech(line)
    ]
