"""A database that is killed, away or full: nothing said is lost, nothing is half done (D10-D12)."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from nightcrew.app.flow_menu import FlowWish
from nightcrew.app.kept_database import kept_running
from nightcrew.domain.errors import NightcrewError
from nightcrew.store import bootstrap
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from nightcrew.store.failure import StoreAway
from nightcrew.usecases.keep_memories import NewMemory
from tests.e2e.door import Door, a_model, open_door
from tests.scripting import all_stand, proposing
from tests.world import NOW

BACK_WITHIN = 15.0  # seconds, reliability.md D10
KILLS = 3
ROOM = 64_000_000  # bytes beside the data: four segments of WAL
QUIET = FlowWish(now=NOW.replace(hour=5))
LEARNT = {"action": "create", "kind": "fact", "text": "바다를 좋아한다", "cites": ["e1"]}


@pytest.fixture(scope="module")
def made_before(quick_folder: Path) -> Path:
    """A server of our own with all tables, as a folder to copy."""
    base = quick_folder / "dies-made-before"
    with EmbeddedPostgres(base) as server:
        bootstrap.upgrade(bootstrap.prepare(server.url, embedded=True))
    return base


@pytest.fixture
def base(made_before: Path, quick_folder: Path) -> Iterator[Path]:
    folder = quick_folder / f"dies-{uuid4().hex[:8]}"
    shutil.copytree(made_before, folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def serving(server: EmbeddedPostgres) -> AsyncIterator[Door]:
    """The product over a server that is looked after, as `nightcrew serve` looks after its own."""
    access = bootstrap.prepare(server.url, embedded=True)
    database = await Database.open(access.app_url)
    model = a_model(propose_changes=proposing(LEARNT), verify_changes=all_stand)
    try:
        async with open_door(database, model, time_travel=True) as door:
            yield door
    finally:
        await database.close()


@dataclass(frozen=True, kw_only=True)
class Writer:
    """Somebody who goes on writing, whatever happens, and knows what was acknowledged."""

    door: Door
    tenant: UUID
    user: str
    kept: list[UUID]

    async def write(self) -> None:
        while True:
            wanted = NewMemory(
                crew="travel-mina",
                scope="private",
                kind="fact",
                text=f"{self.user}의 {len(self.kept)}번째 말",
            )
            with suppress(StoreAway):
                added = await self.door.app.keep_memories.add(self.tenant, self.user, wanted)
                self.kept.append(added.memory.id)
            await asyncio.sleep(0.01)

    async def written(self) -> set[UUID]:
        found: set[UUID] = set()
        cursor = None
        while True:
            page = await self.door.app.keep_memories.list(
                self.tenant, self.user, cursor=cursor, limit=200
            )
            found |= {each.id for each in page.items}
            if (cursor := page.next_cursor) is None:
                return found


async def test_a_database_killed_three_times_comes_back_and_has_lost_nothing_acknowledged(
    base: Path,
) -> None:
    with EmbeddedPostgres(base) as server:
        async with kept_running(server), serving(server) as door:
            tenant = await door.app.keep_tenant.tenant()
            writers = [
                Writer(door=door, tenant=tenant, user=name, kept=[]) for name in ("가", "나")
            ]
            writing = [asyncio.create_task(each.write()) for each in writers]

            waits = [await _killed(server, writers) for _ in range(KILLS)]
            for task in writing:
                task.cancel()
            await asyncio.gather(*writing, return_exceptions=True)

            assert max(waits) <= BACK_WITHIN
            for each in writers:
                assert set(each.kept) <= await each.written()


async def _killed(server: EmbeddedPostgres, writers: Sequence[Writer]) -> float:
    """Kill the server among writes; how long until everybody has written again, in seconds."""
    await _until(lambda: all(each.kept for each in writers))
    number = server.process
    assert number is not None
    os.kill(number, signal.SIGKILL)
    begun, before = time.monotonic(), [len(each.kept) for each in writers]
    await _until(
        lambda: (
            server.process not in (None, number)
            and all(len(each.kept) > had + 1 for each, had in zip(writers, before, strict=True))
        )
    )
    return time.monotonic() - begun


async def _until(holds: object, within: float = 60.0) -> None:
    end = time.monotonic() + within
    assert callable(holds)
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def test_ticks_outlive_a_database_that_is_away_and_say_so_in_few_lines(
    base: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = EmbeddedPostgres(base)
    server.start()
    try:
        async with serving(server) as door:
            flows = door.app.flows
            await door.say("나 바다 좋아해", now="2026-12-01T03:00:00Z")
            server.stop()
            with caplog.at_level(logging.INFO):
                failures = [await _failure_of(flows.run("dream", QUIET)) for _ in range(10)]
            away = await door.client.get("/readyz")
            server.start()
            begun = time.monotonic()
            result = await flows.run("dream", QUIET)

            assert failures == ["database_unavailable"] * 10
            assert len(caplog.records) <= len(failures)
            assert away.status_code == 503
            assert result.counts["applied"] == 1
            assert time.monotonic() - begun <= 10
    finally:
        server.stop()


async def _failure_of(run: object) -> str:
    try:
        await run  # type: ignore[misc]
    except NightcrewError as error:
        return error.code
    return ""


@pytest.fixture
def small_disk(made_before: Path, tmp_path: Path) -> Iterator[Path]:
    """A disk in memory that is soon full; who may not mount one skips the test."""
    place = tmp_path / "disk"
    place.mkdir()
    size = sum(each.stat().st_size for each in made_before.rglob("*") if each.is_file()) + ROOM
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=711", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        shutil.copytree(made_before, place / "base")
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


async def test_a_full_disk_refuses_cleanly_and_work_goes_on_once_there_is_room(
    small_disk: Path,
) -> None:
    ballast = small_disk / "ballast"
    with EmbeddedPostgres(small_disk / "base") as server:
        async with kept_running(server), serving(server) as door:
            await door.say("나 바다 좋아해", now="2026-12-01T03:00:00Z")
            _fill(ballast)
            said = await _until_refused(door)
            dreamt = await _failure_of(door.app.flows.run("dream", QUIET))
            full = await door.client.get("/readyz")
            ballast.unlink()
            await _until_it_answers(door)
            lines = (await door.client.get("/v1/users/u1/evidence?limit=200")).json()
            result = await door.app.flows.run("dream", QUIET)
            known = (await door.client.get("/v1/users/u1/memories")).json()

            assert dreamt in ("", "database_unavailable")
            assert (full.status_code, full.json()["status"]) == (503, "unready")
            assert full.json()["database"] in ("full", "away")  # away once it had to stop
            heard = {each["text"] for each in lines["items"] if each["speaker"] == "user"}
            assert set(said) <= heard
            assert [each["text"] for each in known["items"]] == ["바다를 좋아한다"]
            assert result.counts["pairs"] == 1


async def test_a_database_that_may_only_be_read_is_not_ready_and_says_why(base: Path) -> None:
    with EmbeddedPostgres(base) as server:
        async with serving(server) as door:
            _allow_reading_alone(server)

            ready = await door.client.get("/readyz")
            said = await door.say("나 바다 좋아해", now="2026-12-01T03:00:00Z")

            assert (ready.status_code, ready.json()["database"]) == (503, "read_only")
            assert (said.status_code, said.json()["code"]) == (503, "database_unavailable")
            assert "standby" in said.json()["hint"]


def _allow_reading_alone(server: EmbeddedPostgres) -> None:
    """As a failover does: connections are cut, and new ones write no more."""
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(
            f"alter database {bootstrap.DATABASE} set default_transaction_read_only = on"
        )
        connection.execute(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where pid <> pg_backend_pid() and datname is not null"
        )


def _fill(ballast: Path) -> None:
    """Take all the room there is, to the last block."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1_000_000, 4_096):
            with suppress(OSError):
                while True:
                    file.write(b"x" * size)


async def _until_refused(door: Door) -> list[str]:
    """Go on talking until there is no room; gives what was acknowledged before."""
    said: list[str] = []
    end = time.monotonic() + 60
    while time.monotonic() < end:
        words = "파도 소리 " * 400 + f"{len(said)}번째"
        answer = await door.say(words, now="2026-12-01T03:01:00Z")
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
            return said
        said.append(words)
    raise AssertionError("the disk never got full")


async def _until_it_answers(door: Door) -> None:
    end = time.monotonic() + 60
    while (await door.client.get("/readyz")).status_code != 200:
        assert time.monotonic() < end
        await asyncio.sleep(0.2)
