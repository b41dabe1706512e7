"""How near a remembered line is to a question, and when it is near enough to be an answer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from operator import mul
from statistics import fmean

from nightcrew.domain.across_languages import in_korean
from nightcrew.domain.everyday import EVERYDAY_LINES
from nightcrew.domain.lexemes import lexemes, lexemes_among
from nightcrew.domain.words import main_script

LEXICAL_WEIGHT = 12  # coverage against standard deviations (engineering facts, recall)

# Below both of these a line is no answer. Measured by tests/integration/test_recall_quality.py on
# 59 questions about our 60 turns and 36 about anything else: 25 of 25 literal questions and 9 of 9
# English ones have a line above them, 19 of 25 paraphrased ones, and 5 of the 36.
CLEARLY_NEARER = 3.0  # standard deviations above ordinary lines
WELL_COVERED = 0.25  # share of the question's rare words

# Where vectors know letters and no meanings, a shared ending already stands out: there a line has
# to stand out twice as far. At 6 deviations none of the 36 questions about anything else passes.
_LETTERS_ONLY = {"hash-ngrams-384": 2.0}

_SATURATED = math.pi**2 / 6  # what PostgreSQL's ts_rank adds up to for a word said without end


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How near one line is to a question.

    outlier: standard deviations above ordinary lines. coverage: share of the question's rare
    words the line holds. in_talk: the same with the lines before it, which may name the subject.
    """

    outlier: float
    coverage: float
    in_talk: float = 0.0

    @property
    def score(self) -> float:
        """All in one figure; for order, not for judging."""
        return self.outlier + LEXICAL_WEIGHT * max(self.coverage, self.in_talk)

    @property
    def answers(self) -> bool:
        """Whether the line itself passes the relevance floor."""
        return self.outlier >= CLEARLY_NEARER or self.coverage >= WELL_COVERED


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordinary:
    """How near ordinary lines are to one question, by script: mean and what counts as one step."""

    spread: Mapping[str, tuple[float, float]]

    @classmethod
    def of(cls, nearness: Mapping[str, Sequence[float]], model: str) -> Ordinary:
        """From the cosines of EVERYDAY_LINES, by script, in one embedding model."""
        groups = {**nearness, "other": [one for group in nearness.values() for one in group]}
        step = _LETTERS_ONLY.get(model, 1.0)
        spreads = {script: _spread(cosines) for script, cosines in groups.items()}
        return cls(
            spread={script: (mean, step * spread) for script, (mean, spread) in spreads.items()}
        )

    def outlier(self, text: str, nearness: float) -> float:
        """How many steps a line of this cosine stands above ordinary ones of its script."""
        mean, step = self.spread[main_script(text)]
        return (nearness - mean) / step if step else 0.0


def _spread(cosines: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation; `statistics.pstdev` is exact and takes twenty times as long."""
    mean = fmean(cosines)
    return mean, math.sqrt(fmean((one - mean) ** 2 for one in cosines))


def dense_text(said_on: date, speaker: str, text: str) -> str:
    """What of a line is embedded; date and speaker belong to it (engineering facts, recall)."""
    return f"[{said_on}] {speaker}: {text}"


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Cosine of two vectors; 0 when one has no length."""
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(map(mul, one, other)) / lengths if lengths else 0.0


def of_length_one(vector: Sequence[float]) -> Sequence[float]:
    """The same direction; a vector without length stays as it is."""
    length = math.hypot(*vector)
    return [part / length for part in vector] if length else vector


def coverages(terms: Sequence[str], texts: Sequence[str]) -> list[float]:
    """How much of a question's rare words each text holds, 0 to about 0.8.

    terms: as `query_terms` gives them. Like the index's figure, for lines that are in no index;
    ordinary lines are counted along, so that a word is rare or not also among two memories.
    """
    wanted = {form for literal in terms for form in _Term(literal).forms}
    return coverages_of(terms, [TextWords.among(text, wanted) for text in texts])


def coverages_of(terms: Sequence[str], held: Sequence[TextWords]) -> list[float]:
    """The same of texts that were taken apart before."""
    everyday = _everyday_words()
    counted = len(held) + len(everyday)
    average = max(1.0, (sum(words.total for words in held) + _everyday_total()) / counted)
    gained, mass = [0.0] * len(held), 0.0
    for term in map(_Term, terms):
        times = term.times(held)
        weight = _rarity(len(times) + term.everyday_lines(), counted)
        mass += weight
        for at, said in times.items():
            gained[at] += weight * _gain(said, held[at].total / average)
    return [gain / (mass or 1.0) for gain in gained]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextWords:
    """The lexemes of a text, how often each stands in it, and how many there are."""

    times: Counter[str]
    total: int

    @classmethod
    def of(cls, text: str) -> TextWords:
        """Take a text apart."""
        read = lexemes(text)
        return cls(times=Counter(read), total=len(read))

    @classmethod
    def among(cls, text: str, wanted: Collection[str]) -> TextWords:
        """The same; without its lexemes where none of these is in the text."""
        read, total = lexemes_among(text, wanted)
        return cls(times=Counter(read), total=total)


class _Term:
    """One tsquery literal: a lexeme, or the beginning of some."""

    def __init__(self, literal: str) -> None:
        self.lexeme, _, rest = literal.strip("'").partition("'")
        self.begins = rest == ":*"
        self.elsewhere = in_korean(self.lexeme)
        self.forms = (self.lexeme, *self.elsewhere)

    def times(self, texts: Sequence[TextWords]) -> dict[int, int]:
        """How often it stands in each text that holds it, by the text's place."""
        said = self._beginning if self.begins else self._whole
        return {at: times for at, words in enumerate(texts) if (times := said(words.times))}

    def everyday_lines(self) -> int:
        """How many ordinary lines hold it."""
        if self.begins or self.elsewhere:
            return len(self.times(_everyday_words()))
        return _everyday_lines()[self.lexeme]

    def _whole(self, words: Mapping[str, int]) -> int:
        if self.lexeme in words or not self.elsewhere:
            return words.get(self.lexeme, 0)
        return max(words.get(each, 0) for each in self.elsewhere)

    def _beginning(self, words: Mapping[str, int]) -> int:
        return sum(times for word, times in words.items() if word.startswith(self.lexeme))


def _rarity(holding: int, texts: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


def _gain(times: int, length: float) -> float:
    """Saturated frequency against length, as the index reckons it. length: 1 is the average."""
    rank = sum(1 / place**2 for place in range(1, times + 1)) / _SATURATED
    return rank / (rank + 0.3 * (0.6 + 0.4 * length))


@cache
def _everyday_words() -> tuple[TextWords, ...]:
    return tuple(TextWords.of(line) for lines in EVERYDAY_LINES.values() for line in lines)


@cache
def _everyday_total() -> int:
    return sum(words.total for words in _everyday_words())


@cache
def _everyday_lines() -> Counter[str]:
    return Counter(lexeme for words in _everyday_words() for lexeme in words.times)
