"""The index of vectors: by version and by model, made anew after a change, and gone on with."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from sqlalchemy import text

from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.memory import Memory, Scope
from nightcrew.store import memories, memory_index
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.memories import Act
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.builders import memory
from tests.fakes import ROOT
from tests.raw_talk import NOW, RawTalk, WordVectors, raw_talk

ACT = Act(actor="user", cause="asked", at=NOW)

# Indexes with a pause before each batch, and says when one is written.
_CHILD = """
import asyncio, sys
from uuid import UUID
from nightcrew.store.database import Database
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.raw_talk import WordVectors

class Slow(WordVectors):
    async def passages(self, texts):
        await asyncio.sleep(0.05)
        return await super().passages(texts)

async def main():
    database = await Database.open(sys.argv[1])
    use = IndexEvidence(db=database, embedder=Slow(model="new"))
    await use.reindex(UUID(sys.argv[2]), lambda done, total: print(done, total, flush=True))

asyncio.run(main())
"""
_WRITES = (
    "select count(*) from pg_stat_activity where datname = current_database()"
    " and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'"
)


async def learnt(raw: RawTalk, *lines: str, **parts: Any) -> list[Memory]:
    made = [memory(line, user=raw.pair.user, **parts) for line in lines]
    async with raw.db.begin_pair(raw.pair) as connection:
        for each in made:
            await memories.add(connection, raw.pair, each, ACT)
    return made


async def near(raw: RawTalk, question: str, model: str = "words-and-meanings") -> set[UUID]:
    vector = await WordVectors().query(question)
    async with raw.db.begin_pair(raw.pair) as connection:
        found = await memory_index.nearness(connection, raw.pair, vector=vector, model=model)
    return set(found)


async def stamps(raw: RawTalk) -> dict[str, int]:
    async with raw.db.begin(raw.pair.tenant) as connection:
        found = await connection.execute(
            text(
                "select model, count(*) as rows from (select model from evidence_index"
                " union all select model from memory_index) as both_kinds group by model"
            )
        )
        return {row.model: row.rows for row in found}


async def test_memories_are_indexed_with_the_talk_and_once(raw: RawTalk) -> None:
    [coffee, _] = await learnt(raw, "커피를 끊었다", "부산에 산다")
    await raw.said("커피 이야기")
    use = IndexEvidence(db=raw.db, embedder=WordVectors())

    first, second = await use(), await use()

    assert first == {"indexed": 1, "memories": 2, "tenants": 1}
    assert second == {"indexed": 0, "memories": 0, "tenants": 1}
    assert coffee.id in await near(raw, "커피")


async def test_a_changed_memory_loses_its_vector_at_once_and_gets_that_of_its_new_words(
    raw: RawTalk,
) -> None:
    [home] = await learnt(raw, "부산에 산다")
    use = IndexEvidence(db=raw.db, embedder=WordVectors())
    await use()

    async with raw.db.begin_pair(raw.pair) as connection:
        changed = replace(home, text="제주에 산다", version=2)
        assert await memories.revise(connection, raw.pair, changed, ACT)

    assert await near(raw, "제주") == set()
    assert (await use())["memories"] == 1
    assert await near(raw, "제주") == {home.id}


async def test_a_memory_changed_while_it_was_embedded_is_not_indexed(raw: RawTalk) -> None:
    [home] = await learnt(raw, "부산에 산다")
    async with raw.db.begin(raw.pair.tenant) as connection:
        [waiting] = await memory_index.not_indexed(connection, raw.pair.tenant, "model", 5)
    async with raw.db.begin_pair(raw.pair) as connection:
        changed = replace(home, text="제주에 산다", version=2)
        await memories.revise(connection, raw.pair, changed, ACT)

    async with raw.db.begin(raw.pair.tenant) as connection:
        rows = [(waiting, [0.1] * 384)]
        written = await memory_index.put_index(connection, raw.pair.tenant, "model", rows)

    assert written == 0


async def test_a_shared_memory_is_near_for_every_crew_and_a_private_one_for_its_own(
    database: Database, tenant: UUID, raw: RawTalk
) -> None:
    await learnt(raw, "비밀이 있다")
    [shared] = await learnt(raw, "비건이다", scope=Scope.SHARED)
    await IndexEvidence(db=database, embedder=WordVectors())()
    other = await raw_talk(database, tenant, crew="mindcare-sora")

    assert await near(other, "비건 비밀") == {shared.id}


async def test_vectors_of_another_model_are_never_compared_and_all_are_made_anew(
    raw: RawTalk,
) -> None:
    await learnt(raw, "커피를 끊었다")
    await raw.said("커피 이야기", "차 이야기")
    await IndexEvidence(db=raw.db, embedder=WordVectors(model="old"))()
    told = list[tuple[int, int]]()

    assert await near(raw, "커피", model="new") == set()
    use = IndexEvidence(db=raw.db, embedder=WordVectors(model="new"))
    done = await use.reindex(raw.pair.tenant, lambda *numbers: told.append(numbers))

    assert done == {"indexed": 2, "memories": 1}
    assert told == [(0, 3), (1, 3), (3, 3)]
    assert await stamps(raw) == {"new": 3}


@dataclass(slots=True)
class Failing(WordVectors):
    """Vectors until a number of batches were made."""

    batches: int = 2
    asked: int = field(default=0)

    async def passages(self, texts: Any) -> list[list[float]]:
        self.asked += 1
        if self.asked > self.batches:
            raise ModelFailure("provider_down", "the embedder does not answer")
        # Named, because a class with slots is made anew and loses the bare word.
        return await WordVectors.passages(self, texts)


async def test_a_run_that_broke_is_gone_on_with(raw: RawTalk) -> None:
    await raw.said(*(f"이야기 {number}번" for number in range(200)))

    with pytest.raises(ModelFailure):
        await IndexEvidence(db=raw.db, embedder=Failing()).reindex(raw.pair.tenant, lambda *_: None)
    done = await IndexEvidence(db=raw.db, embedder=WordVectors()).reindex(
        raw.pair.tenant, lambda *_: None
    )

    assert done["indexed"] == 200 - 2 * 64


async def test_a_run_that_was_killed_is_gone_on_with_and_loses_nothing(
    raw: RawTalk, access: Access
) -> None:
    lines = [f"이야기 {number}번" for number in range(320)]
    await raw.said(*lines)
    await IndexEvidence(db=raw.db, embedder=WordVectors(model="old"))()
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _CHILD, access.app_url, str(raw.pair.tenant)),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    said = [(await child.stdout.readline()).decode() for _ in range(3)]
    child.kill()
    await child.wait()

    await _left(access)
    halfway = await stamps(raw)
    rest = await IndexEvidence(db=raw.db, embedder=WordVectors(model="new")).reindex(
        raw.pair.tenant, lambda *_: None
    )

    assert said == ["0 320\n", "64 320\n", "128 320\n"]
    assert halfway["new"] >= 128
    assert rest["indexed"] == 320 - halfway["new"]
    assert await stamps(raw) == {"new": 320}


async def _left(access: Access) -> None:
    """Wait until the killed client's last statement has ended, too."""
    deadline = time.monotonic() + 60
    with psycopg.connect(access.owner_url, autocommit=True) as watching:
        while watching.execute(_WRITES).fetchone() != (0,):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
