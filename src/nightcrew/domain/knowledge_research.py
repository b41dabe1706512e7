"""Which proposed items may wait for a person: those that stand in the excerpt they name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from nightcrew.domain.knowledge import Passage
from nightcrew.domain.knowledge_splitting import (
    LONGEST_HEADING,
    MOST_CHARACTERS,
    plain,
    ways_of,
)
from nightcrew.domain.lexemes import query_terms
from nightcrew.domain.recall import coverages
from nightcrew.domain.short_answers import ProposedItem
from nightcrew.domain.words import fold

LEAST_QUOTE = 10
EXCERPT_CHARACTERS = 1_500
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


class ItemFault(StrEnum):
    """Why a proposed item was thrown away."""

    UNKNOWN_SOURCE = "unknown_source"
    NO_TEXT = "no_text"
    TOO_LONG = "too_long"
    QUOTE_NOT_FOUND = "quote_not_found"
    FIGURE_NOT_IN_SOURCE = "figure_not_in_source"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """What a source says of a topic. handle: by which the model names it."""

    handle: str
    title: str
    url: str
    text: str

    @property
    def line(self) -> str:
        """The excerpt as a numbered line of the prompt."""
        return f"[{self.handle}] {self.title.replace(':', ' ')}: {self.text}"


def excerpt_of(topic: str, passages: Sequence[Passage]) -> str:
    """The passages of a page that share most words with a topic, in reading order."""
    texts = [passage.whole for passage in passages]
    covered = coverages(query_terms(topic), texts) if texts else []
    best = sorted(range(len(texts)), key=lambda place: -covered[place])
    chosen, room = set[int](), EXCERPT_CHARACTERS
    for place in best:
        if covered[place] <= 0 or len(texts[place]) > room:
            break
        chosen.add(place)
        room -= len(texts[place])
    return "\n".join(texts[place] for place in sorted(chosen))


def fault_of(item: ProposedItem, excerpts: Mapping[str, Excerpt]) -> ItemFault | None:
    """Why an item may not even wait; None when it may."""
    source = excerpts.get(item.source.strip("[] "))
    text = plain(item.text)
    if source is None:
        return ItemFault.UNKNOWN_SOURCE
    if not text:
        return ItemFault.NO_TEXT
    if len(text) > MOST_CHARACTERS:
        return ItemFault.TOO_LONG
    there, quote = _plainest(source.text), _plainest(item.quote)
    if len(quote) < LEAST_QUOTE or quote not in there:
        return ItemFault.QUOTE_NOT_FOUND
    known = set(_FIGURE.findall(f"{source.title} {source.text}"))
    if not set(_FIGURE.findall(f"{item.heading} {text}")) <= known:
        return ItemFault.FIGURE_NOT_IN_SOURCE
    return None


def passage_of(item: ProposedItem) -> Passage:
    """A good item as a passage."""
    return Passage(
        heading=plain(item.heading)[:LONGEST_HEADING],
        text=plain(item.text),
        asked=ways_of(item.asked),
    )


def _plainest(text: str) -> str:
    return " ".join(fold(text).replace("⏎", " ").split()).casefold()
