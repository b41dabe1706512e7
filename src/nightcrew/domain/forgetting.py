"""Whether a text says again what was forgotten, decided by keyed hashes and never by wording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightcrew.domain.forgotten_claim import (
    ForgottenClaim,
    forget_keys,
    forgotten_claims,
)
from nightcrew.domain.memory import Kind
from nightcrew.domain.repeated_words import matter_in_other_words, restatement
from nightcrew.domain.restatement import Restatement
from nightcrew.domain.retelling import Told, set_apart, told
from nightcrew.domain.roles import (
    ACT,
    AT,
    DEED,
    DENIED,
    FIGURE,
    LEADS,
    LESSER,
    MATTER,
    NAME,
    NARROWED,
    NARROWS,
    NOT_DONE,
    OBJECT,
    PLACE,
    SUBJECT,
    SUM,
    UNIT,
    WHEN,
)
from nightcrew.domain.senses import ONCE, RETRACTED, SOLD, ends_among, other_side
from nightcrew.domain.told_otherwise import told_otherwise
from nightcrew.domain.words import keyed_hash

# What is kept of a claim's words beside the parts they play.
_NO_FILLERS = frozenset({LEADS, LESSER, FIGURE, MATTER, NAME, NARROWED, NARROWS, SUM, UNIT})
__all__ = [
    "ForgottenClaim", "forget_keys", "forgotten_claims", "opposes", "repeats", "restates",
    "tells_of", "turns_from",
]  # fmt: skip


def restates(text: str, claim: ForgottenClaim, key: bytes) -> bool:
    """Whether a text makes a forgotten claim again, in these or nearly these words.

    The opposite of a forgotten claim, or another claim that only mentions its thing, does not.
    """
    return repeats(told(text, key), claim)


def repeats(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text that was read makes a forgotten claim again."""
    if text.wording == claim.tombstone.wording_hash:
        return True
    if not claim.topic:
        return bool(text.all) and text.all == claim.words
    text = _as_meant(set_apart(text, claim.words), claim)
    if told_otherwise(text, claim) or _another_filler(text, claim):
        return False
    if _denies_the_end(text, claim) or _of_another_subject(text, claim):
        return False
    held_true = _denies(text, claim) == claim.negated or _still_undone(text, claim)
    return (held_true and restatement(text, claim).same) or _in_a_run(text, claim)


