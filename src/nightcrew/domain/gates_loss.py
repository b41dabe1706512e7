"""The gate on what an update leaves out: nothing true is lost by writing over it."""

from __future__ import annotations

from collections.abc import Iterable

from nightcrew.domain.dream import Action
from nightcrew.domain.gate import Case, Gate, Refusal
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.reason import Reason
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words, topic_words

_MORE_THAN_ONE = 2


def _loss(case: Case) -> Refusal | None:
    """Of a row that tells several things, an update may drop only what the user speaks of.

    A new claim beside the old ones may stand for one that it replaces in other words.
    """
    if case.change.action is not Action.UPDATE:
        return None
    new = [_topic(part.text) for part in clauses(case.change.text)]
    spoken_of = _union([*new, *(_topic(line.text) for line in case.lines)])
    for row in case.rows:
        old = [_topic(part.text) for part in clauses(without_passed_note(row.text))]
        if len(old) < _MORE_THAN_ONE:
            continue
        lost = sum(bool(claim) and not claim & spoken_of for claim in old)
        fresh = sum(bool(claim) and not claim & _union(old) for claim in new)
        if lost > fresh:
            return Refusal(
                reason=Reason.CLAIM_DROPPED, detail=f"{lost} claims of the row would be lost"
            )
    return None


def _topic(text: str) -> frozenset[str]:
    return topic_words(claim_words(text)) - {NEGATION}


def _union(topics: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*topics)


LOSS = Gate(name="loss", refuses=_loss)
