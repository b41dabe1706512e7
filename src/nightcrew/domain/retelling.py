"""A text as keyed words, made once to be held against many forgotten claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nightcrew.domain.bearings import becomes, denies_in_a_run, has_turned, likes, permits
from nightcrew.domain.claim_days import days_in, every_month
from nightcrew.domain.ends_of_things import Denial, denials, denies_twice
from nightcrew.domain.figures import with_plain_numbers
from nightcrew.domain.heads import heads, led_away, narrowed, owners
from nightcrew.domain.kept_words import shown_slips, shown_weak_slips
from nightcrew.domain.light_words import LIGHT_WORDS, TIME_WORDS
from nightcrew.domain.matters import matters
from nightcrew.domain.respacing import (
    Piece,
    Squeezed,
    ill_spaced,
    pieces,
    read_with,
    set_apart,
    squeezed,
)
from nightcrew.domain.roles import (
    DOES,
    does,
    kept_role,
    roles,
    roles_in,
)
from nightcrew.domain.senses import sides, sorts
from nightcrew.domain.word_parts import joined_words, parts_of, spellings
from nightcrew.domain.word_tables import COMMON_WORDS, LIKING
from nightcrew.domain.words import (
    keyed_hash,
    keyed_hashes,
    same_signs,
    stems,
    topic_words,
    wording_hash,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The hashes of a text, sorted by what its words do.

    topic, light, days, months: as in ForgottenClaim. figures: of the topic, the numbers. sides:
    marks of the sides it stands on, not hashed. roles: which words play which part, without those
    said of anything. endless: words that may be verbs with an ending, and those verbs without it.
    parts: longer words and what they may be made of. joined: words that together may be one. away:
    words that lead to another head, and the heads. heads: of each noun before another, those nouns.
    sorts, matters: of what it deals with. owned: words that belong to somebody, and to
    whom. denied: for each denial, what it can deny. ended: for each end what is over; None for one
    that names nothing, and so ends whatever is told. narrowed: nouns and those right before them.
    replaced: what is named only for something else to take its place. becomes: what a thing has
    changed into. turned: it says that things have become otherwise. likes: it tells of a liking.
    permits: it allows what it tells of. run,
    found: an ill-spaced text in one run, and the words that it may hold. squeezed: words that may
    be several. slips, weak_slips: what words have in common with what they may be a slip of. text,
    key: what to read anew once words of it are known, without its days.
    """

    wording: str
    all: frozenset[str]
    topic: frozenset[str]
    light: frozenset[str]
    figures: frozenset[str]
    days: frozenset[str]
    months: frozenset[str]
    liking: bool
    sides: frozenset[str] = frozenset()
    roles: Mapping[str, frozenset[str]] = field(default_factory=dict)
    endless: Mapping[str, frozenset[str]] = field(default_factory=dict)
    parts: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    joined: Mapping[str, frozenset[str]] = field(default_factory=dict)
    away: Mapping[str, frozenset[str]] = field(default_factory=dict)
    heads: Mapping[str, frozenset[str]] = field(default_factory=dict)
    narrowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sorts: frozenset[str] = frozenset()
    matters: frozenset[str] = frozenset()
    owned: Mapping[str, str] = field(default_factory=dict)
    denied: tuple[frozenset[str], ...] = ()
    ended: tuple[frozenset[str] | None, ...] = ()
    becomes: frozenset[str] = frozenset()
    turned: bool = False
    likes: bool = False
    permits: bool = False
    replaced: tuple[frozenset[str], ...] = ()
    run: str = ""
    found: tuple[Piece, ...] = field(default=())
    squeezed: tuple[Squeezed, ...] = ()
    slips: Mapping[str, frozenset[str]] = field(default_factory=dict)
    weak_slips: Mapping[str, frozenset[str]] = field(default_factory=dict)
    text: str = field(default="", repr=False)
    key: bytes = field(default=b"", repr=False)

    def set_apart(self, known: frozenset[str]) -> Told:
        """The text read anew where it squeezes known words into one, as `고양이두마리`."""
        apart = set_apart(self.text, self.squeezed, known.__contains__)
        return (
            self
            if apart == self.text
            else replace(
                told(apart, self.key), wording=self.wording, days=self.days, months=self.months
            )
        )

    def renamed(self, names: Mapping[str, str]) -> Told:
        """The text with words, as hashes, that stand for others."""
        if not names:
            return self
        return replace(
            self,
            all=_renamed(self.all, names),
            topic=_renamed(self.topic, names),
            figures=_renamed(self.figures, names),
            roles={role: _renamed(words, names) for role, words in self.roles.items()},
            joined={
                names.get(whole, whole): _renamed(each, names)
                for whole, each in self.joined.items()
            },
            away={
                names.get(word, word): _renamed(heads, names) for word, heads in self.away.items()
            },
            heads={
                names.get(word, word): _renamed(each, names) for word, each in self.heads.items()
            },
            owned={
                names.get(word, word): names.get(each, each) for word, each in self.owned.items()
            },
            denied=tuple(_renamed(each, names) for each in self.denied),
            ended=tuple(each and _renamed(each, names) for each in self.ended),
            narrowed={
                names.get(word, word): _renamed(each, names) for word, each in self.narrowed.items()
            },
            replaced=tuple(_renamed(each, names) for each in self.replaced),
        )

    def topic_beside(self, claim: frozenset[str]) -> frozenset[str]:
        """The topic words, each as the claim has it when it is made of the claim's words."""
        words = frozenset(piece for word in self.topic for piece in self._beside(word, claim))
        for whole, halves in self.joined.items():
            words = (words - halves) | {whole} if whole in claim and halves <= words else words
        return words

    def _beside(self, word: str, claim: frozenset[str]) -> frozenset[str]:
        if word in claim:
            return frozenset({word})
        if bare := self.endless.get(word, frozenset()) & claim:
            return frozenset({min(bare)})
        for part in self.parts.get(word, ()):
            if part <= claim:
                return part
        return frozenset({word})

    def elsewhere(
        self, claim: frozenset[str], leads: frozenset[str], *, same_deed: bool, of_user: bool
    ) -> frozenset[str]:
        """Words that here only lead to what the claim is not about, or are somebody else's.

        leads: words that lead to another head in the claim, too. same_deed: the text says of its
        thing what the claim does, and so is about that.
        """
        heads = {} if same_deed else self.away
        away = {word for word, led_to in heads.items() if not led_to & claim}
        away |= {word for word in leads & self.heads.keys() if not self.heads[word] & claim}
        theirs = {word for word, owner in self.owned.items() if owner not in claim}
        return self.topic if of_user and theirs & claim else frozenset(away)

    def denials_of(self, claim: frozenset[str], *, told: frozenset[str], of_end: bool) -> bool:
        """Whether denials deny the claim, and not something beside it.

        told: the claim's own words. What is named to be replaced by one of them is no denial. Two
        denials of one thing undo each other; an end that is told in several words is one end.
        of_end: the claim tells of the end itself.
        """
        ends = not of_end and any(words is None or words & claim for words in self.ended)
        denied = sum(bool(words & claim) for words in self.denied)
        denied += sum(
            bool(words & claim) and not self._tells(told - words) for words in self.replaced
        )
        return ends or denied % 2 == 1

    def _tells(self, words: frozenset[str]) -> bool:
        return bool(self.topic_beside(words) & words)

    @property
    def denies_in_a_run(self) -> bool:
        """Whether an ill-spaced text denies anything: where its words begin is not known."""
        denials = len(self.denied) + len(self.ended)
        return denials % 2 == 1 or denies_in_a_run(self.run)

    def respaced(self, claim: frozenset[str]) -> tuple[frozenset[str], int]:
        """The claim's words in an ill-spaced text, and how many others it holds."""
        if not self.run:
            return frozenset(), 0
        return read_with(self.run, [piece for piece in self.found if piece.stem in claim])


def told(text: str, key: bytes) -> Told:
    """Read a text for comparison with what this user forgot."""
    days, rest = days_in(with_plain_numbers(same_signs(text)))
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
        },
        heads={
            keyed_hash(word, key): keyed_hashes(others, key) for word, others in heads(rest).items()
        },
        sorts=keyed_hashes(sorts(rest), key),
        owned={
            keyed_hash(word, key): keyed_hash(owner, key) for word, owner in owners(rest).items()
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


def _hashed_piece(piece: Piece, key: bytes) -> Piece:
    return replace(piece, stem=keyed_hash(piece.stem, key))


def _renamed(words: frozenset[str], names: Mapping[str, str]) -> frozenset[str]:
    return frozenset(names.get(word, word) for word in words)


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
