"""A text as keyed words, made once to be held against many forgotten claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from nightcrew.domain.bearings import becomes, has_turned, likes, permits
from nightcrew.domain.claim_days import days_in, every_month
from nightcrew.domain.ends_of_things import Denial, denials, denies_twice
from nightcrew.domain.heads import heads, led_away, narrowed, owners
from nightcrew.domain.kept_words import shown_slips, shown_weak_slips
from nightcrew.domain.light_words import LIGHT_WORDS, TIME_WORDS
from nightcrew.domain.matters import matter_words, matters
from nightcrew.domain.measures import as_compared, measured
from nightcrew.domain.respacing import (
    Piece,
    ill_spaced,
    pieces,
    squeezed,
)
from nightcrew.domain.respacing import set_apart as spaced
from nightcrew.domain.roles import (
    DOES,
    does,
    kept_role,
    roles,
    roles_in,
)
from nightcrew.domain.senses import sides, sorts
from nightcrew.domain.told_words import Told
from nightcrew.domain.word_parts import joined_words, parts_of, spellings
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
    words = frozenset(stems(rest))
    topic = topic_words(words)
    run = ill_spaced(rest)
    denied = denials(rest)
    strange = topic - LIGHT_WORDS
    return Told(
        wording=wording_hash(text, key),
        all=keyed_hashes(words | days | ({DOES} if does(rest) else frozenset()), key),
        topic=keyed_hashes(topic, key),
        matters=keyed_hashes(matters(rest), key),
        light=keyed_hashes(topic & LIGHT_WORDS, key),
        figures=keyed_hashes(frozenset(word for word in topic if word[0].isdigit()), key),
        days=keyed_hashes(days - every_month(), key),
        months=keyed_hashes(days & every_month(), key),
        liking=bool(words & LIKING),
        sides=sides(rest),
        roles=_roles(rest, key),
        endless={keyed_hash(word, key): keyed_hashes(spellings(word), key) for word in topic},
        parts={keyed_hash(word, key): _hashed_parts(word, key) for word in topic},
        joined={
            keyed_hash(one + other, key): keyed_hashes(frozenset((one, other)), key)
            for one, other in joined_words(rest)
        },
        away={
            keyed_hash(word, key): keyed_hashes(heads, key)
            for word, heads in led_away(rest).items()
            if not heads & frozenset(stems(matter_words(rest)))
        },
        heads={
            keyed_hash(word, key): keyed_hashes(others, key) for word, others in heads(rest).items()
        },
        sorts=keyed_hashes(sorts(rest), key),
        owned={
            keyed_hash(word, key): keyed_hash(owner, key) for word, owner in owners(rest).items()
        },
        measures={
            keyed_hash(figure, key): keyed_hash(unit, key) for figure, unit in measured(rest)
        },
        denied=tuple(_denied(each, key) for each in denied if not (each.replaced or each.over)),
        ended=tuple(_ended(each, key) for each in denied if each.over),
        narrowed={
            keyed_hash(word, key): keyed_hashes(others, key)
            for word, others in narrowed(rest).items()
        },
        permits=permits(rest),
        likes=likes(rest),
        turned=has_turned(rest) or denies_twice(rest),
        replaced=tuple(
            keyed_hashes(frozenset(stems(each.of)), key) for each in denied if each.replaced
        ),
        becomes=keyed_hashes(becomes(rest), key),
        run=run,
        found=tuple(_hashed_piece(piece, key) for piece in pieces(run)),
        squeezed=tuple(
            replace(each, pieces=tuple(_hashed_piece(piece, key) for piece in each.pieces))
            for each in squeezed(rest)
        ),
        slips={keyed_hash(word, key): shown_slips(word, key) for word in strange},
        weak_slips={keyed_hash(word, key): shown_weak_slips(word, key) for word in strange},
        text=rest,
        key=key,
    )


def set_apart(text: Told, known: frozenset[str]) -> Told:
    """A text read anew where it squeezes known words into one, as `고양이두마리`."""
    apart = spaced(text.text, text.squeezed, known.__contains__)
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
