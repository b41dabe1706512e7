"""A local HTTP server in a thread, whose answers a test writes as plain functions."""

from __future__ import annotations

import socket
import struct
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

Answerer = Callable[[BaseHTTPRequestHandler], None]


class QuietServer(ThreadingHTTPServer):
    """Tells of a handler's fault, and not of a client that hung up or was hung up on."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Print what the test's author must see."""
        if not isinstance(sys.exception(), (OSError, ValueError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class LocalServer:
    """Listens on 127.0.0.1 at a free port for as long as it is entered.

    answer: called once a request, in a thread of its own. paths: what was asked for, in order.
    """

    def __init__(self, answer: Answerer) -> None:
        self.paths: list[str] = []
        self._answer = answer
        self._server = QuietServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.paths.append(self.path)
                try:
                    outer._answer(self)
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815 - the library calls it by this name

            def log_message(self, format: str, *args: object) -> None:
                """Keep the test's output quiet."""

        return Handler


def send(
    request: BaseHTTPRequestHandler,
    body: bytes = b"",
    *,
    status: int = 200,
    content_type: str = "application/json",
    headers: dict[str, str] | None = None,
) -> None:
    """Send one whole answer."""
    request.send_response(status)
    request.send_header("Content-Type", content_type)
    request.send_header("Content-Length", str(len(body)))
    for name, value in (headers or {}).items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


def reset(request: BaseHTTPRequestHandler) -> None:
    """Break the connection off, as a crashed neighbour does."""
    request.wfile.flush()
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.close_connection = True
    request.connection.close()
