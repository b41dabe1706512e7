"""Words of a question are weighed by how rare they are, however many were asked for."""

from __future__ import annotations

import math

import pytest

from nightcrew.domain.lexemes import MOST_TERMS, query_terms, weighted_length
from nightcrew.store import recall
from nightcrew.store.recall import Found
from tests.raw_talk import RawTalk
from tests.recalling import index

LINES = ("배포는 금요일", "점심은 국수", "사물함은 900번")
LENGTHS = [weighted_length(line, LINES[:nth]) for nth, line in enumerate(LINES)]
SAID_ONCE = 1 / (math.pi**2 / 6)  # PostgreSQL's rank of a word that stands once in a line


async def found_by_words(raw: RawTalk, question: str) -> Found:
    async with raw.db.begin_pair(raw.pair) as connection:
        found = await recall.nearest(
            connection,
            raw.pair,
            vector=None,
            model="none",
            terms=query_terms(question),
            limit=1,
        )
    return found[0]


def rarity(held_by: int) -> float:
    return math.log(1 + (len(LINES) - held_by + 0.5) / (held_by + 0.5))


@pytest.mark.parametrize("asked_for", [1, 4, 5, 8, 9, 16, 17, 32, 33, MOST_TERMS])
async def test_the_last_of_many_words_is_worth_its_share(raw: RawTalk, asked_for: int) -> None:
    await raw.said(*LINES)
    await index(raw.db)
    nowhere = [str(number) for number in range(100, 99 + asked_for)]

    best = await found_by_words(raw, " ".join([*nowhere, "900"]))

    longer = LENGTHS[2] / (sum(LENGTHS) / len(LENGTHS))
    gain = SAID_ONCE / (SAID_ONCE + 0.3 * (0.6 + 0.4 * longer))
    mass = rarity(held_by=1) + (asked_for - 1) * rarity(held_by=0)
    assert best.evidence.text == LINES[2]
    assert best.lexical == pytest.approx(rarity(held_by=1) * gain / mass)


async def test_a_question_that_only_asks_weighs_no_line(raw: RawTalk) -> None:
    await raw.said(*LINES)
    await index(raw.db)

    best = await found_by_words(raw, "뭐였죠?")

    assert (best.evidence.text, best.lexical) == (LINES[2], 0)
