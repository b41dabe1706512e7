"""The one door through which this product calls addresses that others wrote.

Addresses are checked where the connection is made, so a name that changes its answer between check
and call gains nothing. No redirect is followed, no proxy or netrc is read, nothing is unpacked.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpcore
import httpx

from nightcrew.adapters.checked_connections import (
    AllowedHosts,
    CheckedConnections,
    CheckedTransport,
    Resolver,
    not_allowed,
    system_resolver,
)
from nightcrew.adapters.public_addresses import is_written_inside
from nightcrew.domain.errors import NightcrewError, OutsideFailure, Refused

TOTAL_SECONDS = 15.0
MAX_BODY_BYTES = 256 * 1024
MAX_URL_CHARACTERS = 2_048
PUBLIC_PORTS = frozenset({443})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An answer from outside. complete: False when the body was cut at the limit.

    headers: names in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    complete: bool = True


class GuardedHttp:
    """Calls public https addresses, and the private hosts an operator listed.

    allow_private_hosts: for these http, any port and any address are fine. resolver: names to
    addresses. connect: makes the connection to a checked address. verify: for https.
    """

    def __init__(
        self,
        *,
        allow_private_hosts: str | Iterable[str] = (),
        resolver: Resolver | None = None,
        connect: httpcore.AsyncNetworkBackend | None = None,
        verify: ssl.SSLContext | None = None,
        total_seconds: float = TOTAL_SECONDS,
    ) -> None:
        # httpx writes whole addresses at INFO, and a search address holds a user's words
        logging.getLogger("httpx").setLevel(logging.WARNING)
        logging.getLogger("httpcore").setLevel(logging.WARNING)
        self._allowed = AllowedHosts.of(allow_private_hosts)
        self._total_seconds = total_seconds
        backend = CheckedConnections(
            self._allowed, resolver or system_resolver, connect or httpcore.AnyIOBackend()
        )
        self._client = httpx.AsyncClient(
            transport=CheckedTransport(
                backend, verify or httpx.create_ssl_context(trust_env=False)
            ),
            follow_redirects=False,
            trust_env=False,
            timeout=total_seconds,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            headers={"Accept-Encoding": "identity", "User-Agent": "nightcrew"},
        )

    async def get(
        self,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
        max_bytes: int = MAX_BODY_BYTES,
    ) -> Fetched:
        """Fetch an address; an answer of any status is an answer.

        seconds: for everything, 15 at most. Raises: Refused when the address may not be called,
        OutsideFailure `unreachable` or `timeout`; neither tells the address. Its details say as
        `connected` whether the other side may have had the request.
        """
        request = self._request("GET", url, params=params, headers=headers)
        return await self._send(request, seconds, max_bytes)

    async def post(
        self,
        url: str,
        *,
        content: bytes,
        headers: Mapping[str, str] | None = None,
        seconds: float | None = None,
        max_bytes: int = MAX_BODY_BYTES,
    ) -> Fetched:
        """Post a body; else as `get`."""
        request = self._request("POST", url, content=content, headers=headers)
        return await self._send(request, seconds, max_bytes)

    def check(self, url: str) -> None:
        """Say before any call whether an address may be written down; names are resolved later.

        Raises: Refused.
        """
        self._request("GET", url)

    def is_listed(self, url: str) -> bool:
        """Whether an address that passed `check` is on a host the operator listed."""
        asked = self._request("GET", url).url
        standard = 443 if asked.scheme == "https" else 80
        port = standard if asked.port is None else asked.port
        return self._allowed.allow(asked.raw_host.decode("ascii"), port)

    async def close(self) -> None:
        """Close the connections that are kept open."""
        await self._client.aclose()

    def _request(self, method: str, url: str, **parts: Any) -> httpx.Request:
        if len(url) > MAX_URL_CHARACTERS:
            raise _bad_url(f"an address has at most {MAX_URL_CHARACTERS} characters")
        try:
            request = self._client.build_request(method, url, **parts)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, ValueError, TypeError):
            raise _bad_url("this is no address that can be called") from None
        self._check_parts(request.url)
        return request

    def _check_parts(self, url: httpx.URL) -> None:
        if url.scheme not in {"http", "https"} or not url.host:
            raise _bad_url("an address begins with https:// and names a host")
        if url.userinfo:
            raise _bad_url("an address must not carry a user name or password")
        standard = 443 if url.scheme == "https" else 80
        port = standard if url.port is None else url.port
        if self._allowed.allow(url.raw_host.decode("ascii"), port):
            return
        if url.scheme != "https":
            raise not_allowed("plain http is for listed private hosts only")
        if port not in PUBLIC_PORTS:
            raise not_allowed("public addresses are called at port 443 only")
        if is_written_inside(url.host):
            raise not_allowed("it lies inside a private network")

    async def _send(self, request: httpx.Request, seconds: float | None, limit: int) -> Fetched:
        in_all = min(self._total_seconds, self._total_seconds if seconds is None else seconds)
        try:
            async with asyncio.timeout(max(0.001, in_all)):
                return await self._read(request, limit)
        except NightcrewError:
            raise
        except httpx.ConnectTimeout:
            raise _timeout(connected=False) from None
        except (TimeoutError, httpx.TimeoutException):
            raise _timeout(connected=True) from None
        except httpx.ConnectError:
            raise _unreachable(connected=False) from None
        except (httpx.HTTPError, httpx.StreamError, OSError, ValueError):
            raise _unreachable(connected=True) from None

    async def _read(self, request: httpx.Request, limit: int) -> Fetched:
        response = await self._client.send(request, stream=True)
        try:
            body = bytearray()
            # raw: unpacking could make a huge body of a small one
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > limit:
                    break
            return Fetched(
                status=response.status_code,
                headers={name.lower(): value for name, value in response.headers.items()},
                body=bytes(body[:limit]),
                complete=len(body) <= limit,
            )
        finally:
            await response.aclose()


def _bad_url(message: str) -> Refused:
    return Refused("bad_url", message, hint="write it like https://host.example/path")


def _timeout(*, connected: bool) -> OutsideFailure:
    return OutsideFailure(
        "timeout",
        "the other side did not answer in time",
        hint="try again later",
        details={"connected": connected},
    )


def _unreachable(*, connected: bool) -> OutsideFailure:
    return OutsideFailure(
        "unreachable",
        "the other side could not be reached",
        hint="check the address, or try again later",
        details={"connected": connected},
    )
