"""Whether a text says again what was forgotten, decided by keyed hashes and never by wording."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nightcrew.domain.memory import Tombstone
from nightcrew.domain.word_tables import COMMON_WORDS, KIND_WORDS, LIKING, NEGATION
from nightcrew.domain.words import claim_words, keyed_hash, tokens, topic_words, wording_hash

_ENOUGH = 0.5  # of a forgotten claim's topic words; fewer is another claim about the same thing
_PART_OF_IT = 1.5  # words of a text that stands wholly in a forgotten claim: half of a joined one
_ABOUT_IT = 0.3  # of a text's topic words; fewer only mentions the thing while telling another

USER = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenClaim:
    """A tombstone's hashes sorted by what the words do.

    kinds: of the topic, words like allergy or trip, which count half.
    """

    tombstone: Tombstone
    topic: frozenset[str]
    kinds: frozenset[str]
    negated: bool
    liking: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Restatement:
    """How much of a forgotten claim a text repeats: shares of the claim's and the text's topics.

    another_kind: the text tells of a kind of thing that the claim does not. part: the text is a
    claim of its own, and each of its words stands in the forgotten one.
    """

    of_claim: float
    of_text: float
    same_liking: bool
    another_kind: bool
    part: bool

    @property
    def same(self) -> bool:
        """Enough of the claim in a text that is about it, or one of the claims it joined."""
        if self.part:
            return True
        about_it = self.of_text >= _ABOUT_IT and not self.another_kind
        return self.of_claim >= _ENOUGH and (self.same_liking or about_it)


def forgotten_claims(tombstones: Sequence[Tombstone], key: bytes) -> tuple[ForgottenClaim, ...]:
    """Sort the hashes of tombstones into topic, liking and negation."""
    if not tombstones:
        return ()
    common = frozenset(keyed_hash(word, key) for word in COMMON_WORDS)
    liking = frozenset(keyed_hash(word, key) for word in LIKING)
    kinds = frozenset(keyed_hash(word, key) for word in KIND_WORDS)
    negation = keyed_hash(NEGATION, key)
    return tuple(
        ForgottenClaim(
            tombstone=tombstone,
            topic=tombstone.claim_hashes - common - {negation},
            kinds=tombstone.claim_hashes & kinds,
            negated=negation in tombstone.claim_hashes,
            liking=bool(tombstone.claim_hashes & liking),
        )
        for tombstone in tombstones
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text as keyed hashes, made once to be held against many forgotten claims.

    topic, kinds: as in ForgottenClaim. negated: it says that something is not so.
    """

    wording: str
    all: frozenset[str]
    topic: frozenset[str]
    kinds: frozenset[str]
    negated: bool
    liking: bool


def told(text: str, key: bytes) -> Told:
    """Read a text for comparison with what this user forgot."""
    words = claim_words(text)
    topic = topic_words(words)
    return Told(
        wording=wording_hash(text, key),
        all=_hashes(words, key),
        topic=_hashes(topic, key),
        kinds=_hashes(topic & KIND_WORDS, key),
        negated=NEGATION in words,
        liking=bool(words & LIKING),
    )


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
    return text.negated == claim.negated and _restatement(text, claim).same


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


def _names(text: str, subject: frozenset[str]) -> bool:
    said = frozenset(tokens(text))
    return any(word in said or (len(word) > 1 and word in text) for word in subject)


def _restatement(text: Told, claim: ForgottenClaim) -> Restatement:
    shared = _weight(text.topic & claim.topic, claim.kinds)
    return Restatement(
        of_claim=shared / _weight(claim.topic, claim.kinds),
        of_text=shared / _weight(text.topic, text.kinds) if text.topic else 0.0,
        same_liking=claim.liking and text.liking,
        another_kind=bool(text.kinds) and not text.kinds & claim.kinds,
        part=text.topic <= claim.topic and _weight(text.topic, text.kinds) >= _PART_OF_IT,
    )


def _weight(topic: frozenset[str], kinds: frozenset[str]) -> float:
    return len(topic) - len(topic & kinds) / 2


def _subject_words(subject: str) -> frozenset[str]:
    return frozenset(tokens(subject)) - {USER, "user's", "users", "사용자", "사용자의", "s", ""}


def _hashes(words: frozenset[str], key: bytes) -> frozenset[str]:
    return frozenset(keyed_hash(word, key) for word in words)
