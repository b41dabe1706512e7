"""A text as keyed words, made once to be held against many forgotten claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nightcrew.domain.bearings import becomes, has_turned, is_not, likes, permits
from nightcrew.domain.claim_days import days_in, every_month
from nightcrew.domain.compounds import tokens_of
from nightcrew.domain.ends_of_things import Denial, denials, denies_twice
from nightcrew.domain.heads import bare_object, heads, led_away, narrowed, owners
from nightcrew.domain.kept_words import shown_slips, shown_weak_slips
from nightcrew.domain.light_words import LIGHT_WORDS, MANNERS, TIME_WORDS
from nightcrew.domain.matters import matter_words, matters
from nightcrew.domain.measures import as_compared, measured, sums_of_money
from nightcrew.domain.respacing import (
    Piece,
    ill_spaced,
    pieces,
    squeezed,
)
from nightcrew.domain.respacing import set_apart as spaced
from nightcrew.domain.roles import (
    DOES,
    OBJECT,
    does,
    kept_role,
    roles,
    roles_in,
)
from nightcrew.domain.senses import sides, sorts
from nightcrew.domain.told_words import Told
from nightcrew.domain.word_parts import joined_again, joined_words, parts_of, spellings
from nightcrew.domain.word_tables import COMMON_WORDS, LIKING
from nightcrew.domain.words import (
    keyed_hash,
    keyed_hashes,
    stems,
    topic_words,
    wording_hash,
)

__all__ = ["Told", "set_apart", "told"]


def told(text: str, key: bytes) -> Told:
    """Read a text for comparison with what this user forgot."""
    days, rest = days_in(as_compared(text))
    read = _with_denials(_words(text, days, rest, key))
    return _with_ways_to_write(_with_other_topics(read))


def _words(text: str, days: frozenset[str], rest: str, key: bytes) -> Told:
    """The words of a text and what it conveys beside them; rest: the text without its days."""
    words = frozenset(stems(rest))
    topic = topic_words(words)
    return Told(
        wording=wording_hash(text, key),
        all=keyed_hashes(words | days | ({DOES} if does(rest) else frozenset()), key),
        topic=keyed_hashes(topic, key),
        matters=keyed_hashes(matters(rest), key),
        light=keyed_hashes(topic & LIGHT_WORDS, key),
        figures=keyed_hashes(frozenset(word for word in topic if word[0].isdigit()), key),
        measures={
            keyed_hash(figure, key): keyed_hash(unit, key) for figure, unit in measured(rest)
        },
        sums=keyed_hashes(sums_of_money(rest), key),
        days=keyed_hashes(days - every_month(), key),
        months=keyed_hashes(days & every_month(), key),
        liking=bool(words & LIKING),
        sides=sides(rest),
        sorts=keyed_hashes(sorts(rest), key),
        roles=_roles(rest, key),
        permits=permits(rest),
        likes=likes(rest),
        text=rest,
        key=key,
    )


def _with_denials(read: Told) -> Told:
    """What the text denies, ends or puts something else in the place of."""
    rest, key = read.text, read.key
    denied = denials(rest)
    return replace(
        read,
        denied=tuple(_denied(each, key) for each in denied if not (each.replaced or each.over)),
        ended=tuple(_ended(each, key) for each in denied if each.over),
        replaced=tuple(
            (keyed_hashes(stems(each.of), key), keyed_hashes(stems(each.by), key))
            for each in denied
            if each.replaced
        ),
        dislikes=any(LIKING & set(stems(each.of)) for each in denied if not each.over),
        is_not=keyed_hashes(is_not(rest), key),
        becomes=keyed_hashes(becomes(rest), key),
        turned=has_turned(rest) or denies_twice(rest),
    )


def _with_other_topics(read: Told) -> Told:
    """Which words only lead to others, and whom they belong to."""
    rest, key = read.text, read.key
    named, tokens = frozenset(stems(matter_words(rest))), tuple(tokens_of(rest))
    bare = keyed_hashes(bare_object(tokens) - MANNERS - TIME_WORDS, key)
    return replace(
        read,
        roles={OBJECT: bare, **read.roles} if bare else read.roles,
        away=_keyed(
            {word: led for word, led in led_away(rest, tokens).items() if not led & named}, key
        ),
        heads=_keyed(heads(tokens), key),
        narrowed=_keyed(narrowed(tokens), key),
        owned={
            keyed_hash(word, key): keyed_hash(owner, key) for word, owner in owners(tokens).items()
        },
    )


def _with_ways_to_write(read: Told) -> Told:
    """What the words may be when they are written otherwise: as one, apart, by a slip."""
    rest, key = read.text, read.key
    topic = topic_words(stems(rest))
    strange = topic - LIGHT_WORDS
    run = ill_spaced(rest)
    return replace(
        read,
        endless=_keyed({word: frozenset(spellings(word)) for word in topic}, key),
        parts={keyed_hash(word, key): _hashed_parts(word, key) for word in topic},
        joined=_keyed(dict(joined_words(rest)), key),
        run=run,
        found=tuple(_hashed_piece(piece, key) for piece in pieces(run)),
        squeezed=tuple(
            replace(each, pieces=tuple(_hashed_piece(piece, key) for piece in each.pieces))
            for each in squeezed(rest)
        ),
        slips={keyed_hash(word, key): shown_slips(word, key) for word in strange},
        weak_slips={keyed_hash(word, key): shown_weak_slips(word, key) for word in strange},
    )


def _keyed(words: Mapping[str, frozenset[str]], key: bytes) -> Mapping[str, frozenset[str]]:
    return {keyed_hash(word, key): keyed_hashes(others, key) for word, others in words.items()}


def set_apart(text: Told, known: frozenset[str]) -> Told:
    """A text read anew where it squeezes known words into one, as `고양이두마리`."""
    apart = spaced(text.text, text.squeezed, known.__contains__)
    if any(whole in known for whole in text.joined):
        apart = joined_again(apart, lambda word: keyed_hash(word, text.key) in known)
    if apart == text.text:
        return text
    read = told(apart, text.key)
    return replace(read, wording=text.wording, days=text.days, months=text.months)


def _hashed_piece(piece: Piece, key: bytes) -> Piece:
    return replace(piece, stem=keyed_hash(piece.stem, key))


def _roles(text: str, key: bytes) -> Mapping[str, frozenset[str]]:
    return roles_in(
        frozenset(
            kept_role(role, keyed_hash(word, key))
            for role, word in roles(text)
            if word not in COMMON_WORDS | TIME_WORDS
        )
    )


def _ended(denial: Denial, key: bytes) -> frozenset[str] | None:
    """What is over, when it is named, and by no word that may mean anything: 마음을 접었어."""
    return _denied(denial, key) if topic_words(stems(denial.of)) else None


def _denied(denial: Denial, key: bytes) -> frozenset[str]:
    words = frozenset(stems(denial.of))
    whole = {other for word in words for other in spellings(word)}
    return keyed_hashes(words | whole | matters(denial.of), key) | sides(denial.of)


def _hashed_parts(word: str, key: bytes) -> tuple[frozenset[str], ...]:
    return tuple(keyed_hashes(part, key) for part in parts_of(word))
