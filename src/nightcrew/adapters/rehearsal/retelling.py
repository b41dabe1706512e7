"""`digest_team` of the rehearsal model: every line once, those on one thing after each other."""

from __future__ import annotations

from nightcrew.adapters.rehearsal.matching import bare_words, overlap
from nightcrew.domain.questions import DigestInputs, ShownMemory
from nightcrew.domain.team_digest import ProposedDigest, ProposedSentence

ENDS = (".", "!", "?", "…", "。")


def retell(inputs: DigestInputs) -> ProposedDigest:
    """The lines as sentences, in an order in which neighbours speak of the same."""
    left, told = list(inputs.lines), list[ShownMemory]()
    while left:
        near = [each for each in left if told and _alike(told[-1], each)]
        told.append((near or left)[0])
        left.remove(told[-1])
    return ProposedDigest(sentences=tuple(_sentence(each) for each in told))


def _alike(one: ShownMemory, other: ShownMemory) -> bool:
    return bool(overlap(bare_words(one.memory.text), bare_words(other.memory.text)))


def _sentence(shown: ShownMemory) -> ProposedSentence:
    text = shown.memory.text.strip()
    return ProposedSentence(text=text if text.endswith(ENDS) else f"{text}.", cites=(shown.handle,))
