"""Which memory a clause speaks of: by its words, by what there can be only one of, by its topic."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nightcrew.adapters.rehearsal.counts import counts_the_same
from nightcrew.adapters.rehearsal.table import pattern, table, words
from nightcrew.domain.memory_changes import PASSED_EN, PASSED_KO
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.stems_ko import korean_stem, without_particles
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words, topic_words

_TOPIC = re.compile(
    r"^((?:[가-힣A-Za-z0-9.]+\s){0,5}?[가-힣A-Za-z0-9.]+?)(?:은|(?<![있없])는|이|가)\s(?=\S)"
    r"|^(?:the user's |my )([\w ]+?) (?:is|are|was)\b",
    re.IGNORECASE,
)
# 의사가 두 알로 줄였다 tells of the medicine and not of the doctor.
_WHO_ORDERS = frozenset({"의사", "의사 선생님", "선생님", "병원", "약사", "약사님", "원장님"})
_OF_A_THING = re.compile(r"(?:값|비용|요금|집|가게|점|숍|방|맛|잔|통|병)$")
_ISO = re.compile(
    r"(?:\d{4}-\d{2}-\d{2}(?:~\d{4}-\d{2}-\d{2})?|\d{4}년)(?:에는|에|엔|부터|까지|은|는|이|가|의|로)?"
)

_REVIEWED = re.compile(rf" — (?:{re.escape(PASSED_KO)}|{re.escape(PASSED_EN)})\.?$")


def slots_of(text: str) -> frozenset[str]:
    """What the text tells of that there can be only one of."""
    return frozenset(name for name in table("slots") if pattern("slots", name).search(text))


def topic_of(text: str) -> str | None:
    """The noun in front of 은/는/이/가 or of `is`, when the sentence opens with it."""
    found = _TOPIC.match(text.strip())
    topic = next((part.strip().lower() for part in found.groups() if part), None) if found else None
    return None if topic in _WHO_ORDERS else topic


def differing_topics(text: str, memory: str) -> bool:
    """Whether two texts open with two things: `금고 비밀번호는`, `사물함 번호가`, not `번호는`."""
    one, other = topic_of(text), topic_of(memory)
    if one is None or other is None:
        return False
    mine, theirs = claim_words(one), claim_words(other)
    return bool(mine - theirs) and bool(theirs - mine)


def value_of(text: str) -> str | None:
    """What a thing is said to be: `일요일` in `쉬는 날은 일요일이다`; None for a verb."""
    said = _REVIEWED.sub("", text).rstrip(" .")
    if topic_of(said) is None or not re.search("[가-힣]", said) or predicate_of(said):
        return None
    return said.rsplit(maxsplit=1)[-1].removesuffix("이다").removesuffix("다")


def predicate_of(text: str) -> str:
    """The stem of the last word; empty for a noun that says what something is."""
    said = _REVIEWED.sub("", text).rstrip(" .")
    last = said.rsplit(maxsplit=1)[-1] if said else ""
    if not re.search("[가-힣]", last):
        return ""
    named = last.endswith("이다") or bool(re.search(r"[\dA-Za-z]", last))
    return "" if named or not _conjugated(last) else korean_stem(last)


def _conjugated(word: str) -> bool:
    """`있다`, `산다`, `좋다` and not `두부다`."""
    before = word.removesuffix("다")
    closed = bool(before) and (ord(before[-1]) - 0xAC00) % 28 in (4, 17, 18, 20)
    return closed or before in words("korean", "describing") or before.endswith("하")


def bare_words(text: str) -> frozenset[str]:
    """The words that carry the claim, without dates."""
    return claim_words(_ISO.sub(" ", text)) - {NEGATION}


def overlap(one: frozenset[str], other: frozenset[str]) -> int:
    """How many words two claims share; a word that begins another counts."""
    return sum(any(_alike(word, each) for each in other) for word in one)


def _alike(word: str, other: str) -> bool:
    """The same word, one that begins or ends another, or Korean words that share two syllables."""
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    if len(short) < 2 or short.isdigit():
        return False
    if long.startswith(short) or (long.endswith(short) and _hangul(short)):
        return True
    return (
        _hangul(word)
        and _hangul(other)
        and any(word[at : at + 2] in other for at in range(len(word) - 1))
    )


def _hangul(word: str) -> bool:
    return all("가" <= letter <= "힣" for letter in word)


def shared_matter(one: str, other: str, *, own: bool = False) -> int:
    """How many words that say what a claim is about two texts share; 가다, 좋다 are none.

    A word that only says which one of another thing is meant counts beside a second one only. own:
    words that two matters may well share, like work, are left out.
    """
    mine, theirs = topic_words(bare_words(one)), topic_words(bare_words(other))
    shared = {word for word in mine if any(_same_thing(word, each) for each in theirs)}
    if len(shared) < 2 and not shared & heads(one):
        return 0
    return len(shared - words("any_matter") if own else shared)


def heads(text: str) -> frozenset[str]:
    """The words that a text tells of: `여행` in `여행은 취소`, not in `여행 가방을 샀어`."""
    said = text.split()
    told = [
        token
        for token, after in zip(said, [*said[1:], ""], strict=True)
        if not _only_says_which(token, after)
    ]
    return frozenset(word for token in told for word in claim_words(token)) - {NEGATION}


def _only_says_which(token: str, after: str) -> bool:
    """Whether a word describes the thing that follows: `여행 가방을`, `coffee prices`."""
    following = after.strip(".,!?~").lower()
    if not following or re.search(r"[,.!?;:]$", token) or without_particles(token) != token:
        return False
    if not _hangul(following):
        return following in words("things")
    thing = without_particles(following)
    return thing != following and following[-1] in "을를이가의" and thing not in words("any_plan")


def _same_thing(word: str, other: str) -> bool:
    """`탄산` and `탄산음료`, not `커피` and `커피값`."""
    short, long = sorted((word, other), key=len)
    if word == other or len(short) < 2 or not _hangul(long):
        return word == other
    return long.endswith(short) or (long.startswith(short) and not _OF_A_THING.search(long))


def spoken_of(
    text: str,
    memories: Sequence[ShownMemory],
    *,
    slots: bool,
    least: int = 1,
    matter: bool = False,
) -> ShownMemory | None:
    """The one memory a clause speaks of; None when two fit equally well or none does.

    matter: a word that says what the memory is about must be shared.
    """
    meant = [each for each in memories if not matter or _shares_matter(text, each.memory.text)]
    scored = sorted(
        ((_score(text, each, slots=slots), each) for each in meant), key=lambda pair: -pair[0]
    )
    if not scored or scored[0][0] < least:
        return None
    if len(scored) > 1 and scored[1][0] == scored[0][0]:
        return None
    return scored[0][1]


def same_claim(text: str, memory: str) -> bool:
    """Whether two texts claim the same, in the same words and numbers, or the same count."""
    if (counted := counts_the_same(text, memory)) is not None:
        return counted
    one, other = bare_words(text), bare_words(memory)
    if (NEGATION in claim_words(text)) != (NEGATION in claim_words(memory)):
        return False
    if re.findall(r"\d+", text) != re.findall(r"\d+", memory):
        return False
    values = (value_of(text), value_of(memory))
    if None not in values and values[0] != values[1]:
        return False  # two weekdays share two syllables and are two values
    return bool(one) and overlap(one, other) == len(one) and overlap(other, one) == len(other)


def _shares_matter(text: str, memory: str) -> bool:
    """One word the text tells of, or two that stand in both: `부산 여행`, not `부산 사투리`."""
    mine, theirs = topic_words(bare_words(text)), topic_words(bare_words(memory))
    return overlap(mine & heads(text), theirs) > 0 or overlap(mine, theirs) > 1


def _score(text: str, shown: ShownMemory, *, slots: bool) -> int:
    score = overlap(bare_words(text), bare_words(shown.memory.text))
    if slots:
        score += len(slots_of(text) & slots_of(shown.memory.text))
        topic = topic_of(text)
        score += 2 if topic and topic == topic_of(shown.memory.text) else 0
    return score
