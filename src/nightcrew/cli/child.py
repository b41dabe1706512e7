"""A program kept alive: started, watched, started again, ended with all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

LONGEST_WAIT = 30.0  # seconds between two restarts
STEADY_AFTER = 60.0  # seconds of life after which earlier deaths are forgotten
LONGEST_LOG = 10_000_000  # bytes, before a fresh one is begun
TOLD_LINES = 10  # of its log, when it does not start
_LOOK_AGAIN = 0.05  # seconds
_LEFT_STOPS_WITHIN = 10.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is run. is_ready: asked with the moment of the start, in seconds of `time.time`.

    log: where its output goes; None leaves it with ours. address: the host and port at which it
    answers; None when it does not.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path | None
    is_ready: Callable[[float], bool]
    address: tuple[str, int] | None = None
    ready_within: float = 120.0
    stop_within: float = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Died:
    """How a program ended, as a return code, and after how many seconds it starts again."""

    code: int
    wait: float


class Restarted:
    """A program that died runs again."""


@dataclass(slots=True, kw_only=True)
class Child:
    """A program while it runs, in a process group of its own so that Ctrl-C passes it by."""

    program: Program
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    start_again_at: float = field(default=0.0)

    def start(self) -> None:
        """Start the program; its output goes to its log."""
        self.started = time.time()
        with _output(self.program.log) as log:
            self.process = subprocess.Popen(  # noqa: S603 - the programs are our own
                self.program.command,
                env=dict(self.program.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def lives(self) -> bool:
        """Whether it runs; a dead one is not yet reaped, so that its number stays its own."""
        if self.process is None:
            return False
        try:
            return psutil.Process(self.process.pid).status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return False

    def is_ready(self) -> bool:
        """Whether it does its work; what another program answers at its port does not count."""
        return self.lives() and self._listens() and self.program.is_ready(self.started)

    def _listens(self) -> bool:
        if self.process is None or self.program.address is None:
            return True
        try:
            own = psutil.Process(self.process.pid)
            tree = [own, *own.children(recursive=True)]
        except psutil.NoSuchProcess:
            return False
        return any(_listens_at(each, self.program.address[1]) for each in tree)

    def bury(self) -> int:
        """End what a dead program left running; says how it ended, as a return code."""
        if self.process is None:
            return 0
        _signal_group(self.process.pid, signal.SIGKILL)
        ended = self.process.wait()
        self.process = None
        return ended

    def note_death(self) -> float:
        """Count a death; says after how many seconds to start again."""
        if time.time() - self.started > STEADY_AFTER:
            self.deaths = 0
        wait = min(LONGEST_WAIT, 2.0**self.deaths)
        self.deaths += 1
        self.start_again_at = time.monotonic() + wait
        return wait

    def tend(self) -> Died | Restarted | None:
        """Note a death, and start it again when it is time to; None when all is as it was."""
        if self.lives():
            return None
        if self.process is not None:
            return Died(code=self.bury(), wait=self.note_death())
        if time.monotonic() < self.start_again_at:
            return None
        self.start()
        return Restarted()

    def stop(self, hurry: Callable[[], bool]) -> None:
        """Ask it to end, wait, and end by force what is left. hurry: do not wait any longer."""
        if self.process is None:
            return
        if self.lives():
            self.process.send_signal(signal.SIGTERM)
        end = time.monotonic() + self.program.stop_within
        while self.lives() and time.monotonic() < end and not hurry():
            time.sleep(_LOOK_AGAIN)
        self.bury()

    def last_words(self) -> str:
        """The end of its log."""
        log = self.program.log
        if log is None or not log.exists():
            return ""
        return "\n".join(log.read_text(errors="replace").splitlines()[-TOLD_LINES:])


def _listens_at(process: psutil.Process, port: int) -> bool:
    try:
        opened = process.net_connections(kind="tcp")
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True  # where nobody may look, its word is all there is
    return any(each.status == psutil.CONN_LISTEN and each.laddr.port == port for each in opened)


def end_group(process_id: int) -> None:
    """End a group whose leader an earlier supervisor started and could not end."""
    _signal_group(process_id, signal.SIGTERM)
    end = time.monotonic() + _LEFT_STOPS_WITHIN
    while psutil.pid_exists(process_id) and time.monotonic() < end:
        time.sleep(_LOOK_AGAIN)
    _signal_group(process_id, signal.SIGKILL)


def _signal_group(leader: int, number: signal.Signals) -> None:
    try:
        os.killpg(leader, number)
    except ProcessLookupError:
        return


def _output(path: Path | None) -> AbstractContextManager[IO[bytes] | None]:
    return nullcontext() if path is None else _opened_log(path)


def _opened_log(path: Path) -> IO[bytes]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.exists() and path.stat().st_size > LONGEST_LOG
    return path.open("wb" if fresh else "ab")
