"""A document falls apart where its headings and paragraphs do; no passage grows over a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nightcrew.domain.knowledge import Block, Passage
from nightcrew.domain.links import LINK, MARKDOWN_LINK
from nightcrew.domain.readable import readable

MOST_CHARACTERS = 700  # a passage; the embedder reads 512 tokens
MOST_PASSAGES = 2_000  # of one document
LONGEST_HEADING = 120
LONGEST_WAY = 200  # characters of a way of asking
MOST_WAYS = 24  # of one passage; each is embedded
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")


def split(blocks: Iterable[Block]) -> tuple[Passage, ...]:
    """The passages in reading order, each once; paragraphs under one heading stay together.

    However a section is cut, all of it is asked for in the section's ways.
    """
    passages = (
        Passage(heading=section.heading, text=text, asked=ways_of(section.asked))
        for section in _sections(blocks)
        for text in _packed(section.paragraphs)
    )
    once = {passage.digest: passage for passage in passages}
    return tuple(once.values())[:MOST_PASSAGES]


def plain(text: str) -> str:
    """On one line, with what anybody can read: an address becomes its words or nothing."""
    named = MARKDOWN_LINK.sub(r"\1", readable(text))
    return " ".join(LINK.sub(" ", named).split())


def ways_of(asked: Iterable[str]) -> tuple[str, ...]:
    """Ways of asking as they are kept: each once, without addresses, the first MOST_WAYS."""
    told = (plain(way)[:LONGEST_WAY] for way in asked)
    return tuple(dict.fromkeys(way for way in told if way))[:MOST_WAYS]


@dataclass(slots=True, kw_only=True)
class _Section:
    """What stands under one heading, while it is read."""

    heading: str = ""
    paragraphs: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def _sections(blocks: Iterable[Block]) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    section = _Section()
    for block in blocks:
        text = plain(block.text)
        if not text:
            continue
        if not block.level:
            (section.asked if block.asked else section.paragraphs).append(text)
            continue
        yield section
        path = [each for each in path if each[0] < block.level]
        path.append((block.level, text[:LONGEST_HEADING]))
        section = _Section(heading=_told(path))
    yield section


def _told(path: Sequence[tuple[int, str]]) -> str:
    return " > ".join(text for _, text in path)


def _packed(paragraphs: Sequence[str]) -> Iterator[str]:
    """Paragraphs put together as long as they fit; a longer one is cut between sentences."""
    held = ""
    for part in (part for paragraph in paragraphs for part in _cut(paragraph)):
        if held and len(held) + 1 + len(part) > MOST_CHARACTERS:
            yield held
            held = ""
        held = f"{held} {part}" if held else part
    if held:
        yield held


def _cut(paragraph: str) -> Iterator[str]:
    if len(paragraph) <= MOST_CHARACTERS:
        yield paragraph
        return
    for sentence in _SENTENCE_END.split(paragraph):
        for start in range(0, len(sentence), MOST_CHARACTERS):
            yield sentence[start : start + MOST_CHARACTERS]
