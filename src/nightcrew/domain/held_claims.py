"""Memories by what they claim, so that a thousand new ones are compared in a moment."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from nightcrew.domain.figures import numbers
from nightcrew.domain.memory import Kind, Memory
from nightcrew.domain.memory_changes import without_passed_note
from nightcrew.domain.memory_edits import is_same
from nightcrew.domain.words import claim_words, same_form


@dataclass(slots=True, kw_only=True)
class HeldClaims:
    """What is held already; `find` answers as `is_same` does."""

    _by_key: dict[Hashable, list[Memory]] = field(default_factory=dict)

    @classmethod
    def of(cls, memories: Iterable[Memory]) -> HeldClaims:
        """The claims of some memories."""
        held = cls()
        for memory in memories:
            held.add(memory)
        return held

    def add(self, memory: Memory) -> None:
        """Hold one more."""
        for key in _keys(memory):
            self._by_key.setdefault(key, []).append(memory)

    def find(self, memory: Memory) -> Memory | None:
        """The memory that says the same already, or None."""
        near = (known for key in _keys(memory) for known in self._by_key.get(key, ()))
        return next((known for known in near if is_same(memory, known)), None)


def _keys(memory: Memory) -> list[Hashable]:
    text = without_passed_note(memory.text)
    words, style = claim_words(text), memory.kind is Kind.STYLE
    keys: list[Hashable] = [(style, same_form(text))]
    return [*keys, (style, words, numbers(text))] if words else keys
