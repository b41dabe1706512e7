"""Which words of a forgotten claim a text repeats of the same thing, and not beside another."""

from __future__ import annotations

from collections.abc import Mapping

from nightcrew.domain.forgotten_claim import ForgottenClaim
from nightcrew.domain.memory import Kind
from nightcrew.domain.restatement import Restatement, weight
from nightcrew.domain.retelling import Told
from nightcrew.domain.roles import (
    AT,
    BEFORE,
    FIGURE,
    KIND,
    LEADS,
    MATTER,
    NAME,
    OBJECT,
    PLACE,
    SUBJECT,
)

_WHERE = ("to", "in", "at", PLACE, AT)
_FOR_WHOM = ("to", "for", "whom")
_MOST = 0.75  # of a claim's words: what holds them tells of it, whatever else it names


def restatement(text: Told, claim: ForgottenClaim) -> Restatement:
    """What a text repeats of a claim, without what it says of something else."""
    held = claim.tombstone.claim_hashes
    topic = text.topic_beside(claim.topic)
    same_deed = bool(text.topic & claim.deed & claim.light)
    leads = frozenset() if text.sorts & held else claim.roles.get(LEADS, frozenset())
    kinds = claim.roles.get(KIND, frozenset())
    before = claim.roles.get(BEFORE, frozenset()) - claim.roles.get(MATTER, frozenset())
    before = frozenset() if kinds & (topic | text.all) else before
    away = text.elsewhere(held, leads, before, same_deed=same_deed, of_user=claim.of_user)
    if (topic & claim.topic) - away - before:
        away = text.elsewhere(
            held, frozenset(), frozenset(), same_deed=same_deed, of_user=claim.of_user
        )
    shared = _without_others_of_a_kind(text, claim, (topic & claim.topic) - away)
    if _only_beside(text, claim, shared):
        shared = frozenset()
    matter = matter_in_other_words(text, claim, topic)
    style = claim.tombstone.kind is Kind.STYLE
    return Restatement(
        shared=shared | matter,
        claim=claim.topic | matter,
        text=topic | matter,
        light=claim.light,
        others_light=text.light,
        named=topic & claim.who | _sum_with_somebody(topic, claim),
        figures=frozenset() if style else text.figures | claim.roles.get(FIGURE, frozenset()),
        same_liking=claim.liking and text.liking,
        same_place=same_deed and bool(shared & claim.roles.get(PLACE, frozenset())),
    )


def matter_in_other_words(
    text: Told, claim: ForgottenClaim, topic: frozenset[str]
) -> frozenset[str]:
    """The matter that both tell of, when the text names it by none of the claim's words."""
    named = claim.roles.get(MATTER, frozenset()) & topic
    return frozenset() if named or text.away else text.matters & claim.tombstone.claim_hashes


def _sum_with_somebody(topic: frozenset[str], claim: ForgottenClaim) -> frozenset[str]:
    """Whom the claim names beside a number, when a text names both."""
    figures = topic & claim.topic & claim.roles.get(FIGURE, frozenset())
    somebody = claim.roles.get(NAME, frozenset()) | claim.relations
    return topic & claim.topic & somebody if figures else frozenset()


def _only_beside(text: Told, claim: ForgottenClaim, shared: frozenset[str]) -> bool:
    """Whether a text tells of another thing, and names what it shares only beside it.

    A cookbook of Okinawa is no trip there. Somebody who is liked is met in many ways.
    """
    if not text.things - claim.words or text.matters & claim.tombstone.claim_hashes:
        return False
    unlike = claim.liking and not text.liking
    if claim.tombstone.kind is Kind.STYLE or text.topic & claim.who:
        return False
    if text.days & claim.days or (_mostly_told(text, shared, claim) and not unlike):
        return False
    if (text.all | text.topic_beside(claim.deed)) & claim.deed or text.causes & claim.words:
        return False
    held = {role: text.beside(words, claim.topic) for role, words in text.roles.items()}
    things = text.things - {
        word for word in text.things if text.beside(frozenset({word}), claim.words) <= claim.words
    }
    named = held.get(OBJECT, frozenset()) | held.get(SUBJECT, frozenset())
    there = held.get(AT, frozenset()) | _in_the_same_place(held, claim)
    there = frozenset() if text.of_media else there
    return bool(things) and not shared & (named | there)


def _mostly_told(text: Told, shared: frozenset[str], claim: ForgottenClaim) -> bool:
    """Whether shared words make most of a claim, or two that tell much and lead to nothing else."""
    if weight(shared, claim.light) >= _MOST * weight(claim.topic, claim.light):
        return True
    telling = shared - claim.light
    return len(telling) > 1 and not all(
        text.heads.get(word, frozenset()) & text.things for word in telling
    )


def _in_the_same_place(held: Mapping[str, frozenset[str]], claim: ForgottenClaim) -> frozenset[str]:
    """Words by which both tell where, or for whom."""
    found = frozenset[str]()
    for roles in _WHERE, _FOR_WHOM:
        ours, theirs = (
            frozenset[str]().union(*(played.get(role, frozenset()) for role in roles))
            for played in (held, claim.roles)
        )
        found |= ours & theirs
    return found


def _without_others_of_a_kind(
    text: Told, claim: ForgottenClaim, shared: frozenset[str]
) -> frozenset[str]:
    """Nothing, when all that is shared is a noun that another one narrows down: 세무 상담.

    Only where the claim tells of more than that noun.
    """
    light = claim.light | text.figures | claim.roles.get(FIGURE, frozenset())
    before = claim.roles.get(BEFORE, frozenset())
    if before and not text.run and not before & (text.all | text.topic_beside(before)):
        shared -= {
            each
            for each in claim.roles.get(KIND, frozenset())
            if text.narrowed.get(each, frozenset()) - claim.words
        }
    telling = shared - light
    if not telling or telling >= (claim.topic - light) | (claim.topic & claim.relations):
        return shared
    if claim.tombstone.kind is Kind.STYLE and telling <= claim.frame:
        return shared - telling
    others = {word for word in telling if text.narrowed.get(word, frozenset()) - claim.words}
    return shared - others if telling <= others else shared
