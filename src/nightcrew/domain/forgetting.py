"""Whether a text says again what was forgotten, decided by keyed hashes and never by wording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nightcrew.domain.claim_days import every_day, every_month
from nightcrew.domain.heads import PEOPLE
from nightcrew.domain.light_words import LIGHT_WORDS
from nightcrew.domain.memory import Kind, Tombstone
from nightcrew.domain.restatement import Restatement
from nightcrew.domain.retelling import Told, told
from nightcrew.domain.roles import (
    ACT,
    AT,
    DEED,
    LEADS,
    NOT_DONE,
    OBJECT,
    PLACE,
    SLIP,
    SUBJECT,
    WEAK_SLIP,
    WHEN,
    roles_in,
    slips_in,
)
from nightcrew.domain.senses import are_ends, every_side, every_sort, other_side
from nightcrew.domain.subjects import is_person, subject_words
from nightcrew.domain.word_tables import COMMON_WORDS, KIND_WORDS, LIKING, NEGATION, RELATIONS
from nightcrew.domain.words import keyed_hash, keyed_hashes


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenClaim:
    """A tombstone's hashes sorted by what the words do.

    roles: which words play which part. light: kinds of things, times, and the deed where more is
    told, which count half. days, months: when it is planned. sides: marks of the sides it stands
    on, not hashed. who: the name of whom it is about, when that is not the user. relations: whom it
    names by what they are to the user.
    words: its hashes of whole words. slips, weak_slips: what slips leave of its words; the weak
    ones may be other words.
    of_user: it is about the user; then its subject is the user or only a name for the matter.
    """

    tombstone: Tombstone
    topic: frozenset[str]
    roles: Mapping[str, frozenset[str]]
    light: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]
    who: frozenset[str]
    relations: frozenset[str]
    of_user: bool
    negated: bool
    sides: frozenset[str]
    liking: bool
    words: frozenset[str]
    slips: Mapping[str, str]
    weak_slips: Mapping[str, str]

    @property
    def deed(self) -> frozenset[str]:
        """What it says of its thing."""
        return self.roles.get(DEED, frozenset()) | self.roles.get(ACT, frozenset())


def forgotten_claims(tombstones: Sequence[Tombstone], key: bytes) -> tuple[ForgottenClaim, ...]:
    """Sort the hashes of tombstones into topic, liking, days and negation."""
    if not tombstones:
        return ()
    common = _listed(COMMON_WORDS, key)
    liking = _listed(LIKING, key)
    light = _listed(LIGHT_WORDS, key)
    kinds = _listed(KIND_WORDS - RELATIONS, key)
    months = _listed(every_month(), key)
    days = _listed(every_day(), key) - months
    negation = keyed_hash(NEGATION, key)
    people = _listed(RELATIONS, key)
    kin = _listed(PEOPLE, key)
    contrary = {keyed_hash(mark, key): mark for mark in every_side()}
    besides = common | days | months | {negation} | contrary.keys() | _listed(every_sort(), key)
    return tuple(
        ForgottenClaim(
            tombstone=tombstone,
            topic=(topic := _topic(tombstone, besides, people, key)),
            roles=(played := roles_in(tombstone.claim_hashes)),
            light=_light(topic, light, kinds, kin, played),
            days=tombstone.claim_hashes & days,
            months=tombstone.claim_hashes & months,
            who=_who(tombstone, key),
            relations=tombstone.claim_hashes & kin,
            of_user=not _who(tombstone, key) and not is_person(tombstone.subject),
            negated=negation in tombstone.claim_hashes,
            sides=frozenset(contrary[each] for each in tombstone.claim_hashes & contrary.keys()),
            liking=bool(tombstone.claim_hashes & liking),
            words=frozenset(each for each in tombstone.claim_hashes if ":" not in each),
            slips=slips_in(tombstone.claim_hashes, SLIP),
            weak_slips=slips_in(tombstone.claim_hashes, WEAK_SLIP),
        )
        for tombstone in tombstones
    )


def _light(
    topic: frozenset[str],
    light: frozenset[str],
    kinds: frozenset[str],
    people: frozenset[str],
    played: Mapping[str, frozenset[str]],
) -> frozenset[str]:
    """What counts half of a claim: its deed and where it is done, unless all else is light."""
    light |= played.get(WHEN, frozenset())
    deed = played.get(DEED, frozenset())
    if not topic - light - deed:
        return topic - ((topic & kinds) - deed or (topic & people) - deed or topic & deed)
    light |= deed
    objects = topic & played.get(OBJECT, frozenset()) - light
    subjects = topic & played.get(SUBJECT, frozenset()) - light
    if objects or subjects:
        light |= played.get(PLACE, frozenset())
    return topic & (light | played.get(AT, frozenset()) if objects else light)


def _topic(
    tombstone: Tombstone, besides: frozenset[str], people: frozenset[str], key: bytes
) -> frozenset[str]:
    """What a claim tells; whom it tells of only narrows the comparison, unless it tells no more."""
    words = frozenset(each for each in tombstone.claim_hashes if ":" not in each)
    topic, who = words - besides, _who(tombstone, key)
    return (topic - who - people or topic) if who else topic


def _who(tombstone: Tombstone, key: bytes) -> frozenset[str]:
    named = keyed_hashes(subject_words(tombstone.subject), key)
    return named & tombstone.claim_hashes


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
    text = _as_meant(text.set_apart(claim.words), claim)
    if _another_day(text, claim) or _another_filler(text, claim):
        return False
    held_true = _denies(text, claim) == claim.negated or _still_undone(text, claim)
    return (held_true and _restatement(text, claim).same) or _in_a_run(text, claim)


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
    if text.denies_in_a_run != claim.negated:
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
    """Whether the text denies what the claim is about: two denials, or of its contrary, do not."""
    if claim.negated and text.permits:
        return False
    contrary = _contrary(text, claim)
    words = claim.tombstone.claim_hashes | contrary
    return _is_denied(text, claim, words) != bool(contrary)


def _is_denied(text: Told, claim: ForgottenClaim, words: frozenset[str]) -> bool:
    of_end = not claim.negated and are_ends(claim.sides & text.sides)
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
    undone = claim.roles.get(NOT_DONE, frozenset())
    done = text.topic_beside(undone) | text.all
    denied = _is_denied(text, claim, claim.tombstone.claim_hashes)
    return not denied and not undone & done and not _contrary(text, claim)


def _another_day(text: Told, claim: ForgottenClaim) -> bool:
    """The same sort of thing on another day is another plan."""
    days = bool(text.days and claim.days) and not text.days & claim.days
    return days or (bool(text.months and claim.months) and not text.months & claim.months)


def _another_filler(text: Told, claim: ForgottenClaim) -> bool:
    """The same said of another thing, or the same thing elsewhere: saving for a house, not a car.

    Only where neither is told of by the word that the claim has in that place.
    """
    same_deed = bool(text.all & claim.deed)
    if same_deed and _of_another_object(text, claim):
        return True
    return any(
        (same_deed or _same_part(text, claim, role)) and _fills_otherwise(text, claim, role)
        for role in claim.roles.keys() - {DEED, ACT, WHEN, NOT_DONE, LEADS}
    )


def _of_another_object(text: Told, claim: ForgottenClaim) -> bool:
    """Whether the same is done to a thing, and the claim names none: to propose a budget."""
    object_ = text.roles.get(OBJECT, frozenset()) - text.figures - claim.words
    deed = text.roles.get(DEED, frozenset()) & claim.roles.get(DEED, frozenset())
    return bool(object_) and OBJECT not in claim.roles and text.topic & claim.topic <= deed


def _fills_otherwise(text: Told, claim: ForgottenClaim, role: str) -> bool:
    said = text.roles.get(role, frozenset())
    known = text.all & claim.roles[role] or said & claim.tombstone.claim_hashes
    return bool(said) and not known


def _same_part(text: Told, claim: ForgottenClaim, another: str) -> bool:
    """Whether the thing itself is the same, when it is told of another place or person."""
    if another in {OBJECT, SUBJECT}:
        return False
    things = ((text.roles.get(role), claim.roles.get(role)) for role in (OBJECT, SUBJECT))
    return any(bool(ours & theirs) for ours, theirs in things if ours and theirs)


def _restatement(text: Told, claim: ForgottenClaim) -> Restatement:
    held = claim.tombstone.claim_hashes
    topic = text.topic_beside(claim.topic)
    same_deed = bool(text.topic & claim.deed & claim.light)
    leads = frozenset() if text.sorts & held else claim.roles.get(LEADS, frozenset())
    away = text.elsewhere(held, leads, same_deed=same_deed, of_user=claim.of_user)
    shared = (topic & claim.topic) - away
    return Restatement(
        shared=shared,
        claim=claim.topic,
        text=topic,
        light=claim.light,
        others_light=text.light,
        named=topic & claim.who,
        figures=text.figures,
        same_liking=claim.liking and text.liking,
        same_place=same_deed and bool(shared & claim.roles.get(PLACE, frozenset())),
    )


# A turn of somebody who forgot something holds 24 lines against them: 1,000 hashes a line else.
@lru_cache(maxsize=256)
def _listed(words: frozenset[str] | tuple[str, ...], key: bytes) -> frozenset[str]:
    """The hashes of words of our own lists, never of a user's."""
    return keyed_hashes(words, key)


def forget_keys() -> None:
    """Drop what was kept under users' keys, as when a user is erased."""
    _listed.cache_clear()
