"""A text as keyed words, made once to be held against many forgotten claims."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nightcrew.domain.claim_days import days_in, every_month
from nightcrew.domain.ends_of_things import Denial, denials, denies_twice
from nightcrew.domain.heads import PEOPLE, led_away, owners
from nightcrew.domain.respacing import Piece, ill_spaced, pieces, read_with
from nightcrew.domain.roles import ADVERBS, GENERAL_ACTS, kept_role, listed, roles, roles_in
from nightcrew.domain.senses import sides
from nightcrew.domain.stems_ko import VERBS, uncontracted
from nightcrew.domain.word_parts import joined_words, parts_of, short_forms
from nightcrew.domain.word_tables import COMMON_WORDS, KIND_WORDS, LIKING
from nightcrew.domain.words import keyed_hash, same_signs, stems, topic_words, wording_hash

# What many claims share: kinds of things, when they happen, and what is done with them.
TIME_WORDS = listed(
    "작년 올해 내년 재작년 지난달 지난해 봄 여름 가을 겨울 아침 점심 저녁 월요일 화요일 수요일 "
    "목요일 금요일 토요일 일요일 주말 개월 년 달 잔 개 번 명 줄 권 병 캔 갑 마리 층 회 분 초 "
    "spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday "
    "hour minut"
)
MANNERS = listed(
    "몰래 혼자 스스로 직접 일부러 겨우 결국 조금 많이 자꾸 점점 갑자기 천천히 빨리 일찍 늦게 오래 "
    "이따금 종종 매번 도로 한참 왼쪽 오른쪽 사이 관계 상태 "
    "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 one two three four five"
)
LIGHT_WORDS = KIND_WORDS | frozenset(VERBS) | PEOPLE | TIME_WORDS | MANNERS | GENERAL_ACTS | ADVERBS

_DENIES_IN_A_RUN = re.compile("(?:에|을|를|은|는|이|가|도)[안못](?=[가-힣])|지(?:않|마|말)|싫")
_HAS_TURNED = re.compile(
    r"(?<![가-힣])(?:이제|이제는|다시|드디어|마침내|도로|계속|여전히|아직도|요즘은)(?![가-힣])"
    r"|\b(?:now|again|back|finally|at last|still)\b",
    re.IGNORECASE,
)
_LIKES = re.compile(r"좋[아은다습]|사랑|즐[기겨]|친해|화해|\b(?:love|like|enjoy)\b", re.IGNORECASE)
_PERMITS = re.compile(
    r"도\s?(?:[돼되된]|괜찮|상관\s?없|무방)|\b(?:(?:fine|ok|okay) to|you (?:can|may))\b",
    re.IGNORECASE,
)
_AN_ENDING = re.compile("[가-힣]{2,}")  # 더듬어: a verb, or a noun as 오징어


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The hashes of a text, sorted by what its words do.

    topic, light, days, months: as in ForgottenClaim. figures: of the topic, the numbers. sides:
    marks of the sides it stands on, not hashed. roles: which words play which part, without those
    said of anything. endless: words that may be verbs with an ending, and those verbs without it.
    parts: longer words and what they may be made of. joined: words that together may be one. away:
    words that lead to another head, and the heads. owned: words that belong to somebody, and to
    whom. denied: for each denial, what it can deny; None for one that denies whatever is told.
    replaced: what is named only for something else to take its place. turned: it says that things
    have become otherwise. likes: it tells of a liking. permits: it allows what it tells of. run,
    found: an ill-spaced text in one run, and the words that it may hold.
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
    endless: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)
    joined: Mapping[str, frozenset[str]] = field(default_factory=dict)
    away: Mapping[str, frozenset[str]] = field(default_factory=dict)
    owned: Mapping[str, str] = field(default_factory=dict)
    denied: tuple[frozenset[str] | None, ...] = ()
    turned: bool = False
    likes: bool = False
    permits: bool = False
    replaced: tuple[frozenset[str], ...] = ()
    run: str = ""
    found: tuple[Piece, ...] = field(default=())

    def topic_beside(self, claim: frozenset[str]) -> frozenset[str]:
        """The topic words, each as the claim has it when it is made of the claim's words."""
        words = frozenset(piece for word in self.topic for piece in self._beside(word, claim))
        for whole, halves in self.joined.items():
            words = (words - halves) | {whole} if whole in claim and halves <= words else words
        return words

    def _beside(self, word: str, claim: frozenset[str]) -> frozenset[str]:
        if word in claim:
            return frozenset({word})
        if self.endless.get(word) in claim:
            return frozenset({self.endless[word]})
        for part in self.parts.get(word, ()):
            if part <= claim:
                return part
        return frozenset({word})

    def elsewhere(self, claim: frozenset[str], *, same_deed: bool, of_user: bool) -> frozenset[str]:
        """Words that here only lead to what the claim is not about, or are somebody else's.

        same_deed: the text says of its thing what the claim does, and so is about that.
        """
        heads = {} if same_deed else self.away
        away = {word for word, led_to in heads.items() if not led_to & claim}
        theirs = {word for word, owner in self.owned.items() if owner not in claim}
        return self.topic if of_user and theirs & claim else frozenset(away)

    def denials_of(self, claim: frozenset[str], *, told: frozenset[str]) -> int:
        """How many denials deny the claim, and not something beside it.

        told: the claim's own words. What is named to be replaced by one of them is no denial.
        """
        denied = sum(words is None or bool(words & claim) for words in self.denied)
        return denied + sum(
            bool(words & claim) and not self._tells(told - words) for words in self.replaced
        )

    def _tells(self, words: frozenset[str]) -> bool:
        return bool(self.topic_beside(words) & words)

    @property
    def denies_in_a_run(self) -> bool:
        """Whether an ill-spaced text denies anything: where its words begin is not known."""
        return len(self.denied) % 2 == 1 or _DENIES_IN_A_RUN.search(self.run) is not None

    def respaced(self, claim: frozenset[str]) -> tuple[frozenset[str], int]:
        """The claim's words in an ill-spaced text, and how many others it holds."""
        if not self.run:
            return frozenset(), 0
        return read_with(self.run, [piece for piece in self.found if piece.stem in claim])


