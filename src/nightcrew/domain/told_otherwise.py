"""What a text says otherwise than a forgotten claim: another day, size, animal or place."""

from __future__ import annotations

from collections.abc import Sequence

from nightcrew.domain.bearings import left_behind
from nightcrew.domain.forgotten_claim import ForgottenClaim, listed_hashes
from nightcrew.domain.heads import PET_KINDS
from nightcrew.domain.light_words import WEEKDAYS
from nightcrew.domain.roles import FIGURE, LESSER, NARROWED, NARROWS, SUM, UNIT, WHEN
from nightcrew.domain.told_words import Told
from nightcrew.domain.words import keyed_hashes


def told_otherwise(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text gives another value than the claim does, and so tells news of its thing."""
    return (
        _another_day(text, claim)
        or _another_value(text, claim)
        or _another_sum(text, claim)
        or _of_another_kind(text, claim)
        or _of_another_animal(text, claim)
        or _puts_otherwise(text, claim)
    )


def _another_day(text: Told, claim: ForgottenClaim) -> bool:
    """The same sort of thing on another day is another plan."""
    ours, theirs = (_kinds(words, WEEKDAYS, text.key) for words in (text.all, claim.words))
    days = bool(text.days and claim.days) and not text.days & claim.days
    days = days or (bool(ours and theirs) and not ours & theirs)
    return days or (bool(text.months and claim.months) and not text.months & claim.months)


def _another_value(text: Told, claim: ForgottenClaim) -> bool:
    """The same measure of another size: once and not three times, 180 pounds and not 210."""
    units, figures = claim.roles.get(UNIT, frozenset()), claim.roles.get(FIGURE, frozenset())
    sizes = {figure for figure, unit in text.measures.items() if unit in units}
    return bool(sizes) and not text.figures & figures


def _another_sum(text: Told, claim: ForgottenClaim) -> bool:
    """Another sum of money, and not the one of the claim: 70만 원 and not 68."""
    sums, figures = claim.roles.get(SUM, frozenset()), claim.roles.get(FIGURE, frozenset())
    return bool(sums and text.sums) and not (text.figures | text.sums) & figures


def _of_another_kind(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a noun is told of as another one of its kind: 전세 대출 and not 학자금 대출."""
    heads = claim.roles.get(NARROWED, frozenset()) & claim.topic
    same = claim.roles.get(FIGURE, frozenset()) | claim.roles.get(NARROWS, frozenset())
    if (text.all | text.topic_beside(same)) & same:
        return False
    if len(text.topic_beside(claim.topic) & claim.topic - claim.light - heads) > 1:
        return False  # so much else is the same that it is only named otherwise
    told = (text.narrowed.get(head, frozenset()) for head in heads)
    return any(each - text.light and not _known(text, each) & claim.words for each in told)


def _known(text: Told, words: frozenset[str]) -> frozenset[str]:
    """Words with all that they may be made of."""
    parts = (part for word in words for part in text.parts.get(word, ()))
    bare = (text.endless.get(word, frozenset()) for word in words)
    return words.union(*parts, *bare)


def _of_another_animal(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text tells of a dog what the claim does of a cat."""
    ours, theirs = (_kinds(words, PET_KINDS, text.key) for words in (text.all, claim.words))
    return bool(ours and theirs) and not ours & theirs


def _kinds(words: frozenset[str], kinds: Sequence[frozenset[str]], key: bytes) -> frozenset[int]:
    """Which of several kinds the words, as hashes, are of, by their place."""
    return frozenset(place for place, kind in enumerate(kinds) if words & listed_hashes(kind, key))


def _puts_otherwise(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text says that a value of the claim does not hold, or that one left the place."""
    values = (claim.roles.get(role, frozenset()) for role in (FIGURE, WHEN))
    if claim.negated and text.is_not & frozenset[str]().union(*values):
        return True
    return _prefers_the_other(text, claim) or _has_left(text, claim)


def _prefers_the_other(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text puts behind what the claim puts first: 해결책 말고 위로부터."""
    ours, theirs = (each.roles.get(LESSER, frozenset()) for each in (text, claim))
    return bool(theirs & text.topic and ours & claim.topic) and not ours & theirs


def _has_left(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text tells of a way back from where the claim leads."""
    places = claim.roles.get("to", frozenset()) | claim.roles.get("in", frozenset())
    told_of = text.roles.get("from", frozenset()) & places
    return bool(told_of & keyed_hashes(left_behind(text.text), text.key)) if told_of else False
