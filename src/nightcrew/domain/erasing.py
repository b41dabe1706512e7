"""What has to go when a memory or a line of talk is erased, decided before anything is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any
from uuid import UUID

from nightcrew.domain.matters import matters
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.sentence_spans import sentences
from nightcrew.domain.withholding import visible, without
from nightcrew.domain.word_tables import KIND_WORDS, NEGATION, SAME_WORDS
from nightcrew.domain.words import claim_words, topic_words

# What is kept of a decision once its words are gone: codes that say what was done, not about what.
_CODES = frozenset({"use", "status", "act", "note", "name"})
_OWN_WORDS = frozenset({"added", "corrected", "suggestion accepted"})  # typed, not taken from talk


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedClaim:
    """Everything an erased memory ever said: as it was said, and as keyed hashes.

    names: the words that say what it is about; kinds of things only when it has no other.
    needed: words of which a text has at least one when it says it. hints: their first letters,
    for a quick look. matters: what it tells of that has other names, too.
    """

    texts: tuple[str, ...]
    tombstones: tuple[Tombstone, ...]
    key: bytes
    names: frozenset[str] = field(init=False)
    needed: frozenset[str] = field(init=False)
    hints: frozenset[str] = field(init=False)
    matters: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        told = [claim_words(text) for text in self.texts]
        topics = [topic_words(words) for words in told]
        named = frozenset().union(*((each - KIND_WORDS) or each for each in topics))
        needed = frozenset().union(*(topic_words(words) or words - {NEGATION} for words in told))
        spelt = needed | {spelling for spelling, word in SAME_WORDS.items() if word in needed}
        told_of = frozenset().union(*(matters(text) for text in self.texts))
        object.__setattr__(self, "matters", told_of)
        object.__setattr__(self, "names", named)
        object.__setattr__(self, "needed", needed)
        object.__setattr__(self, "hints", frozenset(map(_beginning, spelt)))

    def may_be_in(self, text: str) -> bool:
        """A quick look, much faster than a close one; never no where it is said."""
        if self.matters and matters(text) & self.matters:
            return True
        letters = _letters(text)
        if self.hints and not any(hint in letters for hint in self.hints):
            return False
        return not self.needed or _any_in(self.needed, text)

    def out_of_talk(self, text: str) -> str | None:
        """Talk that nothing links to the memory, without what a tombstone would withhold of it."""
        return visible(text, self.tombstones, self.key) if self.may_be_in(text) else text

    def out_of_linked(self, text: str) -> str | None:
        """Talk the memory rests on, without the clauses that name it or make its claim."""
        if not self.may_be_in(text):
            return text
        left = without(text, self._names_it)
        return None if left is None else self.out_of_talk(left)

    def out_of_reply(self, text: str) -> str | None:
        """What a crew said with the memory in view, without the sentences that name it."""
        if not self.may_be_in(text):
            return text
        whole = sentences(text)
        kept = [each.text for each in whole if not self._names_it(each.text)]
        return self.out_of_talk(text if len(kept) == len(whole) else " ".join(kept)) or None

    def in_(self, *texts: str | None) -> bool:
        """Whether any of these texts says it."""
        return any(text and self.out_of_talk(text) != text for text in texts)

    def named_in(self, *texts: str | None) -> bool:
        """Whether any of these texts says it, or only names what it is about."""
        return any(text and self.out_of_linked(text) != text for text in texts)

    def _names_it(self, text: str) -> bool:
        return _any_in(self.names, text)


def _any_in(names: frozenset[str], text: str) -> bool:
    words = claim_words(text)
    return any(name in words or _inside(name, words) for name in names)


def _letters(text: str) -> str:
    """A text as single letters: 자랐 as ㅈㅏㄹㅏㅆ, so that endings do not hide a stem."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace(",", "")
    return unicodedata.normalize("NFD", plain)


def _beginning(word: str) -> str:
    """The letters of a stem that stay in all its forms: of `부르` ㅂㅜ, of `꾸` ㄲ, of `sell` s."""
    if word[0].isdigit():
        return "".join(takewhile(str.isdigit, word))
    korean = "가" <= word[0] <= "힣" and len(word) > 1
    return _letters(word)[: 2 if korean else 1]


def _inside(name: str, words: frozenset[str]) -> bool:
    """Korean words grow endings and compounds that no table knows: `해바라기씨군요`."""
    korean = len(name) > 1 and "가" <= name[0] <= "힣"
    return korean and any(name in word for word in words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Talked:
    """One stored line of talk. cited: an erased memory rests on it.

    linked: it stands in a turn with a cited line, or in one that had the memory in view.
    """

    speaker: str
    text: str
    cited: bool = False
    linked: bool = False


def left_of(line: Talked, claim: ErasedClaim) -> str:
    """What stays of a line; empty when nothing does.

    A line the memory rests on, of which no clause is recognised, goes whole: in other words it
    still says it.
    """
    if line.cited:
        left = claim.out_of_linked(line.text)
        return "" if left == line.text else left or ""
    if line.linked and line.speaker == "assistant":
        return claim.out_of_reply(line.text) or ""
    return claim.out_of_talk(line.text) or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value a memory had, and what it was taken from."""

    version: int
    text: str | None
    actor: str
    cause: str
    restored_from: int | None
    cites: tuple[UUID, ...]


def resting_alone(history: Sequence[Value], lines: frozenset[UUID]) -> frozenset[int]:
    """The versions whose words come from these lines and from nothing else.

    history: every value, oldest first.
    """
    rests: dict[int, frozenset[UUID]] = {}
    before: Value | None = None
    for each in history:
        rests[each.version] = _basis(each, before, rests)
        before = each
    return frozenset(version for version, on in rests.items() if on and on <= lines)


def _basis(
    each: Value, before: Value | None, rests: Mapping[int, frozenset[UUID]]
) -> frozenset[UUID]:
    if each.cause in _OWN_WORDS:
        return frozenset()
    if each.restored_from is not None:
        return rests.get(each.restored_from, frozenset())
    if before is None:
        return frozenset(each.cites)
    # The review only adds its note, and switching off keeps the words: neither has a source.
    kept_words = each.actor == "review" or each.text == before.text or not each.cites
    return rests[before.version] if kept_words else frozenset(each.cites)


def newest_left(history: Sequence[Value], gone: frozenset[int]) -> int | None:
    """The newest version that still has words and rests on something that stays."""
    standing = [each for each in history if each.version not in gone and each.text is not None]
    return standing[-1].version if standing else None


def wordless_answer(answer: Mapping[str, Any], reply: str) -> dict[str, Any]:
    """A stored Turn with the reply that is left of it, and without what was derived from words."""
    decisions = {
        name: {part: cell for part, cell in each.items() if part in _CODES} | {"why": ""}
        for name, each in (answer.get("decisions") or {}).items()
    }
    return {**answer, "reply": reply, "decisions": decisions, "sources": []}
