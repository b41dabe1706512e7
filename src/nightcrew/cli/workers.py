"""More processes of `serve` at one port, for more than one core; the first keeps them alive."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from nightcrew.cli.child import Child, Died, Program, Restarted
from nightcrew.cli.programs import serving
from nightcrew.cli.supervisor import socket_for

# What the first process tells the others: where they write what they counted, and whose they are.
FIGURES, FIRST = "NIGHTCREW_FIGURES", "NIGHTCREW_FIRST_PROCESS"
LOOK_EVERY = 0.5  # seconds

log = logging.getLogger(__name__)


@contextmanager
def figure_folder() -> Iterator[Path]:
    """Where the processes of one server write what they counted; the first one makes it."""
    if told := os.environ.get(FIGURES):
        yield Path(told)
        return
    with TemporaryDirectory(prefix="nightcrew-figures-") as folder:
        os.environ[FIGURES] = folder
        try:
            yield Path(folder)
        finally:
            del os.environ[FIGURES]


@asynccontextmanager
async def beside(number: int, host: str, port: int) -> AsyncIterator[None]:
    """Run so many more processes at the same port for as long as it is entered."""
    children = [Child(program=_program(each, host, port)) for each in range(number)]
    for child in children:
        child.start()
    tending = asyncio.create_task(_tend(children))
    try:
        yield
    finally:
        tending.cancel()
        with suppress(asyncio.CancelledError):
            await tending
        await asyncio.gather(*(asyncio.to_thread(child.stop, lambda: False) for child in children))


def _program(number: int, host: str, port: int) -> Program:
    return Program(
        name=f"worker-{number + 2}",
        command=serving(host, port),
        environment={**os.environ, FIRST: str(os.getpid())},
        log=None,
        is_ready=lambda _: True,
    )


async def _tend(children: list[Child]) -> None:
    while True:
        await asyncio.sleep(LOOK_EVERY)
        for child in children:
            match child.tend():
                case Died(code=code, wait=wait):
                    name = child.program.name
                    log.error("a process died: name=%s code=%d again_in=%.0f", name, code, wait)
                case Restarted():
                    log.warning("a process runs again: name=%s", child.program.name)


def is_beside_another() -> bool:
    """Whether this process was started to answer beside a first one."""
    return FIRST in os.environ


async def orphaned() -> None:
    """End when the process that started this one is gone: nobody would stop it."""
    while os.environ[FIRST] == str(os.getppid()):  # noqa: ASYNC110 - the system has no event for it
        await asyncio.sleep(LOOK_EVERY)


def shared_port(host: str, port: int) -> socket.socket:
    """A socket at a port that other processes of ours listen at; the system deals out callers."""
    shared = socket_for(host)
    # One queue for all would leave most callers with the process that was idle last.
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    shared.bind((host, port))
    return shared
