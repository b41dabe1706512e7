"""Names, networks and a local server for tests of outgoing calls."""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Sequence
from typing import Any

import httpcore
import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.domain.errors import OutsideFailure, Refused


class Recorder(httpcore.AsyncNetworkBackend):
    """Stands for the network: notes whom we would call, and answers 200 on every connection."""

    def __init__(self) -> None:
        self.called: list[tuple[str, int]] = []
        self.names: list[str | None] = []
        self.sent = b""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.called.append((host, port))
        return RecordedStream(self)


class RecordedStream(httpcore.AsyncMockStream):
    """One connection of the Recorder."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__([b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"])
        self._recorder = recorder

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
    ) -> httpcore.AsyncNetworkStream:
        self._recorder.names.append(server_hostname)
        return self

    async def write(
        self,
        buffer: bytes,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
    ) -> None:
        self._recorder.sent += buffer


def resolves_to(*answers: Sequence[str]) -> Any:
    """A resolver that gives these answers, one a question; the last one stays."""
    left = list(answers)

    async def resolve(host: str, port: int) -> Sequence[str]:
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


async def code_of(http: GuardedHttp, url: str, **more: Any) -> str:
    with pytest.raises((Refused, OutsideFailure)) as caught:
        await http.get(url, **more)
    return caught.value.code
