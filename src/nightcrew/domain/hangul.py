"""The letters of Korean syllables."""

from __future__ import annotations

from nightcrew.domain.stems_ko import final_of

_FIRSTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


def letters_of(syllable: str) -> tuple[str, str, str]:
    """The consonant, the vowel and the final consonant of a Hangul syllable; the last may lack."""
    code = ord(syllable) - ord("가")
    return _FIRSTS[code // 588], _VOWELS[code % 588 // 28], final_of(syllable)
