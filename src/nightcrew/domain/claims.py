"""What a memory or a change claims, and whether it is held already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from nightcrew.domain.dream import Change
from nightcrew.domain.figures import numbers
from nightcrew.domain.memory import Kind, Memory, Status
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.subjects import subject_words
from nightcrew.domain.told_apart import told_apart
from nightcrew.domain.whose_claim import same_subject
from nightcrew.domain.word_tables import LIKING, NEGATION
from nightcrew.domain.words import claim_words, same_form, topic_words

_NAMING = frozenset(claim_words("이름 called named name"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a memory or a change says, for comparison; read once when it is made.

    figures: its numbers; two claims with different numbers are never the same.
    """

    kind: Kind
    subject: str
    text: str
    dates: tuple[date | None, date | None]
    words: frozenset[str] = field(init=False)
    figures: frozenset[Decimal] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", claim_words(self.text))
        object.__setattr__(self, "figures", numbers(self.text))


def claim_of(change: Change) -> Claim:
    """What a change claims."""
    return Claim(
        kind=change.kind,
        subject=change.subject,
        text=change.text,
        dates=(change.from_on, change.to_on),
    )


def held_claim(memory: Memory) -> Claim:
    """What a memory claims, whether its date has passed or not."""
    return Claim(
        kind=memory.kind,
        subject=memory.subject,
        text=without_passed_note(memory.text),
        dates=(memory.from_on, memory.to_on),
    )


def held_claims(memories: Mapping[str, Memory]) -> Mapping[str, Claim]:
    """The claims of the memories that are on, by handle."""
    return {
        handle: held_claim(memory)
        for handle, memory in memories.items()
        if memory.status is Status.ACTIVE
    }


def says_nothing_new(new: Claim, old: Claim) -> bool:
    """Whether a claim is held already: subject, claim words, numbers and dates decide."""
    if (new.kind is Kind.STYLE) is not (old.kind is Kind.STYLE):
        return False
    if not (same_subject(new.subject, new.text, old.subject) or _is_named(new.subject, old)):
        return False
    known_dates = new.dates in ((None, None), old.dates)
    if not (known_dates and new.figures <= old.figures and _same_words(new, old)):
        return False
    return not told_apart(new.text, old.text)


def _is_named(subject: str, old: Claim) -> bool:
    """Whether a claim kept in the user's own words tells of somebody: `my sister is June`."""
    named = claim_words(" ".join(subject_words(subject)))
    return bool(named) and named <= old.words


def _same_words(new: Claim, old: Claim) -> bool:
    if same_form(new.text) == same_form(old.text):
        return True
    if (NEGATION in new.words) != (NEGATION in old.words):
        return False
    if new.words and new.words <= old.words:
        return True
    called = new.words - _NAMING
    if called != new.words and called and old.words & _NAMING and called <= old.words:
        return True  # "is called Biscuit", "the name is Biscuit"
    likes = bool(new.words & LIKING) and bool(old.words & LIKING)
    topic = topic_words(new.words)
    return likes and bool(topic) and topic == topic_words(old.words)
