"""Whether a text says again what was forgotten, decided by keyed hashes and never by wording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nightcrew.domain.claim_days import every_day, every_month
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.retelling import LIGHT_WORDS, Told, told
from nightcrew.domain.word_tables import COMMON_WORDS, KIND_WORDS, LIKING, NEGATION, RELATIONS
from nightcrew.domain.words import keyed_hash, stems, tokens

# Shares below are set on tests/benchmarks/resurrection/dev.json, never on its other half.
_ENOUGH = 0.33  # of a forgotten claim's topic words; fewer is another claim about the same thing
_PART_OF_IT = 1.5  # words of a text that stands wholly in a forgotten claim: half of a joined one
_ABOUT_IT = 0.3  # of a text's topic words; fewer only mentions the thing while telling another


USER = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenClaim:
    """A tombstone's hashes sorted by what the words do.

    kinds: of the topic, words like allergy or trip. light: kinds and deeds, which count half. days,
    months: when it is planned. who: the name of whom it is about, when that is not the user.
    of_user: it is about the user; then its subject is the user or only a name for the matter.
    """

    tombstone: Tombstone
    topic: frozenset[str]
    kinds: frozenset[str]
    light: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]
    who: frozenset[str]
    of_user: bool
    negated: bool
    liking: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Restatement:
    """How much of a forgotten claim a text repeats: shares of the claim's and the text's topics.

    heavy: they share a word that few claims hold, or the name of whom both are about.
    another_kind: the text tells of a kind of thing that the claim does not, and names no time that
    is the claim's. part: the text is a
    claim of its own, and each of its words stands in the forgotten one.
    """

    of_claim: float
    of_text: float
    same_liking: bool
    another_kind: bool
    part: bool
    heavy: bool

    @property
    def same(self) -> bool:
        """Enough of the claim in a text that is about it, or one of the claims it joined."""
        if self.part or not self.heavy:
            return self.part
        about_it = self.of_text >= _ABOUT_IT and not self.another_kind
        return self.of_claim >= _ENOUGH and (self.same_liking or about_it)


def forgotten_claims(tombstones: Sequence[Tombstone], key: bytes) -> tuple[ForgottenClaim, ...]:
    """Sort the hashes of tombstones into topic, liking, days and negation."""
    if not tombstones:
        return ()
    common = _hashes(COMMON_WORDS, key)
    liking = _hashes(LIKING, key)
    kinds = _hashes(KIND_WORDS, key)
    light = _hashes(LIGHT_WORDS, key)
    months = _hashes(every_month(), key)
    days = _hashes(every_day(), key) - months
    negation = keyed_hash(NEGATION, key)
    people = _hashes(RELATIONS, key)
    return tuple(
        ForgottenClaim(
            tombstone=tombstone,
            topic=_topic(tombstone, common | days | months | {negation}, people, key),
            kinds=tombstone.claim_hashes & kinds,
            light=tombstone.claim_hashes & light,
            days=tombstone.claim_hashes & days,
            months=tombstone.claim_hashes & months,
            who=_who(tombstone, key),
            of_user=not _who(tombstone, key) and not _is_person(tombstone.subject),
            negated=negation in tombstone.claim_hashes,
            liking=bool(tombstone.claim_hashes & liking),
        )
        for tombstone in tombstones
    )


def _topic(
    tombstone: Tombstone, besides: frozenset[str], people: frozenset[str], key: bytes
) -> frozenset[str]:
    """What a claim tells; whom it tells of only narrows the comparison, unless it tells no more."""
    topic, who = tombstone.claim_hashes - besides, _who(tombstone, key)
    return (topic - who - people or topic) if who else topic


def _who(tombstone: Tombstone, key: bytes) -> frozenset[str]:
    named = _hashes(_subject_words(tombstone.subject), key)
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
        return bool(text.all) and text.all == claim.tombstone.claim_hashes
    if text.denies(claim.tombstone.claim_hashes) != claim.negated or _another_day(text, claim):
        return False
    if _restatement(text, claim).same:
        return True
    shared, others = text.respaced(claim.tombstone.claim_hashes)
    return bool(shared) and _respaced(shared & claim.topic, others, claim).same


def only_of(text: Told, claims: Sequence[ForgottenClaim]) -> bool:
    """Whether a clause beside a forgotten one holds no word that is not the forgotten claim's."""
    held = (claim.tombstone.claim_hashes for claim in claims)
    return any(text.topic_beside(words) <= words for words in held)


def _another_day(text: Told, claim: ForgottenClaim) -> bool:
    """The same sort of thing on another day is another plan."""
    days = bool(text.days and claim.days) and not text.days & claim.days
    return days or (bool(text.months and claim.months) and not text.months & claim.months)


def same_subject(subject: str, text: str, forgotten_subject: str) -> bool:
    """Whether two claims can be about the same: equal subjects, or one that the text never names.

    A subject that the text does not name proves nothing, so it counts as the forgotten one. Of an
    erased claim no subject is kept, and any may be meant.
    """
    if not forgotten_subject:
        return True
    new, old = _subject_words(subject), _subject_words(forgotten_subject)
    if new == old or new & old:
        return True
    return not _names(text, new) if new else _names(text, old)


def about_the_same(subject: str, text: str, claim: ForgottenClaim) -> bool:
    """Whether a claim with this subject can be the forgotten one.

    A forgotten subject that only names the matter, as `noodles`, is the user's as much as `user`.
    """
    forgotten = claim.tombstone.subject
    if same_subject(subject, text, forgotten):
        return True
    return claim.of_user and same_subject(subject, text, USER)


def _is_person(subject: str) -> bool:
    return bool(frozenset(stems(subject)) & RELATIONS)


def _names(text: str, subject: frozenset[str]) -> bool:
    said = frozenset(tokens(text))
    return any(word in said or (len(word) > 1 and word in text) for word in subject)


def _restatement(text: Told, claim: ForgottenClaim) -> Restatement:
    topic = text.topic_beside(claim.topic)
    both, named = topic & claim.topic, topic & claim.who
    told_of = _weight(topic, text.light)
    return Restatement(
        of_claim=_weight(both, claim.light) / _weight(claim.topic, claim.light),
        of_text=_weight(both | named, claim.light) / told_of if told_of else 0.0,
        same_liking=claim.liking and text.liking,
        another_kind=bool(text.kinds)
        and not text.kinds & claim.kinds
        and not text.months & claim.months,
        part=topic <= claim.topic and told_of >= _PART_OF_IT,
        heavy=_heavy(both - text.figures, claim) or bool(named),
    )


def _heavy(both: frozenset[str], claim: ForgottenClaim) -> bool:
    """A claim of light words only can be told in no others."""
    return bool(both - claim.light) or (bool(both) and claim.topic <= claim.light)


def _respaced(shared: frozenset[str], others: int, claim: ForgottenClaim) -> Restatement:
    weight = _weight(shared, claim.light)
    return Restatement(
        of_claim=weight / _weight(claim.topic, claim.light),
        of_text=weight / (weight + others) if weight else 0.0,
        same_liking=False,
        another_kind=False,
        part=False,
        heavy=_heavy(shared, claim),
    )


def _weight(topic: frozenset[str], light: frozenset[str]) -> float:
    return len(topic) - len(topic & light) / 2


def _subject_words(subject: str) -> frozenset[str]:
    return frozenset(tokens(subject)) - {USER, "user's", "users", "사용자", "사용자의", "s", ""}


def _hashes(words: frozenset[str], key: bytes) -> frozenset[str]:
    return frozenset(keyed_hash(word, key) for word in words)
