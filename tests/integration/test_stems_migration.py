"""What was indexed by whole English words is found by stems after the upgrade."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import psycopg
from psycopg import sql

from nightcrew.domain.knowledge import ItemState, KnowledgeItem, Origin, Passage
from nightcrew.store import bootstrap, knowledge, recall
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.usecases.index_evidence import IndexEvidence
from tests.raw_talk import RawTalk, WordVectors, raw_talk

WHOLE_WORDS = "'painted':1A 'moon':2A"


def as_before_the_upgrade(access: Access, table: str) -> None:
    """Index rows with English in them hold whole words, and the upgrade is still to come."""
    with psycopg.connect(access.owner_url, autocommit=True) as owner:
        older = sql.SQL("update {} set lexemes = %s where lexemes::text ~ 'paint'")
        owner.execute(older.format(sql.Identifier(table)), [WHOLE_WORDS])
        owner.execute("drop table model_costs")
        owner.execute("update alembic_version set version_num = '0012_ledger'")


async def found(talk: RawTalk, term: str, vectors: WordVectors) -> list[tuple[UUID, bool]]:
    """The lines that share the word, and whether their vectors were compared."""
    async with talk.db.begin_pair(talk.pair) as connection:
        lines = await recall.nearest(
            connection,
            talk.pair,
            vector=await vectors.query(term),
            model=vectors.model,
            terms=[f"'{term}'"],
            limit=5,
        )
    return [(line.evidence.id, line.nearness is not None) for line in lines if line.lexical]


async def test_talk_keeps_its_old_words_until_the_index_flow_has_read_it_again(
    access: Access, database: Database, tenant: UUID
) -> None:
    talk, vectors = await raw_talk(database, tenant, user="user-1"), WordVectors()
    index = IndexEvidence(db=database, embedder=vectors)
    [english] = await talk.said("I painted the moon")
    [korean] = await talk.said("호수를 그렸어")
    await index(tenant=tenant)
    as_before_the_upgrade(access, "evidence_index")

    bootstrap.upgrade(access)
    before = await found(talk, "moon", vectors)
    counts = await index(tenant=tenant)

    assert before == [(english, False)]
    assert counts["indexed"] == 1
    assert await found(talk, "painting", vectors) == [(english, True)]
    assert await found(talk, "호수", vectors) == [(korean, True)]


async def test_a_tenants_own_knowledge_gets_its_new_words_at_once(
    access: Access, database: Database, tenant: UUID
) -> None:
    passage = Passage(heading="", text="How lakes are painted")
    item = KnowledgeItem(
        id=uuid4(),
        collection="art",
        position=1,
        heading=passage.heading,
        text=passage.text,
        digest=passage.digest,
        title="Lakes",
        url="https://example.org/lakes",
        origin=Origin.TEXT,
        as_of=date(2026, 9, 1),
        state=ItemState.LIVE,
    )
    async with database.begin(tenant) as connection:
        await knowledge.add(connection, tenant, [item])
    as_before_the_upgrade(access, "knowledge_items")

    bootstrap.upgrade(access)

    with psycopg.connect(access.owner_url) as owner:
        held = owner.execute("select lexemes::text from knowledge_items").fetchall()
        closed = owner.execute(
            "select relname from pg_class where not relforcerowsecurity"
            " and relname in ('knowledge_items', 'evidence_index')"
        ).fetchall()
    assert [words for (words,) in held if "'paint'" in words and "'lak'" in words]
    assert closed == []
