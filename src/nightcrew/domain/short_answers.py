"""What models answer to questions whose answers are a word or a short list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenFollowUp:
    """The answer of `compose_follow_up`; silence is the default."""

    send: bool = False
    text: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricVerdict:
    """The answer of `judge_rubric`; what is not said to hold does not."""

    holds: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedItem:
    """One fact of an excerpt. source: the handle of the excerpt. quote: its words there.

    asked: how people would ask for it.
    """

    heading: str = ""
    text: str = ""
    source: str = ""
    quote: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedItems:
    """The answer of `itemise_knowledge`; nothing worth an item is the default."""

    items: tuple[ProposedItem, ...] = ()
    why: str = ""
