"""`nightcrew serve` over a filled database, as an operator starts it: more processes, a model."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.benchmarks.figures import ROOT
from tests.benchmarks.program import END_WITHIN, free_port, own_environment

READY_WITHIN = 300.0  # seconds, before the measurement gives up
AT_REST = 0.2  # of a core: nothing is loaded in the background any more


@contextmanager
def served(data: Path, provider: str, *, embedder: str, workers: int) -> Iterator[int]:
    """Start it over a data folder and wait until every process of it rests; gives the port."""
    port = free_port()
    environment = own_environment(
        NIGHTCREW_DATA=str(data),
        NIGHTCREW_MODEL="openai/scripted",
        NIGHTCREW_MODEL_BASE_URL=provider,
        NIGHTCREW_EMBEDDER=embedder,
        NIGHTCREW_REQUESTS_PER_SECOND="10000",
        NIGHTCREW_WORKERS=str(workers),
    )
    started = subprocess.Popen(
        [sys.executable, "-m", "nightcrew.cli.main", "serve", "--port", str(port), "--json"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        told = json.loads(started.stdout.readline() if started.stdout else b"{}")
        if "url" not in told:
            raise RuntimeError(f"serve did not open: {told.get('code')}: {told.get('message')}")
        _until_at_rest(psutil.Process(started.pid), workers)
        yield port
    finally:
        started.terminate()
        started.wait(END_WITHIN)


def _until_at_rest(first: psutil.Process, workers: int) -> None:
    end = time.monotonic() + READY_WITHIN
    while time.monotonic() < end:
        before, family = _cpu(first)
        time.sleep(1)
        after, _ = _cpu(first)
        if family >= workers and after - before < AT_REST * workers:
            return
    raise RuntimeError("serve did not come to rest")


def _cpu(first: psutil.Process) -> tuple[float, int]:
    family = [first, *first.children()]
    times = [each.cpu_times() for each in family]
    return sum(each.user + each.system for each in times), len(family)
