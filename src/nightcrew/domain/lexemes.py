"""Texts as lexemes for the lexical leg of recall: what stands in the index, what is asked of it.

Korean goes by pairs of syllables, so that a noun is found whatever particle follows it, without a
dictionary: a morphological analyser cost 516 MB and gained nothing (engineering facts, recall).
English is found by stems for the same reason, `painting` by `painted`, which over ten long talks
raised the share of answers found from .735 to .761 (`tests/benchmarks/memory_locomo.py`). Whether a
line answers is still judged by whole words: by stems the precision of answers fell from .70 to .66
(`tests/benchmarks/memory_precision.py`).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from operator import add

from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.word_tables import EMPTY_WORDS
from nightcrew.domain.words import fold

OWN_WEIGHT = 3  # a turn's own words against those of the turns before (engineering facts, recall)
MOST_TERMS = 64  # of one question; a pasted letter asks for no more
LONGEST_LEXEME = 200  # letters; PostgreSQL refuses a lexeme of 2 kB
MOST_PLACES = 255  # PostgreSQL keeps no more places of one lexeme

# Scripts whose words are cut into pairs: Hangul, Han, Hiragana, Katakana.
_PAIRED = ("가-힣ㄱ-ㆎ", "一-鿿㐀-䶿々", "ぁ-ゟ", "ァ-ヿ")
_RUNS = re.compile(
    "|".join(
        [
            f"({'|'.join(f'[{script}]+' for script in _PAIRED)})",
            r"(\d+)",
            rf"([^\W\d_{''.join(_PAIRED)}]+)",
        ]
    )
)

_Run = tuple[str, str, str]  # a word that is cut into pairs, a number, any other word: one of them

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # full-width ASCII
_HAS_WIDE = re.compile("[！-～]").search
_HANGUL = re.compile("[가-힣]")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")  # names in Korean text: A팀, 회사 B

# Pairs that end a question and say nothing of what it is about.
_ENDINGS = re.compile(
    r"어요|에요|예요|아요|해요|네요|세요|나요|가요|까요|지요|군요|돼요|줘요"
    r"|대요|래요|는데|은데|인데|니다|습니|니까|었어|았어|했어|였어|있어|었죠"
    r"|았죠|했죠|였죠|이죠|되죠|있죠|었더|았더|했더|였더|더라|라고|다고|려고"
    r"|려는|하는|했던|었던|았던|였던|던가|는지|은지|인지|을까|를까|일까|할까"
    r"|이에|이었|이지|이야|이니|거예|건가|주세|알려|려줘|려주|해줘|해주|되나"
    r"|있나|없나|는가|은가|인가|싶어"
)
# Words that ask, with any ending; their pairs are no subject of a question either.
_ASKING = re.compile(
    r"(?:누구|언제|어디|뭐|뭔|무엇|무슨|어느|어떤|어떻게|얼마|며칠|몇)[가-힣]{0,4}"
    r"|(?:누가|왜)(?:요|죠)?"
)


def lexemes(text: str) -> list[str]:
    """The lexemes of a text in reading order, repeats included.

    Korean, Han and Kana words as pairs of characters (a single one as it is), other words and
    numbers whole and in lower case; a word ends where the script changes.
    """
    return [lexeme for run in _runs(_plain(text)) for lexeme in _cut(run)]


def lexemes_among(text: str, wanted: Iterable[str]) -> tuple[list[str], int]:
    """The same and how many they are; a text that holds none of `wanted` is counted only.

    Most texts share no word with a question, and counting takes half the time of cutting.
    """
    plain = _plain(text)
    runs = _runs(plain)
    if any(lexeme in plain for lexeme in wanted):
        cut = [lexeme for run in runs for lexeme in _cut(run)]
        return cut, len(cut)
    return [], sum(len(paired) - 1 or 1 if paired else 1 for paired, *_ in runs)


def query_terms(text: str) -> tuple[str, ...]:
    """What a question asks for, one tsquery literal a lexeme, each once.

    Words that only ask, or that stand in any sentence, are left out, and so are endings. A word of
    one syllable also finds the words it begins: `차` finds `차를`.
    """
    plain = _plain(text)
    empty = EMPTY_WORDS - _LETTERS if _HANGUL.search(plain) else EMPTY_WORDS
    asked = (_asked(run, empty) for run in _runs(plain))
    return tuple(dict.fromkeys(term for terms in asked for term in terms))[:MOST_TERMS]


def stemmed(lexeme: str) -> str:
    """The form in which the index holds a lexeme: English words by their stem."""
    return english_stem(lexeme) if lexeme.isascii() and lexeme.isalpha() else lexeme


def stemmed_terms(terms: Iterable[str]) -> tuple[str, ...]:
    """What to ask the index for. terms: as `query_terms` gives them."""
    parts = (term.strip("'").partition("'") for term in terms)
    return tuple(dict.fromkeys(_quoted(stemmed(lexeme)) + rest for lexeme, _, rest in parts))


def as_tsvector(own: str, previous: Iterable[str]) -> str:
    """A tsvector literal: the turn's own words with weight A, those of the turns before with D.

    The index ranks A as OWN_WEIGHT times D, so that no word has to stand in it three times.
    """
    weights: dict[str, list[str]] = {}
    for letter, texts in (("A", [own]), ("D", list(previous))):
        for lexeme in (stemmed(lexeme) for text in texts for lexeme in lexemes(text)):
            weights.setdefault(lexeme, []).append(letter)
    return " ".join(f"{_quoted(lexeme)}:{_places(held)}" for lexeme, held in weights.items())


def weighted_length(own: str, previous: Iterable[str]) -> int:
    """How long the indexed text counts: the own lexemes OWN_WEIGHT times, the others once."""
    return OWN_WEIGHT * len(lexemes(own)) + sum(len(lexemes(text)) for text in previous)


def _places(weights: Sequence[str]) -> str:
    # Ranked one lexeme at a time, so that a place only has to differ from the lexeme's others.
    return ",".join(f"{place}{weight}" for place, weight in enumerate(weights[:MOST_PLACES], 1))


def _plain(text: str) -> str:
    """Composed, in lower case, and as wide as everybody types."""
    plain = fold(text).casefold()
    return plain.translate(_WIDE) if _HAS_WIDE(plain) else plain


def _runs(plain: str) -> list[_Run]:
    return _RUNS.findall(plain)


def _asked(run: _Run, empty: Container[str]) -> list[str]:
    paired, *_ = run
    word = "".join(run)
    if word in empty or _ASKING.fullmatch(word):
        return []
    if len(paired) == 1:
        return [f"{_quoted(word)}:*"]
    return [_quoted(lexeme) for lexeme in _cut(run) if not _ENDINGS.fullmatch(lexeme)]


def _cut(run: _Run) -> list[str]:
    paired, digits, letters = run
    if paired:
        return list(map(add, paired, paired[1:])) or [paired]
    return [(digits or letters)[:LONGEST_LEXEME]]


def _quoted(lexeme: str) -> str:
    # Letters and digits only: there is never a quote or a backslash to escape.
    return f"'{lexeme}'"
