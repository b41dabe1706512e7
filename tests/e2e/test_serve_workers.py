"""`nightcrew serve --workers 2`: one door, two processes behind it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest

from nightcrew.cli.workers import FIGURES
from tests.e2e.conftest import Verb
from tests.fakes import ROOT
from tests.unattended import two_free_ports, words_of

WITHIN = 90.0  # seconds; a start was seen to take 6 s on an idle machine
TURNS = 16  # each on a line of its own, dealt out by chance
TURNED = re.compile(r'^nightcrew_turns_total\{crew="travel-mina".*\} (\d+)', re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Serving:
    """The first process of a running server; url: its door."""

    process: subprocess.Popen[bytes]
    url: str

    def others(self) -> list[psutil.Process]:
        """The processes it started to answer beside it."""
        children = psutil.Process(self.process.pid).children()
        return [child for child in children if "serve" in words_of(child)]

    def turn(self, headers: dict[str, str]) -> None:
        """Say something, on a connection of its own."""
        path, said = f"{self.url}/v1/crews/travel-mina/turns", {"user": "u1", "message": "안녕"}
        httpx.post(path, json=said, headers=headers, timeout=WITHIN).raise_for_status()

    def turns_told(self) -> int:
        """What the figures say of the turns of a crew, by whichever process answers."""
        return sum(map(int, TURNED.findall(httpx.get(f"{self.url}/metrics").text)))


@pytest.fixture
def serving(verb: Verb) -> Iterator[Serving]:
    """In the surroundings `verb` makes: its data folder and no other settings."""
    port = two_free_ports()
    command = [sys.executable, "-m", "nightcrew.cli.main", "serve", "--workers", "2"]
    process = subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, env=dict(os.environ))
    running = Serving(process=process, url=f"http://127.0.0.1:{port}")
    wait_until(lambda: answers(running.url) and len(running.others()) == 1)
    yield running
    if process.poll() is None:
        process.terminate()
        process.wait(WITHIN)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def listens(process: psutil.Process) -> bool:
    return any(each.status == psutil.CONN_LISTEN for each in process.net_connections())


def gone(process: psutil.Process) -> bool:
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=10).status_code == 200
    except httpx.TransportError:
        return False


def test_two_processes_answer_at_one_door_count_together_and_end_together(
    verb: Verb, serving: Serving
) -> None:
    _, made = verb("keys", "create", "--scopes", "turn")
    [second] = serving.others()
    wait_until(lambda: listens(second))

    for _ in range(TURNS):
        serving.turn({"Authorization": f"Bearer {made['key']}"})
    wait_until(lambda: all(serving.turns_told() == TURNS for _ in range(6)))
    files = [each.read_text() for each in Path(second.environ()[FIGURES]).glob("*.json")]
    assert len(files) == 2
    assert all("travel-mina" in each for each in files)
    second.kill()
    wait_until(lambda: [other.pid for other in serving.others()] not in ([], [second.pid]))

    [again] = serving.others()
    assert serving.turns_told() == TURNS
    serving.process.terminate()
    assert serving.process.wait(WITHIN) == 0
    assert gone(again)
    assert not answers(serving.url)


def test_no_process_goes_on_alone_when_the_first_one_is_killed(serving: Serving) -> None:
    [second] = serving.others()

    serving.process.kill()
    serving.process.wait(WITHIN)

    wait_until(lambda: gone(second))
