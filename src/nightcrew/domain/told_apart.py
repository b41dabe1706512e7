"""What tells two claims of the same words apart: how often, when, and which way round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.sentence_spans import clauses
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words, fold, stems, topic_words

# How often; what is always so is so every day.
_RHYTHMS: Mapping[str, LatePattern] = {
    "day": LatePattern(
        r"매일|날마다|항상|언제나|(?<![가-힣])늘(?![가-힣])"
        r"|\b(?:daily|every ?day|each day|always)\b"
    ),
    "night": LatePattern(r"밤마다|매일\s?밤|\b(?:nightly|every night|each night)\b"),
    "two weeks": LatePattern(r"격주|\b(?:biweekly|every (?:other|two|second) weeks?)\b"),
    "week": LatePattern(r"매주|주마다|일주일마다|\b(?:weekly|every week|each week)\b"),
    "month": LatePattern(r"매달|매월|달마다|\b(?:monthly|every month|each month)\b"),
    "year": LatePattern(r"매년|해마다|\b(?:yearly|every year|each year|annually)\b"),
    "often": LatePattern(r"자주|수시로|\b(?:often|frequently|a lot)\b"),
    "sometimes": LatePattern(
        r"가끔|이따금|때때로|어쩌다|\b(?:sometimes|occasionally|now and then)\b"
    ),
    "rarely": LatePattern(r"드물게|좀처럼|\b(?:rarely|seldom|hardly ever)\b"),
}
_WHEN = frozenset(("아침", "점심", "저녁", "밤", "낮", "새벽", "오전", "오후", "주말", "평일")) | {
    english_stem(word)
    for word in ("morning", "noon", "afternoon", "evening", "night", "weekend", "weekday")
}
_PARTS: Mapping[str, LatePattern] = {
    "than": LatePattern(
        r"(?<![^\W_])([^\W_]+?)보다(?=[\s,.!?]|$)"
        r"|\b(?:than|over|instead of|prefers? \w+(?: \w+)? to) (?:a |an |the )?(\w+)"
    ),
    "from": LatePattern(
        r"(?<![^\W_])([^\W_]+?)(?:에서|부터)(?:는|도)?(?=[\s,.!?]|$)"
        r"|\bfrom (?:the )?(\w+)"
    ),
    "to": LatePattern(
        r"(?<![^\W_])([^\W_]+?)(?:으로|로|까지)(?=[\s,.!?]|$)|\b(?:to|into) (?:the )?(\w+)"
    ),
}
_DOER = LatePattern(r"(?<![^\W_])([^\W_]+?)[이가](?=[\s,.!?]|$)")
_DONE_TO = LatePattern(r"(?<![^\W_])([^\W_]+?)(?:을|를|에게|한테)(?=[\s,.!?]|$)")


def told_apart(one: str, other: str) -> bool:
    """Whether a text tells otherwise what another tells in the same words.

    Only where both say how often, when in the day, or which is which: what one of them leaves open
    does not tell them apart.
    """
    one, other = fold(one).casefold(), fold(other).casefold()
    return (
        _another_rhythm(one, other)
        or _another_time(one, other)
        or _turned_round(one, other)
        or _figures_exchanged(one, other)
        or _clauses_exchanged(one, other)
    )


def _another_rhythm(one: str, other: str) -> bool:
    mine, theirs = _rhythms(one), _rhythms(other)
    return bool(mine) and bool(theirs) and not mine & theirs


def _rhythms(text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _RHYTHMS.items() if pattern.search(text))


def _another_time(one: str, other: str) -> bool:
    mine, theirs = claim_words(one) & _WHEN, claim_words(other) & _WHEN
    return bool(theirs) and bool(mine - theirs)


def _turned_round(one: str, other: str) -> bool:
    """Whether two things have changed their parts: from Seoul to Busan, from Busan to Seoul."""
    shared = topic_words(claim_words(one)) & topic_words(claim_words(other))
    for pattern in _PARTS.values():
        mine, theirs = _words(one, pattern) & shared, _words(other, pattern) & shared
        if mine and theirs and not mine & theirs:
            return True
    doers = _words(one, _DOER) & shared, _words(other, _DOER) & shared
    done_to = _words(one, _DONE_TO), _words(other, _DONE_TO)
    return bool(doers[0] & done_to[1]) and bool(doers[1] & done_to[0])


def _words(text: str, pattern: LatePattern) -> frozenset[str]:
    found = (word for match in pattern.finditer(text) for word in match.groups() if word)
    return frozenset(stem for word in found for stem in stems(word))


def _figures_exchanged(one: str, other: str) -> bool:
    """Whether the same figures stand by other words: 아침 2알 저녁 1알, 아침 1알 저녁 2알."""
    mine, theirs = stems(one), stems(other)
    if sorted(mine) != sorted(theirs):
        return False
    return list(_figures(mine)) != list(_figures(theirs)) and list(_others(mine)) == list(
        _others(theirs)
    )


def _figures(found: tuple[str, ...]) -> Iterator[str]:
    return (stem for stem in found if stem[0].isdigit())


def _others(found: tuple[str, ...]) -> Iterator[str]:
    return (stem for stem in found if not stem[0].isdigit())


def _clauses_exchanged(one: str, other: str) -> bool:
    """Whether the same words stand in other clauses: 서울에 살고 부산에 다닌다."""
    mine, theirs = _claims(one), _claims(other)
    if len(mine) < 2 or len(mine) != len(theirs) or mine == theirs:
        return False
    return frozenset().union(*mine) == frozenset().union(*theirs)


def _claims(text: str) -> frozenset[frozenset[str]]:
    found = (claim_words(part.text) - {NEGATION} for part in clauses(text))
    return frozenset(words for words in found if words)
