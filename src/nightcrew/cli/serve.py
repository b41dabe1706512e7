"""`nightcrew serve`: the API and the console on one port, in one process or in several."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nightcrew.cli.options import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    AsJson,
    Host,
    Listening,
    Port,
    Workers,
)
from nightcrew.cli.verb import FINE, Told, answer, read_settings, run_to_end

if TYPE_CHECKING:
    from socket import socket

    from fastapi import FastAPI
    from uvicorn import Server

    from nightcrew.settings import Settings
    from nightcrew.web.figures import Figures

FINISH_WITHIN = 10  # seconds a running request may take to end after a stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Where it listens, and with how many processes. fd: a socket that was opened by another."""

    host: str
    port: int
    workers: int
    fd: int | None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{self.host}:{self.port}"


def serve(
    port: Port = DEFAULT_PORT,
    host: Host = DEFAULT_HOST,
    workers: Workers = None,
    fd: Listening = None,
    as_json: AsJson = False,
) -> int:
    """Serve the API and the console, without schedules, until told to stop."""
    # What is read at the start stays; looking through it for waste takes 0.3 s of CPU.
    gc.disable()
    settings = read_settings()
    number = 1 if fd is not None else workers or settings.workers
    door = Door(host=host, port=port, workers=number, fd=fd)
    try:
        run_to_end(_serve(settings, door, as_json=as_json))
    except KeyboardInterrupt:
        # Asked to stop, and stopped: that is how a server ends well.
        return FINE
    return FINE


async def _serve(settings: Settings, door: Door, *, as_json: bool) -> None:
    with _opened(door) as listening, _database_beside(settings):
        await _serve_app(settings, door, listening, as_json=as_json)


@contextmanager
def _opened(door: Door) -> Iterator[socket | None]:
    """The socket that several processes share; None leaves it to the one there is."""
    import socket

    from nightcrew.cli.supervisor import check_free

    if door.fd is not None:
        with socket.socket(fileno=door.fd) as shared:
            yield shared
        return
    check_free(door.host, door.port)
    if door.workers == 1:
        yield None
        return
    family = socket.AF_INET6 if ":" in door.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as shared:
        shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        shared.bind((door.host, door.port))
        yield shared


@contextmanager
def _database_beside(settings: Settings) -> Iterator[None]:
    """Start the embedded database while the product is read: two cores, a second less.

    What keeps it from starting is told by the App, which then tries and waits for itself.
    """
    from concurrent.futures import ThreadPoolExecutor

    from nightcrew.store.embedded import EmbeddedPostgres

    if settings.database_url:
        yield
        return
    postgres = EmbeddedPostgres(settings.postgres_folder)
    with ThreadPoolExecutor(1, thread_name_prefix="postgres") as thread:
        thread.submit(postgres.start)
        try:
            yield
        finally:
            thread.submit(postgres.stop).result()


async def _serve_app(
    settings: Settings, door: Door, listening: socket | None, *, as_json: bool
) -> None:
    from nightcrew.app import open_app
    from nightcrew.cli.wording import Words
    from nightcrew.web.log_lines import write_json_lines
    from nightcrew.web.server import create_server

    write_json_lines()
    words = Words(settings.lang)
    told = Told(document={"url": door.url}, lines=[words("open", url=door.url)])
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings))
        figures = await stack.enter_async_context(_counting(door))
        server = _server(create_server(app, figures=figures), door, told, as_json=as_json)
        if listening is not None and door.fd is None:
            from nightcrew.cli.workers import beside

            await stack.enter_async_context(beside(door.workers - 1, listening))
        await _until_told(server, door, [listening] if listening is not None else None)


async def _until_told(server: Server, door: Door, sockets: list[socket] | None) -> None:
    import asyncio

    from nightcrew.cli.workers import orphaned

    running = asyncio.create_task(server.serve(sockets=sockets))
    waiting = [running]
    if door.fd is not None:
        waiting.append(asyncio.create_task(orphaned()))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def _counting(door: Door) -> AsyncIterator[Figures | None]:
    """Where the server counts: for itself, or beside others that answer on its socket."""
    from nightcrew.cli.workers import figure_folder

    if door.workers == 1 and door.fd is None:
        yield None
        return
    import asyncio

    from nightcrew.web.figure_files import FigureFiles
    from nightcrew.web.figures import Figures

    with figure_folder() as folder:
        files = FigureFiles(folder=folder)
        figures = Figures(others=files.others)
        keeping = asyncio.create_task(files.keep(figures))
        try:
            yield figures
        finally:
            keeping.cancel()


def _open(told: Told, *, as_json: bool) -> None:
    answer(told, as_json=as_json)
    sys.stdout.flush()


def _server(asgi: FastAPI, door: Door, told: Told, *, as_json: bool) -> Server:
    import uvicorn

    class OurServer(uvicorn.Server):
        """Leaves signals alone: whoever opened the App also has to close it."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            gc.freeze()
            gc.enable()
            if self.started and door.fd is None:
                _open(told, as_json=as_json)

    # No access log: an address may hold the words of a user.
    return OurServer(
        uvicorn.Config(
            asgi,
            host=door.host,
            port=door.port,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=FINISH_WITHIN,
        )
    )
