"""Programs of ours in a process of their own, ended with the one that measures them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from tests.benchmarks.figures import ROOT

END_WITHIN = 20  # seconds


@dataclass(frozen=True, kw_only=True)
class Program:
    """A running program and the first line it printed."""

    said: str
    process: psutil.Process

    def cpu_seconds(self) -> float:
        """What it has used so far."""
        times = self.process.cpu_times()
        return float(times.user + times.system)


@contextmanager
def program(module: str, *arguments: str) -> Iterator[Program]:
    """Start a module, wait for its first line, and close its input in the end."""
    started = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=own_environment(),
        text=True,
    )
    try:
        line = started.stdout.readline().strip() if started.stdout else ""
        if not line:
            raise RuntimeError(f"{module} ended before it was ready")
        yield Program(said=line, process=psutil.Process(started.pid))
    finally:
        if started.stdin:
            started.stdin.close()
        try:
            started.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            started.kill()


def children_cpu() -> float:
    """Seconds of CPU of the processes that were started from here and still live."""
    total = 0.0
    for child in psutil.Process().children(recursive=True):
        try:
            times = child.cpu_times()
        except psutil.NoSuchProcess:
            continue  # a worker of a server that ended meanwhile
        total += times.user + times.system
    return total


def own_environment(**more: str) -> dict[str, str]:
    """The environment without settings of the person who measures; tests import each other."""
    kept = {name: cell for name, cell in os.environ.items() if not name.startswith("NIGHTCREW_")}
    found = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return {**kept, "PYTHONPATH": found, **more}


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
