"""Connections to vetted addresses only, checked at the moment they are made."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import httpcore
import httpx

from nightcrew.adapters.public_addresses import is_public
from nightcrew.domain.errors import Refused

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

CONNECT_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The private hosts an operator allows, each with one port or (None) with all."""

    entries: frozenset[tuple[str, int | None]]

    @classmethod
    def of(cls, listed: str | Iterable[str]) -> AllowedHosts:
        """Read `host`, `host:port`, `[address]:port`; a string is a comma list."""
        parts = listed.split(",") if isinstance(listed, str) else listed
        return cls(frozenset(_entry(part.strip()) for part in parts if part.strip()))

    def allow(self, host: str, port: int) -> bool:
        """Whether this very name (not what it resolves to) was listed."""
        name = _plain_host(host)
        return (name, None) in self.entries or (name, port) in self.entries


class CheckedConnections(httpcore.AsyncNetworkBackend):
    """Connects to nothing but an address that was just resolved and found public.

    One inside address among several spoils them all: such a name is set up to mislead. TLS and the
    Host header keep the name.
    """

    def __init__(
        self, allowed: AllowedHosts, resolver: Resolver, connect: httpcore.AsyncNetworkBackend
    ) -> None:
        self._allowed = allowed
        self._resolver = resolver
        self._connect = connect

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve, check, connect to the first address that takes us."""
        failure: Exception = httpcore.ConnectError("no address")
        # a dead address must not use up the time of the living one behind it
        each = min(timeout or CONNECT_SECONDS, CONNECT_SECONDS)
        for address in await self._checked(host, port):
            try:
                return await self._connect.connect_tcp(
                    address, port, each, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's signature
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Never."""
        raise not_allowed("sockets of this machine are not called")

    async def sleep(self, seconds: float) -> None:
        """Wait between the library's own tries."""
        await asyncio.sleep(seconds)

    async def _checked(self, host: str, port: int) -> Sequence[str]:
        addresses = await self._resolver(host, port)
        if self._allowed.allow(host, port):
            return addresses
        if not all(is_public(address) for address in addresses):
            raise not_allowed("it lies inside a private network")
        return addresses


class CheckedTransport(httpx.AsyncHTTPTransport):
    """Sends over such connections only."""

    def __init__(self, backend: httpcore.AsyncNetworkBackend, verify: ssl.SSLContext) -> None:
        super().__init__(verify=verify, trust_env=False)
        # httpx 0.28 takes no network backend, so its pool is replaced by one that does
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=verify,
            max_connections=50,
            max_keepalive_connections=10,
            keepalive_expiry=5.0,
            network_backend=backend,
        )


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """All addresses this machine's resolver knows for a name, in its order."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def not_allowed(why: str) -> Refused:
    """The refusal of an address, with what an operator can do about it."""
    return Refused(
        "address_not_allowed",
        f"this address may not be called: {why}",
        hint="an operator can list the host in NIGHTCREW_ALLOW_PRIVATE_HOSTS",
    )


def _entry(listed: str) -> tuple[str, int | None]:
    host, colon, port = listed.rpartition(":")
    if colon and port.isdecimal() and (":" not in host or host.endswith("]")):
        return _plain_host(host), int(port)
    return _plain_host(listed), None


def _plain_host(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()
