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
NEW_THINGS = 50_000  # until waste is looked for among them; with the usual 700, 5 % more CPU a turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """Where it listens. workers: processes in all. beside: one of them, and not the first."""

    host: str
    port: int
    workers: int
    beside: bool

    @property
    def is_shared(self) -> bool:
        """Whether other processes answer at the same port."""
        return self.beside or self.workers > 1

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{self.host}:{self.port}"


def serve(
    port: Port = DEFAULT_PORT,
    host: Host = DEFAULT_HOST,
    workers: Workers = None,
    as_json: AsJson = False,
) -> int:
    """Serve the API and the console, without schedules, until told to stop."""
    # What is read at the start stays; looking through it for waste takes 0.3 s of CPU.
    gc.disable()
    from nightcrew.cli.workers import is_beside_another

    settings = read_settings()
    number, beside = workers or settings.workers, is_beside_another()
    door = Door(host=host, port=port, workers=number, beside=beside)
    try:
        run_to_end(_serve(settings, door, as_json=as_json))
    except KeyboardInterrupt:
        # Asked to stop, and stopped: that is how a server ends well.
        return FINE
    return FINE


def look_for_waste_seldom() -> None:
    """Leave what was read at the start out of every search for waste, and search seldom."""
    gc.freeze()
    gc.set_threshold(NEW_THINGS)
    gc.enable()


async def _serve(settings: Settings, door: Door, *, as_json: bool) -> None:
    from nightcrew.cli.supervisor import check_free

    if not door.beside:
        check_free(door.host, door.port)
    with _database_beside(settings):
        await _serve_app(settings, door, as_json=as_json)


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


async def _serve_app(settings: Settings, door: Door, *, as_json: bool) -> None:
    from nightcrew.app import open_app
    from nightcrew.cli.wording import Words
    from nightcrew.cli.workers import beside
    from nightcrew.web.log_lines import write_json_lines
    from nightcrew.web.server import create_server

    write_json_lines()
    words = Words(settings.lang)
    told = Told(document={"url": door.url}, lines=[words("open", url=door.url)])
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(open_app(settings))
        figures = await stack.enter_async_context(_counting(door))
        server = _server(create_server(app, figures=figures), door, told, as_json=as_json)
        if not door.beside:
            others = beside(door.workers - 1, door.host, door.port)
            await stack.enter_async_context(others)
        await _until_told(server, door)


async def _until_told(server: Server, door: Door) -> None:
    import asyncio

    from nightcrew.cli.workers import orphaned, shared_port

    sockets = [shared_port(door.host, door.port)] if door.is_shared else None
    running = asyncio.create_task(server.serve(sockets=sockets))
    waiting = [running]
    if door.beside:
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

    if not door.is_shared:
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
            look_for_waste_seldom()
            if self.started and not door.beside:
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
