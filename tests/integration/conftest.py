"""What the tests of the fault matrix share: a provider that answers by script, once a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from uuid import UUID

import pytest

from nightcrew.adapters.litellm_library import litellm_library
from nightcrew.store.database import Database
from tests.integration.fault_paths import Place
from tests.stubs.openai_server import OpenaiServer


@pytest.fixture(scope="module")
async def library() -> AsyncIterator[None]:
    loaded = await litellm_library()
    yield
    await loaded.close_litellm_async_clients()


@pytest.fixture(scope="module")
def running(library: None) -> Iterator[OpenaiServer]:
    with OpenaiServer() as server:
        yield server


@pytest.fixture
async def place(running: OpenaiServer, database: Database, tenant: UUID) -> Place:
    running.forget()
    made = Place(provider=running, database=database, tenant=tenant)
    await made.open()
    return made
