"""Which words of a forgotten claim a text repeats of the same thing."""

from __future__ import annotations

from nightcrew.domain.forgotten_claim import ForgottenClaim
from nightcrew.domain.memory import Kind
from nightcrew.domain.restatement import Restatement
from nightcrew.domain.retelling import Told
from nightcrew.domain.roles import FIGURE, LEADS, MATTER, NAME, PLACE, UNIT


def restatement(text: Told, claim: ForgottenClaim) -> Restatement:
    """What a text repeats of a claim, without what it says of something else."""
    held = claim.tombstone.claim_hashes
    topic = text.topic_beside(claim.topic)
    same_deed = bool(text.topic & claim.deed & claim.light)
    leads = frozenset() if text.sorts & held else claim.roles.get(LEADS, frozenset())
    away = text.elsewhere(held, leads, same_deed=same_deed, of_user=claim.of_user)
    if (topic & claim.topic) - away:
        away = text.elsewhere(held, frozenset(), same_deed=same_deed, of_user=claim.of_user)
    shared = _without_others_of_a_kind(text, claim, (topic & claim.topic) - away)
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
    """Whom the claim names beside a number, or what beside a sum, when a text names both."""
    figures = topic & claim.topic & claim.roles.get(FIGURE, frozenset())
    somebody = claim.roles.get(NAME, frozenset()) | claim.relations
    if UNIT not in claim.roles:
        somebody |= claim.light - claim.deed - figures
    return topic & claim.topic & somebody if figures else frozenset()


def _without_others_of_a_kind(
    text: Told, claim: ForgottenClaim, shared: frozenset[str]
) -> frozenset[str]:
    """Nothing, when all that is shared is a noun that another one narrows down: 세무 상담.

    Only where the claim tells of more than that noun.
    """
    figures = claim.roles.get(FIGURE, frozenset())
    if shared & figures - claim.light:
        return shared  # 채널 구독자 1200
    light = claim.light | text.figures | figures
    telling = shared - light
    if not telling or telling >= (claim.topic - light) | (claim.topic & claim.relations):
        return shared
    if claim.tombstone.kind is Kind.STYLE and telling <= claim.frame:
        return shared - telling
    others = {word for word in telling if text.narrowed.get(word, frozenset()) - claim.words}
    return shared - others if telling <= others else shared
