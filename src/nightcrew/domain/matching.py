"""Which of several things a person means: by rank and clear margin, never by a fixed score."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from nightcrew.domain.words import claim_words

T = TypeVar("T")
MARGIN = 0.6  # what stays under this share of the best score is not meant


def clearly_meant(query: str, texts: Mapping[T, str]) -> tuple[T, ...]:
    """The keys whose text the query clearly speaks of, best first; none when it is not clear.

    Words that few of the texts share weigh more. All of the best stand or, when nothing tells
    them from the rest, none: half of the texts being equally near is not a clear margin.
    """
    meant = _nearest(query, texts)
    return () if len(texts) > 2 and len(meant) * 2 > len(texts) else meant


def stands_out(query: str, texts: Mapping[T, str], *, said: str = "") -> tuple[T, ...]:
    """What is meant when it must stand out by a clear margin: one, and what claims the same.

    When another is as near, none, unless the whole sentence, `said`, speaks of all of them.
    """
    meant = _nearest(query, texts)
    if means_all(said or query):
        return meant
    return meant if len({claim_words(texts[key]) for key in meant}) == 1 else ()


def _nearest(query: str, texts: Mapping[T, str]) -> tuple[T, ...]:
    scores = scored(query, texts)
    best = max(scores.values(), default=0.0)
    meant = [key for key, score in scores.items() if best > 0 and score >= best * MARGIN]
    return tuple(sorted(meant, key=lambda key: -scores[key]))


def scored(query: str, texts: Mapping[T, str]) -> dict[T, float]:
    """How much of the query's rare words each text holds; 0 where they share none."""
    asked = claim_words(query)
    held = {key: claim_words(text) for key, text in texts.items()}
    weights = {word: _weight(word, list(held.values())) for word in asked}
    return {
        key: sum(weight for word, weight in weights.items() if _has(word, words))
        for key, words in held.items()
    }


def _weight(word: str, texts: Sequence[frozenset[str]]) -> float:
    holding = sum(_has(word, words) for words in texts)
    return math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5)) if holding else 0.0


def _has(word: str, words: frozenset[str]) -> bool:
    """Korean compounds hold their parts: `라면` is meant in `컵라면`."""
    return word in words or (len(word) > 1 and any(word in other for other in words))


# 다 alone; at the end of a verb it only states: 먹었다 이제 그만.
_ALL = re.compile(
    r"전부|모두|모든|(?<![가-힣])다(?=\s)|\b(?:all of|everything|all my|every one|them all"
    r"|all (?:the |those |these )?(?:reminders|alarms|messages))\b",
    re.IGNORECASE,
)


def means_all(text: str) -> bool:
    """Whether somebody speaks of all of them: `전부 그만`, `stop all of them`."""
    return _ALL.search(text) is not None
