"""Which part a word plays in a claim: what is said of the thing, what it is done to, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.stems_ko import final_of, korean_stem, without_particles
from nightcrew.domain.word_tables import EMPTY_WORDS, SAME_WORDS


def listed(words: str) -> frozenset[str]:
    """The words of a list that is written as one text."""
    return frozenset(words.split())


_ADVERBS = listed(
    "up out off down back online together around away over again alone home abroad "
    "once twice after before during until while without"
)
ADVERBS = _ADVERBS | {english_stem(adverb) for adverb in _ADVERBS}
# Done with anything at all.
GENERAL_ACTS = listed(
    "시작 준비 진행 연습 참여 참석 사용 이용 관리 등록 신청 확인 정리 결정 고민 걱정 하기"
)

DEED: Final = "deed"  # the verb
ACT: Final = "act"  # a noun that is done: 자퇴하다
OBJECT: Final = "object"
SUBJECT: Final = "subject"
PLACE: Final = "place"
AT: Final = "where"
WHEN: Final = "when"
LEADS: Final = "leads"  # a noun that stands before the noun that says what it is about
NAME: Final = "name"  # somebody whom a thing is given or owed to
UNIT: Final = "unit"  # what a number counts, neither times nor money
NOT_DONE: Final = "not-done"  # the deed, where a claim says that it is not done
LESSER: Final = "lesser"  # what a claim puts behind another thing: 위로보다 해결책
NARROWED: Final = "kind"  # a noun of which another one says which: 학자금 대출
NARROWS: Final = "which"  # and that one
SUM: Final = "sum"  # of money
DENIED: Final = "denied"  # what a claim denies, deed or thing
DOES: Final = "~does"  # stands for a deed that has no word of its own: 귀걸이를 한다
_PARTICLES: Mapping[str, str] = {
    "을": OBJECT, "를": OBJECT, "이": SUBJECT, "가": SUBJECT, "에서": PLACE, "에": AT, "으로": "to",
    "로": "to", "에게": "whom", "한테": "whom", "께": "whom", "와": "with", "과": "with",
    "랑": "with", "이랑": "with",
}  # fmt: skip
_LONGEST_FIRST = sorted(_PARTICLES, key=len, reverse=True)
_HANGUL = re.compile(r"(?<![\d가-힣])[가-힣]{2,}")
_MEASURED = re.compile(r"(?P<figures>\d+)(?P<unit>[가-힣]+)")
_LAST = re.compile(r"(?P<word>[가-힣]{2,})[\s.!?~]*$")
_LEFT_UNDONE = re.compile(r"(?P<word>[가-힣]{2,})지\s?(?:않|말|못)[가-힣]*[\s.!?~]*$")
# What goes on: 앓고 있다.
_GOES_ON = re.compile(r"(?P<word>[가-힣]+고)\s?(?:있|계[시신셔])[가-힣]*[\s.!?~]*$")
# Somebody whom a thing is given or owed to: owes Dan $20, lent Mia my car.
_GIVEN_TO = re.compile(
    r"\b(?!(?:The|My|Our|of|in|at|on|from|for|with|by|to|about|like|as|than|and|or)\b)"
    r"[a-z]+ (?P<name>[A-Z][a-z]+) "
    r"(?=[$€£\d]|(?:a|an|the|my|his|her|our|some|about|over|almost|nearly|money)\b)"
)
# What is done before or beside: 퇴근하고, 수업 끝나고, 식사 후에.
_FIRST = re.compile(
    r"(?P<word>[가-힣]{2,})(?:(?:하(?:고(?!\s?(?:있|계))|면서|자마자|기\s전에)|한\s?[뒤후]에?)\s(?=\S)"
    r"|\s?(?:끝나고|마치고)\s(?=\S)|\s[후뒤]에\s|(?<=[할을])\s때(?=[\s는에]))"
)
# What a deed is done to that is told of as a whole: 엘리베이터 타는 걸 무서워한다.
_TAKEN = re.compile(
    r"(?<![가-힣])(?P<word>(?!혼자|몰래|자주|많이|빨리|늦게|일찍)[가-힣]{2,})\s[가-힣]+는\s?(?:거|걸|게|것|건)"
    r"(?=[을이은]?\s)"
)
_LESSER = re.compile(
    r"(?<![가-힣])(?P<word>[가-힣]{2,}?)(?:보다는?|보단|\s?말고|\s?대신에?|(?:이|가)\s?아니라)(?=[\s,])"
)
_DOES = re.compile(
    r"(?<![가-힣])(?<!안 )(?<!못 )(?:하고\s?(?:다녀|있)|해|함|한다|합니다|했"
    r"|할\s?수\s?있)[가-힣]{0,3}[\s.!?~]*$"
)
# What is planned: 갈 생각이다.
_PLANNED = re.compile(
    r"(?P<word>[가-힣]+)\s(?:생각|계획|예정|작정|참|거|것|건|듯)[가-힣]{0,4}[\s.!?~]*$"
)
_NOUN_IS = re.compile(r"[가-힣]+(?:이다|이었다|였다|입니다)")
_ENGLISH = re.compile(
    r"^\s*(?:(?:the user['’]s|my) [a-z]+(?: (?-i:[A-Z])[a-z]+)?|the user|user|i)\b"
    r"(?:['’](?:m|ve|ll|d))?\s+"
    r"(?P<helping>(?:(?:is|am|was|has|have|had|been|got|being|also|often|always|currently"
    r"|only|still"
    r"|already|even|actually|usually|finally|honestly|recently|will|be|can|does"
    r"|do|not|never|just|really|(?:going|about|planning|hoping|trying|wanting|wants?|hopes?|plans?"
    r"|needs?|ha(?:s|ve)|used|decided|started|likes?|loves?|would like) to|gonna)\s+)*)"
    r"(?P<word>[a-z]+)(?P<rest>[^.!?]*)",
    re.IGNORECASE,
)
# The same as it is noted, of nobody named: Plays the bassoon, Flying to Lisbon, Will quit vaping.
_NOTED = re.compile(
    r"^\s*(?P<helping>(?:(?:will|has|is|does|do|can|doesn['’]t|don['’]t|isn['’]t|hasn['’]t|been"
    r"|not|never|always|often|usually|currently|still|also)\s+)*)"
    r"(?P<word>(?:(?<=\s)[a-z]+|[a-z]+(?<!s)s|[a-z]{2,}ing))\b(?!\s+(?:is|are|was|were|has|have|can|will)\b)"
    r"(?P<rest>[^.!?]*)",
    re.IGNORECASE,
)
_BEFORE_A_VERB = listed("to gonna will can do does don't don’t doesn't doesn’t")
_BEFORE_A_NOUN = re.compile(
    r"(?<![\w-])(?P<role>at|in|for|to|with|from|on|as|after|before|during) (?P<words>[\w'’ -]+?)"
    r"(?=\b(?:at|in|for|to|with|from|on|by|of|as|every|each|and|but|because|when|while|that|after"
    r"|before)\b"
    r"|[^\w'’ -]|$)",
    re.IGNORECASE,
)
_NEXT_PART = re.compile(
    r"(?<![\w-])(?:at|in|for|to|with|from|on|as|by|of|over|because|that|when|while|after|before)"
    r"(?![\w-])|[,;]\s"
)
_ROLE = "{role}:{word}"
FIGURE: Final = "figure"  # a number, by which alone nothing is known
MATTER: Final = "matter"  # a word that names a grave matter, which has many names
SLIP: Final = "slip"  # a spelling that makes no other word
WEAK_SLIP: Final = "weak"  # one that may
_SHORT = 24  # of 64 signs; two of one user's words never share them by chance


def kept_role(role: str, word: str) -> str:
    """A word's hash as it is kept once more for the part that it plays."""
    return _ROLE.format(role=role, word=word)


