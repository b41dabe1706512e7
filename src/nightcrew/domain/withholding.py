"""Forgotten things stay out of what is shown: their clauses are left out of raw talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nightcrew.domain.evidence import Evidence
from nightcrew.domain.forgetting import ForgottenClaim, forgotten_claims, restates
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.sentence_spans import clauses, sentences
from nightcrew.domain.words import fold


def visible(text: str, tombstones: Sequence[Tombstone], key: bytes) -> str | None:
    """A text without the clauses that carry a forgotten claim; None when nothing is left.

    A sentence goes whole when only together its clauses carry the claim.
    """
    if not tombstones:
        return text
    claims = forgotten_claims(tombstones, key)
    kept = [_kept(sentence.text, claims, key) for sentence in sentences(text)]
    if all(part == sentence.text for part, sentence in zip(kept, sentences(text), strict=True)):
        return text
    left = fold(" ".join(part for part in kept if part))
    return left or None


def visible_evidence(
    lines: Sequence[Evidence], tombstones: Sequence[Tombstone], key: bytes
) -> list[Evidence]:
    """Lines as they may be shown, in the same order; a line with nothing left is not among them."""
    shown = ((line, visible(line.text, tombstones, key)) for line in lines)
    return [replace(line, text=text) for line, text in shown if text]


def _kept(sentence: str, claims: Sequence[ForgottenClaim], key: bytes) -> str:
    parts = [part.text for part in clauses(sentence)]
    left = [part for part in parts if not _forgotten(part, claims, key)]
    if len(left) < len(parts):
        return " ".join(left)
    return "" if _forgotten(sentence, claims, key) else sentence


def _forgotten(text: str, claims: Sequence[ForgottenClaim], key: bytes) -> bool:
    return any(restates(text, claim, key) for claim in claims)
