"""`itemise_knowledge` of the rehearsal: sentences of an excerpt that share words with the topic."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nightcrew.adapters.rehearsal.matching import bare_words, overlap
from nightcrew.domain.questions import ItemiseInputs
from nightcrew.domain.short_answers import ProposedItem, ProposedItems

LEAST_CHARACTERS, MOST_CHARACTERS = 20, 200
ITEMS_A_SOURCE = 3
_SOURCE = re.compile(r"\[(?P<handle>s\d+)\] (?P<title>[^:]*): (?P<text>.*)", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|⏎")


def itemise(inputs: ItemiseInputs) -> ProposedItems:
    """Word for word what the sources say of the topic; nothing is put in other words."""
    found = [item for line in inputs.sources for item in _of_source(line, inputs.topic)]
    return ProposedItems(items=tuple(found), why="" if found else "no sentence names the topic")


def _of_source(line: str, topic: str) -> Iterator[ProposedItem]:
    read = _SOURCE.match(line)
    if read is None:
        return
    wanted = bare_words(topic)
    sentences = (part.strip() for part in _SENTENCE_END.split(read["text"]))
    telling = [
        sentence
        for sentence in sentences
        if LEAST_CHARACTERS <= len(sentence) <= MOST_CHARACTERS
        and overlap(wanted, bare_words(sentence))
    ]
    for sentence in telling[:ITEMS_A_SOURCE]:
        yield ProposedItem(
            heading=read["title"].strip(), text=sentence, source=read["handle"], quote=sentence
        )
