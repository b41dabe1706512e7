"""`nightcrew up` left alone: it dreams, survives a killed worker, follows up, and ends clean."""

from __future__ import annotations

import json
import os
import signal
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

CHECKOUT = Path(__file__).parents[2]
USER = "unattended-user"
WAITING = "waiting-user"  # to somebody in the middle of a talk a crew does not speak first
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
    for first in range(21_700, 24_000, 2):
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


def test_left_alone_it_dreams_follows_up_once_and_leaves_nothing_behind(up: Running) -> None:
    given = ready_document(up)
    assert given["url"] == f"http://127.0.0.1:{up.port}"

    with up.client() as client:
        a_turn_becomes_a_cited_memory(client)
        a_killed_worker_is_replaced(up)
        a_follow_up_arrives_once(client)
    up.remember_family()
    assert len(up.family) >= 4

    up.process.send_signal(signal.SIGINT)

    assert up.process.wait(STOP_WITHIN) == 0
    tell("ended")
    assert up.left() == []
    assert is_free(up.port)
    assert is_free(up.port + 1)
    assert leases_held(up.data) == 0


def ready_document(up: Running) -> Any:
    assert up.process.stdout is not None
    begun = time.monotonic()
    line = up.process.stdout.readline()
    assert line, "up ended before it was ready"
    assert time.monotonic() - begun < UP_WITHIN
    tell(f"everything is up after {time.monotonic() - begun:.1f} s")
    return json.loads(line)


def a_turn_becomes_a_cited_memory(client: httpx.Client) -> None:
    said = {"user": USER, "message": "저는 땅콩 알레르기가 있어요. 12월 24일에 제주도로 가요."}
    assert client.post("/crews/travel-mina/turns", json=said).status_code == 200

    def remembered() -> Any:
        return client.get(f"/users/{USER}/memories").json()["items"]

    memories = wait_for("a memory", remembered, PROMISED_WITHIN)

    evidence = client.get(f"/users/{USER}/evidence").json()["items"]
    said_by_user = {each["id"] for each in evidence if each["speaker"] == "user"}
    assert all(set(memory["cites"]) & said_by_user for memory in memories)


def a_killed_worker_is_replaced(up: Running) -> None:
    before = up.worker()
    assert before is not None
    up.remember_family()

    os.kill(before, signal.SIGKILL)

    wait_for("another worker", lambda: up.worker() not in (None, before), PROMISED_WITHIN)


def a_follow_up_arrives_once(client: httpx.Client) -> None:
    awake = {"quiet_hours": None, "timezone": "Asia/Seoul", "consents": {"night": True}}
    assert client.put(f"/users/{WAITING}/preferences", json=awake).status_code == 200
    wish = {
        "crew": "travel-mina",
        "kind": "one_shot",
        "local": "now+PT20S",
        "purpose": "life",
        "intent": "짐은 다 쌌는지 묻기",
        "when_nothing": "send",
        "allow_night": True,
    }
    made = client.post(f"/users/{WAITING}/follow-ups", json=wish)
    assert made.status_code in (200, 201)
    promised = made.json()["follow_up"]["id"]

    def arrived() -> Any:
        items = client.get("/outbox").json()["items"]
        return [item for item in items if item["follow_up"] == promised]

    wait_for("the follow-up", arrived, PROMISED_WITHIN)
    time.sleep(22)  # two more ticks, which must not send it again
    assert len(arrived()) == 1


def leases_held(data: Path) -> int:
    with EmbeddedPostgres(data / "postgres") as postgres:
        access = bootstrap.prepare(postgres.url, embedded=True)
        with psycopg.connect(access.owner_url) as connection:
            tables = [row[0] for row in connection.execute(LEASES)]
            assert tables
            held = [connection.execute(HELD.format(sql.Identifier(each))) for each in tables]
            return sum(row[0] for each in held for row in each)
