"""The whole of /openapi.json tried with what a machine makes up: no 5xx, no answer untold.

The server runs in this process, in a thread with an event loop of its own. `make soak` tries more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import requests
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from nightcrew.store.database import Database
from tests.clones import CloneDatabase
from tests.e2e.peopled import open_peopled

FEW, MANY = 3, 80
CHECKS: Any = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@dataclass(frozen=True, kw_only=True)
class Served:
    """Where the server is, the header of a key for everything, and ids that are there."""

    url: str
    headers: Mapping[str, str]
    known: Mapping[str, str]


@pytest.fixture(scope="module")
def served(clone_database: CloneDatabase) -> Iterator[Served]:
    with clone_database() as access, in_a_thread(access.app_url) as found:
        yield found


@contextmanager
def in_a_thread(app_url: str) -> Iterator[Served]:
    """Serve people with something of each kind until the block is left."""
    opened, over = threading.Event(), threading.Event()
    found: list[Served] = []

    async def serve() -> None:
        database = await Database.open(app_url)
        async with open_peopled(database, requests_per_second=100_000) as peopled:
            config = uvicorn.Config(
                peopled.door.server, port=0, lifespan="off", log_level="critical"
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve())
            while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            key = peopled.door.client.headers["authorization"]
            found.append(
                Served(
                    url=f"http://127.0.0.1:{port}",
                    headers={"Authorization": key},
                    known=peopled.known,
                )
            )
            opened.set()
            await asyncio.to_thread(over.wait)
            server.should_exit = True
            await serving
        await database.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert opened.wait(60), "the server did not open"
        yield found[0]
    finally:
        over.set()
        thread.join(30)


def test_nothing_made_up_breaks_the_door(served: Served) -> None:
    try_everything(served, FEW)


@pytest.mark.soak
def test_nothing_made_up_in_great_number_breaks_the_door(served: Served) -> None:
    try_everything(served, MANY)


def try_everything(served: Served, examples: int) -> None:
    schema = schemathesis.openapi.from_dict(
        requests.get(f"{served.url}/openapi.json", timeout=30).json()
    )
    operations = [each.ok() for each in schema.get_all_operations()]
    assert len(operations) > 50
    with requests.Session() as session:
        # What erases comes last, so that the others find something.
        ordered = sorted(operations, key=lambda each: each.method == "delete")
        found = [wrong_with(each, served, session, examples) for each in ordered]
    assert "\n\n".join(filter(None, found)) == ""


def wrong_with(operation: Any, served: Served, session: requests.Session, examples: int) -> str:
    """What was found of an operation; the others are tried all the same."""
    try:
        try_one(operation, served, session, examples)
    except (FailureGroup, Failure) as found:
        parts = found.exceptions if isinstance(found, FailureGroup) else [found]
        told = [f"{part}\n{getattr(part, 'response', None) or ''}" for part in parts]
        return f"{operation.method.upper()} {operation.path}\n" + "\n".join(told)[:1500]
    return ""


def try_one(operation: Any, served: Served, session: requests.Session, examples: int) -> None:
    named = {name: text for name, text in served.known.items() if f"{{{name}}}" in operation.path}
    made_up = [
        operation.as_strategy(path_parameters=named),
        operation.as_strategy(),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    ]

    @seed(7)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(made_up))
    def tried(case: Any) -> None:
        if case.query and "wait" in case.query:
            case.query["wait"] = 0
        case.call_and_validate(
            base_url=served.url, session=session, headers=dict(served.headers), checks=CHECKS
        )

    tried()
