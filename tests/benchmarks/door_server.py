"""`nightcrew serve` over a filled database, as an operator starts it: more processes, a model."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from tests.benchmarks.figures import ROOT
from tests.benchmarks.program import END_WITHIN, free_port, own_environment

READY_WITHIN = 300.0  # seconds, before the measurement gives up
AT_REST = 0.2  # of a core: nothing is loaded in the background any more


@contextmanager
def served(database_url: str, provider: str, *, embedder: str, workers: int) -> Iterator[int]:
    """Start it and wait until every process of it rests; gives the port."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        environment = own_environment(
            NIGHTCREW_DATA=data,
            NIGHTCREW_DATABASE_URL=database_url,
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
            if not (started.stdout and started.stdout.readline()):
                raise RuntimeError("serve ended before it was open")
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