def turns_from(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a clause says of the claim that it is not so, or no longer."""
    text = _as_meant(text, claim)
    shared = text.topic_beside(claim.topic) & claim.topic
    if not shared and text.topic_beside(claim.topic) - text.light:
        return False
    if claim.negated:
        undone = claim.roles.get(NOT_DONE, frozenset())
        done = bool(undone & (text.topic_beside(undone) | text.all))
        return bool(_contrary(text, claim)) or (done and not _denies(text, claim))
    return _denies(text, claim)


def opposes(text: Told, clauses: Sequence[Told], claim: ForgottenClaim) -> bool:
    """Whether a sentence as a whole says that the claim is not so: it makes it in no clause."""
    return (
        not repeats(text, claim)
        and any(turns_from(clause, claim) for clause in clauses)
        and not any(claim.tombstone.wording_hash == clause.wording for clause in clauses)
    )


def tells_of(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a clause beside a forgotten one shares a word with it, or names whom it is of."""
    words = claim.topic - claim.relations - (claim.deed & claim.light)
    meant = _as_meant(text, claim)
    return bool(meant.topic_beside(words) & words or meant.topic & claim.who - claim.relations)


def _as_meant(text: Told, claim: ForgottenClaim) -> Told:
    """The text with the claim's words in place of slips of them."""
    sure = _meant(text.slips, claim.slips, claim)
    rest = {word: slips for word, slips in text.weak_slips.items() if word not in sure}
    weak = _meant(rest, claim.weak_slips, claim)
    proven = (text.topic | frozenset(sure.values())) & claim.topic - frozenset(weak.values())
    return text.renamed({**(weak if proven else {}), **sure})


def _meant(
    slips: Mapping[str, frozenset[str]], known: Mapping[str, str], claim: ForgottenClaim
) -> dict[str, str]:
    found = ((word, slips[word] & known.keys()) for word in slips.keys() - claim.words)
    return {word: known[min(shared)] for word, shared in found if shared}


def _in_a_run(text: Told, claim: ForgottenClaim) -> bool:
    """Whether an ill-spaced text makes the claim."""
    if text.denies_in_a_run != claim.negated or _contrary(text, claim):
        return False
    shared, others = text.respaced(claim.tombstone.claim_hashes)
    strange = frozenset(map(str, range(others)))  # no hash is that short
    shared &= claim.topic
    return (
        bool(shared)
        and Restatement(
            shared=shared, claim=claim.topic, text=shared | strange, light=claim.light
        ).same
    )


def _denies(text: Told, claim: ForgottenClaim) -> bool:
    """Whether the text denies what the claim is about: who denies its contrary does not."""
    if claim.negated and (text.permits or _denies_something_else(text, claim)):
        return False
    if _dislikes_it(text, claim) or _sells_it(text, claim):
        return True
    contrary = _contrary(text, claim)
    if any(words & contrary for words in text.denied):
        return False
    if text.becomes and not text.becomes & claim.words:
        return True
    if contrary:
        return not claim.negated
    return _is_denied(text, claim, claim.tombstone.claim_hashes)


def _sells_it(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text tells of the sale of what the claim tells of otherwise, and so of its end."""
    sold = SOLD in text.sides - claim.sides and not claim.negated
    return sold and bool(text.topic_beside(claim.topic) & claim.topic - claim.light)


def _dislikes_it(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text denies a liking that the claim tells of, and of no other thing: 못 먹겠어."""
    others = text.roles.get(OBJECT, frozenset()) - claim.words
    return claim.liking and not claim.negated and text.dislikes and not others


def _denies_something_else(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text denies what the claim tells as so: no allergy, so that earrings are worn."""
    denied = claim.roles.get(DENIED)
    things = claim.topic - denied if denied else frozenset()
    return any(words & things and not words & (denied or words) for words in text.denied)


def _is_denied(text: Told, claim: ForgottenClaim, words: frozenset[str]) -> bool:
    words -= claim.roles.get(LESSER, frozenset())
    both = claim.sides & text.sides if not claim.negated else frozenset[str]()
    of_end = both | {ONCE} if claim.once else ends_among(both)
    return text.denials_of(words, told=claim.topic - claim.light, of_end=of_end)


def _contrary(text: Told, claim: ForgottenClaim) -> set[str]:
    """The other sides of what the claim tells that the text stands on, and not on the claim's."""
    return {other_side(mark) for mark in claim.sides - text.sides} & text.sides


def _still_undone(text: Told, claim: ForgottenClaim) -> bool:
    """What is not so stays so until it is told as done or liked, or to have become otherwise.

    A way of treating the user that is unwanted is asked for as soon as the wish is not denied.
    """
    if not claim.negated or claim.tombstone.kind is Kind.STYLE or text.turned or text.likes:
        return False
    if _denies_something_else(text, claim):
        return False
    if claim.over and not _tells_of_the_end(text, claim):
        return False
    undone = claim.roles.get(NOT_DONE, frozenset())
    done = text.topic_beside(undone) | text.all
    denied = _is_denied(text, claim, claim.tombstone.claim_hashes)
    return not denied and not undone & done and not _contrary(text, claim)


def _tells_of_the_end(text: Told, claim: ForgottenClaim) -> bool:
    ends = claim.deed | claim.roles.get(MATTER, frozenset())
    told = bool(ends & (text.topic_beside(ends) | text.all))
    ended = (claim.roles.get(role, frozenset()) for role in ("from", OBJECT, SUBJECT, PLACE, AT))
    rest = claim.topic - claim.light - frozenset[str]().union(*ended)
    named = bool(text.topic_beside(rest) & rest)
    return told or named or not ends or bool(text.matters & claim.tombstone.claim_hashes)


def _denies_the_end(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text says of the end that the claim tells of that it has not come."""
    if not claim.over:
        return False
    taken_back = text.sorts & {keyed_hash(RETRACTED, text.key)} - claim.tombstone.claim_hashes
    otherwise = text.is_not & (claim.topic - claim.light)
    return bool(taken_back or otherwise) or any(words & claim.deed for words in text.denied)


def _of_another_subject(text: Told, claim: ForgottenClaim) -> bool:
    """Whether a text says of somebody or something else, and no more, what the claim does."""
    doing = text.roles.get(SUBJECT, frozenset()) - claim.words
    if not claim.who or not doing or text.topic & (claim.who | claim.relations):
        return False
    return text.topic_beside(claim.topic) - doing <= claim.topic | text.light


def _another_filler(text: Told, claim: ForgottenClaim) -> bool:
    """The same said of another thing, or the same thing elsewhere: saving for a house, not a car.

    Only where neither is told of by the word that the claim has in that place, and the very thing
    of the claim is not named.
    """
    if _names_the_thing(text, claim) or matter_in_other_words(text, claim, text.topic):
        return False
    same_deed = bool((text.all | text.topic_beside(claim.deed)) & claim.deed)
    if same_deed and _of_another_object(text, claim):
        return True
    return any(
        (same_deed or _same_part(text, claim, role)) and _fills_otherwise(text, claim, role)
        for role in claim.roles.keys() - {DEED, ACT, WHEN, NOT_DONE, DENIED, *_NO_FILLERS}
    )


def _names_the_thing(text: Told, claim: ForgottenClaim) -> bool:
    things = claim.roles.get(OBJECT, frozenset()) | claim.roles.get(SUBJECT, frozenset())
    return bool(text.topic & claim.topic & things - claim.light)


def _of_another_object(text: Told, claim: ForgottenClaim) -> bool:
    """Whether the same is done to a thing, and the claim names none: to propose a budget."""
    object_ = text.roles.get(OBJECT, frozenset()) - text.figures - claim.words
    deed = text.roles.get(DEED, frozenset()) & claim.roles.get(DEED, frozenset())
    return bool(object_) and OBJECT not in claim.roles and text.topic & claim.topic <= deed


def _fills_otherwise(text: Told, claim: ForgottenClaim, role: str) -> bool:
    said = text.roles.get(role, frozenset())
    told_of = text.all | text.topic_beside(claim.roles[role]) | said
    known = told_of & claim.roles[role] or said & claim.tombstone.claim_hashes
    return bool(said) and not known


def _same_part(text: Told, claim: ForgottenClaim, another: str) -> bool:
    """Whether the thing itself is the same, when it is told of another place or person."""
    if another in {OBJECT, SUBJECT}:
        return False
    things = ((text.roles.get(role), claim.roles.get(role)) for role in (OBJECT, SUBJECT))
    return any(bool(ours & theirs) for ours, theirs in things if ours and theirs)
