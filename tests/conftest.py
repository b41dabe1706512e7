"""One embedded server a run, one migrated template, and a clone of it for each test."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from sqlalchemy.engine import make_url

from nightcrew.store import bootstrap, people
from nightcrew.store.bootstrap import Access
from nightcrew.store.database import Database
from nightcrew.store.embedded import EmbeddedPostgres
from tests.clones import CloneDatabase

MEMORY = Path("/dev/shm")
ROOM_FOR_A_RUN = 2_000_000_000  # bytes


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some tests wait for a tick, a lease or a browser."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def quick_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of this run, in memory where there is room: a clone takes 25 ms, not 1 s."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_FOR_A_RUN:
        with tempfile.TemporaryDirectory(prefix="nightcrew-", dir=MEMORY) as folder:
            yield Path(folder)
    else:
        yield tmp_path_factory.mktemp("quick")


@pytest.fixture(scope="session")
def postgres_server(quick_folder: Path) -> Iterator[EmbeddedPostgres]:
    """A server for this run only; its data need not survive a crash."""
    server = EmbeddedPostgres(quick_folder / "postgres", durable=False)
    server.start()
    server.stop_on_signals([signal.SIGTERM, signal.SIGHUP])
    yield server
    server.stop()


@pytest.fixture(scope="session")
def template_database(postgres_server: EmbeddedPostgres) -> Access:
    """The bootstrapped and migrated database; nothing may stay connected to it."""
    access = bootstrap.prepare(postgres_server.url, embedded=True)
    bootstrap.upgrade(access)
    return access


@pytest.fixture(scope="session")
def clone_database(postgres_server: EmbeddedPostgres, template_database: Access) -> CloneDatabase:
    """Make a copy of the template that lasts as long as the `with` block."""

    @contextmanager
    def clone() -> Iterator[Access]:
        name = f"test_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(postgres_server.url, autocommit=True) as connection:
            connection.execute(
                f"create database {name} template {bootstrap.DATABASE}"
                f" owner {bootstrap.OWNER_ROLE} strategy file_copy".encode()
            )
            try:
                yield _moved_to(name, template_database)
            finally:
                connection.execute(f"drop database {name} with (force)".encode())

    return clone


@pytest.fixture
def access(clone_database: CloneDatabase) -> Iterator[Access]:
    """The addresses of this test's own database."""
    with clone_database() as made:
        yield made


@pytest.fixture
def database_url(access: Access) -> str:
    """Where this test's own database is, for the runtime role."""
    return access.app_url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """This test's own database, as the runtime role."""
    opened = await Database.open(database_url)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
async def story_database(clone_database: CloneDatabase) -> AsyncIterator[Database]:
    """Where the stories of a file play, apart from what its tests look at."""
    with clone_database() as access:
        opened = await Database.open(access.app_url)
        yield opened
        await opened.close()


@pytest.fixture(scope="module")
async def shared_database(clone_database: CloneDatabase) -> AsyncIterator[Database]:
    """One database for all tests of a file, each with a tenant of its own in it."""
    with clone_database() as access:
        opened = await Database.open(access.app_url)
        yield opened
        await opened.close()


@pytest.fixture
async def own_tenant(shared_database: Database) -> UUID:
    """A tenant of this test alone in the shared database."""
    async with shared_database.begin_system() as connection:
        return await people.make_tenant(connection, uuid.uuid4().hex)


@pytest.fixture
async def tenant(database: Database) -> UUID:
    """The tenant `default`."""
    async with database.begin_system() as connection:
        return await people.make_tenant(connection, "default")


def _moved_to(name: str, access: Access) -> Access:
    def moved(url: str) -> str:
        return make_url(url).set(database=name).render_as_string(hide_password=False)

    return replace(access, app_url=moved(access.app_url), owner_url=moved(access.owner_url))
