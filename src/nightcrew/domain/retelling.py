"""A text as keyed words, made once to be held against many forgotten claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nightcrew.domain.claim_days import days_in, every_month
from nightcrew.domain.ends_of_things import denials
from nightcrew.domain.respacing import Piece, ill_spaced, pieces, read_with
from nightcrew.domain.stems_ko import VERBS
from nightcrew.domain.word_tables import KIND_WORDS, LIKING
from nightcrew.domain.words import keyed_hash, stems, topic_words, wording_hash

# What many claims share: kinds of things, and what is done with them.
LIGHT_WORDS = KIND_WORDS | frozenset(VERBS)

_AN_ENDING = re.compile("[가-힣]{2,}[어아여]")  # 더듬어: a verb, or a noun as 오징어


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The hashes of a text, sorted by what its words do.

    topic, kinds, light, days, months: as in ForgottenClaim. figures: of the topic, the numbers.
    endless: words that may be verbs with an ending, and those verbs without it.
    denied: for each denial, what it can deny; None for one that denies whatever is told. run,
    found: an ill-spaced text in one run, and the words that it may hold.
    """

    wording: str
    all: frozenset[str]
    topic: frozenset[str]
    kinds: frozenset[str]
    light: frozenset[str]
    figures: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]
    liking: bool
    endless: Mapping[str, str] = field(default_factory=dict)
    denied: tuple[frozenset[str] | None, ...] = ()
    run: str = ""
    found: tuple[Piece, ...] = field(default=())

    def topic_beside(self, claim: frozenset[str]) -> frozenset[str]:
        """The topic words, each as the claim has it when it is an ending away from it."""
        return frozenset(
            self.endless[word] if self.endless.get(word) in claim else word for word in self.topic
        )

    def denies(self, claim: frozenset[str]) -> bool:
        """Whether the text denies the claim, and not something beside it."""
        return sum(words is None or bool(words & claim) for words in self.denied) % 2 == 1

    def respaced(self, claim: frozenset[str]) -> tuple[frozenset[str], int]:
        """The claim's words in an ill-spaced text, and how many others it holds."""
        if not self.run:
            return frozenset(), 0
        return read_with(self.run, [piece for piece in self.found if piece.stem in claim])


def told(text: str, key: bytes) -> Told:
    """Read a text for comparison with what this user forgot."""
    days, rest = days_in(text)
    words = frozenset(stems(rest))
    topic = topic_words(words)
    run = ill_spaced(rest)
    return Told(
        wording=wording_hash(text, key),
        all=_hashes(words | days, key),
        topic=_hashes(topic, key),
        kinds=_hashes(topic & KIND_WORDS, key),
        light=_hashes(topic & LIGHT_WORDS, key),
        figures=_hashes(frozenset(word for word in topic if word[0].isdigit()), key),
        days=_hashes(days - every_month(), key),
        months=_hashes(days & every_month(), key),
        liking=bool(words & LIKING),
        endless={
            keyed_hash(word, key): keyed_hash(word[:-1], key)
            for word in topic
            if _AN_ENDING.fullmatch(word)
        },
        denied=tuple(
            None if each.over or run else _hashes(frozenset(stems(each.of)), key)
            for each in denials(rest)
        ),
        run=run,
        found=tuple(replace(piece, stem=keyed_hash(piece.stem, key)) for piece in pieces(run)),
    )


def _hashes(words: frozenset[str], key: bytes) -> frozenset[str]:
    return frozenset(keyed_hash(word, key) for word in words)