def roles_in(kept: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """What was kept by `kept_role` among hashes: of each part the words."""
    found: dict[str, set[str]] = {}
    for each in kept:
        role, _, word = each.rpartition(":")
        if role and ":" not in role:
            found.setdefault(role, set()).add(word)
    return {role: frozenset(words) for role, words in found.items()}


def kept_slip(kind: str, slip: str, word: str) -> str:
    """A slip of a word as it is kept beside it, both hashes cut short."""
    return f"{kind}:{as_kept(slip)}:{as_kept(word)}"


def as_kept(slip: str) -> str:
    """The hash of a slip as long as it is kept."""
    return slip[:_SHORT]


def slips_in(kept: frozenset[str], kind: str) -> Mapping[str, str]:
    """What was kept by `kept_slip` among hashes: of each slip the word."""
    whole = {as_kept(each): each for each in kept if ":" not in each}
    found = (each.split(":") for each in kept if each.startswith(f"{kind}:"))
    return {parts[1]: whole[parts[2]] for parts in found if len(parts) > 2}


def roles(text: str) -> Iterator[tuple[str, str]]:
    """The parts that the words of a text plainly play, and the stems of those words."""
    for role, stem in _all(text):
        if stem not in EMPTY_WORDS:
            yield role, SAME_WORDS.get(stem, stem)


def _all(text: str) -> Iterator[tuple[str, str]]:
    yield from _korean(text)
    for match in _GIVEN_TO.finditer(text):
        yield NAME, english_stem(match["name"].lower())
    english = _ENGLISH.match(text) or _NOTED.match(text)
    if english is not None:
        yield from _said_of_me(english)
    for match in _BEFORE_A_NOUN.finditer(text):
        role = match["role"].lower()
        role = WHEN if role in {"after", "before", "during"} else role
        yield from ((role, stem) for stem in _english(match["words"]))


def _said_of_me(said: re.Match[str]) -> Iterator[tuple[str, str]]:
    """The verb and its object; what I am or have is an object and has no verb of its own."""
    verb, object_ = said["word"].lower(), _NEXT_PART.split(said["rest"], maxsplit=1)[0]
    helping = said["helping"].split()[-1:]
    bare = helping and helping[0].lower() not in _BEFORE_A_VERB
    if bare and not verb.endswith(("ing", "ed")):
        object_ = f"{verb} {object_}" if verb not in EMPTY_WORDS else object_
    elif verb not in EMPTY_WORDS:
        yield DEED, english_stem(verb)
    yield from ((OBJECT, stem) for stem in _english(object_))


def _english(words: str) -> Iterator[str]:
    yield from (
        english_stem(word)
        for word in re.findall(r"[a-z]+(?:[-'’][a-z]+)*", words.lower())
        if word not in EMPTY_WORDS | ADVERBS
    )


def _korean(text: str) -> Iterator[tuple[str, str]]:
    yield from _with_particles(text)
    for match in _MEASURED.finditer(text):
        unit = without_particles(match["unit"])
        if (particle := match["unit"].removeprefix(unit)) in _PARTICLES:
            yield _PARTICLES[particle], match["figures"] + unit.removesuffix("원")
    yield from ((LESSER, without_particles(each["word"])) for each in _LESSER.finditer(text))
    for match in _TAKEN.finditer(text):
        if (word := match["word"]) == without_particles(word):
            yield OBJECT, word
    yield from ((WHEN, korean_stem(match["word"])) for match in _FIRST.finditer(text))
    undone = _LEFT_UNDONE.search(text)
    if undone is not None:
        yield DEED, korean_stem(undone["word"])
        return
    last = _GOES_ON.search(text)
    if last is not None:
        stem = korean_stem(last["word"])
        yield (ACT if _is_done(last["word"], stem) else DEED), stem
        return
    planned = _PLANNED.search(text)
    if planned is not None and final_of(planned["word"][-1]) == "ㄹ":
        yield DEED, korean_stem(planned["word"])
        return
    last = _LAST.search(text)
    if last is not None and _is_verb(last["word"]) and last["word"] not in EMPTY_WORDS:
        stem = korean_stem(last["word"])
        yield (ACT if _is_done(last["word"], stem) else DEED), stem


def _with_particles(text: str) -> Iterator[tuple[str, str]]:
    for match in _HANGUL.finditer(text):
        word = match.group()
        particle = next((each for each in _LONGEST_FIRST if word.endswith(each)), "")
        noun = word.removesuffix(particle)
        if noun.endswith("주기"):
            continue  # 말해 주기를: a wish, and no thing
        if particle and without_particles(word) in {noun, without_particles(noun)}:
            yield _PARTICLES[particle], without_particles(word)


def does(text: str) -> bool:
    """Whether a text ends by saying that something is done, by no word but that: 귀걸이를 해."""
    return _DOES.search(text) is not None


def _is_done(word: str, stem: str) -> bool:
    """Whether a noun is done: 자퇴한다, not 무서워한다."""
    doing = word.startswith(stem) and word[len(stem) :][:1] in "하한할해했당되된될됐"
    return doing and len(stem) > 1 and stem[-1] not in "어아여워와" and stem not in GENERAL_ACTS


def _is_verb(word: str) -> bool:
    if _NOUN_IS.fullmatch(word):
        return False
    return word.endswith("기") or (word.endswith("다") and final_of(word[-2]) in {"ㄴ", "ㅆ"})
