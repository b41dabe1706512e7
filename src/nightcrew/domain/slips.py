"""Ways in which one word may be written by a slip: a key too few, a sound spelt otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_BASE = ord("가")
_FIRSTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
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
# The consonants of both scripts in one alphabet; what is not named here is left out.
_HANGUL_SKELETON: Mapping[str, str] = dict(
    zip("ㄱㄲㅋㄴㄷㄸㅌㄹㅁㅂㅃㅍㅅㅆㅈㅉㅊ", "kkknttt" + "lm" + "ppp" + "ss" + "jjj", strict=True)
)
_LATIN_SOUNDS = (
    ("tch", "j"), ("sch", "s"), ("ch", "j"), ("sh", "s"), ("th", "s"), ("ph", "p"), ("ck", "k"),
    ("x", "ks"), ("qu", "k"), ("ce", "se"), ("ci", "si"), ("cy", "sy"), ("c", "k"), ("q", "k"),
    ("g", "k"), ("b", "p"), ("f", "p"), ("v", "p"), ("d", "t"), ("z", "j"), ("r", "l"),
)  # fmt: skip
_SYLLABLES = re.compile("[가-힣]+")
_VOWELS_IN_LATIN = re.compile("[aeiouy]+")
_LETTERS = re.compile("[a-z]+")
_LONG_KOREAN = 3  # syllables from which on a slip makes no other word
_LONG_ENGLISH = 6  # letters likewise
_SWAPPED = 4  # letters from which on two of them may have changed places
_SAME_SCRIPT, _ACROSS = 4, 3  # consonants that make a loan word known in another spelling, script


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


def in_hangul(word: str) -> Iterator[str]:
    """The consonants of a word in Korean letters, by which it is known in Latin ones."""
    skeleton = _skeleton(word) if _SYLLABLES.fullmatch(word) else ""
    for consonants in {skeleton, skeleton.removesuffix("s")}:
        if len(consonants) >= _ACROSS:
            yield from (f"h{consonants}{count}" for count in _vowels_in_hangul(word))


def in_latin(word: str) -> Iterator[str]:
    """The consonants of a word in Latin letters, by which it is known in Korean ones."""
    skeleton = _latin_skeleton(word) if _LETTERS.fullmatch(word) else ""
    if len(skeleton) >= _ACROSS:
        yield from (f"l{skeleton}{count}" for count in _vowels_in_latin(word))


def _vowels_in_hangul(word: str) -> Iterator[str]:
    """How many vowels a word may have in Latin letters, and whether it begins with one."""
    letters = [_letters(syllable) for syllable in word]
    helping = sum(vowel == "ㅡ" or (vowel == "ㅣ" and not final) for _, vowel, final in letters)
    begins = "a" if letters[0][0] == "ㅇ" else ""
    yield from (f"{begins}{count}" for count in range(len(word) - helping, len(word) + 1))


def _vowels_in_latin(word: str) -> Iterator[str]:
    begins = "a" if word[0] in "aeiou" else ""
    groups, letters = len(_VOWELS_IN_LATIN.findall(word)), sum(each in "aeiouy" for each in word)
    silent = word.endswith("e")
    yield from (f"{begins}{count}" for count in {groups, letters, groups + 1, groups - silent})


def _korean(word: str) -> Iterator[str]:
    if len(word) > 1:
        yield "=" + "".join(map(_sound, word))
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


def _letters(syllable: str) -> tuple[str, str, str]:
    code = ord(syllable) - _BASE
    return _FIRSTS[code // 588], _VOWELS[code % 588 // 28], _FINALS[code % 28]


def _keys(word: str) -> str:
    letters = (letter for syllable in word for letter in _letters(syllable) if letter)
    return "".join(_TWO_KEYS.get(letter, letter) for letter in letters)


def _sound(syllable: str) -> str:
    first, vowel, final = _letters(syllable)
    first, vowel = first.translate(_FIRST_SOUNDS), vowel.translate(_VOWEL_SOUNDS)
    if first in "ㅅㅈㅊ":
        vowel = vowel.translate(_AFTER_HISS)
    return first + vowel + _FINAL_SOUNDS.get(final, final)


def _skeleton(word: str) -> str:
    return _squeezed("".join(_consonants(syllable) for syllable in word))


def _consonants(syllable: str) -> str:
    first, _, final = _letters(syllable)
    closing = {"ㅇ": "n", "ㅅ": "t", "ㅆ": "t"}.get(final, _HANGUL_SKELETON.get(final, ""))
    return _HANGUL_SKELETON.get(first, "") + closing


def _latin_skeleton(word: str) -> str:
    for written, sound in _LATIN_SOUNDS:
        word = word.replace(written, sound)
    return _squeezed("".join(letter for letter in word if letter in "kntlmpsj"))


def _squeezed(skeleton: str) -> str:
    return re.sub(r"(.)\1+", r"\1", skeleton)
