"""Loan words and names known in the other script: 페럿 and ferret, 오키나와 and Okinawa."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nightcrew.domain.hangul import letters_of

# The consonants of both scripts in one alphabet; what is not named here is left out.
_HANGUL: Mapping[str, str] = dict(
    zip("ㄱㄲㅋㄴㄷㄸㅌㅁㅂㅃㅍㅅㅆㅈㅉㅊ", "ggknddtmbbpssjjj", strict=True)
)
_CLOSING: Mapping[str, str] = {"ㅇ": "n", "ㅅ": "t", "ㅆ": "t", "ㄹ": "l"}
_LATIN = (
    ("tch", "j"), ("sch", "s"), ("ch", "j"), ("sh", "s"), ("th", "s"), ("ph", "p"), ("ck", "k"),
    ("dge", "je"), ("tion", "son"), ("sion", "son"), ("ture", "jur"), ("x", "ks"), ("qu", "k"),
    ("ce", "se"), ("ci", "si"), ("cy", "sy"), ("c", "k"), ("q", "k"), ("f", "p"), ("v", "b"),
    ("z", "j"),
)  # fmt: skip
_NASAL = re.compile("ng(?![aeiouy])")
_VOWELS = re.compile("[aeiouyw]*[aeiouy][aeiouyw]*|V+")
_SOUNDED = re.compile("(?<=[aeiouy])s(?=[aeiouynm]|$)")  # as z is: propose, disney
_NOT_SOUNDED = re.compile("[hw]")
# Where no vowel follows, nothing tells the soft consonants from the hard ones, and r is not heard.
_CLOSED = re.compile("[bdgrR](?!V)")
_AS_CLOSED: Mapping[str, str] = {"b": "p", "d": "t", "g": "k", "r": "", "R": ""}
_BREATH = re.compile(r"(?<![cstp])h|f")
_MOST_SHAPES = 16  # of a word, by vowels that may only help to say consonants
_ACROSS = 3  # consonants that make a loan word known in the other script

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
_WHOLE_SOUNDS = 5  # letters that make a name known by all its sounds
_SYLLABLES = re.compile("[가-힣]+")
_LETTERS = re.compile("[a-z]+")


def in_hangul(word: str) -> Iterator[str]:
    """What a word in Korean letters has in common with itself in Latin ones, as no word is."""
    if not _SYLLABLES.fullmatch(word):
        return
    breath = "~" if any(letters_of(each)[0] == "ㅎ" for each in word) else ""
    yield from (f"h{shape}{breath}" for shape in sorted(_shapes_in_hangul(word)))
    if _has_body(word) and len(sounds := _sounds_in_hangul(word)) >= _WHOLE_SOUNDS:
        yield f"hr{sounds}"


def in_latin(word: str) -> Iterator[str]:
    """What a word in Latin letters has in common with itself in Korean ones, as no word is."""
    if not _LETTERS.fullmatch(word):
        return
    breaths = ("", "~") if _BREATH.search(word) else ("",)
    yield from (f"l{shape}{each}" for shape in sorted(_shapes_in_latin(word)) for each in breaths)
    sounds = _sounds_in_latin(word)
    for each in {sounds, _LIKE_A_PARTICLE.sub("", sounds)}:
        if len(each) >= _WHOLE_SOUNDS:
            yield f"lr{each}"


def _has_body(word: str) -> bool:
    return any(letters_of(each)[0] in _HANGUL or letters_of(each)[2] for each in word)


def _shapes_in_hangul(word: str) -> set[str]:
    """Consonants with a V where vowels stand, with and without those that only help."""
    shapes = [""]
    for place, syllable in enumerate(word):
        first, vowel, final = letters_of(syllable)
        begun = _flows_in_hangul(word, place) if first == "ㄹ" else _HANGUL.get(first, "")
        helps = vowel == "ㅡ" or _trails(word, place)
        closed = _CLOSING.get(final, _HANGUL.get(final, ""))
        closed = "" if final == "ㄹ" and _flows_on(word, place) else closed
        ways = (begun + "V" + closed, *((begun + closed,) if helps else ()))
        shapes = [shape + way for shape in shapes for way in ways][:_MOST_SHAPES]
    plain = {_as_heard(shape) for shape in shapes}
    for ending in ("V", "s", "V"):  # a plural is told without its ending: 필라테스, pilates
        plain |= {shape.removesuffix(ending) for shape in plain}
    return {shape for shape in plain if _consonants(shape) >= _ACROSS}


def _flows_in_hangul(word: str, place: int) -> str:
    """One ㄹ between vowels is an r, two are an l; at the beginning it is either."""
    if place == 0:
        return "l"
    return "L" if letters_of(word[place - 1])[2] == "ㄹ" else "R"


def _flows_on(word: str, place: int) -> bool:
    return place + 1 < len(word) and letters_of(word[place + 1])[0] == "ㄹ"


def _trails(word: str, place: int) -> bool:
    """Whether a word ends in a vowel that only lets a hissing consonant be said: 벤치."""
    first, vowel, final = letters_of(word[place])
    return place == len(word) - 1 > 0 and first in "ㅅㅈㅊ" and vowel in "ㅣㅟ" and not final


def _shapes_in_latin(word: str) -> set[str]:
    ways = {word, word.removesuffix("e")}
    ways |= {each.replace("th", "t") for each in ways}
    ways |= {_SOUNDED.sub("z", each) for each in ways}
    shapes = {_as_heard(_VOWELS.sub("V", _in_one_alphabet(each))) for each in ways if each}
    return {shape for shape in shapes if _consonants(shape) >= _ACROSS}


def _in_one_alphabet(word: str) -> str:
    word = _NASAL.sub("n", word)
    for written, sound in _LATIN:
        word = word.replace(written, sound)
    word = re.sub("^r", "l", _squeezed(word))
    return re.sub("(?<=.)[lr](?=[aeiouyw])", lambda match: match.group().upper(), word)


def _as_heard(shape: str) -> str:
    plain = _VOWELS.sub("V", _NOT_SOUNDED.sub("", shape))
    return _squeezed(_CLOSED.sub(lambda match: _AS_CLOSED[match.group()], plain))


def _consonants(shape: str) -> int:
    return len(shape) - shape.count("V")


def _sounds_in_hangul(word: str) -> str:
    """A word in Korean letters by all its sounds, as Latin ones would be written."""
    sounds = "".join(
        _FIRST_IN_LATIN.get(first, "")
        + _VOWEL_IN_LATIN.get(vowel, "")
        + _LAST_IN_LATIN.get(final, "")
        for first, vowel, final in map(letters_of, word)
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


def _squeezed(sounds: str) -> str:
    return re.sub(r"(.)\1+", r"\1", sounds)
