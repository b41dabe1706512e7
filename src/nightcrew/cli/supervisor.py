"""`nightcrew up`: one process tree, started by health, kept alive, ended in reverse order."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

from nightcrew.cli import leftovers, programs
from nightcrew.cli.child import Child, Died, Program, Restarted
from nightcrew.cli.programs import Place
from nightcrew.domain.errors import BadInput, NightcrewError, OutsideFailure, Refused
from nightcrew.store.embedded import EmbeddedPostgres

_LOOK_EVERY = 0.5  # seconds
_HEARD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Say = Callable[..., None]


class ToldToStop(Exception):
    """A signal came while something was being started."""


@dataclass(slots=True, kw_only=True)
class Supervisor:
    """Postgres first and last, the programs in between.

    say: takes the key of a message and its facts. first_key: called once the API is healthy.
    postgres: None when the database is somebody else's.
    """

    place: Place
    postgres: EmbeddedPostgres | None
    schedules: bool
    say: Say
    first_key: Callable[[], None]
    children: list[Child] = field(default_factory=list)
    signals: int = 0

    def run(self) -> int:
        """Run until a signal comes. Raises: Refused, BadInput, OutsideFailure at the start."""
        with self._listening(), self._alone():
            try:
                self._start()
                self._watch()
            except ToldToStop:
                self.say("stopping_early")
            finally:
                self._stop()
        return 0

    def _start(self) -> None:
        begun = time.monotonic()
        if ended := leftovers.end_all(self._numbers):
            self.say("leftovers_ended", count=ended)
        self._check_ports()
        if self.postgres is not None:
            self.say("starting", what="postgres")
            self.postgres.start()
            self.say("ready", what="postgres", seconds=time.monotonic() - begun)
        self._start_programs(begun)
        self.say("all_up", url=self.place.api_url, seconds=time.monotonic() - begun)

    def _start_programs(self, begun: float) -> None:
        flows = programs.flows(self.place) if self.schedules else None
        self._await(self._launch(programs.api(self.place)), begun)
        self.say("open", url=self.place.api_url)
        if flows is None:
            self.first_key()
            self.say("no_schedules")
            return
        server = self._launch(programs.prefect_server(self.place))
        self.first_key()  # while the server, the slowest of all, gets up
        schedules = self._launch(flows)
        self._await(server, begun)
        self._await(schedules, begun)

    def _launch(self, program: Program) -> Child:
        self._check_signals()
        child = Child(program=program)
        self.say("starting", what=program.name)
        child.start()
        self.children.append(child)
        leftovers.write_down(self._numbers, self.children)
        return child

    def _await(self, child: Child, begun: float) -> None:
        end = time.monotonic() + child.program.ready_within
        while not child.is_ready():
            self._check_signals()
            if not child.lives() or time.monotonic() > end:
                raise start_failure(child)
            time.sleep(_LOOK_EVERY)
        self.say("ready", what=child.program.name, seconds=time.monotonic() - begun)

    def _watch(self) -> None:
        while not self.signals:
            self._tend_postgres()
            for child in self.children:
                self._tend(child)
            time.sleep(_LOOK_EVERY)

    def _tend_postgres(self) -> None:
        if self.postgres is None or self.postgres.process is not None:
            return
        self.say("died", what="postgres", code="-", wait=0)
        try:
            self.postgres.start()
        except OutsideFailure as error:
            # A full disk may be emptied; the next look tries again.
            self.say("still_away", what="postgres", why=error.message)

    def _tend(self, child: Child) -> None:
        match child.tend():
            case Died(code=code, wait=wait):
                self.say("died", what=child.program.name, code=code, wait=wait)
            case Restarted():
                leftovers.write_down(self._numbers, self.children)
                self.say("restarted", what=child.program.name)

    def _stop(self) -> None:
        heard = self.signals
        for child in reversed(self.children):
            if child.process is not None:
                self.say("stopping", what=child.program.name)
            child.stop(lambda: self.signals > heard)
        if self.postgres is not None:
            if self.postgres.process is not None:
                self.say("stopping", what="postgres")
            self.postgres.stop()
        self._numbers.unlink(missing_ok=True)
        self.say("stopped")

    @property
    def _numbers(self) -> Path:
        return self.place.data / "up.json"

    @contextmanager
    def _listening(self) -> Iterator[None]:
        # Handlers of ours, also where the caller ignores SIGINT: a started program then gets
        # the default ones, while "ignored" would be handed down and make SIGTERM a no-op.
        before = {number: signal.signal(number, self._hear) for number in _HEARD}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, _: int, __: FrameType | None) -> None:
        self.signals += 1

    def _check_signals(self) -> None:
        if self.signals:
            raise ToldToStop

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.place.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.place.data / "up.lock").open("a+") as lock:
            _take(lock)
            yield

    def _check_ports(self) -> None:
        wanted = [(self.place.host, self.place.port)]
        if self.schedules:
            wanted.append((programs.LOOPBACK, self.place.port + 1))
        for host, port in wanted:
            check_free(host, port)


def _take(lock: IO[str]) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.seek(0)
        raise Refused(
            "already_up",
            f"nightcrew up runs already over this data folder, as process {lock.read().strip()}",
            hint="stop it first, or set NIGHTCREW_DATA to another folder",
        ) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()


def start_failure(child: Child) -> NightcrewError:
    """Why a program did not start, and what to do; its port may have been taken meanwhile."""
    if child.program.address is not None and not child.lives():
        try:
            check_free(*child.program.address)
        except BadInput as taken:
            return taken
    return OutsideFailure(
        "start_failed",
        f"{child.program.name} did not start: {child.last_words()}",
        hint=f"see {child.program.log}",
    )


def check_free(host: str, port: int) -> None:
    """Make sure that a port can be taken. Raises: BadInput."""
    with socket_for(host) as probe:
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BadInput(
                "port_taken",
                f"port {port} cannot be taken: {error.strerror}",
                hint="give another with --port; the next one up is used for the Prefect server",
                field="port",
            ) from error


def socket_for(host: str) -> socket.socket:
    """A socket that can listen at an address, also at a port that was left a moment ago."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return made
