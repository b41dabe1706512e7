"""`nightcrew serve`: the API and the console on one port, in one process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightcrew.cli.options import DEFAULT_HOST, DEFAULT_PORT, AsJson, Host, Port
from nightcrew.cli.verb import FINE, Told, answer, read_settings, run_to_end

if TYPE_CHECKING:
    from socket import socket

    from fastapi import FastAPI
    from uvicorn import Server

    from nightcrew.settings import Settings

FINISH_WITHIN = 10  # seconds a running request may take to end after a stop


def serve(port: Port = DEFAULT_PORT, host: Host = DEFAULT_HOST, as_json: AsJson = False) -> int:
    """Serve the API and the console, without schedules, until told to stop."""
    settings = read_settings()
    try:
        run_to_end(_serve(settings, host, port, as_json=as_json))
    except KeyboardInterrupt:
        # Asked to stop, and stopped: that is how a server ends well.
        return FINE
    return FINE


async def _serve(settings: Settings, host: str, port: int, *, as_json: bool) -> None:
    from nightcrew.cli.supervisor import check_free

    check_free(host, port)
    with _database_beside(settings):
        await _serve_app(settings, host, port, as_json=as_json)


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


async def _serve_app(settings: Settings, host: str, port: int, *, as_json: bool) -> None:
    import asyncio

    from nightcrew.app import open_app
    from nightcrew.cli.wording import Words
    from nightcrew.web.log_lines import write_json_lines
    from nightcrew.web.server import create_server

    write_json_lines()

    url = f"http://{host}:{port}"
    async with open_app(settings) as app:
        told = Told(document={"url": url}, lines=[Words(settings.lang)("open", url=url)])
        server = _server(create_server(app), host, port, lambda: _open(told, as_json=as_json))
        running = asyncio.create_task(server.serve())
        try:
            await asyncio.shield(running)
        finally:
            server.should_exit = True
            await running


def _open(told: Told, *, as_json: bool) -> None:
    answer(told, as_json=as_json)
    sys.stdout.flush()


def _server(asgi: FastAPI, host: str, port: int, when_open: Callable[[], None]) -> Server:
    import uvicorn

    class OurServer(uvicorn.Server):
        """Leaves signals alone: whoever opened the App also has to close it."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                when_open()

    # No access log: an address may hold the words of a user.
    return OurServer(
        uvicorn.Config(
            asgi,
            host=host,
            port=port,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=FINISH_WITHIN,
        )
    )
