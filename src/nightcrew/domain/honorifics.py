"""Korean told with respect as it is told plainly: 농사를 지으셨어, 어머님."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from nightcrew.domain.hangul import letters_of
from nightcrew.domain.stems_ko import final_of, joined_to_vowel, with_final

_NOUNS: Mapping[str, str] = {
    "어머님": "어머니", "아버님": "아버지", "할머님": "할머니", "할아버님": "할아버지",
    "아드님": "아들", "따님": "딸", "누님": "누나", "아들래미": "아들", "아들내미": "아들",
    "딸래미": "딸", "딸내미": "딸",
}  # fmt: skip
_MAY_BE = re.compile("[셨셔세신시십님]|내미|래미")  # no text without these is read further
_NOUN = re.compile(
    rf"(?P<noun>{'|'.join(sorted(_NOUNS, key=len, reverse=True))})(?P<after>으로|이랑|이|은|을|과)?"
)
_AFTER_VOWEL: Mapping[str, str] = {
    "으로": "로", "이랑": "랑", "이": "가", "은": "는", "을": "를", "과": "와",
}  # fmt: skip
# Verbs with a word of their own for respect, each with its mark.
_PLAIN: Mapping[str, Mapping[str, str]] = {
    "계": {"셔": "있어", "셨": "있었", "세": "있어", "신": "있", "시": "있", "십": "있습"},
    "주무": {"셔": "자", "셨": "잤", "세": "자", "신": "잔", "시": "자", "십": "잡"},
}
_STAYS = re.compile(rf"(?<![가-힣])(?P<stem>{'|'.join(_PLAIN)})(?P<mark>[셔셨세신시십])")
# What goes on after the mark of respect. 도시는, 다시는 and 택시는 are nouns and adverbs.
_VERBS_END: Final = "하가오되두주내나지니우키기보쓰치리뜨타차러배피"
_END = (
    r"(?:셨(?P<past>[가-힣]*)|셔(?P<now>요|서|도)?(?![가-힣])|세(?P<polite>요)(?![가-힣])"
    r"|(?P<fact>신다|십니다|신대요?)|시(?P<rest>고|는데|는|거든|네|지만|지|던데|더라|던|면서|면|니까|기))"
)
_CLOSED = re.compile(rf"(?P<stem>[가-힣])으{_END}")
_OPEN = re.compile(rf"(?P<stem>(?<!돌아)(?<!아(?=니))[{_VERBS_END}]){_END}")
# Verbs in ㄹ, which goes before the mark: 파셨어 for 팔았어. 사셨어 may be of two verbs.
_WITHOUT_FINAL: Mapping[str, str] = {
    "파": "팔", "여": "열", "아": "알", "노": "놀", "만드": "만들", "힘드": "힘들",
}  # fmt: skip
_DROPPED = re.compile(
    rf"(?<![가-힣])(?P<stem>{'|'.join(_WITHOUT_FINAL)})(?P<mark>셨|셔)(?=[가-힣]|[\s.,!?~]|$)"
)


def told_plainly(text: str) -> str:
    """The text without the marks of respect in its verbs and in its names for kin."""
    if not _MAY_BE.search(text):
        return text
    text = _NOUN.sub(_named, text)
    text = _DROPPED.sub(_with_its_final, _STAYS.sub(_stays, text))
    return _OPEN.sub(_plain, _CLOSED.sub(_plain, text))


def _named(match: re.Match[str]) -> str:
    noun, after = _NOUNS[match["noun"]], match["after"] or ""
    return noun + (after if final_of(noun[-1]) else _AFTER_VOWEL.get(after, after))


def _with_its_final(match: re.Match[str]) -> str:
    stem = _WITHOUT_FINAL[match["stem"]]
    told = _past if match["mark"] == "셨" else _present
    return stem[:-1] + told(stem[-1], apart=True)


def _stays(match: re.Match[str]) -> str:
    return _PLAIN[match["stem"]][match["mark"]]


def _plain(match: re.Match[str]) -> str:
    stem, apart = match["stem"], match.group()[1] == "으"
    if match["past"] is not None:
        return _past(stem, apart=apart) + match["past"]
    if match["fact"]:
        irregular = apart and not final_of(stem)  # 지으신다: 짓는다
        return _fact(with_final(stem, "ㅅ") if irregular else stem, match["fact"])
    if match["rest"]:
        return _before_consonant(stem, match["rest"], apart=apart)
    return _present(stem, apart=apart) + (match["now"] or match["polite"] or "")


def _present(stem: str, *, apart: bool) -> str:
    """Before a vowel: 받아, 지어, 해."""
    if apart:
        return stem + ("아" if letters_of(stem)[1] in "ㅏㅗ" and final_of(stem) else "어")
    return "해" if stem == "하" else joined_to_vowel(stem)


def _past(stem: str, *, apart: bool) -> str:
    now = _present(stem, apart=apart)
    return now[:-1] + with_final(now[-1], "ㅆ")


def _fact(stem: str, ending: str) -> str:
    closed = bool(final_of(stem))
    if ending == "십니다":
        return stem + "습니다" if closed else with_final(stem, "ㅂ") + "니다"
    told = ending.removeprefix("신")
    return f"{stem}는{told}" if closed else with_final(stem, "ㄴ") + told


def _before_consonant(stem: str, rest: str, *, apart: bool) -> str:
    return f"{stem}으{rest}" if apart and rest[0] in "면니" else stem + rest
