"""How a person wants to be treated: told in a wish, or gathered from reactions that agree.

A wish says what to do from now on; one suffices. A reaction only shows that something did not sit
well: it takes two, of two turns, and one of the other kind takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nightcrew.domain.evidence import Evidence, Speaker
from nightcrew.domain.late_pattern import LatePattern
from nightcrew.domain.lines import how_many_shown
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.questions import ShownMemory
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.speech import asks_once, is_question, is_request, own_words
from nightcrew.domain.style_tables import (
    ASKS,
    CURT,
    DONT,
    HARD,
    INFERRED,
    LISTED,
    LONG_LINE,
    MANNERS,
    ORDERS,
    PREFERS,
    REACTIONS,
    WHEN,
)
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import claim_words, fold

MOST_SHOWN = 3  # style lines in one prompt, features.md AS-10
TURNS_THAT_AGREE = 2  # issue 3, item 7


_LED_IN = re.compile(r":[\s,]+")
_JOINED = re.compile(r"(?<=[가-힣]고)\s(?=\S)")

_Ways = tuple[LatePattern, LatePattern]


class Leaning(NamedTuple):
    """One manner, and whether more of it is wanted or less."""

    manner: str
    more: bool

    def contrary(self) -> Leaning:
        """The same manner, the other way round."""
        return Leaning(self.manner, not self.more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a style memory holds. when: empty for always; do, dont: empty where it says none."""

    when: str = ""
    do: str = ""
    dont: str = ""


def is_wish(text: str) -> bool:
    """Whether a line says, in the user's own words, how to be treated from now on."""
    return any(_wishes(part.text) for part in sentences(own_words(text)))


def _wishes(sentence: str) -> bool:
    text = fold(sentence)
    if is_request(text) or (ORDERS.search(text) and not CURT.search(text)):
        return not asks_once(text)
    return PREFERS.search(text) is not None and not ASKS.search(text)


def leanings(text: str) -> frozenset[Leaning]:
    """Which manners a wish or a style memory speaks of, and which way."""
    return _leanings(text, MANNERS)


def reactions(text: str) -> frozenset[Leaning]:
    """What a line shows without saying it; nothing when it wishes or asks for anything."""
    own = own_words(text)
    asks = is_wish(own) or is_request(own)
    parts = () if asks else sentences(own)
    return frozenset(shown for part in parts for shown in _leanings(part.text, REACTIONS))


def _leanings(text: str, patterns: Mapping[str, _Ways]) -> frozenset[Leaning]:
    folded = fold(text)
    found = ((name, _way(folded, *ways)) for name, ways in patterns.items())
    return frozenset(Leaning(name, more) for name, more in found if more is not None)


def _way(text: str, less: LatePattern, more: LatePattern) -> bool | None:
    if less.search(text):
        return False
    return True if more.search(text) else None


def reactions_in(lines: Sequence[Evidence]) -> tuple[tuple[Evidence, frozenset[Leaning]], ...]:
    """Each line of the user that reacts, oldest first as given, and what it shows.

    A curt word shows what the crew's line before it was too much of: a list, or plain length.
    """
    before, found = "", list[tuple[Evidence, frozenset[Leaning]]]()
    for line in lines:
        if line.speaker is not Speaker.USER:
            before = line.text
        elif shown := reactions(line.text) or _curtly(line.text, before):
            found.append((line, shown))
    return tuple(found)


def _curtly(text: str, before: str) -> frozenset[Leaning]:
    if not CURT.search(fold(text)):
        return frozenset()
    if len(LISTED.findall(before)) >= TURNS_THAT_AGREE:
        return frozenset({Leaning("shape", more=False)})
    return frozenset({Leaning("length", more=False)} if len(before) >= LONG_LINE else ())


def rests_on_reactions(style: str, texts: Sequence[str]) -> bool:
    """Whether no line wishes for a style or tells of the matter itself."""
    return bool(texts) and all(only_reacts(text, style) for text in texts)


def agree(lines: Sequence[Evidence], style: str, talk: Sequence[Evidence] = ()) -> bool:
    """Whether lines of at least two turns react, and not to different things.

    A line that only sets the scene is none of them. A curt word is one, though what it answers may
    be shown no more; so is a line with a word of the style, which may react in a way that no table
    knows. talk: the lines around, which tell what a curt word answers.
    """
    cited, words = {line.id for line in lines}, claim_words(style) - {NEGATION}
    shown = {line.id: found for line, found in reactions_in(talk or lines) if line.id in cited}
    spoken = [line for line in lines if line.speaker is Speaker.USER]
    turns = {
        line.turn_id
        for line in spoken
        if line.id in shown
        or CURT.search(fold(line.text))
        or words & claim_words(own_words(line.text))
    }
    if len(turns) < TURNS_THAT_AGREE:
        return False
    return len(shown) < TURNS_THAT_AGREE or bool(frozenset.intersection(*shown.values()))


def only_reacts(text: str, style: str) -> bool:
    """Whether a line supports a style only as a sign: it neither wishes nor tells of the matter."""
    if is_wish(text):
        return False
    words = claim_words(style)
    telling = [part.text for part in sentences(own_words(text)) if words & claim_words(part.text)]
    return not telling or all(reactions(each) or is_question(each) for each in telling)


def is_inferred(memory: Memory) -> bool:
    """Whether a style was gathered from reactions; its text says that it only seems so."""
    style = memory.kind is Kind.STYLE and not memory.explicit
    return style and INFERRED.search(fold(memory.text)) is not None


def takes_back(text: str, memory: Memory) -> bool:
    """Whether a line of the user goes against a style that was only gathered."""
    if not is_inferred(memory):
        return False
    shown = reactions(text) or leanings(own_words(text) if is_wish(text) else "")
    return any(each.contrary() in leanings(memory.text) for each in shown)


def parts_of(text: str) -> Parts:
    """When a style holds, what to do then and what not, as its sentence tells it."""
    folded = fold(text).strip()
    when = _named(WHEN.search(folded))
    rest = _LED_IN.sub(": ", folded.replace(when, " ", 1)) if when else folded
    dont = _JOINED.split(_named(DONT.search(rest)))[-1]
    do = fold(rest.replace(dont, " ", 1) if dont else rest).strip(" ,./:")
    return Parts(when=when.strip(" ,"), do=do, dont=dont.strip(" ,"))


def _named(found: re.Match[str] | None) -> str:
    return next((part for part in found.groups() if part), "") if found else ""


def most_fitting(style: Sequence[ShownMemory], said: str) -> tuple[ShownMemory, ...]:
    """The style lines one prompt shows, in their order: of this situation first, then the newest.

    A style without a situation always fits; one for another situation comes last.
    """
    if len(style) <= MOST_SHOWN:
        return tuple(style)
    ranked = sorted(style, key=lambda each: each.memory.said_on, reverse=True)
    ranked.sort(key=lambda each: _fits(each.memory.text, said), reverse=True)
    chosen = {each.handle for each in ranked[:MOST_SHOWN]}
    return tuple(each for each in style if each.handle in chosen)


def _fits(style: str, said: str) -> int:
    when = parts_of(style).when
    if not when:
        return 1
    hard = HARD.search(when) and HARD.search(said)
    return 2 if hard or claim_words(when) & claim_words(said) else 0


def shown_of(shown: Sequence[ShownMemory], every: Sequence[ShownMemory], locale: str) -> str:
    """How many of the style lines are shown, when some are not; else empty."""
    few = len(shown) < len(every)
    return how_many_shown(len(shown), len(every), locale) if few else ""
