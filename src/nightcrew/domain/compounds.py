"""Words of a text one by one, and the nouns that stand behind each other without a particle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nightcrew.domain.roles import listed
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.stems_ko import VERBS, without_particles
from nightcrew.domain.word_tables import EMPTY_WORDS, LINKS
from nightcrew.domain.words import stems

# Nouns that end as if a particle stood behind them.
WHOLE = listed(
    "고양이 떡볶이 목걸이 귀걸이 어린이 원숭이 호랑이 거북이 쌍둥이 지팡이 올챙이 "
    "달팽이 지렁이 놀이 먹이 젊은이 늙은이 옷걸이 라볶이 송이 길고양이 집고양이 "
    "반딧불이 맞벌이 재떨이 다육이 나들이 봄나들이 멍멍이 야옹이 곰팡이 손잡이 연필깎이 "
    "물놀이 불꽃놀이"
)
_WORD = re.compile(r"[가-힣]+|[A-Za-z]+(?:[-'’][A-Za-z]+)*|\d[\d,.]*[가-힣]*")
LONGEST_COMPOUND = 8  # nouns; more without a particle are a list of words and no compound
_LINKS = {english_stem(word) for word in LINKS}


@dataclass(frozen=True, slots=True)
class Token:
    """A word. bare: no particle hangs on it. joined: only space stands before it and a word."""

    written: str
    stem: str
    bare: bool
    joined: bool

    @property
    def noun(self) -> bool:
        """Whether it may be one: no verb, no joining word and no number."""
        known = self.stem in VERBS or self.stem in _LINKS
        return bool(self.stem) and not known and not self.stem[0].isdigit()


def tokens_of(text: str) -> Iterator[Token]:
    """The words of a text in order."""
    end = 0
    for match in _WORD.finditer(text):
        word = match.group()
        found = stems(word)
        stem = found[0] if len(found) == 1 else ""
        gap = text[end : match.start()]
        end = match.end()
        yield Token(word, stem, _is_bare(word, stem), gap.isspace())


def compound(tokens: Sequence[Token], place: int) -> tuple[Token, ...]:
    """The nouns that follow the word at a place without a particle between them."""
    return tuple(_chain(tokens[place : place + LONGEST_COMPOUND]))


def owns(owner: Token) -> bool:
    """Whether a word may name whose the next one is: 아기 몸무게, my sister's job."""
    if "가" <= owner.written[0] <= "힣":
        return owner.bare
    return owner.written.lower().endswith(("'s", "’s"))


def _chain(tokens: Sequence[Token]) -> Iterator[Token]:
    for before, token in pairwise(tokens):
        leads = before.noun and (before.bare or owns(before))
        if not (leads and token.joined and token.noun):
            return
        yield token


def _is_bare(word: str, stem: str) -> bool:
    plain = word.removesuffix("들").removesuffix("님")
    whole = plain in WHOLE or without_particles(plain) == plain
    return bool(stem) and word not in EMPTY_WORDS and whole
