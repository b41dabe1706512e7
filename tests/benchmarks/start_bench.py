"""How long the command takes to start, and how much memory `serve` holds.

Help: wall and CPU time of `nightcrew --help`. Serve: from the start of the process to the first
good `/readyz`, on an empty folder and again. Memory: resident, after turns, with the rehearsal
model and with the model library asking a scripted provider; the database is not counted.
"""

from __future__ import annotations

import asyncio
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.benchmarks.figures import ROOT, Figure, Tell, load_note, run_alone
from tests.benchmarks.http_client import open_line
from tests.benchmarks.place import CREW, SAID
from tests.benchmarks.program import END_WITHIN, free_port, own_environment, program

HELPS = 7
HELP_LIMIT = 0.3  # seconds; this and the limits below are figures of the issue
FIRST_LIMIT, LATER_LIMIT = 8.0, 4.0  # seconds
BARE_LIMIT, LIBRARY_LIMIT = 200.0, 340.0  # MB
HEALTHY_WITHIN = 120.0  # seconds, before the measurement gives up
TURNS = 40
MB = 1_000_000
COMMAND = str(Path(sys.executable).with_name("nightcrew"))


@dataclass(frozen=True, kw_only=True)
class Served:
    """Seconds until it was healthy, its own CPU seconds till then, MB it held after its turns."""

    seconds: float
    cpu: float
    resident: float = 0.0


def measure(tell: Tell) -> Sequence[Figure]:
    """Help, then three servers one after another in one folder."""
    helped = _help(tell)
    with tempfile.TemporaryDirectory() as data:
        first = _serve(data, tell, "the first time")
        key = _key(data)
        later = _serve(data, tell, "later", key)
        with program("tests.benchmarks.stub_provider") as provider:
            library = _serve(
                data,
                tell,
                "with the model library",
                key,
                NIGHTCREW_MODEL="openai/scripted",
                NIGHTCREW_MODEL_BASE_URL=provider.said,
                NIGHTCREW_MODEL_API_KEY="none",
            )
    return [*helped, *_figures(first, later, library)]


def _figures(first: Served, later: Served, library: Served) -> list[Figure]:
    note = load_note()
    return [
        Figure(name="serve healthy, first time", value=first.seconds, unit="s", limit=FIRST_LIMIT),
        Figure(name="serve healthy, later", value=later.seconds, unit="s", limit=LATER_LIMIT),
        Figure(name="serve healthy, later: its own CPU", value=later.cpu, unit="s"),
        Figure(name="serve healthy with the model library", value=library.seconds, unit="s"),
        Figure(
            name="memory of serve without the model library",
            value=later.resident,
            unit="MB",
            limit=BARE_LIMIT,
        ),
        Figure(
            name="memory of serve with the model library",
            value=library.resident,
            unit="MB",
            limit=LIBRARY_LIMIT,
            note=note,
        ),
    ]


def _help(tell: Tell) -> list[Figure]:
    wall, cpu = [], []
    for _ in range(HELPS):
        began, busy = time.perf_counter(), _children_cpu()
        subprocess.run([COMMAND, "--help"], env=own_environment(), capture_output=True, check=True)
        wall.append(time.perf_counter() - began)
        cpu.append(_children_cpu() - busy)
    tell(f"nightcrew --help: {statistics.median(wall):.2f} s")
    return [
        Figure(name="nightcrew --help", value=statistics.median(wall), unit="s", limit=HELP_LIMIT),
        Figure(name="nightcrew --help, CPU", value=statistics.median(cpu), unit="s"),
    ]


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _key(data: str) -> str:
    made = subprocess.run(
        [COMMAND, "keys", "create", "--scopes", "turn"],
        env=_environment(data),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.split()[0]


def _serve(data: str, tell: Tell, when: str, key: str = "", **chosen: str) -> Served:
    port = free_port()
    began = time.perf_counter()
    with _running(port, data, **chosen) as process:
        _wait_until_healthy(port, process)
        seconds, seen = time.perf_counter() - began, psutil.Process(process.pid)
        cpu = seen.cpu_times().user + seen.cpu_times().system
        tell(f"serve {when}: healthy after {seconds:.1f} s, {cpu:.1f} s of CPU")
        if not key:
            return Served(seconds=seconds, cpu=cpu)
        asyncio.run(_turns(port, key))
        resident = seen.memory_info().rss / MB
        tell(f"serve {when}: {resident:.0f} MB after {TURNS} turns")
        return Served(seconds=seconds, cpu=cpu, resident=resident)


async def _turns(port: int, key: str) -> None:
    async with open_line(port, key) as line:
        for number in range(TURNS):
            body = {"user": f"user-{number % 4}", "message": SAID.format(number=number)}
            await line.post(f"/v1/crews/{CREW}/turns", body)


@contextmanager
def _running(port: int, data: str, **chosen: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", str(port)],
        env=_environment(data, **chosen),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()


def _environment(data: str, **chosen: str) -> dict[str, str]:
    return own_environment(NIGHTCREW_DATA=data, **chosen)


def _wait_until_healthy(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + HEALTHY_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answered:
                if answered.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    raise RuntimeError("nightcrew serve did not become healthy")


if __name__ == "__main__":
    sys.exit(run_alone(measure))
