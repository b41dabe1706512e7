"""One `nightcrew up` of a test: how it is started, watched, asked and looked into."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
import psycopg
import pytest
from psycopg import sql

from nightcrew.store import bootstrap
from nightcrew.store.embedded import EmbeddedPostgres

CHECKOUT = Path(__file__).parents[1]
UP_WITHIN = 240.0  # seconds; the first start of the Prefect server was seen to take 28 s
PROMISED_WITHIN = 180.0  # seconds, the figure
STOP_WITHIN = 90.0  # seconds
LEASES = """
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'lease_until'
"""
HELD = sql.SQL("select count(*) from {} where lease_until > now()")


@dataclass(slots=True)
class Running:
    """One `nightcrew up` and all that came of it."""

    process: subprocess.Popen[str]
    data: Path
    port: int
    family: dict[int, float] = field(default_factory=dict)

    def client(self) -> httpx.Client:
        key = (self.data / "key").read_text().strip()
        return httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/v1",
            headers={"Authorization": f"Bearer {key}"},
            timeout=30,
        )

    def remember_family(self) -> None:
        for child in psutil.Process(self.process.pid).children(recursive=True):
            self.family[child.pid] = child.create_time()

    def worker(self) -> int | None:
        children = psutil.Process(self.process.pid).children()
        return next((child.pid for child in children if "flows" in words_of(child)), None)

    def left(self) -> list[int]:
        return [number for number, born in self.family.items() if lives(number, born)]


def words_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def lives(number: int, born: float) -> bool:
    try:
        process = psutil.Process(number)
        return process.create_time() == born and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def two_free_ports() -> int:
    """Free now; each test process looks in places of its own, since they are taken only later."""
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    begin = 21_700 + 100 * process
    for first in range(begin, begin + 100, 2):
        if is_free(first) and is_free(first + 1):
            return first
    raise AssertionError("no two free ports side by side")


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def tell(what: str) -> None:
    sys.stderr.write(f"\n[unattended] {what}")


def wait_for(what: str, look: Callable[[], Any], within: float) -> Any:
    begun = time.monotonic()
    while time.monotonic() < begun + within:
        if found := look():
            tell(f"{what} after {time.monotonic() - begun:.1f} s")
            return found
        time.sleep(0.5)
    raise AssertionError(f"{what}: not within {within:.0f} s")


@pytest.fixture
def up(quick_folder: Path) -> Iterator[Running]:
    """Started by a caller that ignores Ctrl-C, as a script's background job is."""
    data, port = quick_folder / "unattended", two_free_ports()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("NIGHTCREW_")},
        "NIGHTCREW_DATA": str(data),
        "NIGHTCREW_QUIET_BEFORE_DREAM": "5",
        "NIGHTCREW_TICK_SECONDS": "10",
    }
    command = [sys.executable, "-m", "nightcrew.cli.main", "up", "--port", str(port), "--json"]
    process = subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command],
        cwd=CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    running = Running(process=process, data=data, port=port)
    yield running
    if process.poll() is None:
        process.terminate()
        process.wait(STOP_WITHIN)


def ready_document(up: Running) -> Any:
    assert up.process.stdout is not None
    begun = time.monotonic()
    line = up.process.stdout.readline()
    assert line, "up ended before it was ready"
    assert time.monotonic() - begun < UP_WITHIN
    tell(f"everything is up after {time.monotonic() - begun:.1f} s")
    return json.loads(line)


def leases_held(data: Path) -> int:
    with EmbeddedPostgres(data / "postgres") as postgres:
        access = bootstrap.prepare(postgres.url, embedded=True)
        with psycopg.connect(access.owner_url) as connection:
            tables = [row[0] for row in connection.execute(LEASES)]
            assert tables
            held = [connection.execute(HELD.format(sql.Identifier(each))) for each in tables]
            return sum(row[0] for each in held for row in each)
