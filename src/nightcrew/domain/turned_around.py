"""A claim told as its opposite: a yes for a no, or the very value that was said not to hold."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from nightcrew.domain.figures import numbers
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.legible import legible
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.time_words import resolve
from nightcrew.domain.word_tables import CALLED_OFF, COMMON_WORDS, NEGATION, TAKING_SIDES
from nightcrew.domain.words import claim_words, fold, topic_words

# Likes and dislikes that are told without a word for either.
_DISLIKES = LatePattern(
    r"극혐|질색|노맛|비호감|(?<![가-힣])별로(?!\s(?:안|없|지|어려|힘들|걱정))|정(?:이|나)?\s?떨어"
    r"|혐오|진저리|치를\s?떨"
    r"|\b(?:can['’]?t|cannot|can not|couldn['’]t) (?:stand|bear|stomach)\b"
    r"|\bnot (?:a |much of a |really a |such a |a big )?(?:fan|into|keen|my (?:thing|cup))\b"
    r"|\b(?:could do without|gross(?:es)?|disgust\w*|loath\w*|detest\w*|despis\w*|yuck)\b",
    re.IGNORECASE,
)
_LIKES = LatePattern(
    r"환장|존맛|꿀맛|(?:푹|홀딱)\s?빠[졌져지진]|사족을?\s?못\s?쓰|못\s?참|덕후"
    r"|\b(?:ador(?:e|es|ed)|can['’]?t get enough|obsessed with|crazy about|addicted to)\b",
    re.IGNORECASE,
)
# The value that is said not to hold, and what stands beside it and does.
_DENIED = (
    LatePattern(
        r"(?P<denied>\S{1,40}(?:\s\S{1,40})?)(?:이|가|\s?(?:게|건|것이))\s?(?:아니라|아니고|아니구|아니에요|아니야|아닙니다)[,.]?\s?"
        r"(?P<held>[^.!?]*)"
    ),
    LatePattern(r"(?P<denied>\S{1,40})\s말고(?=\s)\s?(?P<held>[^.!?]+)"),
    LatePattern(
        r"(?P<held>[^.!?;]{0,120}?)(?:,\s?|\s)(?:and )?(?:not|instead of|rather than)\s"
        r"(?P<denied>(?:on |in |at |the |an? )?[\w'’-]+(?:\s[\w'’-]+)?)(?=[\s,.!?]*$|[,.!?;])",
        re.IGNORECASE,
    ),
)
_VALUE_AFTER = _DENIED[:2]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """The words, numbers and days of a claim."""

    words: frozenset[str]
    days: frozenset[date]


def turned_around(text: str, own_texts: Sequence[str], said_on: date) -> bool:
    """Whether a text tells the opposite of what the user's own words say of the same thing.

    said_on: the day of the newest of them, from which the days in them are counted.
    """
    own_texts = [legible(each) for each in own_texts]
    said = [_sided(what_holds(part.text)) for own in own_texts for part in clauses(own)]
    told = [_sided(part.text) for part in clauses(text)]
    if any(_opposes(claim, said) for claim in told):
        return True
    return any(_tells_the_denied(text, own, said_on) for own in own_texts)


def what_holds(clause: str) -> str:
    """A clause without the value that it says does not hold: 7월 8일이 아니라 8월 7일이다."""
    for pattern in _DENIED:
        clause = pattern.sub(_held, clause)
    return clause


def _held(match: re.Match[str]) -> str:
    return match["held"] if _values(match["held"]) else match.group()


def _sided(text: str) -> frozenset[str]:
    words = claim_words(text)
    if _DISLIKES.search(text):
        return (words | {NEGATION, "싫"}) - {"stand", "fan"}
    return (words | {"좋"}) - {NEGATION} if _LIKES.search(text) else words


def _opposes(claim: frozenset[str], said: Sequence[frozenset[str]]) -> bool:
    """Every clause on it stands on the other side."""
    topic = topic_words(claim)
    likes = bool(claim & TAKING_SIDES)
    sides = [
        NEGATION in other
        for other in said
        if (likes and topic & other and other & TAKING_SIDES)
        or (not claim & CALLED_OFF and _same_but_for_one(topic, other))
    ]
    return bool(sides) and all(side != (NEGATION in claim) for side in sides)


def _same_but_for_one(topic: frozenset[str], other: frozenset[str]) -> bool:
    """A clause on the whole of a claim's topic and hardly more."""
    if not topic:
        return False
    mine, theirs = topic - other, topic_words(other) - topic
    if not mine:
        return len(theirs) <= 1
    # 피우다 and 피워요 are one verb, though their stems differ.
    return len(topic) > 1 and _bends(mine, theirs)


def _bends(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    if len(mine) != 1 or len(theirs) != 1:
        return False
    one, other = *mine, *theirs
    if min(len(one), len(other)) > 1:
        return "가" <= one[0] == other[0] <= "힣"
    return "가" <= one[0] <= "힣" and _opening(one) == _opening(other)


def _opening(word: str) -> str:
    """The first consonant of a Hangul word: 춰 and 춘다 begin alike."""
    return unicodedata.normalize("NFD", word)[0]


def _tells_the_denied(text: str, own: str, said_on: date) -> bool:
    if any(pattern.search(text) for pattern in _DENIED):
        return False  # it says itself what does not hold
    told = _Told(words=_values(text), days=_days(text, said_on))
    return any(
        _is_denied(told, match["denied"], match["held"], said_on, after=pattern in _VALUE_AFTER)
        for pattern in _DENIED
        for match in pattern.finditer(fold(own))
    )


def _is_denied(told: _Told, denied: str, held: str, said_on: date, *, after: bool) -> bool:
    if NEGATION in told.words:
        return False
    no, yes = _days(denied, said_on), _days(held, said_on)
    if no and yes and told.days:
        return bool(told.days & no) and not told.days & yes
    wrong, right = _values(denied) - _values(held), _nearest(held, after=after)
    return bool(wrong) and bool(right) and wrong <= told.words and not right & told.words


def _nearest(held: str, *, after: bool) -> frozenset[str]:
    """The value that holds instead: the nearest word that can be one."""
    words = [values for word in held.split() if (values := _values(word))]
    return frozenset(words[0] if after else words[-1]) if words else frozenset()


def _values(text: str) -> frozenset[str]:
    """What a value may be told by: its words and its numbers, not what is said of anything."""
    words = claim_words(text) - COMMON_WORDS
    return words | frozenset(str(number) for number in numbers(text))


def _days(text: str, said_on: date) -> frozenset[date]:
    return frozenset(span.from_on for span in resolve(text, said_on))
