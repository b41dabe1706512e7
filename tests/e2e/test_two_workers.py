"""Two workers on one Prefect server, and one of them is killed while messages are going out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import psutil
import psycopg
import pytest

from nightcrew.store import bootstrap
from nightcrew.store.embedded import EmbeddedPostgres
from tests.unattended import CHECKOUT, Running, leases_held, ready_document, tell, up, wait_for

__all__ = ["up"]

PEOPLE = 300
ZONE = "Asia/Seoul"
RESCUED_WITHIN = 420.0  # seconds; a dead sender's claim is another's after 180 s
SENT = "select count(*), count(distinct user_id) from outbox"
WAITING = "select count(*) from occurrences where state in ('due', 'claimed', 'deferred')"


@pytest.mark.soak
def test_a_worker_killed_between_two_messages_loses_none_and_doubles_none(up: Running) -> None:
    ready_document(up)
    with up.client() as client, database(up) as connection, second_worker(up) as other:
        promise_all(client)
        wait_for("the first words", lambda: count(connection, SENT)[0], 240)

        killed = up.worker() or 0
        os.kill(killed, signal.SIGKILL)
        early = count(connection, SENT)[0]
        tell(f"killed with {early} of {PEOPLE} out")

        wait_for("all words", lambda: count(connection, SENT)[0] >= PEOPLE, RESCUED_WITHIN)
        time.sleep(25)  # two more ticks, which must not send again
        assert early < PEOPLE, "killed too late to show anything"
        assert count(connection, SENT) == (PEOPLE, PEOPLE)
        assert count(connection, WAITING) == (0,)
        assert other.poll() is None
    wait_for("no lease is held", lambda: leases_held(up.data) == 0, 60)


def promise_all(client: httpx.Client) -> None:
    """One reminder a user, all at the same minute."""
    at = (datetime.now(UTC) + timedelta(seconds=90)).astimezone(ZoneInfo(ZONE))
    for number in range(PEOPLE):
        user = f"waiting-{number}"
        awake = {"quiet_hours": None, "timezone": ZONE, "consents": {"night": True}}
        assert client.put(f"/users/{user}/preferences", json=awake).status_code == 200
        wish = {
            "crew": "travel-mina",
            "kind": "one_shot",
            "local": at.strftime("%Y-%m-%dT%H:%M"),
            "timezone": ZONE,
            "purpose": "life",
            "intent": "짐은 다 쌌는지 묻기",
            "when_nothing": "send",
            "allow_night": True,
        }
        assert client.post(f"/users/{user}/follow-ups", json=wish).status_code in (200, 201)


@contextmanager
def second_worker(up: Running) -> Iterator[subprocess.Popen[bytes]]:
    """Another `python -m flows` with what the first one was given."""
    first = psutil.Process(wait_for("the first worker", up.worker, 60))
    made = subprocess.Popen([sys.executable, "-m", "flows"], cwd=CHECKOUT, env=first.environ())
    try:
        yield made
    finally:
        made.terminate()
        made.wait(60)


@contextmanager
def database(up: Running) -> Iterator[psycopg.Connection[tuple[int, ...]]]:
    with EmbeddedPostgres(up.data / "postgres") as postgres:
        access = bootstrap.prepare(postgres.url, embedded=True)
        with psycopg.connect(access.owner_url, autocommit=True) as connection:
            yield connection


def count(connection: psycopg.Connection[tuple[int, ...]], statement: str) -> tuple[int, ...]:
    # The owner is held by row-level security too, so the tenant is named.
    tenant = connection.execute("select id from tenants").fetchone()
    assert tenant is not None
    connection.execute("select set_config('app.tenant', %s, false)", [str(tenant[0])])
    found = connection.execute(statement.encode()).fetchone()
    assert found is not None
    return found
