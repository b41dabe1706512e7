"""AS-33: a worker killed with -9 between proposal and commit, and inside the transaction."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

import psycopg
from sqlalchemy import text

from nightcrew.domain.reason import DreamOutcome
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from tests.fakes import NOON, ROOT, FixedClock
from tests.integration.fault_rows import LINE, MOVE
from tests.scripting import proposing, scripted
from tests.talk import Talk, app_of, talk_with

CREW = "mindcare-sora"
# One that waits for the run's row has written the memory's already.
WAITS_TO_COMMIT = """
select count(*) from pg_locks waiting join pg_locks held on held.pid = waiting.pid
where waiting.relation = 'dreams'::regclass and not waiting.granted
  and held.relation = 'memories'::regclass and held.mode = 'RowExclusiveLock' and held.granted
"""
TABLES = ("memories", "memory_versions", "memory_cites", "dreams", "dream_changes")


@asynccontextmanager
async def a_worker(access: Access, talk: Talk, stop: str) -> AsyncIterator[Process]:
    whose = (str(talk.pair.tenant), str(talk.pair.user), talk.pair.crew)
    program = (sys.executable, "-m", "tests.stubs.dreaming_child", access.app_url, *whose, stop)
    worker = await asyncio.create_subprocess_exec(*program, cwd=ROOT, stdout=PIPE)
    try:
        assert worker.stdout is not None
        assert await worker.stdout.readline() == b"verifying\n"
        yield worker
    finally:
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


async def a_talk(database: Database, tenant: UUID) -> Talk:
    clock = FixedClock(NOON)
    app = app_of(database, scripted(propose_changes=proposing(MOVE)), clock=clock)
    talk = await talk_with(app, tenant, CREW)
    await talk.say(LINE)
    clock.at = NOON + timedelta(seconds=121)
    return talk


async def assert_nothing_half_done_and_completed_once(talk: Talk) -> None:
    assert [await talk.rows(table) for table in TABLES] == [0] * len(TABLES)
    assert await talk.cells("state", "evidence", "position") == ["pending", "pending"]
    busy = await talk.app.run_dream(talk.pair)
    async with talk.app.world.db.begin_pair(talk.pair) as connection:
        await connection.execute(text("update pair_states set lease_until = now()"))

    restarted = await talk.app.run_dream(talk.pair)
    again = await talk.app.run_dream(talk.pair)

    outcomes = [busy.outcome, restarted.outcome, again.outcome]
    assert outcomes == [DreamOutcome.BUSY, DreamOutcome.APPLIED, DreamOutcome.NOTHING_TO_DO]
    assert [await talk.rows(table) for table in TABLES] == [1] * len(TABLES)


async def test_a_dream_killed_between_proposal_and_commit_is_completed_once(
    database: Database, tenant: UUID, access: Access
) -> None:
    talk = await a_talk(database, tenant)

    async with a_worker(access, talk, "stop") as worker:
        worker.kill()

    assert worker.returncode == -9
    await assert_nothing_half_done_and_completed_once(talk)


async def test_a_dream_killed_inside_its_transaction_leaves_no_half_batch(
    database: Database, tenant: UUID, access: Access
) -> None:
    talk = await a_talk(database, tenant)
    with (
        psycopg.connect(access.owner_url) as held,
        psycopg.connect(access.owner_url, autocommit=True) as watching,
    ):
        held.execute("lock table dreams in access exclusive mode")

        async with a_worker(access, talk, "go on") as worker:
            await _until(watching, waiting=1)
            worker.kill()
            await worker.wait()
        held.rollback()
        await _until(watching, waiting=0)

    assert worker.returncode == -9
    await assert_nothing_half_done_and_completed_once(talk)


async def _until(watching: psycopg.Connection[tuple[int]], *, waiting: int) -> None:
    for _ in range(1500):
        if watching.execute(WAITS_TO_COMMIT).fetchone() == (waiting,):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it never came to that")
