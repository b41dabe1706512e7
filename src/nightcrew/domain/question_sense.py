"""What an embedding model makes of a question: what it asks beyond others, and if it is talk."""

from __future__ import annotations

import hashlib
import math
import struct
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import mul

from nightcrew.domain.ordinary_questions import ORDINARY_QUESTIONS
from nightcrew.domain.question_figures import FIGURES
from nightcrew.domain.talk_and_matters import ENGLISH, KOREAN


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSense:
    """How questions of one script lie in a model.

    mean: of ordinary questions. talk: the direction from matters with an answer to small talk;
    None where a model knows no meanings. middle: where on it lies halfway between the two.
    """

    mean: Sequence[float]
    talk: Sequence[float] | None = None
    middle: float = 0.0

    def beyond(self, vector: Sequence[float]) -> list[float]:
        """What a question asks beyond what every question has in common."""
        return [part - mean for part, mean in zip(vector, self.mean, strict=True)]

    def talkative(self, vector: Sequence[float]) -> float:
        """Minus a half for an average matter, plus a half for average small talk; 0 unknown."""
        if self.talk is None:
            return 0.0
        along: float = sum(map(mul, self.talk, vector))
        return along - self.middle


def distance_of(beyond: Sequence[float]) -> float:
    """How far a question lies from ordinary ones; of something rare it lies far off."""
    return math.hypot(*beyond)


@cache
def known_sense(model: str, script: str) -> QuestionSense | None:
    """The sense that was reckoned once from the lists; None for any other model."""
    figures = FIGURES.get(model, {}).get(script)
    if figures is None:
        return None
    mean, talk, middle = figures
    return QuestionSense(mean=_numbers(mean), talk=_numbers(talk), middle=middle)


def fingerprint() -> str:
    """Names the lists from which the figures were reckoned."""
    lists = [*ORDINARY_QUESTIONS, *(each for pair in (*KOREAN, *ENGLISH) for each in pair)]
    return hashlib.sha256("\n".join(lists).encode()).hexdigest()[:16]


def _numbers(packed: str) -> tuple[float, ...]:
    """Half-precision numbers, little end first, in base64."""
    read = b64decode(packed)
    return struct.unpack(f"<{len(read) // 2}e", read)
