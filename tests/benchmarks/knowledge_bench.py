"""The knowledge tool: how often the passage that answers is among the three that are shown.

Sixty written questions, forty held ones, sixty further ones and those of a second and a third held
set are asked of the crew's own collection, shipped items and distractors together; the same texts
then as a tenant loads them, with and without ways of asking; beside them BM25 alone and vectors
alone, which never find nothing. Only the third held set was never read for a rule.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from uuid import UUID

from nightcrew.adapters.knowledge_files import KnowledgeFiles
from nightcrew.adapters.local_embedder import LocalEmbedder
from nightcrew.adapters.shipped_vectors import FILE, ShippedVectors
from nightcrew.app import App
from nightcrew.domain.knowledge import RawDocument
from nightcrew.store import bootstrap
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.usecases.load_knowledge import GivenDocument
from tests.benchmarks.figures import Figure, Tell, load_note, run_alone, to_stderr
from tests.benchmarks.knowledge_place import (
    SHIPPED,
    Asked,
    Remembering,
    Told,
    by_vectors,
    by_words,
    distractors,
    questions,
    shipped,
)
from tests.benchmarks.place import QuickModel, open_scripted

LEAST_HIT = 0.9  # issue figure
AGAIN = 3  # times each question is asked to take its time


@dataclass(frozen=True, kw_only=True)
class Place:
    """An App with every passage in it, and all its vectors."""

    app: App
    tenant: UUID
    embedder: Remembering

    async def shown(self, asked: Asked, collections: Sequence[str]) -> list[str]:
        """Headings of what the tool shows."""
        found = await self.app.knowledge.search(self.tenant, collections, asked.ask)
        return [each.item.heading for each in found.items]


def measure(tell: Tell) -> Sequence[Figure]:
    """Ours, then both plain ways, on the same passages."""
    return asyncio.run(_measure(tell))


async def _measure(tell: Tell) -> list[Figure]:
    embedder = Remembering(ShippedVectors(LocalEmbedder(), SHIPPED / FILE))
    found: list[Figure] = []
    for kept in Kept:
        with (
            tempfile.TemporaryDirectory() as folder,
            EmbeddedPostgres(Path(folder) / "pg", durable=False) as server,
        ):
            access = await asyncio.to_thread(bootstrap.prepare, server.url, embedded=True)
            await asyncio.to_thread(bootstrap.upgrade, access)
            async with open_scripted(access.app_url, QuickModel()) as app:
                place = await _filled(app, embedder, tell, kept)
                found += await (_asked(place, tell) if kept is Kept.SHIPPED else _own(place, kept))
    return [*found, *await _plain_ways(embedder)]


class Kept(StrEnum):
    """How the texts came in: with the product, or loaded by a tenant with or without ways."""

    SHIPPED = "shipped"
    ASKED = "of a tenant's own with ways of asking"
    BARE = "without the ways of asking"


async def _filled(app: App, embedder: Remembering, tell: Tell, kept: Kept) -> Place:
    knowledge = app.knowledge
    search = replace(knowledge.search.search, embedder=embedder)
    knowledge = replace(
        knowledge,
        ship=replace(knowledge.ship, files=KnowledgeFiles(folder=SHIPPED)),
        load=replace(knowledge.load, search=search),
        search=replace(knowledge.search, search=search),
    )
    app = replace(app, knowledge=knowledge)
    tenant = await app.keep_tenant.tenant()
    if kept is Kept.SHIPPED:
        await knowledge.ship()
    for told in distractors() if kept is Kept.SHIPPED else [*shipped(), *distractors()]:
        ways = "".join(f"\n> {way}" for way in told.asked) if kept is Kept.ASKED else ""
        content = f"## {told.heading}\n\n{told.text}\n{ways}\n".encode()
        given = GivenDocument(raw=RawDocument(kind="markdown", content=content), title="bench")
        await knowledge.load(tenant, told.collection, given)
    while made := await search.fill(tenant, None):
        tell(f"knowledge: {made} more passages have vectors")
    return Place(app=app, tenant=tenant, embedder=embedder)


async def _asked(place: Place, tell: Tell) -> list[Figure]:
    tell("knowledge: asking")
    every = sorted({told.collection for told in shipped()})
    written, held = questions("questions.yaml"), questions("held_questions.yaml")
    first, second = await _share(place, written), await _share(place, held)
    third = await _share(place, questions("further_questions.yaml"))
    fourth = await _share(place, questions("held_second_questions.yaml"))
    unseen = await _share(place, questions("held_third_questions.yaml"))
    near = await _share(place, questions("near_questions.yaml"))
    ruled = await _share(place, questions("near_for_rules.yaml"))
    anywhere = await _share(place, written, every)
    took = await _time(place, written)
    passages = len(shipped()) + len(distractors())
    note = f"knowledge: {passages} passages, {len(distractors())} of them distractors"
    values = {
        **{f"written, {kind}": share for kind, share in first.kinds.items()},
        "hit@3 of 40 held questions": second.all,
        **{f"held, {kind}": share for kind, share in second.kinds.items()},
        "hit@3 of 60 further questions": third.all,
        **{f"further, {kind}": share for kind, share in third.kinds.items()},
        "hit@3 of the second held questions": fourth.all,
        **{f"second held, {kind}": share for kind, share in fourth.kinds.items()},
        "hit@3 of the third held questions": unseen.all,
        **{f"third held, {kind}": share for kind, share in unseen.kinds.items()},
        "near the trade without an answer, nothing found": near.all,
        "the same of those the floor was set on": ruled.all,
        "hit@3 of 60, all collections at once": anywhere.all,
    }
    return [
        Figure(
            name="knowledge: hit@3 of 60 written questions",
            value=first.all,
            unit="",
            limit=LEAST_HIT,
            at_least=True,
            note=note,
        ),
        *(Figure(name=f"knowledge: {name}", value=one, unit="") for name, one in values.items()),
        Figure(name="knowledge: one search, median", value=took[0], unit="ms", note=load_note()),
        Figure(name="knowledge: one search, p95", value=took[1], unit="ms", note=load_note()),
    ]


async def _own(place: Place, kept: Kept) -> list[Figure]:
    names = {"60": "questions.yaml", "the third held": "held_third_questions.yaml"}
    return [
        Figure(
            name=f"knowledge: hit@3 of {which} {kept}",
            value=(await _share(place, questions(file))).all,
            unit="",
        )
        for which, file in names.items()
    ]


@dataclass(frozen=True, kw_only=True)
class Share:
    """How many questions were answered rightly, and by kind."""

    all: float
    kinds: dict[str, float]

    @classmethod
    def of(cls, asked: Sequence[Asked], hits: Sequence[bool]) -> Share:
        """Add up."""
        right = Counter(each.kind for each, hit in zip(asked, hits, strict=True) if hit)
        total = Counter(each.kind for each in asked)
        kinds = {kind: right[kind] / count for kind, count in total.items()}
        return cls(all=sum(hits) / len(hits), kinds=kinds)


async def _share(
    place: Place, asked: Sequence[Asked], collections: Sequence[str] | None = None
) -> Share:
    hits = [each.hit(await place.shown(each, collections or [each.collection])) for each in asked]
    return Share.of(asked, hits)


async def _time(place: Place, asked: Sequence[Asked]) -> tuple[float, float]:
    """Median and p95 with the question's vector at hand."""
    took = []
    for each in [*asked] * AGAIN:
        began = time.perf_counter()
        await place.shown(each, [each.collection])
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took), statistics.quantiles(took, n=20)[18]


async def _plain_ways(embedder: Remembering) -> list[Figure]:
    asked = questions("questions.yaml")
    told = [*shipped(), *distractors()]
    own = {name: [each for each in told if each.collection == name] for name in _names(told)}
    words = {name: by_words(passages) for name, passages in own.items()}
    ways = {
        "BM25 alone": [words[each.collection](each.ask) for each in asked],
        "vectors alone": [
            await by_vectors(own[each.collection], embedder, each.ask, ways=False) for each in asked
        ],
        "vectors alone, with the ways of asking": [
            await by_vectors(own[each.collection], embedder, each.ask, ways=True) for each in asked
        ],
    }
    return [
        Figure(
            name=f"{name}: hit@3 of the same 60",
            value=Share.of(asked, [e.hit(s) for e, s in zip(asked, shown, strict=True)]).all,
            unit="",
        )
        for name, shown in ways.items()
    ]


def _names(told: Sequence[Told]) -> list[str]:
    return sorted({each.collection for each in told})


if __name__ == "__main__":
    to_stderr("knowledge: some 700 texts are embedded first")
    sys.exit(run_alone(measure))
