"""What is kept of a forgotten claim: keyed hashes of its words, of their parts and of slips."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from nightcrew.domain.across_scripts import in_hangul, in_latin
from nightcrew.domain.claim_days import days_in
from nightcrew.domain.compounds import tokens_of
from nightcrew.domain.ends_of_things import denials
from nightcrew.domain.heads import PETS, led_away, narrowed
from nightcrew.domain.light_words import MANNERS
from nightcrew.domain.matters import matter_words, matters
from nightcrew.domain.measures import as_compared, measured, sums_of_money
from nightcrew.domain.roles import (
    ACT,
    ADVERBS,
    DEED,
    DENIED,
    DOES,
    FIGURE,
    LEADS,
    MATTER,
    NARROWED,
    NARROWS,
    NOT_DONE,
    SLIP,
    SUM,
    UNIT,
    WEAK_SLIP,
    as_kept,
    kept_role,
    kept_slip,
    roles,
)
from nightcrew.domain.senses import OVER, sides, sorts
from nightcrew.domain.slips import slips, weak_slips
from nightcrew.domain.stems_en import english_stem
from nightcrew.domain.word_tables import NEGATION
from nightcrew.domain.words import keyed_hash, stems, tokens, topic_words

_FIGURE = re.compile(r"(?P<figure>\d{3,})(?P<unit>[가-힣]*)")  # shorter ones are said of anything
# What goes without saying: 재택 for 재택근무, 라식 for 라식수술.
_SORT_OF_DEED = re.compile("(?<=[가-힣]{2})(?:근무|수술|시술|증후군|자격증)$")
_IN_SHORT = "short "


def claim_hashes(text: str, key: bytes) -> frozenset[str]:
    """Keyed HMAC-SHA256 of each claim word and of each day: comparable, and no wording.

    Beside them stand marks: NEGATION when the text denies what it tells of, on which side of a
    pair it stands, which sort of deed it tells of; words once more for the parts they play, and
    what a slip would leave of them.
    """
    days, rest = days_in(as_compared(text))
    words = frozenset(stems(rest))
    denied = [denial for denial in denials(rest) if denial.over or words & set(stems(denial.of))]
    ends, plain = (sum(each.over is over for each in denied) for over in (True, False))
    marks = {NEGATION} if ends or plain % 2 else set()
    told = words | days | sides(rest) | sorts(rest) | matters(rest)
    marks |= {OVER} if any(each.over and not each.side for each in denied) else set()
    plainly = [denial for denial in denied if not denial.over]
    undone = {stem for denial in plainly for stem in stems(denial.of)} if marks else set()
    parts = tuple(roles(rest))
    deeds = {word for role, word in parts if role in {DEED, ACT} and word in undone}
    played = [*parts, *((NOT_DONE, word) for word in deeds or ({DOES} if undone else ()))]
    played += [(DENIED, word) for word in undone]
    played += [(FIGURE, word) for word in words if word[0].isdigit()]
    played += [(MATTER, word) for word in stems(matter_words(rest))]
    played += [(LEADS, word) for word in led_away(rest, tuple(tokens_of(rest)))]
    played += [(UNIT, unit) for _, unit in measured(rest)]
    played += [(SUM, figure) for figure in sums_of_money(rest)]
    deeds = {word for role, word in parts if role == DEED}
    played += _kinds(rest, deeds)
    kept = (kept_role(role, keyed_hash(word, key)) for role, word in played)
    hashes = (keyed_hash(word, key) for word in told | marks)
    return frozenset((*hashes, *kept, *_kept_slips(_spelt(rest, topic_words(words)), key)))


def _kinds(text: str, deeds: Set[str]) -> Iterator[tuple[str, str]]:
    """Nouns that others say which of, and those; what is done is no kind: hates mushrooms."""
    for head, found in narrowed(tuple(tokens_of(text))).items():
        which = found - PETS - deeds
        if which and head not in MANNERS | ADVERBS:
            yield NARROWED, head
            yield from ((NARROWS, word) for word in which)


def _spelt(text: str, words: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Words with each way in which the text spells them: a slip is made in the whole word."""
    yield from ((word, word) for word in words)
    for written in tokens(text):
        if written.isascii() and (word := english_stem(written)) in words - {written}:
            yield written, word


def _kept_slips(spelt: Iterable[tuple[str, str]], key: bytes) -> Iterator[str]:
    for written, word in spelt:
        whole = keyed_hash(word, key)
        for slip in (*slips(written), *in_hangul(written), *in_latin(written)):
            yield kept_slip(SLIP, keyed_hash(slip, key), whole)
        if (short := _SORT_OF_DEED.sub("", written)) != written:
            yield kept_slip(SLIP, keyed_hash(_IN_SHORT + short, key), whole)
        for slip in (*weak_slips(written), *_figure_marks(written, kept=True)):
            yield kept_slip(WEAK_SLIP, keyed_hash(slip, key), whole)


def shown_slips(word: str, key: bytes) -> frozenset[str]:
    """What a word that is told has in common with kept words of which it is a slip, as hashes."""
    in_korean = ("l" + each[1:] for each in in_hangul(word))
    in_english = ("h" + each[1:] for each in in_latin(word))
    return _as_kept((*slips(word), _IN_SHORT + word, *in_korean, *in_english), key)


def shown_weak_slips(word: str, key: bytes) -> frozenset[str]:
    """The same of a word too short to be sure."""
    return _as_kept((*weak_slips(word), *_figure_marks(word, kept=False)), key)


def _figure_marks(word: str, *, kept: bool) -> Iterator[str]:
    """By what a figure is known that stands with its unit once, and once without: 1200명, 1200."""
    match = _FIGURE.fullmatch(word)
    if match is not None:
        yield f"{'with' if bool(match['unit']) is kept else 'without'} unit {match['figure']}"


def _as_kept(found: Iterable[str], key: bytes) -> frozenset[str]:
    return frozenset(as_kept(keyed_hash(each, key)) for each in found)
