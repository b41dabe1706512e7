"""PrecisionMemBench: how many memories that a question brings up were wanted, and was one missing.

The data is not part of this project: NIGHTCREW_EVALUATION_DATA names the folder that holds
`precisionMemBench/`. Scored as its own runner scores other products: each belief is given as one
text (name, aliases, content, why it matters), pinned beliefs and open questions come from the
harness, participants of a relation come along with it, and only the rest is judged.

How its world is put into ours: a scope is a crew, `user:universal` are style memories all crews
share (its persona, which is not judged either), a superseded belief is a former version of the one
that replaced it, a resolved one is forgotten, another user is another user. Asked with
`strategy=hybrid`. Run `python -m tests.benchmarks.memory_precision` for this part alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from statistics import fmean
from typing import Any
from uuid import UUID

from nightcrew.app import App
from nightcrew.domain.memory import Kind, Scope
from nightcrew.domain.recall import dense_text
from nightcrew.usecases.keep_memories import NewMemory
from tests.benchmarks.figures import Figure, Tell, run_alone
from tests.benchmarks.memory_locomo import how_to_get
from tests.benchmarks.memory_place import EVALUATION_DATA, START, Bench, open_bench
from tests.benchmarks.memory_ranking import Bm25, cosines, ranked, words_of

PRODUCTS, PLAIN_FILES = 0.22, 0.47  # issue figures: the best memory product, files and a model
MOST = 20  # beliefs a question may bring, as the benchmark sets it
UNIVERSAL = "user:universal"
CREWS = {
    "domain:code": "travel-mina",
    "domain:writing": "mindcare-sora",
    "domain:hobby": "checkup-dana",
    UNIVERSAL: "checkup-dana",
}
USER = "test-user"
OURS, DENSE, WORDS = "ours, hybrid", "dense, best 20", "BM25, best 20"

Belief = Mapping[str, Any]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """What one case brought up. precision, recall: None where the benchmark leaves them out."""

    case: str
    relevant: tuple[str, ...]
    wanted: frozenset[str]

    @property
    def precision(self) -> float | None:
        """Wanted ones among those shown; 0 when nothing is shown though something is wanted."""
        if not self.relevant:
            return 0.0 if self.wanted else None
        return len(self.wanted & set(self.relevant)) / len(self.relevant)

    @property
    def recall(self) -> float | None:
        """Shown ones among those wanted."""
        return len(self.wanted & set(self.relevant)) / len(self.wanted) if self.wanted else None

    @property
    def exact(self) -> bool:
        """Whether something was wanted, and it alone was shown."""
        return bool(self.wanted) and self.wanted == set(self.relevant)


def measure(tell: Tell) -> Sequence[Figure]:
    """Mean precision and recall, ours beside cosine and BM25 in the same run."""
    folder = os.environ.get(EVALUATION_DATA)
    if not folder:
        tell(how_to_get("PrecisionMemBench"))
        return []
    return asyncio.run(_measure(Path(folder) / "precisionMemBench", tell))


async def _measure(folder: Path, tell: Tell) -> list[Figure]:
    beliefs = _rows(folder / "beliefs.seed.json")
    cases = _rows(folder / "retrieval.cases.json")
    turns = [
        turn for case in _rows(folder / "session-retrieval.cases.json") for turn in case["turns"]
    ]
    async with open_bench(tell) as bench:
        held = await _Held.seeded(bench, beliefs)
        figures: list[Figure] = []
        for way in (OURS, DENSE, WORDS):
            got = [await held.case(way, case) for case in cases]
            drift = [await held.turn(way, turn) for turn in turns]
            tell(f"PrecisionMemBench, {way}:\n" + "\n".join(_wrong(got)) * (way == OURS))
            figures += _figures(way, got, drift)
    return figures


def _figures(way: str, got: Sequence[Got], drift: Sequence[Got]) -> list[Figure]:
    name = f"PrecisionMemBench ({len(got)}): {way}"
    precision, ours = _mean(each.precision for each in got), way == OURS
    compared = [("best product", PRODUCTS), ("plain files", PLAIN_FILES)] if ours else [("", None)]
    figures = [
        Figure(
            name=f"{name}, mean precision" + (f" against {whom}" if whom else ""),
            value=precision,
            unit="",
            limit=limit,
            at_least=True,
        )
        for whom, limit in compared
    ]
    return [
        *figures,
        Figure(name=f"{name}, mean recall", value=_mean(each.recall for each in got), unit=""),
        Figure(name=f"{name}, cases exact", value=sum(each.exact for each in got), unit=""),
        Figure(
            name=f"{name}, {len(drift)} turns that drift: mean precision",
            value=_mean(each.precision for each in drift if each.relevant),
            unit="",
        ),
    ]


def _mean(values: Any) -> float:
    known = [value for value in values if value is not None]
    return fmean(known) if known else 0.0


def _wrong(got: Sequence[Got]) -> list[str]:
    return [
        f"  {each.case}: over {sorted(set(each.relevant) - each.wanted)}, "
        f"missing {sorted(each.wanted - set(each.relevant))}"
        for each in got
        if set(each.relevant) != each.wanted
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """The beliefs as memories of ours, and what the benchmark's harness knows of them."""

    bench: Bench
    tenant: UUID
    beliefs: Mapping[str, Belief]
    ids: Mapping[UUID, str]
    vectors: Mapping[str, Sequence[float]]

    @classmethod
    async def seeded(cls, bench: Bench, beliefs: Sequence[Belief]) -> _Held:
        """Each belief as the user's own memory, in the order of their replacements."""
        tenant = await bench.app.keep_tenant.tenant("precision")
        ids: dict[UUID, str] = {}
        replaced = {each["superseded_by"]: each for each in beliefs if each["superseded_by"]}
        for belief in beliefs:
            if not belief["superseded_by"]:
                ids[await _keep(bench.app, tenant, belief, replaced)] = belief["_id"]
        texts = [dense_text(START.date(), "user", text_of(each)) for each in beliefs]
        vectors = await bench.embedder.passages(texts)
        return cls(
            bench=bench,
            tenant=tenant,
            beliefs={each["_id"]: each for each in beliefs},
            ids=ids,
            vectors=dict(zip((each["_id"] for each in beliefs), vectors, strict=True)),
        )

    async def case(self, way: str, case: Row) -> Got:
        """One question of the first file."""
        most = case.get("budget", {}).get("maxBeliefs", MOST)
        user = case.get("userId", USER)
        relevant = await self._relevant(way, user, case["scope"], case["query"], most)
        wanted = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude", [])
        return Got(case=case["caseId"], relevant=relevant, wanted=frozenset(wanted))

    async def turn(self, way: str, turn: Row) -> Got:
        """One turn of a talk that drifts; beliefs made on its way are left out for every way."""
        relevant = await self._relevant(way, USER, turn["scope"], turn["userMessage"], MOST)
        wanted = turn["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude", [])
        return Got(case=str(turn["turnIndex"]), relevant=relevant, wanted=frozenset(wanted))

    async def _relevant(
        self, way: str, user: str, scopes: Sequence[str], query: str, most: int
    ) -> tuple[str, ...]:
        mine = [each for each in self.beliefs.values() if each["user_id"] == user]
        pinned = [
            each["_id"]
            for each in mine
            if each["pinned"]
            and each["type"] != "open_question"
            and not each["superseded_by"]
            and not each["resolved_at"]
            and set(each["scope"]) & set(scopes)
        ]
        found: list[str] = []
        if query.strip() and most:
            lists = [await self._found(way, user, scope, query) for scope in scopes]
            mixed = [one for one in chain(*zip_longest(*lists)) if one and one not in pinned]
            found = list(dict.fromkeys(mixed))[:most]
        found += [one for one in self._taken_along(found, scopes) if one not in pinned]
        return tuple(dict.fromkeys(found))[: max(0, most - min(most, len(pinned)))]

    def _taken_along(self, found: Sequence[str], scopes: Sequence[str]) -> list[str]:
        return [
            other
            for each in found
            for other in self.beliefs[each].get("participants", [])
            if self.beliefs[other]["type"] != "open_question"
            and set(self.beliefs[other]["scope"]) & set(scopes)
        ]

    async def _found(self, way: str, user: str, scope: str, query: str) -> list[str]:
        if way == OURS:
            return await self._recalled(user, CREWS[scope], query)
        held = [
            each
            for each in self.beliefs.values()
            if each["user_id"] == user and scope in each["scope"] and each["_id"] in self.vectors
        ]
        if way == WORDS:
            best = Bm25([words_of(text_of(each)) for each in held]).best(query, MOST)
        else:
            vector = await self.bench.embedder.query(query)
            best = ranked(cosines(vector, [self.vectors[each["_id"]] for each in held]))[:MOST]
        return [held[place]["_id"] for place in best]

    async def _recalled(self, user: str, crew: str, query: str) -> list[str]:
        app = self.bench.app
        pair = await app.keep_people.pair(self.tenant, user, crew)
        if pair is None:
            return []
        recalled = await app.recall_past(pair, query, strategy="hybrid", now=START)
        found = [self.ids[line.id] for line in recalled.lines if line.source == "memory"]
        return [each for each in found if UNIVERSAL not in self.beliefs[each]["scope"]]