def told(text: str, key: bytes) -> Told:
    """Read a text for comparison with what this user forgot."""
    days, rest = days_in(same_signs(text))
    words = frozenset(stems(rest))
    topic = topic_words(words)
    run = ill_spaced(rest)
    denied = denials(rest)
    return Told(
        wording=wording_hash(text, key),
        all=_hashes(words | days, key),
        topic=_hashes(topic, key),
        light=_hashes(topic & LIGHT_WORDS, key),
        figures=_hashes(frozenset(word for word in topic if word[0].isdigit()), key),
        days=_hashes(days - every_month(), key),
        months=_hashes(days & every_month(), key),
        liking=bool(words & LIKING),
        sides=sides(rest),
        roles=_roles(rest, key),
        endless={
            keyed_hash(word, key): keyed_hash(other, key)
            for word in topic
            for other in _spellings(word)
        },
        parts={keyed_hash(word, key): _hashed_parts(word, key) for word in topic},
        joined={
            keyed_hash(one + other, key): _hashes(frozenset((one, other)), key)
            for one, other in joined_words(rest)
        },
        away={keyed_hash(word, key): _hashes(heads, key) for word, heads in led_away(rest).items()},
        owned={
            keyed_hash(word, key): keyed_hash(owner, key) for word, owner in owners(rest).items()
        },
        denied=tuple(_denied(each, key) for each in denied if not each.replaced),
        permits=_PERMITS.search(rest) is not None,
        likes=_LIKES.search(rest) is not None,
        turned=_HAS_TURNED.search(rest) is not None or denies_twice(rest),
        replaced=tuple(_hashes(frozenset(stems(each.of)), key) for each in denied if each.replaced),
        run=run,
        found=tuple(replace(piece, stem=keyed_hash(piece.stem, key)) for piece in pieces(run)),
    )


def _spellings(word: str) -> tuple[str, ...]:
    return short_forms(word) or ((uncontracted(word),) if _AN_ENDING.fullmatch(word) else ())


def _roles(text: str, key: bytes) -> Mapping[str, frozenset[str]]:
    return roles_in(
        frozenset(
            kept_role(role, keyed_hash(word, key))
            for role, word in roles(text)
            if word not in COMMON_WORDS | TIME_WORDS
        )
    )


def _denied(denial: Denial, key: bytes) -> frozenset[str] | None:
    if denial.over:
        return None
    words = frozenset(stems(denial.of))
    whole = {other for word in words for other in _spellings(word)}
    return _hashes(words | whole, key) | sides(denial.of)


def _hashed_parts(word: str, key: bytes) -> tuple[frozenset[str], ...]:
    return tuple(_hashes(part, key) for part in parts_of(word))


def _hashes(words: frozenset[str], key: bytes) -> frozenset[str]:
    return frozenset(keyed_hash(word, key) for word in words)
