"""A Korean clause as it would stand in a notebook: 먹어요, 먹습니다, 먹음 become 먹는다."""

from __future__ import annotations

import re
from collections.abc import Callable

from nightcrew.adapters.rehearsal.table import words
from nightcrew.domain.words import script_of

_FIRST, _LAST = 0xAC00, 0xD7A3
_N, _L, _B, _M, _SS = 4, 8, 17, 16, 20  # final consonants ㄴ ㄹ ㅂ ㅁ ㅆ in Unicode order
_OPEN_VOWELS = {6: 20, 9: 8, 14: 13, 10: 11}  # ㅕ→ㅣ ㅘ→ㅗ ㅝ→ㅜ ㅙ→ㅚ

_LAST_WORD = re.compile(r"[가-힣][\s.!?~…ㅋㅎㅠ\"'”’)]*$")
_TYPING = (
    (re.compile(r"[\sㅋㅎㅠㅜㅡ~^.!…♡♥]+$"), ""),
    (re.compile(r"(?:여|용|염|욤|욥|욧)$"), "요"),
    (re.compile(r"슴다$|슴당$|습니당$"), "습니다"),
    (re.compile(r"임다$|임당$|입니당$"), "입니다"),
    (re.compile(r"함다$|함당$"), "합니다"),
    (re.compile(r"이예요$"), "이에요"),
)
_UNTYPED = str.maketrans("햇갓왓잇됏엇앗밧삿", "했갔왔있됐었았봤샀")
_MISSING_SS = re.compile(r"[햇갓왓잇됏엇앗밧삿](?=(?:어요?|음|다|지|는데|고|습니다|네요?)$)")


def ends_in_korean(said: str) -> bool:
    """Whether a line is said in Korean, whatever it quotes: a Korean sentence ends in its verb."""
    return bool(_LAST_WORD.search(said)) or script_of(said).main == "hangul"


def plain(clause: str) -> str:
    """The clause with its last word in plain written form; other words stay as they were said."""
    text = clause.strip()
    for pattern, form in _TYPING:
        text = pattern.sub(form, text)
    text = _MISSING_SS.sub(lambda found: found.group().translate(_UNTYPED), text)
    for pattern, build in _ENDINGS:
        found = pattern.search(text)
        if found and (written := build(text[: found.start()])) is not None:
            return written
    return text


def _split(syllable: str) -> tuple[int, int, int]:
    code = ord(syllable) - _FIRST
    return code // 588, code % 588 // 28, code % 28


def _join(first: int, vowel: int, last: int = 0) -> str:
    return chr(_FIRST + first * 588 + vowel * 28 + last)


def _hangul(text: str) -> bool:
    return bool(text) and _FIRST <= ord(text[-1]) <= _LAST


def _last(text: str) -> int:
    return _split(text[-1])[2] if _hangul(text) else -1


def _with_last(text: str, last: int) -> str:
    first, vowel, _ = _split(text[-1])
    return text[:-1] + _join(first, vowel, last)


def _describes(stem: str) -> bool:
    word = stem.rsplit(maxsplit=1)[-1] if stem.split() else stem
    if word.endswith("하"):
        return word[:-1] in words("korean", "describing_nouns")
    return word in words("korean", "describing") or word.endswith(("스럽", "롭", "답", "싶"))


def from_stem(stem: str) -> str | None:
    """A stem in plain present or past: 먹 → 먹는다, 가 → 간다, 좋 → 좋다, 했 → 했다."""
    if not _hangul(stem):
        return None
    if stem.endswith("이") and re.search(r"[가-힣\d)A-Za-z]이$", stem) and _is_copula(stem):
        return stem + "다"
    if _last(stem) == _SS or _describes(stem):
        return stem + "다"
    if _last(stem) in (0, _L):
        return _with_last(stem, _N) + "다"
    return stem + "는다"


def _is_copula(stem: str) -> bool:
    return _last(stem[:-1]) > 0 and stem.rsplit(maxsplit=1)[-1] not in {"높이", "줄이", "먹이"}