async def _keep(app: App, tenant: UUID, belief: Belief, replaced: Mapping[str, Belief]) -> UUID:
    """A belief as one memory, with what it replaced as its former versions."""
    versions = [belief]
    while versions[0]["_id"] in replaced:
        versions.insert(0, replaced[versions[0]["_id"]])
    universal = UNIVERSAL in belief["scope"]
    first = NewMemory(
        crew=CREWS[belief["scope"][0]],
        scope=Scope.SHARED if universal else Scope.PRIVATE,
        kind=Kind.STYLE if universal else Kind.FACT,
        text=text_of(versions[0]),
    )
    user = belief["user_id"]
    added = await app.keep_memories.add(tenant, user, first, now=START)
    memory = added.memory.id
    for version in versions[1:]:
        await app.keep_memories.change(tenant, user, memory, text_of(version), now=START)
    if belief["resolved_at"]:
        await app.keep_memories.forget(tenant, user, memory, now=START)
    return memory


def text_of(belief: Belief) -> str:
    """The text the benchmark gives to the products it measures."""
    parts = [belief["canonical_name"], *belief["aliases"], belief["content"]]
    return " ".join([*parts, belief["why_it_matters"]])


def _rows(path: Path) -> list[Row]:
    rows: list[Row] = json.loads(path.read_text("utf-8"))
    return rows


if __name__ == "__main__":
    sys.exit(run_alone(measure))
