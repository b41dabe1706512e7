"""Korean words without their particles and endings, roughly: the same word, the same stem.

Good enough to compare claims word by word; it is no analysis of grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nightcrew.domain.particles_ko import (
    AFTER_CONSONANT,
    AFTER_VOWEL,
    COPULA,
    PARTICLES,
    SHORT_STEM_PARTICLES,
)


def _listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_BASE = ord("가")
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_EO, _YEO, _O, _WA, _WAE, _OE, _U, _WO, _EU, _I = 4, 6, 8, 9, 10, 11, 13, 14, 18, 20  # vowels
_JOINED: Mapping[int, int] = {_O: _WA, _U: _WO, _I: _YEO, _OE: _WAE, _EU: _EO}
_SPLIT: Mapping[int, int] = {_YEO: _I, _WO: _U, _WA: _O}

_ENDING = re.compile(
    r"(?:으?(?:시|셔|셨|세|신|실|십))?(?:었|았|였|겠)?(?:었|겠)?"
    r"(?:습니다|습니까|니다|니까|는다|ㄴ다|다고|는데요?|은데요?|던데|는지|은지|거든요?"
    r"|더라고?요?|더라구요?|더군요?|더니|어야지?|아야지?"
    r"|[는다더자냐]?(?:다니까|다니깐|라니까|라니깐)요?|다며|다면서요?|단다|답니다|대도"
    r"|대서|단\s?말이야|잖아요?|구나|군요?"
    r"|는구나|는군요?|는걸요?|을걸요?|길래|기에|으므로|므로|는지라|어가지고|아가지고"
    r"|으니깐|니깐|니까요?"
    r"|나봐요?|나\s?봐|어버렸[어다]|아버렸[어다]|어\s?버렸[어다]|어졌[어다]|는\s?중이야"
    r"|는중|는\s?거야|는거야"
    r"|었으면|았으면|으면서도|거든여|어여|아여|네여|죵|용|구요|지롱|음요|슴다|심다|습니당"
    r"|는다네|는데다가?"
    r"|어요|아요|여요|네요|지요|죠|고요|대요?|래요?|게요?|을게요?|을래요?|면서|으면서|려고"
    r"|으려고|도록|어서|아서|여서"
    r"|으면|지만|거나|다가|던|는|은|을|고|지|네|면|자|기|게|다|어|아|여|며|음|니|나|라|요|야"
    r"|든지|기로|기만|기는|기도|가지고|어도|아도|여도)?"
)
_DO = re.compile(
    r"(?P<stem>[가-힣]{2,}?)(?:당|시)?(?P<do>하|한|할|함|합|해|했|되|된|될|됨|됩|돼|됐|켰|키|켜)"
    r"(?P<rest>[가-힣]*)"
)
_SHORT_DO = re.compile(r"(?P<stem>[가-힣])(?P<do>하|했)(?P<rest>[가-힣]+)")
# After a verb whose ending is swallowed by its vowel: 망해서, 나빠서, 줄여 가지고.
_AFTER_VOWEL_VERB = re.compile(
    r"서(?:요|도|는|인지)?|가지고|도|야[지겠만]?|[졌진질져][가-힣]{0,3}|버[렸린려][가-힣]{0,3}"
)
_SHORT_DONE = re.compile(r"(?P<stem>[가-힣])해(?P<rest>[가-힣]+)")
_CERTAIN_ENDING = re.compile(
    r"(?P<stem>[가-힣]+?)(?:는다|습니다|었다|았다|었어요?|았어요?|었는데|았는데|었고|았고|어요"
    r"|아요|는데요?|거든요?|더라고요?|더라구요?|잖아요?|는다니까요?|다니까요?|는구나|길래"
    r"|는대요?|었대요?|았대요?"
    r"|었거든요?|았거든요?|었더니|았더니|었잖아|았잖아|는다고|으시[다고]|으셔|으셨어"
    r"|네요|으니까|으려고)"
)


_NEVER_ALONE = frozenset("하합되됩키")  # no verb ends in these

VERBS = _listed(
    "먹 마시 가 오 보 살 사 팔 배우 다니 끊 싫 좋 많 적 크 작 없 있 되 만나 헤어지 만들 끓이 읽 "
    "쓰 듣 걷 뛰 타 "
    "자 일어나 앉 서 놀 쉬 웃 울 아프 힘들 바쁘 바꾸 바뀌 옮기 떠나 돌아오 나가 들어가 들어오 "
    "다녀오 지내 키우 "
    "기르 낳 입 신 벗 씻 찾 잃 잊 알 모르 믿 느끼 즐기 아끼 미루 당기 늦추 빼 넣 두 놓 주 받 "
    "보내 부르 부치 빌리 "
    "갚 벌 쓰 모으 열 닫 시작되 끝나 끝내 그만두 관두 고치 자라 늙 죽 다치 낫 나빠지 좋아지 "
    "줄이 줄 늘 늘리 "
    "싸우 맞 틀리 맡 잡 잡히 밀리 걸리 춥 덥 맵 짜 달 쓰 무섭 귀엽 외롭 어렵 쉽 가깝 멀 돕 눕 "
    "굽 짓 붓 붙 뽑 보이 "
    "서두르 오르 내리 고르 누르 흐르 예쁘 기쁘 슬프 나쁘 아니"
)
_IRREGULAR: Mapping[str, tuple[str, ...]] = {
    "듣": ("들어", "들었", "들으"), "걷": ("걸어", "걸었", "걸으"), "모르": ("몰라", "몰랐"),
    "부르": ("불러", "불렀"), "서두르": ("서둘러", "서둘렀"), "오르": ("올라", "올랐"),
    "고르": ("골라", "골랐"), "기르": ("길러", "길렀"), "누르": ("눌러", "눌렀"),
    "흐르": ("흘러", "흘렀"), "짓": ("지어", "지었", "지을"), "낫": ("나아", "나았", "나을"),
    "춥": ("추워", "추웠", "추운"), "덥": ("더워", "더웠", "더운"), "맵": ("매워", "매웠", "매운"),
    "무섭": ("무서워", "무서웠", "무서운"), "귀엽": ("귀여워", "귀여웠", "귀여운"),
    "외롭": ("외로워", "외로웠", "외로운"), "어렵": ("어려워", "어려웠", "어려운"),
    "쉽": ("쉬워", "쉬웠", "쉬운"), "가깝": ("가까워", "가까웠", "가까운"),
    "돕": ("도와", "도왔", "도운"), "눕": ("누워", "누웠"), "굽": ("구워", "구웠", "구운"),
    "되": ("돼", "됐"), "아프": ("아파", "아팠"), "바쁘": ("바빠", "바빴"),
    "예쁘": ("예뻐", "예뻤"),
    "모으": ("모아", "모았"), "나쁘": ("나빠", "나빴"), "즐기": ("즐겨",), "아니": ("아닌", "아냐"),
    "살": ("사는", "산다", "삽니"), "팔": ("파는", "판다", "팝니"), "알": ("아는", "안다", "압니"),
    "만들": ("만드는", "만든", "만듭"), "놀": ("노는", "논다", "놉니"), "울": ("우는", "운다"),
    "힘들": ("힘든", "힘듭"), "싫": ("싫어하", "싫어해", "싫어한", "싫어했", "싫어"),
}  # fmt: skip


def korean_stem(word: str) -> str:
    """The word without particles and endings; a word it does not know stays as it is."""
    verb = verb_of(word)
    if verb is not None:
        return verb
    for doing in (_DO, _SHORT_DO):
        done = doing.fullmatch(word)
        if done is not None and _ENDING.fullmatch(done["rest"]) and not _is_noun(done):
            return done["stem"]
    short = _SHORT_DONE.fullmatch(word)
    if short is not None and _AFTER_VOWEL_VERB.fullmatch(short["rest"]):
        return short["stem"]
    formal = _formal(word)
    if formal is not None:
        return formal
    noun = _noun(word)
    if noun != word:
        return noun
    certain = _CERTAIN_ENDING.fullmatch(word)
    return _open_stem(certain["stem"]) if certain else _told(word)


def _is_noun(done: re.Match[str]) -> bool:
    """Whether what looks like a deed is a noun that ends so: 반지하, 반지하야, 위스키."""
    return done["do"] in _NEVER_ALONE and done["rest"] in {"", "야"}


def final_of(syllable: str) -> str:
    """The final consonant of a Hangul syllable, empty when it ends in a vowel."""
    return _FINALS[(ord(syllable) - _BASE) % 28] if "가" <= syllable <= "힣" else ""


def uncontracted(word: str) -> str:
    """A verb form ending in a vowel without the ending that it swallowed: 들려, 피워, 더듬어."""
    word = word.removesuffix("요") or word
    vowel = (ord(word[-1]) - _BASE) % 588 // 28
    if word[-1] in "어아여":
        return word[:-1]
    if final_of(word[-1]) or vowel not in _SPLIT:
        return word
    code = ord(word[-1]) - _BASE
    return word[:-1] + chr(_BASE + code // 588 * 588 + _SPLIT[vowel] * 28)


def verb_stems(word: str) -> Iterator[str]:
    """What a word may be without an ending, were it a verb that is not known: 피우고, 다퉈."""
    yield uncontracted(word)
    for cut in range(2, len(word)):
        if _ENDING.fullmatch(word[cut:]) or _AFTER_VOWEL_VERB.fullmatch(word[cut:]):
            yield word[:cut]
            yield uncontracted(word[:cut])


def is_ending(text: str) -> bool:
    """Whether a text is nothing but the ending of a verb."""
    return _ENDING.fullmatch(text) is not None


def without_particles(word: str) -> str:
    """The word without particles and copula; what is a particle alone becomes empty."""
    if word in PARTICLES or word == "나":
        return ""
    return _noun(word)


def _noun(word: str) -> str:
    for _ in range(3):
        shorter = _without_suffix(word)
        if shorter == word:
            return word
        word = shorter
    return word


def _without_suffix(word: str) -> str:
    for suffix in _BY_LAST.get(word[-1:], ()):
        stem = word.removesuffix(suffix)
        if stem != word and stem and _fits(stem, suffix):
            return stem
    return word


def _fits(stem: str, suffix: str) -> bool:
    closed = bool(final_of(stem[-1]))
    if suffix in COPULA and suffix[0] in "이입":
        return closed or suffix == "입니다" or len(stem) > 1
    if len(stem) == 1 and suffix not in SHORT_STEM_PARTICLES:
        return False
    if suffix in AFTER_CONSONANT:
        return closed
    if suffix in AFTER_VOWEL:
        return not closed
    return suffix != "로" or not closed or final_of(stem[-1]) == "ㄹ"


def verb_of(word: str) -> str | None:
    """The stem of a form of a known verb."""
    for length in range(len(word), 0, -1):
        stem = _SURFACES.get(word[:length])
        if stem is not None and _allowed(stem, word[:length], word[length:]):
            return stem
    return None


def _allowed(stem: str, surface: str, rest: str) -> bool:
    if _swallowed(surface) and _AFTER_VOWEL_VERB.fullmatch(rest):
        return True
    if _ENDING.fullmatch(rest) is None:
        return False
    if rest in {"대", "대요"} and surface == stem and stem not in _ADJECTIVES:
        return False  # 입대, 부대: only what a thing is like is reported so
    if rest:
        if rest == "요" and surface != stem and not final_of(surface[-1]):
            return True
        return not (len(stem) == 1 and rest in _NOUN_LIKE and not final_of(stem))
    return surface != stem and len(surface) > 1


def _swallowed(surface: str) -> bool:
    """Whether a verb form ends in the vowel that its ending left: 나빠, 줄여."""
    return (
        len(surface) > 1
        and surface[-1] not in "이가"
        and not final_of(surface[-1])
        and ((ord(surface[-1]) - _BASE) % 588 // 28 in _JOINED_VOWELS)
    )


_JOINED_VOWELS = frozenset({0, 1, _EO, 5, _YEO, _WA, _WAE, _WO})
_ADJECTIVES = frozenset(
    _listed(
        "좋 싫 많 적 크 작 없 있 아프 힘들 바쁘 춥 덥 맵 짜 달 쓰 무섭 귀엽 외롭 어렵 쉽 가깝 "
        "멀 예쁘 기쁘 슬프 나쁘 낫"
    )
)
_NOUN_LIKE = frozenset(
    {"지", "자", "게", "니", "기", "나", "라", "면", "은", "는", "을", "고", "요", "도"}
)


def _surfaces(stem: str) -> Iterator[str]:
    yield stem
    yield from _IRREGULAR.get(stem, ())
    if final_of(stem[-1]):
        return
    for final in ("ㄴ", "ㄹ", "ㅁ", "ㅂ"):
        yield stem[:-1] + with_final(stem[-1], final)
    joined = stem[:-1] + joined_to_vowel(stem[-1])
    yield joined
    yield joined[:-1] + with_final(joined[-1], "ㅆ")


def with_final(syllable: str, final: str) -> str:
    """A Hangul syllable with another final consonant, or with none."""
    code = ord(syllable) - _BASE
    return chr(_BASE + code - code % 28 + _FINALS.index(final))


def joined_to_vowel(syllable: str) -> str:
    """A syllable that ends a verb with the vowel of its ending: 오 and 와, 치 and 쳐."""
    code = ord(syllable) - _BASE
    lead, vowel = code // 588, code % 588 // 28
    return chr(_BASE + lead * 588 + _JOINED.get(vowel, vowel) * 28)


def _formal(word: str) -> str | None:
    """The stem of a verb in the formal style: 더듬습니다, 피웁니다; not of a noun with 입니다."""
    if len(word) > 3 and word.endswith(("습니다", "습니까")):
        return _open_stem(word[:-3])
    before = word[:-2]
    polite = word.endswith(("니다", "니까")) and len(before) > 0
    if polite and final_of(before[-1]) == "ㅂ" and before[-1] != "입":
        return before[:-1] + with_final(before[-1], "")
    return None


def _open_stem(stem: str) -> str:
    return stem[:-1] + with_final(stem[-1], "") if final_of(stem[-1]) == "ㅆ" else stem


def _told(word: str) -> str:
    """The stem of an unknown verb told as a fact: 피운다, 들렸다."""
    if len(word) > 2 and word[-1] == "다" and final_of(word[-2]) == "ㄴ":
        return word[:-2] + with_final(word[-2], "")
    return _past(word)


def _past(word: str) -> str:
    cut = re.fullmatch(r"([가-힣]+)(?:다|어|어요|습니다|는데|는데요|고|지|네|네요|던)", word)
    if cut is not None and final_of(cut[1][-1]) == "ㅆ" and cut[1][-1] not in "있겠":
        return _open_stem(cut[1])
    return word


_SURFACES: Mapping[str, str] = {
    surface: stem for stem in reversed(VERBS) for surface in _surfaces(stem)
}
_BY_LAST: Mapping[str, tuple[str, ...]] = {
    last: tuple(sorted((each for each in PARTICLES if each[-1] == last), key=len, reverse=True))
    for last in {each[-1] for each in PARTICLES}
}