def _from_formal(before: str) -> str | None:
    """…ㅂ니다."""
    if _last(before) != _B:
        return None
    stem = _with_last(before, 0)
    if stem.endswith("이") and stem[:-1].strip():
        return _copula(stem[:-1])
    for final in (0, _L):
        if _describes(_with_last(stem, final)):
            return _with_last(stem, final) + "다"
    return from_stem(stem)


def _copula(noun: str) -> str | None:
    noun = noun.rstrip()
    if not noun:
        return None
    return noun + ("다" if _last(noun) <= 0 else "이다")


def _after_i(noun: str) -> str | None:
    """이야, 이에요: behind a figure or a foreign word only the speaker knows how it sounds."""
    noun = noun.rstrip()
    return f"{noun}이다" if noun and not _hangul(noun) else _copula(noun)


def _from_casual(before: str) -> str | None:
    """해체 without 요: 먹어, 가, 해, 마셔, 매워."""
    if not _hangul(before):
        return None
    if before[-1] in "아어여":
        return _after_consonant(before[:-1])
    if before[-1] == "해":
        return from_stem(before[:-1] + "하")
    if before[-1] in "라러" and _last(before[:-1]) == _L:
        return from_stem(_with_last(before[:-1], 0) + "르")
    if before[-1] in "워와" and before[-2:] not in ("나와", "들와", "려와", "져와"):
        return _after_w(before)
    return _contracted(before)


def _after_consonant(stem: str) -> str | None:
    if not _hangul(stem):
        return None
    word = stem.rsplit(maxsplit=1)[-1]
    if word in ("들", "걸") and re.search(
        r"(?:음악|노래|수업|강의|라디오|팟캐스트|얘기)[을를]?\s\S+$", stem
    ):
        return stem[:-1] + {"들": "듣", "걸": "걷"}[word] + "는다"
    if _last(stem) == _L and not _describes(stem) and word not in words("korean", "l_verbs"):
        return _with_last(stem, 7) + "는다"  # 물어, 실어: ㄷ irregular
    return from_stem(stem)


def _after_w(before: str) -> str | None:
    stem = before[:-1]
    word = stem.rsplit(maxsplit=1)[-1] if stem.split() else ""
    if before[-1] == "와" and word != "도":
        return _contracted(before)
    if word and word[-1] in words("korean", "u_verbs"):
        return from_stem(stem + "우")
    if not _hangul(stem) or _last(stem):
        return None
    closed = _with_last(stem, _B)
    verb = closed.rsplit(maxsplit=1)[-1] in words("korean", "b_verbs")
    return closed + ("는다" if verb else "다")


def _from_bare(before: str) -> str | None:
    """A clause without any ending: 학교 가 is one, 여름휴가 is a noun."""
    word = before.rsplit(maxsplit=1)[-1] if before.split() else ""
    if not _hangul(before) or _last(before):
        return None
    vowel = _split(before[-1])[1]
    contracted = vowel in _OPEN_VOWELS or before[-1] in "아어여해워와"
    return _from_casual(before) if contracted or word in words("korean", "bare_verbs") else None


def _contracted(before: str) -> str | None:
    first, vowel, last = _split(before[-1])
    if last:
        return None
    if vowel in _OPEN_VOWELS:
        return from_stem(before[:-1] + _join(first, _OPEN_VOWELS[vowel]))
    for shorter in (before[:-1] + _join(first, 18), before):  # ㅡ: 아파 → 아프, 써 → 쓰
        if _describes(shorter):
            return shorter + "다"
    if before[-1] in "써떠꺼":
        return from_stem(before[:-1] + _join(first, 18))
    return from_stem(before) if vowel in (0, 1, 4, 5) else None


def _clipped(before: str) -> str | None:
    """음슴체: 없음, 함, 탐, 교사임."""
    if before.rsplit(maxsplit=1)[-1] in words("korean", "m_nouns"):
        return None
    if before.endswith("음") and _last(before[:-1]) > 0:
        return from_stem(before[:-1])
    if _last(before) != _M:
        return None
    stem = _with_last(before, 0)
    if before.endswith("임"):
        return _copula(before[:-1])
    return from_stem(stem)


