"""Forgotten things stay out of what is shown: their clauses are left out of raw talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.forgetting import ForgottenClaim, forgotten_claims, repeats, told
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.sentence_spans import clauses, sentences
from nightcrew.domain.words import fold


def visible(text: str, tombstones: Sequence[Tombstone], key: bytes) -> str | None:
    """A text without the clauses that carry a forgotten claim; None when nothing is left.

    A sentence goes whole when only together its clauses carry the claim.
    """
    return _visible(text, forgotten_claims(tombstones, key), key)


def visible_evidence(
    lines: Sequence[Evidence], tombstones: Sequence[Tombstone], key: bytes
) -> list[Evidence]:
    """Lines as they may be shown, in the same order; a line with nothing left is not among them."""
    claims = forgotten_claims(tombstones, key)
    shown = ((line, _visible(line.text, claims, key)) for line in lines)
    return [replace(line, text=text) for line, text in shown if text]


def without(text: str, gone: Callable[[str], bool]) -> str | None:
    """A text without the clauses that are `gone`; None when nothing is left.

    A sentence goes whole when it is gone and none of its clauses is.
    """
    whole = sentences(text)
    kept = [_kept(sentence.text, gone) for sentence in whole]
    if all(part == sentence.text for part, sentence in zip(kept, whole, strict=True)):
        return text
    left = fold(" ".join(part for part in kept if part))
    return left or None


def _visible(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> str | None:
    return without(text, lambda part: _forgotten(part, claims, key)) if claims else text


def _kept(sentence: str, gone: Callable[[str], bool]) -> str:
    parts = [part.text for part in clauses(sentence)]
    left = [part for part in parts if not gone(part)]
    if len(left) < len(parts):
        return " ".join(left)
    return "" if gone(sentence) else sentence


def _forgotten(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> bool:
    said = told(text, key)
    return any(repeats(said, claim) for claim in claims)
