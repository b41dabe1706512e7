"""Plain rankers beside which recall is measured: BM25, cosine order, and their fusion by rank."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from operator import mul

from nightcrew.domain.lexemes import lexemes, query_terms, stemmed, stemmed_terms

K1, B = 1.2, 0.75  # the usual figures of BM25
RRF_K = 60  # the usual figure of reciprocal rank fusion
RRF_DEPTH = 100  # lines of each list that are fused

Words = list[str]


class Bm25:
    """BM25 over texts given as words. words: what `words_of` makes of each text."""

    def __init__(self, words: Sequence[Words]) -> None:
        self._held = [Counter(each) for each in words]
        self._lengths = [len(each) for each in words]
        self._average = max(1.0, sum(self._lengths) / max(1, len(words)))
        self._holding = Counter(word for each in self._held for word in each)

    def scores(self, question: str) -> list[float]:
        """One score a text, same order; 0 for a text that shares no word."""
        asked = [(word, self._rarity(word)) for word in asked_words(question)]
        return [
            sum(rarity * self._gain(held[word], length) for word, rarity in asked)
            for held, length in zip(self._held, self._lengths, strict=True)
        ]

    def best(self, question: str, limit: int) -> list[int]:
        """Places of the best texts that share a word, best first."""
        scores = self.scores(question)
        return [place for place in ranked(scores)[:limit] if scores[place] > 0]

    def _rarity(self, word: str) -> float:
        holding = self._holding[word]
        return math.log(1 + (len(self._held) - holding + 0.5) / (holding + 0.5))

    def _gain(self, times: int, length: int) -> float:
        return times * (K1 + 1) / (times + K1 * (1 - B + B * length / self._average))


def words_of(text: str) -> Words:
    """The words as the product's index holds them, so that only the ranking differs."""
    return list(map(stemmed, lexemes(text)))


def asked_words(question: str) -> Words:
    """What a question is looked up by, as the product asks."""
    return [term.split("'")[1] for term in stemmed_terms(query_terms(question))]


def ranked(scores: Sequence[float]) -> list[int]:
    """Places by score, best first; the later text wins a tie, as the newer line does."""
    return sorted(range(len(scores)), key=lambda place: (scores[place], place), reverse=True)


def cosines(question: Sequence[float], vectors: Sequence[Sequence[float]]) -> list[float]:
    """Cosines to vectors of length 1."""
    return [sum(map(mul, question, vector)) for vector in vectors]


def fused(*orders: Sequence[int]) -> list[int]:
    """Reciprocal rank fusion of lists that are best first."""
    scores: dict[int, float] = {}
    for order in orders:
        for rank, place in enumerate(order[:RRF_DEPTH], 1):
            scores[place] = scores.get(place, 0.0) + 1 / (RRF_K + rank)
    return sorted(scores, key=lambda place: (scores[place], place), reverse=True)
