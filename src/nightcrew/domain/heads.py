"""Words of a text that only stand before what it is really about: the last noun is the head.

라면집 알바 tells of a job and 땅콩 농사 of farming, while 라면 얘기 still tells of 라면.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from nightcrew.domain.compounds import Token, compound, owns
from nightcrew.domain.roles import listed
from nightcrew.domain.senses import MARK, sorts
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.word_tables import COMMON_VERBS, RELATIONS
from nightcrew.domain.words import stems

_PEOPLE = RELATIONS | listed(
    "아기 할머니 할아버지 이모 고모 삼촌 사촌 조카 동료 룸메이트 선배 후배 동기 동창 "
    "부모 부모님 외할머니 외할아버지 이모부 고모부 새엄마 새아빠 손자 손녀 약혼자 약혼녀 자매 형제 "
    "대녀 대자 대모 대부 "
    "친정 시댁 시부모 시누이 시어머니 시아버지 장모 장인 처남 처제 며느리 사위 형수 올케 매형 이웃 "
    "cousin aunt uncle grandma grandpa nephew niece roommat colleagu coworker neighbour neighbor "
    "parent grandparent grandmother grandfather stepmother stepfather stepmom stepdad sibling twin "
    "grandson granddaughter fiance fiancee "
    "wife mother-in-law father-in-law sister-in-law brother-in-law"
)
PEOPLE = _PEOPLE | {english_stem(each) for each in _PEOPLE if each.isascii()}
# Animals that have names: whose they are, and not what is told of them.
PETS = listed(
    "강아지 개 고양이 고양 햄스터 토끼 앵무새 거북이 거북 반려견 반려묘 반려동물 "
    "dog cat puppy kitten hamster rabbit parrot turtl pet"
)
# Each animal by all its names: what is told of a dog is not told of a cat.
PET_KINDS = tuple(
    listed(names)
    for names in (
        "강아지 개 반려견 멍멍이 댕댕이 dog puppy", "고양이 고양 반려묘 야옹이 냥이 cat kitten",
        "햄스터 hamster", "토끼 rabbit bunny", "앵무새 parrot", "거북이 거북 turtl",
    )
)  # fmt: skip
_PLACE_ENDING = re.compile(
    r"[가-힣]*(?:노래|찜질|빨래|만화|피시)방|[가-힣]{2,}(?:집|가게|공장|회사|매장|마을|축제|백화점)"
)
# Nouns that take the topic with them when they stand last, and the sort of claim they belong to.
_HEADS: Mapping[str, frozenset[str]] = {
    "place": listed(
        "집 가게 회사 공장 카페 식당 마을 동네 도시 매장 시장 백화점 박물관 미술관 축제 박람회 "
        "전시회 공원 호텔 마트 편의점 앞 옆 근처 건너편 맞은편 주변 "
        "shop stor company factory farm museum festival lab brand industry market"
    ),
    "person": PEOPLE
    | listed(
        "전문 직원 손님 사장 교수 강사 선생 선생님 사장님 기사 기자 작가 감독 배우 가수 전문가 "
        "담당자 teacher dealer farmer maker seller expert"
    ),
    "study": listed(
        "공부 연구 교육 훈련 논문 수업 강의 강연 강좌 세미나 전공 "
        "research researcher class cours lesson lectur thesi"
    ),
    "work": listed(
        "직원 사원 공무원 농사 장사 사업 알바 아르바이트 일자리 봉사 business startup job"
    ),
    "media": listed(
        "책 영화 드라마 다큐 뉴스 노래 게임 광고 만화 웹툰 소설 유튜브 영상 사진 그림 "
        "프로그램 방송 예능 채널 novel book film movi song documentary magazin podcast"
    ),
    "event": listed("결혼식 장례식 돌잔치 파티 행사 회식 모임 대회 경기 wedding funeral party"),
    "trade": listed("값 가격 주식 펀드 투자 pric stock shar"),
}

_WHERE = re.compile(r"(?P<words>[가-힣]{2,})(?:에서|에)(?:는|도|만)?(?![가-힣])")
_WORKS = re.compile(r"일[하해한했할합](?![수주])|근무|취직|입사|알바|아르바이트")
_ABOUT = re.compile(r"(?P<words>[가-힣]{2,})에\s(?:대한|관한|대해|관해)")
# A place where one works, by what is dealt in there: 생굴 파는 가게에서, 라식 전문 안과에서.
_DEALS_IN = re.compile(
    r"(?P<words>(?:[가-힣A-Za-z0-9]+\s){1,5})(?!다니는|가는|사는|있는)(?:[가-힣]*[는은던]|전문)\s"
    r"(?P<place>[가-힣]+)에서?(?:는|도|만)?\s"
)
_PLACES = frozenset("장점원관소실사과국")
_ATTENDS = re.compile(r"다[니녀녔닌닐닙]")
_AS_WORK = re.compile(r"로\s(?:일[하해한했]|근무|취직|입사)")
_GOT = re.compile(
    r"샀|사\s?왔|선물|주문했|주문한|구매|구입|빌렸|빌려\s?왔|팔았|팔았|읽[었고는]"
    r"|\b(?:bought|ordered|sold|received|rented)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:near|next to|behind(?! on| with| in)|opposite|across from|in front of|called"
    r"|titled|entitled) "
    r"(?P<words>(?:[\w'’-]+ ?){1,4})"
    r"|\b(?:work(?:s|ed|ing)?|job|employed|hired|intern(?:ing)?) (?:\w+ ){0,3}?"
    r"(?:at|for|in|as|with) (?P<work>(?:[\w'’-]+ ?){1,5})"
    r"|\b(?:stud(?:y|ies|ied|ying)|research(?:es|ed|ing)?|teach(?:es|ing)?|taught"
    r"|(?:read|reads|reading|wrote|write|writing|watch|watched|heard|article|book|film|talk|paper)"
    r" (?:\w+ ){0,3}?about) (?P<study>(?:[\w'’-]+ ?){1,5})",
    re.IGNORECASE,
)


_NAMED = re.compile(
    r"\s*(?P<name>(?!The |This |That |There |It |My |Our |Some |Every |All |No )[A-Z][a-z]+)"
    r"(?: [A-Z][a-z]+)? (?:is|was|has|had|will|can|(?!(?:was|is|has)\b)[a-z]+(?<![su])s|[a-z]+ed)\b"
)
_SOMEBODY = re.compile(
    r"\s*(?:an?|some|another|one|the) (?P<name>[a-z]+(?:er|or|ist|ian|man|woman)"
    r"|guy|kid|boy|girl|lady|student|friend|colleague|classmate|patient|client)"
    r" (?:is|was|has|had|will|got|(?!(?:was|is|has)\b)[a-z]+(?<![su])s|[a-z]+ed)\b",
    re.IGNORECASE,
)
# Words that say how a thing is or go on to it, and are no nouns: 심각한, 보니, asking.
_DESCRIBES = re.compile(
    r"^[가-힣][도만이가을를의엔에]$|(?:[은는던한운른진린인난된될할고니면며러게]|적|스런"
    r"|[아어해려]서|려고)$"
)
_DESCRIBES_IN_ENGLISH = re.compile(r"(?:ing|ed|ly|ful|ous|['’](?:m|ve|re|ll|d))$", re.IGNORECASE)
# Words before a noun that make no other thing of it.
_LIGHT_BEFORE = PEOPLE | listed(
    "새 헌 옛 첫 전 온 각 모든 어떤 다른 여러 무슨 진짜 완전 엄청 겨우 거의 그때 올해 작년 내년 "
    "밤새 종일 온종일 다음 지난 이번 벌써 결국 드디어 혼자 둘 셋 하나 두 세 네 한 반 "
    "only other first second third fourth fifth sixth seventh eighth ninth tenth last "
    "next whole entire real own new old big little few single "
    "half fully partly totally completely another same such two three four five six seven "
    "eight nine ten twice once late early"
)
_LIGHT_BEFORE |= {english_stem(each) for each in _LIGHT_BEFORE if each.isascii()}
_OF_ME = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)


_OF_ME_IN_KOREAN = re.compile(r"(?<![가-힣])(?:나|내|저|제|난|전)(?=[는도가게를의랑한]?[\s,.]|$)")
_KIN_AS_SUBJECT = re.compile(
    r"\s*(?:(?:우리|울)\s?)?(?:(?:친정|외|친|큰|작은|새|막내|첫째|둘째|셋째|사촌|의붓)\s?)?"
    rf"(?:(?P<korean>{'|'.join(sorted(each for each in PEOPLE if each[0] >= '가'))})"
    r"(?:님)?(?:이|가|은|는|께서)\s(?=\S)"
    r"|(?:my|our) (?:[a-z]+ )?"
    rf"(?P<english>{'|'.join(sorted(each for each in _PEOPLE if each.isascii()))})"
    r" (?=(?:had|has|is|was|got|went|gave|[a-z]+ed|[a-z]+(?<![su])s)\b))",
    re.IGNORECASE,
)


def led_away(text: str, tokens: Sequence[Token]) -> Mapping[str, frozenset[str]]:
    """Words that lead to another head wherever they stand; of each the heads and their sorts.

    A text with such a word is about the heads, unless the claim it is held against is, too.
    """
    found: dict[str, frozenset[str]] = {}
    staying: set[str] = set()
    beside = {word: frozenset({mark}) for words, mark in _phrases(text) for word in words}
    takes = _Takes.of(text)
    for place, token in enumerate(tokens):
        heads = _heads_after(compound(tokens, place), takes) or beside.get(token.stem, frozenset())
        if heads:
            found[token.stem] = found.get(token.stem, frozenset()) | heads
        else:
            staying.add(token.stem)
    return {word: heads for word, heads in found.items() if word and word not in staying}


def heads(tokens: Sequence[Token]) -> Mapping[str, frozenset[str]]:
    """Of each noun that stands before another, all nouns that it stands before."""
    found: dict[str, frozenset[str]] = {}
    for place, token in enumerate(tokens):
        nouns = takewhile(lambda each: not _is_done(each), compound(tokens, place))
        chain = frozenset(each.stem for each in nouns)
        if chain:
            found[token.stem] = found.get(token.stem, frozenset()) | chain
    return found


def narrowed(tokens: Sequence[Token]) -> Mapping[str, frozenset[str]]:
    """Of each noun the nouns right before it, which say which one of its kind it is: 세무 상담."""
    found: dict[str, frozenset[str]] = {}
    for token, head in pairwise(tokens):
        if head.joined and head.noun and _is_kind_of(token) and _one_script(token, head):
            found[head.stem] = found.get(head.stem, frozenset()) | {token.stem}
    return found


def bare_object(tokens: Sequence[Token]) -> frozenset[str]:
    """The nouns right before the last verb without a particle: 오르간 반주 맡고 있어."""
    told = [token for token in tokens if token.stem and token.written not in {"안", "못"}]
    if not told or told[-1].written < "가":
        return frozenset()
    verb = told[-1].written != told[-1].stem
    if not verb and tokens[-1].stem:
        return frozenset()  # it ends in a noun
    nouns = takewhile(_is_thing, reversed(told[: len(told) - verb]))
    return frozenset(token.stem for token in nouns)


def _is_thing(token: Token) -> bool:
    if not (token.noun and token.bare) or token.stem in _LIGHT_BEFORE:
        return False
    return not (
        _DESCRIBES.search(token.written) or token.written.endswith(("히", "껏", "씩", "째"))
    )


def _one_script(token: Token, head: Token) -> bool:
    """A word in the other script may be the very word of the claim: TOEIC 점수."""
    return token.written.isascii() is head.written.isascii()


def _is_kind_of(token: Token) -> bool:
    """Whether a word before a noun may be a noun itself, and no time, measure or 심각한."""
    if token.stem in _LIGHT_BEFORE | COMMON_VERBS or not (
        token.noun and (token.bare or owns(token))
    ):
        return False
    describes = _DESCRIBES_IN_ENGLISH if token.written.isascii() else _DESCRIBES
    return not describes.search(token.written)


def _is_done(token: Token) -> bool:
    after = token.written[len(token.stem) :] if token.written.startswith(token.stem) else "하"
    return after[:1] in frozenset("하한할해했합함되된될됐됩")


def owners(tokens: Sequence[Token]) -> Mapping[str, str]:
    """Words that belong to somebody who is named right before: 아기 몸무게, my sister's job."""
    return {
        token.stem: owner.stem
        for place, owner in enumerate(tokens)
        if owner.stem in PEOPLE and owns(owner)
        for token in compound(tokens, place)
    }