def _said(ending: str) -> Callable[[str], str | None]:
    return lambda before: before + ending


def _after_ending(before: str) -> str | None:
    """What stands before 는데, 거든, 지, 네, 고: a stem, a past stem or a noun with 이."""
    if before.endswith("이") and before[:-1].strip():
        return _copula(before[:-1])
    return from_stem(before)


def _reported(before: str) -> str | None:
    """Hearsay: 아프대 → 아프다고 한다, 키운대 → 키운다고 한다."""
    if not _hangul(before) or _last(before) not in (0, _N, _SS, _B):
        return f"{before}다고 한다" if _hangul(before) and _describes(before) else None
    return before + "다고 한다"


def _quoted_noun(before: str) -> str | None:
    noun = before.rstrip()
    if not _hangul(noun):
        return None
    return noun + ("라고 한다" if _last(noun) == 0 else "이라고 한다")


def _promised(before: str) -> str | None:
    """할게 → 하겠다고 한다."""
    return f"{_with_last(before, 0)}겠다고 한다" if _last(before) == _L else None


def _from_loose(before: str) -> str | None:
    """…ㄴ데 on a describing stem: 큰데 → 크다."""
    if _last(before) != _N:
        return None
    stem = _with_last(before, 0)
    return _copula(stem[:-1]) if stem.endswith("이") and stem[:-1] else stem + "다"


_ENDINGS: tuple[tuple[re.Pattern[str], Callable[[str], str | None]], ...] = (
    (
        re.compile(r"(?<=[가-힣])(?:다고|다구)\s?(?:해요?|합니다|하네요?|하더라고?요?)$"),
        _said("다고 한다"),
    ),
    (re.compile(r"(?<=[가-힣])(?:다|는|ㄴ)?대요?$"), _reported),
    (re.compile(r"(?:이)?래요?$"), _quoted_noun),
    (
        re.compile(r"(?:려고요?|려구요?|려고\s?해요?|려고\s?합니다|려고\s?함|려고\s?하는데요?)$"),
        _said("려고 한다"),
    ),
    (
        re.compile(
            r"\s?(?:거예요|거에요|거야|겁니다|거임|건데요?|거거든요?|예정이에요|예정입니다|예정이야|예정임|예정)$"
        ),
        _said(" 예정이다"),
    ),
    (re.compile(r"기로\s?(?:했어요?|했습니다|했음|함|했는데요?|했거든요?)$"), _said("기로 했다")),
    (re.compile(r"게요?$"), _promised),
    (re.compile(r"아니(?:에요|예요|야|요|거든요?|고요?|ㅂ니다)$"), _said("아니다")),
    (re.compile(r"이에요$"), _after_i),
    (re.compile(r"(?:예요|에요)$"), _copula),
    (re.compile(r"습니다$"), from_stem),
    (re.compile(r"니다$"), _from_formal),
    (
        re.compile(
            r"(?<=[가-힣])(?:인데요?|이고요?|이거든요?|이라서요?|이지만|이죠|이네요?|이구요?)$"
        ),
        _copula,
    ),
    (re.compile(r"(?:은데요?)$"), from_stem),
    (
        re.compile(
            r"(?:는데요?|거든요?|더라고요?|더라구요?|더라|잖아요?|네요?|군요|구나|지만|죠|지요?|구요|고요)$"
        ),
        _after_ending,
    ),
    (re.compile(r"(?<=[가-힣])데요?$"), _from_loose),
    (re.compile(r"이라고요?$"), _copula),
    (re.compile(r"이야$"), _after_i),
    (re.compile(r"야$"), lambda before: _copula(before) if _last(before) <= 0 else None),
    (re.compile(r"요$"), _from_casual),
    (re.compile(r"고$"), _after_ending),
    (re.compile(r"다$"), _said("다")),
    (re.compile(r"$"), lambda before: _clipped(before) or _from_bare(before)),
)
