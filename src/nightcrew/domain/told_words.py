"""The words of a text as keyed hashes, sorted by what they do, to be held against claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nightcrew.domain.bearings import denies_in_a_run
from nightcrew.domain.respacing import Piece, Squeezed, read_with
from nightcrew.domain.senses import LOST


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The hashes of a text, sorted by what its words do.

    topic, light, days, months: as in ForgottenClaim. figures: of the topic, the numbers. sides:
    marks of the sides it stands on, not hashed. roles: which words play which part, without those
    said of anything. endless: words that may be verbs with an ending, and those verbs without it.
    parts: longer words and what they may be made of. joined: words that together may be one. away:
    words that lead to another head, and the heads. heads: of each noun before another, those nouns.
    narrowed: nouns and those right before them. sorts, matters: of what it deals with. owned: words
    that belong to somebody, and to whom. measures: figures and what they count, neither times nor
    money. sums: those of money. denied: for each denial, what it can deny. ended: for each end what
    is over; None for one that names nothing, and so ends whatever is told. replaced: what is named
    only for something else to take its place, and that. becomes: what a thing has changed into.
    is_not: what it is said not to be. turned: it says that things have become otherwise. likes: it
    tells of a liking. dislikes: it denies one. permits: it allows what it tells of. run, found: an
    ill-spaced text in one run, and the words that it may hold. squeezed: words that may be several.
    slips, weak_slips: what words have in common with what they may be a slip of. text, key: what to
    read anew once words of it are known, without its days.
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
    measures: Mapping[str, str] = field(default_factory=dict)
    sums: frozenset[str] = frozenset()
    denied: tuple[frozenset[str], ...] = ()
    ended: tuple[frozenset[str] | None, ...] = ()
    becomes: frozenset[str] = frozenset()
    is_not: frozenset[str] = frozenset()
    turned: bool = False
    likes: bool = False
    dislikes: bool = False
    permits: bool = False
    replaced: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    run: str = ""
    found: tuple[Piece, ...] = field(default=())
    squeezed: tuple[Squeezed, ...] = ()
    slips: Mapping[str, frozenset[str]] = field(default_factory=dict)
    weak_slips: Mapping[str, frozenset[str]] = field(default_factory=dict)
    text: str = field(default="", repr=False)
    key: bytes = field(default=b"", repr=False)

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
            replaced=tuple(
                (_renamed(each, names), _renamed(by, names)) for each, by in self.replaced
            ),
        )

    def topic_beside(self, claim: frozenset[str]) -> frozenset[str]:
        """The topic words, each as the claim has it when it is made of the claim's words."""
        words = self.beside(self.topic, claim)
        for whole, halves in self.joined.items():
            words = (words - halves) | {whole} if whole in claim and halves <= words else words
        return words

    def beside(self, words: frozenset[str], claim: frozenset[str]) -> frozenset[str]:
        """Words of the text, each as the claim has it when it is made of the claim's words."""
        return frozenset(piece for word in words for piece in self._beside(word, claim))

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
        self,
        claim: frozenset[str],
        leads: frozenset[str],
        *,
        same_deed: bool,
        of_user: bool,
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

    def denials_of(
        self, claim: frozenset[str], *, told: frozenset[str], of_end: frozenset[str]
    ) -> bool:
        """Whether denials deny the claim, and not something beside it.

        told: the claim's own words. What is named to be replaced by one of them is no denial. Two
        denials of one thing undo each other; an end that is told in several words is one end.
        of_end: marks of the end that the claim tells of itself. Who tells what was lost and has it
        not denies nothing.
        """
        ends = not of_end and any(words is None or words & claim for words in self.ended)
        lost = of_end & {LOST}
        denied = sum(bool(words & claim and words & (lost or words)) for words in self.denied)
        denied += sum(
            bool(words & claim) and not self._stands(by, claim, told - words)
            for words, by in self.replaced
        )
        return ends or denied % 2 == 1

    def _stands(self, by: frozenset[str], claim: frozenset[str], told: frozenset[str]) -> bool:
        """Whether what takes the place of another thing is what the claim tells of."""
        return bool(self.beside(by, claim) & claim) if by else self._tells(told)

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


def _renamed(words: frozenset[str], names: Mapping[str, str]) -> frozenset[str]:
    return frozenset(names.get(word, word) for word in words)