def somebody_named(text: str) -> frozenset[str]:
    """Who an English text about somebody else begins with: Hannah runs a shop, a man was hit."""
    match = _NAMED.match(text) or _SOMEBODY.match(text)
    if match is None or _OF_ME.search(text):
        return frozenset()
    return frozenset(stems(match["name"]))


def kin_told_of(text: str) -> frozenset[str]:
    """Who of the user's people a text has for its subject, and the user nowhere in it."""
    match = _KIN_AS_SUBJECT.match(text)
    if match is None or _OF_ME.search(text[match.end() :]) or _OF_ME_IN_KOREAN.search(text):
        return frozenset()
    return frozenset(stems(match["korean"] or match["english"]))


@dataclass(frozen=True, slots=True)
class _Takes:
    """What a text does with things: it gets some, it works as one."""

    got: bool
    works: bool

    @classmethod
    def of(cls, text: str) -> _Takes:
        return cls(got=_GOT.search(text) is not None, works=_AS_WORK.search(text) is not None)


def _heads_after(chain: Sequence[Token], takes: _Takes) -> frozenset[str]:
    """The heads of a compound, with their sorts, for the word before them; none if it is one."""
    kinds = {kind for token in chain for kind in _kinds(token.stem)}
    if not kinds and chain:
        got = takes.got and _is_object(chain[-1])
        works = takes.works and chain[-1].written.endswith("로")
        kinds = {"trade"} if got else {"work"} if works else set()
    if not kinds:
        return frozenset()
    return frozenset({token.stem for token in chain} | {MARK + kind for kind in kinds})


def _kinds(stem: str) -> Iterator[str]:
    yield from (kind for kind, words in _HEADS.items() if stem in words)
    if _PLACE_ENDING.fullmatch(stem):
        yield "place"


def _is_object(token: Token) -> bool:
    return token.written.isascii() or token.bare or token.written[-1] in "을를"


def _phrases(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """A place where one works and what a book is about are no topics of their own."""
    for match in _BESIDE.finditer(text):
        for group, kind in (("words", "place"), ("work", "work"), ("study", "study")):
            if match[group]:
                yield stems(match[group]), MARK + kind
    for match in _ABOUT.finditer(text):
        yield stems(match["words"]), MARK + "media"
    if MARK + "work" in sorts(text) or _ATTENDS.search(text):
        for match in _DEALS_IN.finditer(text):
            if "place" in _kinds(match["place"]) or match["place"][-1] in _PLACES:
                yield stems(match["words"]), MARK + "work"
    if _WORKS.search(text):
        for match in _WHERE.finditer(text):
            yield stems(match["words"]), MARK + "work"
