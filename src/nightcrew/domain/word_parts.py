"""Words inside words: 탈모약 and 이혼소송 hold what they are about, 라면집 does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from nightcrew.domain.roles import listed
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.stems_ko import final_of, is_ending, verb_stems, without_particles
from nightcrew.domain.word_tables import COMMON_WORDS, EMPTY_WORDS, SAME_WORDS, SHORT_NOUNS
from nightcrew.domain.words import hangul_stem, stems, topic_words

_COMPOUND = re.compile("[가-힣]{3,10}")
_LATIN_COMPOUND = re.compile("[a-z]{6,20}")
_IS_DONE = re.compile(
    r"(?:당|시)?(?:하|한|할|해|했|함|합|되|된|될|돼|됐|키|켜|켰)(?P<rest>[가-힣]{0,3})"
)
_LINKS = listed("서 서요 라는 라고 라 느라 니까 는데 려 러 려면 려고 던데")
_IS_SAID = re.compile(
    r"이?(?:라|래|랬|란|라서|라고|라며|라던|라던데|래서|랑|람|라네|라는|라니까|야|여서)요?(?:[가-힣]{0,2})"
)
# Bound nouns that tell of the word before them and are no thing of their own.
_ASPECTS = listed(
    "약 증 병 증세 증상 얘기 이야기 치료 수술 검사 진단 문제 걱정 준비 중 날 때 때문 전 후 뒤 "
    "당 당하 받 하 되 시키 행 일"
)
_AN_ENDING = re.compile("[가-힣]{2,}")  # 더듬어: a verb, or a noun as 오징어
_PLACE_IN_SHORT = re.compile("[가-힣]{2,}서")  # 성주서 for 성주에서
_SAYS_WHICH = re.compile("(?:저는|나는|저희|우리|같은|이번|다음|지난|다른|내가|제가|이제)+")
_WORD = re.compile(r"[가-힣]+|[A-Za-z]+")
_MOST_APART = 3  # words that are one, as 주택 담보 대출
_LONGEST = 10  # letters of each of them, with its ending


def parts_of(word: str) -> tuple[frozenset[str], ...]:
    """What a word may be made of, of a Korean one the longest beginning first."""
    if _LATIN_COMPOUND.fullmatch(word):
        return tuple(_english_parts(word))
    return tuple(_parts(word)) if _COMPOUND.fullmatch(word) else ()


def short_forms(word: str) -> tuple[str, ...]:
    """How a noun of one syllable may stand with its particle: 혹이 for 혹, and 혹 for 혹이.

    Nothing tells them from nouns of two syllables, so that both are compared.
    """
    if len(word) == 1 and "가" <= word <= "힣":
        return (word + ("이" if final_of(word) else "가"),)
    if len(word) == 2 and word[-1] in "이가" and bool(final_of(word[0])) == (word[-1] == "이"):
        return (word[0],)
    return ()


def spellings(word: str) -> tuple[str, ...]:
    """What else a word may be: a noun with its particle, or a verb without its ending."""
    verbs = verb_stems(word) if _AN_ENDING.fullmatch(word) else ()
    place = (word[:-1],) if _PLACE_IN_SHORT.fullmatch(word) else ()
    return (*short_forms(word), *place, *(other for other in verbs if other != word))


def joined_words(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Neighbouring words that may be one written apart, as that one and as they stand: 카드 빚."""
    found = tuple(_WORD.finditer(text))
    stemmed = {match.start(): _stem(match.group()) for match in found}
    return tuple(
        (whole, frozenset(stem for match in near if (stem := stemmed[match.start()])))
        for near in _neighbours(text, found)
        if (whole := _stem("".join(match.group() for match in near)))
    )


def joined_again(text: str, is_known: Callable[[str], bool]) -> str:
    """A text with neighbouring words written as the one that is known: house boat, 남자 친구."""
    for near in _neighbours(text, tuple(_WORD.finditer(text))):
        words = [match.group() for match in near]
        if is_known(_stem("".join(words))) and not is_known(_stem(words[0])):
            apart = text[: near[0].start()], "".join(words), text[near[-1].end() :]
            return joined_again("".join(apart), is_known)
    return text


def _neighbours(text: str, found: Sequence[re.Match[str]]) -> Iterator[Sequence[re.Match[str]]]:
    """Two or three words of one script with only a space between them, longest first."""
    beside = [
        text[one.end() : other.start()] == " " and one.group().isascii() is other.group().isascii()
        for one, other in pairwise(found)
    ]
    for count in range(_MOST_APART, 1, -1):
        for place in range(len(found) - count + 1):
            near = found[place : place + count]
            if all(beside[place : place + count - 1]) and all(map(_is_short, near)):
                yield near


def _is_short(match: re.Match[str]) -> bool:
    return match.end() - match.start() <= _LONGEST


def _stem(word: str) -> str:
    """What one word is compared by; empty when it carries no claim."""
    if not word.isascii():
        return hangul_stem(word)
    stem = english_stem(word.lower())
    return "" if stem in EMPTY_WORDS else SAME_WORDS.get(stem, stem)


def _english_parts(word: str) -> Iterator[frozenset[str]]:
    """Two words written as one, as nightshift; what is said of anything tells nothing in it."""
    for cut in range(3, len(word) - 2):
        halves = {english_stem(word[:cut]), english_stem(word[cut:])}
        told = topic_words(halves)
        if told and halves - told <= COMMON_WORDS:
            yield told


def _parts(word: str) -> Iterator[frozenset[str]]:
    for cut in range(len(word) - 1, 0, -1):
        beginning, rest = word[:cut], word[cut:]
        if cut > 1 and _adds_nothing(rest):
            yield frozenset({beginning})
            yield frozenset(stems(beginning)) or frozenset({beginning})
        elif len(rest) > 1 or (cut > 1 and rest in SHORT_NOUNS):
            yield frozenset({beginning, *topic_words(stems(rest))})
        elif cut > 1 and _SAYS_WHICH.fullmatch(beginning):
            yield frozenset({rest})  # 같은팀


def _adds_nothing(rest: str) -> bool:
    done = _IS_DONE.fullmatch(rest)
    return (
        rest in {"으", "이", "임"}
        or (done is not None and (done["rest"] in _LINKS or is_ending(done["rest"])))
        or not without_particles(rest)
        or _IS_SAID.fullmatch(rest) is not None
        or rest in _ASPECTS
        or without_particles(rest) in _ASPECTS
        or (len(rest) > 1 and is_ending(rest))
    )
