"""A claim waits for no disk, and an answered turn is there whatever dies after it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from nightcrew.app.kept_database import kept_running
from nightcrew.domain.pair import Pair
from nightcrew.domain.turn import Said, Turn
from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreAway
from nightcrew.store.prepared import prepared
from tests.e2e.door import Door, a_model, open_door

WITHIN = 60  # seconds until a database that was killed is back
WAITS = prepared("select current_setting('synchronous_commit')")


@pytest.fixture(scope="module")
def folder(quick_folder: Path) -> Path:
    """A server of our own that flushes what it says is kept."""
    made = quick_folder / "flushes"
    with EmbeddedPostgres(made) as server:
        bootstrap.upgrade(bootstrap.prepare(server.url, embedded=True))
    return made


async def test_only_what_is_told_not_to_wait_for_the_disk_does_not(folder: Path) -> None:
    nobody = Pair(tenant=uuid4(), user=uuid4(), crew="travel-mina")
    with EmbeddedPostgres(folder) as server:
        database = await Database.open(bootstrap.prepare(server.url, embedded=True).app_url)

        claimed = await database.alone(nobody, WAITS, {}, flushed=False)
        ended = await database.alone(nobody, WAITS, {})
        await database.close()

    assert (claimed, ended) == ([("off",)], [("on",)])


async def test_an_answered_turn_outlives_a_database_that_is_killed_right_after_it(
    folder: Path,
) -> None:
    with EmbeddedPostgres(folder) as server:
        database = await Database.open(bootstrap.prepare(server.url, embedded=True).app_url)
        async with kept_running(server), open_door(database, a_model()) as door:
            tenant = await door.app.keep_tenant.tenant()
            pair = await door.app.keep_people.pair(tenant, "가", "travel-mina")
            assert pair is not None
            said = [Said(message=f"{nth}번째 말이에요", turn_id=f"t{nth}") for nth in (1, 2)]

            answered = [await door.app.answer_turn(pair, each) for each in said]
            await _kill(server)
            again = [await _answered_again(door, pair, each) for each in said]

        await database.close()

    assert again == [replace(each, replayed=True) for each in answered]


async def _kill(server: EmbeddedPostgres) -> None:
    """Kill it, so that what it had not written yet is lost, and wait for the next one."""
    number = server.process
    assert number is not None
    os.kill(number, signal.SIGKILL)
    async with asyncio.timeout(WITHIN):
        while server.process in (None, number):  # noqa: ASYNC110 - a process has no event for it
            await asyncio.sleep(0.05)


async def _answered_again(door: Door, pair: Pair, said: Said) -> Turn:
    """The same turn sent again, as often as it takes the database to be back."""
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        with suppress(StoreAway):
            return await door.app.answer_turn(pair, said)
        await asyncio.sleep(0.05)
    raise AssertionError("the database did not come back")
