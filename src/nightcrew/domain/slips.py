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
# All sounds of both scripts in one alphabet, for names of places that no list holds.
_FIRST_IN_LATIN: Mapping[str, str] = dict(
    zip("ㄱㄲㅋㄴㄷㄸㅌㄹㅁㅂㅃㅍㅅㅆㅈㅉㅊㅎ", "kkkntttrmpppssjjjh", strict=True)
)
_VOWEL_IN_LATIN: Mapping[str, str] = {
    "ㅏ": "a", "ㅐ": "e", "ㅑ": "ya", "ㅒ": "ye", "ㅓ": "o", "ㅔ": "e", "ㅕ": "yo", "ㅖ": "ye",
    "ㅗ": "o", "ㅘ": "wa", "ㅙ": "we", "ㅚ": "we", "ㅛ": "yo", "ㅜ": "u", "ㅝ": "wo", "ㅞ": "we",
    "ㅟ": "wi", "ㅠ": "yu", "ㅡ": "u", "ㅢ": "i", "ㅣ": "i",
}  # fmt: skip
_LAST_IN_LATIN: Mapping[str, str] = {
    "ㄱ": "k", "ㄲ": "k", "ㅋ": "k", "ㄴ": "n", "ㄷ": "t", "ㄹ": "r", "ㅁ": "m", "ㅂ": "p",
    "ㅅ": "t", "ㅆ": "t", "ㅇ": "n", "ㅈ": "t", "ㅊ": "t", "ㅌ": "t", "ㅍ": "p", "ㅎ": "t",
}  # fmt: skip
_WRITTEN_SOUNDS = (
    ("sh", "s"), ("ch", "j"), ("ph", "p"), ("ng", "n"), ("eo", "o"), ("eu", "u"), ("ae", "e"),
    ("oo", "u"), ("ee", "i"), ("ll", "l"), ("rr", "r"), ("c", "k"), ("q", "k"), ("g", "k"),
    ("d", "t"), ("b", "p"), ("f", "p"), ("v", "p"), ("z", "j"),
)  # fmt: skip
_FLOWING = re.compile("rr|ll|[rl]")
_LIKE_A_PARTICLE = re.compile(r"(?:wa|ya|ka|na|to|ro|lo|i)$")  # 오키나와 stands as 오키나
_BREATH = re.compile(r"(?<![cstp])h|f")
_WHOLE_SOUNDS = 5  # letters that make a name known by all its sounds
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
    breath = "~" if any(_letters(each)[0] == "ㅎ" for each in word if skeleton) else ""
    for consonants in {skeleton, skeleton.removesuffix("s")}:
        if len(consonants) >= _ACROSS:
            yield from (f"h{consonants}{count}{breath}" for count in _vowels_in_hangul(word))
    if skeleton and len(sounds := _sounds_in_hangul(word)) >= _WHOLE_SOUNDS:
        yield f"hr{sounds}"


def in_latin(word: str) -> Iterator[str]:
    """The consonants of a word in Latin letters, by which it is known in Korean ones."""
    skeleton = _latin_skeleton(word) if _LETTERS.fullmatch(word) else ""
    if len(skeleton) >= _ACROSS:
        breaths = ("", "~") if _BREATH.search(word) else ("",)
        yield from (
            f"l{skeleton}{count}{each}" for count in _vowels_in_latin(word) for each in breaths
        )
    sounds = _sounds_in_latin(word) if _LETTERS.fullmatch(word) else ""
    for each in {sounds, _LIKE_A_PARTICLE.sub("", sounds)}:
        if len(each) >= _WHOLE_SOUNDS:
            yield f"lr{each}"


def _sounds_in_hangul(word: str) -> str:
    """A word in Korean letters by all its sounds, as Latin ones would be written."""
    sounds = "".join(
        _FIRST_IN_LATIN.get(first, "")
        + _VOWEL_IN_LATIN.get(vowel, "")
        + _LAST_IN_LATIN.get(final, "")
        for first, vowel, final in map(_letters, word)
    )
    return _squeezed(_FLOWING.sub(_flows, sounds))


def _sounds_in_latin(word: str) -> str:
    for written, sound in _WRITTEN_SOUNDS:
        word = word.replace(written, sound)
    return _squeezed(_FLOWING.sub(_flows, word))


def _flows(match: re.Match[str]) -> str:
    """Between vowels l and r are told apart, and nowhere else: 발리 is Bali, 파리 is not."""
    between = match.start() > 0 and match.end() < len(match.string)
    before, after = match.string[match.start() - 1 :][:1], match.string[match.end() :][:1]
    apart = between and before in "aeiouwy" and after in "aeiouwy"
    return ("R" if match.group() == "r" else "L") if apart else "?"


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


def _contracted(word: str) -> str:
    """A word as it is said fast, where a vowel meets the same one: 알코올, 알콜."""
    said = word[:1]
    for syllable in word[1:]:
        (_, vowel, closed), (first, next_, final) = _letters(said[-1]), _letters(syllable)
        if first == "ㅇ" and not closed and final and next_ in {vowel, "ㅡ"}:
            said = said[:-1] + chr(ord(said[-1]) + _FINALS.index(final))
        else:
            said += syllable
    return said


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
