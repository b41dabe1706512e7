"""Whether two claims can be about the same person or matter."""

from __future__ import annotations

from nightcrew.domain.forgetting import ForgottenClaim
from nightcrew.domain.heads import PEOPLE, PETS
from nightcrew.domain.subjects import USER, names, subject_words
from nightcrew.domain.words import keyed_hashes

# Names that several people to the user go by: a son is a child.
_OPEN = frozenset(
    {"child", "아이", "아기", "sibling", "parent", "부모", "partner", "family", "가족"}
)


def same_subject(subject: str, text: str, forgotten_subject: str) -> bool:
    """Whether two claims can be about the same: equal subjects, or one that the text never names.

    A subject that the text does not name proves nothing, so it counts as the forgotten one. Of an
    erased claim no subject is kept, and any may be meant.
    """
    if not forgotten_subject:
        return True
    new, old = subject_words(subject), subject_words(forgotten_subject)
    if new == old or new & old:
        return True
    return not names(text, new) if new else names(text, old)


def about_the_same(subject: str, text: str, claim: ForgottenClaim) -> bool:
    """Whether a claim with this subject can be the forgotten one.

    A forgotten subject that only names the matter, as `noodles`, is the user's as much as `user`.
    """
    forgotten = claim.tombstone.subject
    if same_subject(subject, text, forgotten):
        return True
    return claim.of_user and same_subject(subject, text, USER)


def of_another(told_of: frozenset[str], claim: ForgottenClaim, key: bytes) -> bool:
    """Whether whom a text tells of, as stems, is somebody else than the claim does.

    Another name for a person proves nothing, another relation does: a cousin is no brother.
    """
    if claim.of_user:
        named = told_of & (PEOPLE | PETS)
        return bool(told_of) and not keyed_hashes(named, key) & claim.tombstone.claim_hashes
    relations = keyed_hashes((told_of & PEOPLE) - _OPEN, key)
    return bool(claim.relations and relations) and not relations & claim.relations
