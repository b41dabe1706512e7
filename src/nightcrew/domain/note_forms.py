"""Korean verbs as they are noted and typed in haste, written out: 말안함, 헤어짐, 깻어요."""

from __future__ import annotations

import re
from typing import Final

from nightcrew.domain.hangul import letters_of
from nightcrew.domain.stems_ko import final_of, is_ending, verb_of, with_final

# Pasts that end in one key too few; no verb stem but 뺏 ends so.
_PAST_VOWELS: Final = "ㅐㅔㅘㅝㅕㅙ"
_SLACK = "".join(
    syllable
    for code in range(ord("가"), ord("힣") + 1)
    if letters_of(syllable := chr(code))[2] == "ㅅ"
    and letters_of(syllable)[1] in _PAST_VOWELS
    and syllable != "뺏"
)
_SLACK_PAST = re.compile(
    rf"[엇앗잇갓{_SLACK}](?=어|습니|는데|네|지만|던|음|거든|다[\s.!~]|다$)(?<!빼앗)"
)
_DENIAL_IN_ONE = re.compile(r"(?<![가-힣])(?P<denial>안|못)(?P<space>\s?)(?P<verb>[가-힣]+)")
# Verb forms of one syllable that make no noun with a denial: 안함, 안옴, no 안산 and 안마.
_SHORT_FORMS = frozenset("함해했됨돼됐옴와왔봄봐봤씀써썼잠잤삼샀탐탔줌줘줬감갔킴켜켰핌펴폈")
_END = r"(?=[\s.,!?~ㅋㅎㅠㅜᄀ-ᇿ]*$|[.,!?]\s)"
_NOTE = re.compile(rf"(?<![가-힣])(?P<stem>[가-힣]+)(?P<last>[가-힣]){_END}")
# A wish as it is noted: 말해주길 바람.
_WISHED = re.compile(r"(?<=[가-힣])길(?=\s?(?:바라|바란|바랍|바람|원[하한함해합]|희망))")
_HOPED = re.compile(rf"(?<=기를\s)바람{_END}")
_TOLD: Final = {"짐": "졌다", "됨": "됐다", "함": "한다"}
_NO_NOTES = frozenset(
    {
        "명함",
        "포함",
        "결함",
        "군함",
        "보관함",
        "사물함",
        "우편함",
        "느낌",
        "이김",
        "모임",
        "그림",
        "가짐",
    }
)


def written_out(text: str) -> str:
    """The text with verbs of notes and slips of the past in full: 말 안함 → 말 안 한다."""
    text = _HOPED.sub("바란다", _WISHED.sub("기를", text))
    plain = _SLACK_PAST.sub(_with_whole_past, text.replace("됬", "됐"))
    return _NOTE.sub(_as_told, _DENIAL_IN_ONE.sub(_spaced, plain))


def _with_whole_past(match: re.Match[str]) -> str:
    return with_final(match.group(), "ㅆ")


def _spaced(match: re.Match[str]) -> str:
    verb = match["verb"]
    short = verb in _SHORT_FORMS
    told = short or (len(verb) > 1 and bool(verb_of(verb)))
    done = verb[0] in "하한할함합해했" and is_ending(verb[1:])
    if not (told or done):
        return match.group()
    if short and final_of(verb) == "ㅁ":
        verb = with_final(verb, "ㄴ") + "다"
    return f"{match['denial']} {verb}"


def _as_told(match: re.Match[str]) -> str:
    """A verb that a note ends in, told as a fact: 헤어짐 → 헤어졌다, 했음 → 했다."""
    stem, last = match["stem"], match["last"]
    if last == "음":
        return f"{stem}다" if final_of(stem[-1]) in {"ㅆ", "ㅄ"} else match.group()
    if final_of(last) != "ㅁ" or match.group() in _NO_NOTES:
        return match.group()
    if last in _TOLD:
        return f"{stem}{_TOLD[last]}"
    return f"{stem}{with_final(last, 'ㄴ')}다" if verb_of(match.group()) else match.group()
