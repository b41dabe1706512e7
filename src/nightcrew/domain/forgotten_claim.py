"""What was forgotten, as keyed hashes sorted by what the words do in the claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nightcrew.domain.claim_days import every_day, every_month
from nightcrew.domain.heads import PEOPLE, PETS
from nightcrew.domain.light_words import FRAME_WORDS, LIGHT_WORDS
from nightcrew.domain.matters import every_matter
from nightcrew.domain.memory import Kind, Tombstone
from nightcrew.domain.roles import (
    ACT,
    AT,
    DEED,
    FIGURE,
    NAME,
    OBJECT,
    PLACE,
    SLIP,
    SUBJECT,
    WEAK_SLIP,
    WHEN,
    roles_in,
    slips_in,
)
from nightcrew.domain.senses import ONCE, OVER, every_side, every_sort
from nightcrew.domain.subjects import is_person, subject_words
from nightcrew.domain.word_tables import COMMON_WORDS, KIND_WORDS, LIKING, NEGATION, RELATIONS
from nightcrew.domain.words import keyed_hash, keyed_hashes, stems


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenClaim:
    """A tombstone's hashes sorted by what the words do.

    roles: which words play which part. light: kinds of things, times, and the deed where more is
    told, which count half. days, months: when it is planned. sides: marks of the sides it stands
    on, not hashed. who: the name of whom it is about, when that is not the user. relations: whom it
    names by what they are to the user.
    frame: words that any wish about replies holds. once: it tells what was once so, which no end
    undoes. over: it tells of an end itself. words: its hashes of whole words. slips, weak_slips:
    what slips leave of its words; the weak ones may be other words.
    of_user: it is about the user; then its subject is the user or only a name for the matter.
    """

    tombstone: Tombstone
    topic: frozenset[str]
    roles: Mapping[str, frozenset[str]]
    light: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]
    who: frozenset[str]
    relations: frozenset[str]
    of_user: bool
    negated: bool
    once: bool
    over: bool
    frame: frozenset[str]
    sides: frozenset[str]
    liking: bool
    words: frozenset[str]
    slips: Mapping[str, str]
    weak_slips: Mapping[str, str]

    @property
    def deed(self) -> frozenset[str]:
        """What it says of its thing."""
        return self.roles.get(DEED, frozenset()) | self.roles.get(ACT, frozenset())


def forgotten_claims(tombstones: Sequence[Tombstone], key: bytes) -> tuple[ForgottenClaim, ...]:
    """Sort the hashes of tombstones into topic, liking, days and negation."""
    if not tombstones:
        return ()
    tables = _Tables.of(key)
    return tuple(_claim(tombstone, tables, key) for tombstone in tombstones)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """The words of our own lists as one user's hashes, to tell them among those of a tombstone.

    besides: what is no topic. kin: everybody that somebody may be to the user.
    """

    liking: frozenset[str]
    light: frozenset[str]
    kinds: frozenset[str]
    frames: frozenset[str]
    months: frozenset[str]
    days: frozenset[str]
    people: frozenset[str]
    kin: frozenset[str]
    sides: Mapping[str, str]
    besides: frozenset[str]

    @classmethod
    def of(cls, key: bytes) -> _Tables:
        """The lists under a user's key."""
        months = listed_hashes(every_month(), key)
        days = listed_hashes(every_day(), key) - months
        sides = {keyed_hash(mark, key): mark for mark in every_side()}
        marks = listed_hashes((*every_sort(), *every_matter(), NEGATION), key)
        return cls(
            liking=listed_hashes(LIKING, key),
            light=listed_hashes(LIGHT_WORDS, key),
            kinds=listed_hashes((KIND_WORDS - RELATIONS) | FRAME_WORDS, key),
            frames=listed_hashes(FRAME_WORDS, key),
            months=months,
            days=days,
            people=listed_hashes(RELATIONS, key),
            kin=listed_hashes(PEOPLE, key),
            sides=sides,
            besides=listed_hashes(COMMON_WORDS, key) | days | months | sides.keys() | marks,
        )


def _claim(tombstone: Tombstone, tables: _Tables, key: bytes) -> ForgottenClaim:
    held, who = tombstone.claim_hashes, _who(tombstone, key)
    topic = _topic(tombstone, tables.besides, tables.people | tables.kin, key)
    played = roles_in(held)
    return ForgottenClaim(
        tombstone=tombstone,
        topic=topic,
        roles=played,
        light=_light(topic, tables, played, style=tombstone.kind is Kind.STYLE),
        days=held & tables.days,
        months=held & tables.months,
        who=who,
        relations=held & tables.kin,
        of_user=not who and not is_person(tombstone.subject),
        frame=topic & tables.frames,
        once=keyed_hash(ONCE, key) in held,
        over=keyed_hash(OVER, key) in held,
        negated=keyed_hash(NEGATION, key) in held,
        sides=frozenset(tables.sides[each] for each in held & tables.sides.keys()),
        liking=bool(held & tables.liking),
        words=frozenset(each for each in held if ":" not in each),
        slips=slips_in(held, SLIP),
        weak_slips=slips_in(held, WEAK_SLIP),
    )


def _light(
    topic: frozenset[str],
    tables: _Tables,
    played: Mapping[str, frozenset[str]],
    *,
    style: bool,
) -> frozenset[str]:
    """What counts half of a claim: its deed and where it is done, unless all else is light.

    A deed that few things are done with tells much where no thing is named: to be adopted.
    """
    common, kinds, people = tables.light, tables.kinds, tables.kin
    light = common | played.get(WHEN, frozenset()) | played.get(NAME, frozenset())
    figures = played.get(FIGURE, frozenset())
    deed = played.get(DEED, frozenset())
    if not topic - light - deed - figures:
        rare, named = topic & (deed - common), (topic & kinds) - deed - tables.frames
        named = named & played.get(OBJECT, frozenset()) or named
        return topic - (
            named
            or rare
            or (topic & kinds) - deed
            or (topic & deed if topic & figures else (topic & people) - deed)
            or topic & deed
        )
    if topic & (played.get(OBJECT, frozenset()) | played.get(SUBJECT, frozenset())) - deed or style:
        light |= deed
    objects = topic & played.get(OBJECT, frozenset()) - light - figures
    subjects = topic & played.get(SUBJECT, frozenset()) - light
    if objects or subjects:
        light |= played.get(PLACE, frozenset())
    return topic & (light | played.get(AT, frozenset()) if objects else light)


def _topic(
    tombstone: Tombstone, besides: frozenset[str], people: frozenset[str], key: bytes
) -> frozenset[str]:
    """What a claim tells; whom it tells of only narrows the comparison, unless it tells no more."""
    words = frozenset(each for each in tombstone.claim_hashes if ":" not in each)
    topic, who = words - besides, _who(tombstone, key)
    return (
        (topic - who - people - listed_hashes(PETS, key) or topic - people or topic)
        if who
        else topic
    )


def _who(tombstone: Tombstone, key: bytes) -> frozenset[str]:
    named = subject_words(tombstone.subject)
    named = keyed_hashes(named | frozenset(stems(" ".join(named))), key)
    return named & tombstone.claim_hashes


# A turn of somebody who forgot something holds 24 lines against them: 1,000 hashes a line else.
@lru_cache(maxsize=256)
def listed_hashes(words: frozenset[str] | tuple[str, ...], key: bytes) -> frozenset[str]:
    """The hashes of words of our own lists, never of a user's."""
    return keyed_hashes(words, key)


def forget_keys() -> None:
    """Drop what was kept under users' keys, as when a user is erased."""
    listed_hashes.cache_clear()
