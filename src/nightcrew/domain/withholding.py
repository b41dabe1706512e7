"""Forgotten things stay out of what is shown: their clauses are left out of raw talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.forgetting import (
    ForgottenClaim,
    forgotten_claims,
    repeats,
)
from nightcrew.domain.heads import somebody_named
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.retelling import Told, told
from nightcrew.domain.sentence_spans import clauses, sentences
from nightcrew.domain.speech import spoken
from nightcrew.domain.whose_claim import of_another
from nightcrew.domain.words import fold, stems


def visible(text: str, tombstones: Sequence[Tombstone], key: bytes) -> str | None:
    """A text without the clauses that carry a forgotten claim; None when nothing is left.

    A sentence goes whole when only together its clauses carry the claim.
    """
    return _visible(text, forgotten_claims(tombstones, key), key)


def visible_texts(
    texts: Sequence[str], tombstones: Sequence[Tombstone], key: bytes
) -> list[str | None]:
    """Each text as `visible` gives it, by claims that are read once for all."""
    claims = forgotten_claims(tombstones, key)
    return [_visible(text, claims, key) for text in texts]


def visible_evidence(
    lines: Sequence[Evidence], tombstones: Sequence[Tombstone], key: bytes
) -> list[Evidence]:
    """Lines as they may be shown, in the same order; a line with nothing left is not among them."""
    claims = forgotten_claims(tombstones, key)
    shown = ((line, _visible(line.text, claims, key)) for line in lines)
    return [replace(line, text=text) for line, text in shown if text]


def without(
    text: str, gone: Callable[[str], bool], *, says_no_more: Callable[[str], bool] | None = None
) -> str | None:
    """A text without the clauses that are `gone`; None when nothing is left.

    A sentence goes whole when it is gone and none of its clauses is. says_no_more: of a clause that
    goes with the gone one beside it.
    """
    whole = sentences(text)
    kept = [_kept(sentence.text, gone, says_no_more) for sentence in whole]
    if all(part == sentence.text for part, sentence in zip(kept, whole, strict=True)):
        return text
    left = fold(" ".join(part for part in kept if part))
    return left or None


def _visible(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> str | None:
    if not claims:
        return text
    return without(
        text,
        lambda part: _forgotten(part, claims, key),
        says_no_more=lambda part: _only_of(told(part, key), claims),
    )


def _kept(
    sentence: str, gone: Callable[[str], bool], says_no_more: Callable[[str], bool] | None
) -> str:
    parts = [part.text for part in clauses(sentence)]
    left = [part for part in parts if not gone(part)]
    if len(left) < len(parts):
        return " ".join(part for part in left if says_no_more is None or not says_no_more(part))
    return "" if len(parts) > 1 and gone(sentence) else sentence


def _forgotten(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> bool:
    said, others = told(text, key), told_of(text)
    return any(repeats(said, claim) and not of_another(others, claim, key) for claim in claims)


def _only_of(text: Told, claims: Sequence[ForgottenClaim]) -> bool:
    """Whether a clause beside a forgotten one holds no word that is not the forgotten claim's."""
    return any(_holds_no_more(text, claim.tombstone.claim_hashes) for claim in claims)


def _holds_no_more(text: Told, words: frozenset[str]) -> bool:
    shared, others = text.respaced(words)
    told = text.topic_beside(words)
    rest = told - text.light if told & words else told
    return rest <= words or (bool(shared) and not others)


def told_of(text: str) -> frozenset[str]:
    """Whom else than the user a text tells of; empty when a clause of it tells of the user."""
    if named := somebody_named(text):
        return named
    pieces = spoken(text)
    if not all(piece.another for piece in pieces):
        return frozenset()
    return frozenset(stem for piece in pieces for stem in stems(piece.another))
