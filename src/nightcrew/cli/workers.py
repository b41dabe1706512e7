"""More processes of `serve` on one socket, for more than one core; the first keeps them alive."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory

from nightcrew.cli.child import Child, Died, Program, Restarted

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
async def beside(number: int, listening: socket) -> AsyncIterator[None]:
    """Run so many more processes on the same socket for as long as it is entered."""
    children = [Child(program=_program(each, listening)) for each in range(number)]
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


def _program(number: int, listening: socket) -> Program:
    descriptor = listening.fileno()
    return Program(
        name=f"worker-{number + 2}",
        command=(sys.executable, "-m", "nightcrew.cli.main", "serve", "--fd", str(descriptor)),
        environment={**os.environ, FIRST: str(os.getpid())},
        log=None,
        is_ready=lambda _: True,
        passes=(descriptor,),
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


async def orphaned() -> None:
    """End when the process that started this one is gone: nobody would stop it.

    One that somebody else gave its socket to is nobody's, and goes on.
    """
    first = os.environ.get(FIRST)
    while first in (None, str(os.getppid())):  # noqa: ASYNC110 - the system has no event for it
        await asyncio.sleep(LOOK_EVERY)
