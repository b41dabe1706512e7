"""What has to go when a memory or a line of talk is erased, decided before anything is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from nightcrew.domain.forgetting import forgotten_claims, told
from nightcrew.domain.memory import Tombstone
from nightcrew.domain.withholding import visible, without

# What is kept of a decision once its words are gone: codes that say what was done, not about what.
_CODES = frozenset({"use", "status", "act", "note", "name"})
_OWN_WORDS = frozenset({"added", "corrected", "suggestion accepted"})  # typed, not taken from talk


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedClaim:
    """Everything an erased memory ever said, as keyed hashes.

    names: hashes of the words that say what it is about; kinds of things only when it has no other.
    """

    tombstones: tuple[Tombstone, ...]
    key: bytes
    names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        claims = forgotten_claims(self.tombstones, self.key)
        named = frozenset().union(*((each.topic - each.kinds) or each.topic for each in claims))
        object.__setattr__(self, "names", named)

    def out_of_talk(self, text: str) -> str | None:
        """Talk that nothing links to the memory, without what a tombstone would withhold of it."""
        return visible(text, self.tombstones, self.key)

    def out_of_linked(self, text: str) -> str | None:
        """Talk the memory rests on, or that was written with it in view, without its names.

        A clause that makes the claim in other words goes too.
        """
        left = without(text, self._names_it)
        return None if left is None else self.out_of_talk(left)

    def in_(self, *texts: str | None) -> bool:
        """Whether any of these texts says it."""
        return any(text and self.out_of_talk(text) != text for text in texts)

    def named_in(self, *texts: str | None) -> bool:
        """Whether any of these texts says it, or only names what it is about."""
        return any(text and self.out_of_linked(text) != text for text in texts)

    def _names_it(self, text: str) -> bool:
        return bool(told(text, self.key).topic & self.names)


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
        return claim.out_of_linked(line.text) or ""
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
