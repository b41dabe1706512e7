"""Ways in which one word may be written by a slip: a key too few, a sound spelt otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nightcrew.domain.hangul import letters_of
from nightcrew.domain.stems_ko import with_final

# Letters that are typed with two keys.
_TWO_KEYS: Mapping[str, str] = {
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ",
    "ㅢ": "ㅡㅣ", "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ",
    "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
}  # fmt: skip
# Letters that sound alike where they stand: vowels, strong beginnings, endings that close.
_VOWEL_SOUNDS = str.maketrans({"ㅐ": "ㅔ", "ㅒ": "ㅖ", "ㅙ": "ㅚ", "ㅞ": "ㅚ", "ㅢ": "ㅣ"})
_AFTER_HISS = str.maketrans({"ㅑ": "ㅏ", "ㅕ": "ㅓ", "ㅛ": "ㅗ", "ㅠ": "ㅜ", "ㅖ": "ㅔ"})
_FIRST_SOUNDS = str.maketrans("ㄲㄸㅃㅆㅉ", "ㄱㄷㅂㅅㅈ")
_FINAL_SOUNDS: Mapping[str, str] = {
    "ㄲ": "ㄱ", "ㄳ": "ㄱ", "ㄺ": "ㄱ", "ㅋ": "ㄱ", "ㄵ": "ㄴ", "ㄶ": "ㄴ", "ㄻ": "ㅁ", "ㄼ": "ㄹ",
    "ㄽ": "ㄹ", "ㄾ": "ㄹ", "ㅀ": "ㄹ", "ㄿ": "ㅂ", "ㅄ": "ㅂ", "ㅍ": "ㅂ", "ㅅ": "ㄷ", "ㅆ": "ㄷ",
    "ㅈ": "ㄷ", "ㅊ": "ㄷ", "ㅌ": "ㄷ", "ㅎ": "ㄷ",
}  # fmt: skip
# Consonants in one alphabet, in which loan words are spelt alike; the others are left out.
_HANGUL_SKELETON: Mapping[str, str] = dict(
    zip("ㄱㄲㅋㄴㄷㄸㅌㄹㅁㅂㅃㅍㅅㅆㅈㅉㅊ", "kkknttt" + "lm" + "ppp" + "ss" + "jjj", strict=True)
)
_SYLLABLES = re.compile("[가-힣]+")
_LETTERS = re.compile("[a-z]+")
_LONG_KOREAN = 3  # syllables from which on a slip makes no other word
_LONG_ENGLISH = 6  # letters likewise
_SWAPPED = 4  # letters from which on two of them may have changed places
_SAME_SCRIPT = 4  # consonants that make a loan word known in another spelling


def slips(word: str) -> Iterator[str]:
    """What a word has in common with itself written by a slip, as texts that no word equals.

    Two words of one script are one when they have one of these in common.
    """
    if _SYLLABLES.fullmatch(word):
        yield from _korean(word)
    elif _LETTERS.fullmatch(word):
        yield from _english(word)


def weak_slips(word: str) -> Iterator[str]:
    """The same of a word so short that a slip makes other words of it: only beside more proof."""
    if _SYLLABLES.fullmatch(word) and len(word) == _LONG_KOREAN - 1:
        yield from ("2" + less for less in _one_less(_keys(word)))


def _korean(word: str) -> Iterator[str]:
    if len(word) > 1:
        yield "=" + "".join(map(_sound, word))
        if len(short := _contracted(word)) in range(2, len(word)):
            yield "=" + "".join(map(_sound, short))
    if len(word) >= _LONG_KOREAN:
        yield from ("-" + less for less in _one_less(_keys(word)))
        skeleton = _skeleton(word)
        if len(skeleton) >= _SAME_SCRIPT:
            yield "s" + skeleton


def _english(word: str) -> Iterator[str]:
    if len(word) >= _SWAPPED:
        yield ">" + word[0] + "".join(sorted(word[1:]))
    if (single := _squeezed(word)) != word or len(word) < _LONG_ENGLISH:
        yield "d" + single
    if len(word) >= _LONG_ENGLISH:
        yield from ("-" + less for less in _one_less(word))


def _one_less(keys: str) -> Iterator[str]:
    yield keys
    yield from {keys[:place] + keys[place + 1 :] for place in range(len(keys))}


def _keys(word: str) -> str:
    letters = (letter for syllable in word for letter in letters_of(syllable) if letter)
    return "".join(_TWO_KEYS.get(letter, letter) for letter in letters)


def _sound(syllable: str) -> str:
    first, vowel, final = letters_of(syllable)
    first, vowel = first.translate(_FIRST_SOUNDS), vowel.translate(_VOWEL_SOUNDS)
    if first in "ㅅㅈㅊ":
        vowel = vowel.translate(_AFTER_HISS)
    return first + vowel + _FINAL_SOUNDS.get(final, final)


def _contracted(word: str) -> str:
    """A word as it is said fast, where a vowel meets the same one: 알코올, 알콜."""
    said = word[:1]
    for syllable in word[1:]:
        (_, vowel, closed), (first, next_, final) = letters_of(said[-1]), letters_of(syllable)
        if first == "ㅇ" and not closed and final and next_ in {vowel, "ㅡ"}:
            said = said[:-1] + with_final(said[-1], final)
        else:
            said += syllable
    return said


def _skeleton(word: str) -> str:
    return _squeezed("".join(_consonants(syllable) for syllable in word))


def _consonants(syllable: str) -> str:
    first, _, final = letters_of(syllable)
    closing = {"ㅇ": "n", "ㅅ": "t", "ㅆ": "t"}.get(final, _HANGUL_SKELETON.get(final, ""))
    return _HANGUL_SKELETON.get(first, "") + closing


def _squeezed(skeleton: str) -> str:
    return re.sub(r"(.)\1+", r"\1", skeleton)
