"""Whether a reply recites what is known about somebody instead of letting it show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nightcrew.domain.reply_sentences import cut
from nightcrew.domain.words import claim_words, topic_words

_ENOUGH = 2 / 3  # of what a memory says and the user did not just say; less shows, more recites


def recited(reply: str, known: Sequence[str], said: str) -> tuple[str, ...]:
    """The known texts that one sentence of the reply says again.

    What the user said just now may be taken up: only the other words of a memory count.
    """
    spoken = topic_words(claim_words(said))
    sentences = [topic_words(claim_words(sentence)) for sentence in cut(reply)]
    return tuple(_restated(known, sentences, spoken))


def _restated(
    known: Sequence[str], sentences: Sequence[frozenset[str]], spoken: frozenset[str]
) -> Iterator[str]:
    for text in known:
        unsaid = topic_words(claim_words(text)) - spoken
        if unsaid and any(len(unsaid & words) >= _ENOUGH * len(unsaid) for words in sentences):
            yield text
