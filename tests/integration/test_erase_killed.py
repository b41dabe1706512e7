"""A process is killed in the middle of erasing: the next start ends it once, and nothing is half.

A server of its own that survives crashes, real processes, one user for each moment of the kill.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from nightcrew.adapters.erase_journal import FileJournal
from nightcrew.domain.backfill import ImportedLine
from nightcrew.domain.evidence import Speaker
from nightcrew.domain.receipt import Receipt
from nightcrew.store import bootstrap, people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.usecases.backfill_evidence import BackfillEvidence
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.keep_memories import KeepMemories, NewMemory
from tests.builders import CREW
from tests.fakes import FixedClock, shipped_crews
from tests.integration.canaries import row_hashes
from tests.world import crisis_rules

# What a process needs is read once; each erasure then runs in a process forked from it.
CHILD = """
import asyncio, json, os, sys, time
from pathlib import Path
from uuid import UUID
from nightcrew.adapters.erase_journal import FileJournal
from nightcrew.store.database import Database
from nightcrew.usecases.erase_words import EraseWords
from nightcrew.usecases.erase_words.places import PLACES
from tests.fakes import FixedClock

url, path, tenant, wanted = sys.argv[1:]

def stop_here():
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)

class Journal(FileJournal):
    async def add(self, entries):
        if moment == "before the journal":
            stop_here()
        await super().add(entries)
        if moment == "after the journal":
            stop_here()

async def stopping(sight, going):
    stop_here()

def committed(entry, name):
    stop_here()

async def erase(user, memory, moment):
    db = await Database.open(url)
    places = [*PLACES[:4], stopping, *PLACES[4:]] if moment == "half way" else PLACES
    erase = EraseWords(
        db=db, clock=FixedClock(), journal=Journal(Path(path)), places=places, dropped=committed
    )
    if memory:
        await erase.memory(UUID(tenant), user, UUID(memory))
    else:
        await erase.person(UUID(tenant), user)

children = []
for user, memory, moment in json.loads(wanted):
    children.append(os.fork())
    if not children[-1]:
        asyncio.run(erase(user, memory, moment))
        os._exit(1)
for child in children:
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
MOMENTS = {
    "memory, half way": "half way",
    "memory, before the journal": "before the journal",
    "memory, after the journal": "after the journal",
    "memory, after the commit": "after the commit",
    "person, before the journal": "before the journal",
    "person, after the journal": "after the journal",
    "person, after the commit": "after the commit",
}
SAID = "해바라기씨 알레르기가 있어"
KEPT = "해바라기씨 알레르기가 있다"
LINE = ImportedLine(id="1", at=datetime(2026, 9, 1, tzinfo=UTC), speaker=Speaker.USER, text=SAID)


@pytest.fixture(scope="module")
def durable(quick_folder: Path) -> Iterator[Access]:
    server = EmbeddedPostgres(quick_folder / "durable")
    server.start()
    access = bootstrap.prepare(server.url, embedded=True)
    bootstrap.upgrade(access)
    yield access
    server.stop()


@dataclass(frozen=True, kw_only=True)
class Life:
    """A user with one memory of a crew and the talk it is about."""

    name: str
    person: UUID
    memory: UUID
    before: Mapping[str, str]


async def test_an_erasure_that_was_killed_is_ended_once_by_the_next_start_and_never_half(
    durable: Access, tmp_path: Path
) -> None:
    journal = FileJournal(tmp_path / "erased.jsonl")
    database = await Database.open(durable.app_url)
    async with database.begin_system() as connection:
        tenant = await people.make_tenant(connection, "default")
    lives = {name: await a_life(database, durable, tenant, name) for name in MOMENTS}
    neighbour = await a_life(database, durable, tenant, "neighbour")

    kill_all(durable, tmp_path / "erased.jsonl", tenant, lives)
    written = {entry.person: entry for entry in await journal.read()}
    erasing = EraseWords(db=database, clock=FixedClock(), journal=journal)
    fresh, again = await erasing.catch_up(), await erasing.catch_up()

    assert (fresh, again) == (2, 0)
    for name, life in lives.items():
        entry = written.get(life.person)
        if entry is None:
            assert rows(durable, life) == life.before, name
        else:
            assert is_erased(durable, life, name), name
        receipt = await ask_again(erasing, tenant, life, name)
        assert is_erased(durable, life, name), name
        if entry is not None and name.startswith("memory"):
            assert (receipt.id, receipt.at) == (entry.id, entry.at), name
    assert {name for name, life in lives.items() if life.person not in written} == {
        "memory, half way",
        "memory, before the journal",
        "person, before the journal",
    }
    assert rows(durable, neighbour) == neighbour.before
    await database.close()


async def a_life(database: Database, access: Access, tenant: UUID, name: str) -> Life:
    crews, clock = shipped_crews(), FixedClock()
    backfill = BackfillEvidence(db=database, crews=crews, crisis=crisis_rules())
    await backfill(tenant, name, CREW, [LINE])
    new = NewMemory(crew=CREW, scope="private", kind="fact", text=KEPT)
    keep = KeepMemories(db=database, clock=clock, crews=crews)
    memory = (await keep.add(tenant, name, new)).memory.id
    async with database.begin(tenant) as connection:
        person = await people.enter(connection, tenant, name)
    assert person is not None
    life = Life(name=name, person=person.id, memory=memory, before={})
    return Life(name=name, person=person.id, memory=memory, before=rows(access, life))


def kill_all(access: Access, path: Path, tenant: UUID, lives: Mapping[str, Life]) -> None:
    """Erase for all of them at once, each in a process of its own, and kill each at its moment."""
    wanted = [
        (name, str(life.memory) if name.startswith("memory") else "", MOMENTS[name])
        for name, life in lives.items()
    ]
    arguments = [access.app_url, str(path), str(tenant), json.dumps(wanted)]
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, *arguments], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        waiting = [int(running.stdout.readline()) for _ in wanted]
        for number in waiting:
            os.kill(number, signal.SIGKILL)
        ended = [int(running.stdout.readline()) for _ in wanted]
    assert set(ended) == {-signal.SIGKILL}


def rows(access: Access, life: Life) -> Mapping[str, str]:
    with psycopg.connect(access.owner_url) as connection:
        return row_hashes(connection, life.person)


def is_erased(access: Access, life: Life, name: str) -> bool:
    left = rows(access, life)
    if name.startswith("person"):
        return set(left.values()) == {"0 "}
    tables = ("memories", "memory_versions", "memory_cites")
    with psycopg.connect(access.owner_url) as connection:
        said = connection.execute(
            "select text from messages where user_id = %s", [life.person]
        ).fetchall()
    return {left[table] for table in tables} == {"0 "} and said == [("",)]


async def ask_again(erasing: EraseWords, tenant: UUID, life: Life, name: str) -> Receipt:
    if name.startswith("person"):
        return await erasing.person(tenant, life.name)
    return await erasing.memory(tenant, life.name, life.memory)
