"""A PostgreSQL of our own below a folder: shared by all who start it, stopped by the last."""

from __future__ import annotations

import atexit
import fcntl
import functools
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Self

from nightcrew.store import postgres_process
from nightcrew.store.failure import StoreAway, StoreUnfit
from nightcrew.store.postgres_folder import ServerFolder
from nightcrew.store.postgres_process import Account

_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_LOOK_AGAIN = 0.05  # seconds
_RELAUNCH_FOR = 30.0  # seconds; backends of a killed server were seen to need 3 s to leave
_STOP_WITHIN = 30.0  # seconds, before the server is told to leave without a checkpoint


class EmbeddedPostgres:
    """The server of one folder, as seen by one client of it.

    Clients are counted by a shared file lock, which the kernel frees however they end; so a
    client killed with -9 leaves a server that the next client finds and its last one stops.
    durable: False gives up crash safety for speed, for tests only.
    """

    def __init__(self, base: Path, *, durable: bool = True, account: Account | None = None) -> None:
        self._folder = ServerFolder(base=base.resolve(), durable=durable)
        self._account = account
        self._guard = threading.RLock()
        self._turn: IO[str] | None = None
        self._presence: IO[str] | None = None
        self._launched: subprocess.Popen[bytes] | None = None
        self._client = 0

    @property
    def url(self) -> str:
        """The superuser's address of the server."""
        return self._folder.url

    @property
    def log(self) -> Path:
        """The server's own log; no text of a user is written to it."""
        return self._folder.log

    @property
    def process(self) -> int | None:
        """The process number of the living server, or None."""
        return self._folder.server()

    def start(self, timeout: float = 120.0) -> None:
        """Attach to the server, starting it when it does not run; again, it revives a dead one.

        timeout: seconds. Raises: StoreUnfit for what waiting does not cure, StoreAway else.
        """
        with self._one_at_a_time():
            self._enter()
            try:
                self._bring_up(time.monotonic() + timeout)
            except BaseException:
                self.stop()
                raise

    def stop(self) -> None:
        """Detach; the last client stops the server. In a forked child it does nothing."""
        if self._presence is None or os.getpid() != self._client:
            return
        with self._one_at_a_time():
            if self._is_last():
                self._shut_down()
            self._leave()
        atexit.unregister(self.stop)

    def stop_on_signals(self, numbers: Sequence[signal.Signals] = _ENDING) -> None:
        """Stop before one of these signals takes its usual course; main thread only."""
        for number in numbers:
            before = signal.getsignal(number)
            if before is not signal.SIG_IGN:
                signal.signal(number, functools.partial(self._stop_and_go_on, before))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _stop_and_go_on(
        self,
        before: Callable[[int, FrameType | None], object] | int | None,
        number: int,
        _: FrameType | None,
    ) -> None:
        self.stop()
        signal.signal(number, signal.SIG_DFL if before is None else before)
        signal.raise_signal(number)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        # Both locks may be taken twice by one thread: a signal can land inside start().
        with self._guard:
            if self._turn is None:
                self._turn = self._opened("start.lock")
            fcntl.flock(self._turn, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._turn, fcntl.LOCK_UN)

    def _opened(self, name: str) -> IO[str]:
        base = self._folder.base
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            return (base / name).open("a")
        except OSError as error:
            raise StoreUnfit(
                "data_folder_not_ours",
                f"cannot write to {base}: {error.strerror}",
                hint="give the folder to the user who runs nightcrew, or set NIGHTCREW_DATA",
            ) from error

    def _enter(self) -> None:
        if self._presence is not None:
            return
        atexit.register(self.stop)
        self._client = os.getpid()
        self._presence = self._opened("users.lock")
        fcntl.flock(self._presence, fcntl.LOCK_SH)

    def _leave(self) -> None:
        if self._presence is not None:
            # Unlocked by name: a forked child may hold a copy of the open file.
            fcntl.flock(self._presence, fcntl.LOCK_UN)
            self._presence.close()
            self._presence = None

    def _is_last(self) -> bool:
        if self._presence is None:
            return False
        try:
            fcntl.flock(self._presence, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _bring_up(self, end: float) -> None:
        first_launch: float | None = None
        while not self._folder.answers():
            now = time.monotonic()
            if now > end:
                raise self._not_up("did not answer in time")
            if self._server() is None:
                first_launch = first_launch or now
                # Backends of a killed server may hold its memory for some seconds more.
                if now - first_launch > _RELAUNCH_FOR:
                    raise self._not_up("ends as soon as it is started")
                self._launch()
            time.sleep(_LOOK_AGAIN)

    def _launch(self) -> None:
        if self._account is None:
            self._account = postgres_process.server_account()
        self._folder.prepare(self._account)
        self._launched = self._folder.launch(self._account)

    def _not_up(self, what: str) -> StoreAway:
        return StoreAway(
            f"the embedded PostgreSQL {what}: {self._folder.last_words()}",
            hint=f"see {self._folder.log}",
        )

    def _shut_down(self) -> None:
        for how in (signal.SIGINT, signal.SIGQUIT):  # fast, then immediate
            number = self._server()
            if number is None:
                return
            os.kill(number, how)
            self._wait_until_gone(number)

    def _wait_until_gone(self, number: int) -> None:
        end = time.monotonic() + _STOP_WITHIN
        while time.monotonic() < end and self._server() == number:
            time.sleep(_LOOK_AGAIN / 5)

    def _server(self) -> int | None:
        if self._launched is not None and self._launched.poll() is None:
            return self._launched.pid
        return self._folder.server()
