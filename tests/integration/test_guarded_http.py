"""No address that others wrote leads inside: tables, tricks and servers that misbehave."""

from __future__ import annotations

import asyncio
import gzip
import logging
import ssl
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpcore
import pytest

from nightcrew.adapters.checked_connections import AllowedHosts, system_resolver
from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.public_addresses import is_public
from nightcrew.domain.errors import OutsideFailure, Refused
from tests.stubs.local_server import LocalServer, reset, send

BLOCKED = """
127.0.0.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 100.100.100.200
192.0.0.8 192.88.99.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1
::ffff:169.254.169.254 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1::
2002:a9fe:a9fe:: fd00:ec2::254 fe80::1 ff02::1 2001::1 ::127.0.0.1 2001:db8::1 fec0::1 5f00::1
"""
INSIDE = BLOCKED.split()
OUTSIDE = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "93.184.216.34", "100.63.255.255"]


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


async def numbers_only(host: str, port: int) -> Sequence[str]:
    """This machine's resolver for whatever is a number or this machine; it knows no shop."""
    if "example" in host:
        raise OSError("no such name")
    return await system_resolver(host, port)


@pytest.fixture
def network() -> Recorder:
    return Recorder()


@pytest.fixture
async def local() -> AsyncIterator[GuardedHttp]:
    http = GuardedHttp(allow_private_hosts="127.0.0.1", total_seconds=2)
    yield http
    await http.close()


async def code_of(http: GuardedHttp, url: str, **more: Any) -> str:
    with pytest.raises((Refused, OutsideFailure)) as caught:
        await http.get(url, **more)
    return caught.value.code


def test_the_table_of_addresses_is_whole() -> None:
    assert (len(INSIDE), len(OUTSIDE)) == (31, 5)


@pytest.mark.parametrize("address", INSIDE)
async def test_an_inside_address_is_never_called(address: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([address]), connect=network)

    assert not is_public(address)
    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == []


@pytest.mark.parametrize("address", OUTSIDE)
async def test_a_public_address_is_called_by_its_name(address: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([address]), connect=network)

    fetched = await http.get("https://shop.example/list", params={"q": "아반떼"})

    assert (fetched.status, fetched.body) == (200, b"ok")
    assert network.called == [(address, 443)]
    assert network.names == ["shop.example"]
    assert b"Host: shop.example\r\n" in network.sent


@pytest.mark.parametrize(
    "url",
    [
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://0/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://127.0.0.1#@shop.example/",
        "https://127.0.0.1\\@shop.example/",
        "https://shop.example\\@127.0.0.1/",
        "https://shop.example@127.0.0.1/",
        "https://user:word@shop.example/",
        "https://①②⑦.⓪.⓪.①/",
        "https://127。0。0。1/",
        "https://127.0.0.1%2f@shop.example/",
        "https://shop.example:22/",
        "https://shop.example:80/",
        "http://shop.example/",
        "http://169.254.169.254/latest/meta-data/",
        "ftp://shop.example/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "//shop.example/",
        "shop.example",
        "https://",
        "https:///path",
        "https://shop.example/\r\nX-Evil: 1",
        "https://shop.example:99999/",
        "https://" + "a" * 3000,
        "",
    ],
)
async def test_a_trick_in_an_address_reaches_nothing_inside(url: str, network: Recorder) -> None:
    http = GuardedHttp(resolver=numbers_only, connect=network)

    assert await code_of(http, url, seconds=1) in {"bad_url", "address_not_allowed", "unreachable"}
    assert network.called == []


async def test_one_inside_address_among_public_ones_spoils_the_name(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8", "10.0.0.1", "1.1.1.1"]), connect=network)

    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == []


async def test_a_name_that_turns_inside_between_two_calls_is_caught(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8"], ["127.0.0.1"]), connect=network)

    await http.get("https://shop.example/", headers={"Connection": "close"})

    assert await code_of(http, "https://shop.example/") == "address_not_allowed"
    assert network.called == [("8.8.8.8", 443)]


async def test_the_checked_address_is_the_called_one(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to(["8.8.8.8"], ["127.0.0.1"]), connect=network)

    await http.get("https://shop.example/")

    assert network.called == [("8.8.8.8", 443)]


async def test_a_name_without_an_address_is_unreachable(network: Recorder) -> None:
    http = GuardedHttp(resolver=resolves_to([]), connect=network)

    assert await code_of(http, "https://shop.example/") == "unreachable"


@pytest.mark.parametrize(
    ("listed", "host", "port", "allowed"),
    [
        ("", "127.0.0.1", 80, False),
        ("127.0.0.1", "127.0.0.1", 8080, True),
        ("127.0.0.1", "127.0.0.2", 8080, False),
        ("127.0.0.1", "localhost", 8080, False),
        ("127.0.0.1:8080", "127.0.0.1", 8080, True),
        ("127.0.0.1:8080", "127.0.0.1", 8081, False),
        (" Search.Internal , ::1", "search.internal", 1, True),
        (" Search.Internal , ::1", "::1", 1, True),
        ("[::1]:8080", "::1", 8080, True),
        ("[::1]:8080", "::1", 8081, False),
        ("internal", "search.internal", 80, False),
    ],
)
def test_an_operator_lists_hosts_one_by_one(
    listed: str, host: str, port: int, allowed: bool
) -> None:
    assert AllowedHosts.of(listed).allow(host, port) is allowed


async def test_a_listed_private_host_is_called_over_plain_http(local: GuardedHttp) -> None:
    with LocalServer(lambda request: send(request, b'{"a":1}')) as server:
        fetched = await local.get(f"{server.url}/x", params={"q": "제주 맛집"})

    assert (fetched.status, fetched.body, fetched.complete) == (200, b'{"a":1}', True)
    assert fetched.headers["content-type"] == "application/json"
    assert server.paths == ["/x?q=%EC%A0%9C%EC%A3%BC+%EB%A7%9B%EC%A7%91"]


async def test_an_unlisted_local_server_gets_no_byte(network: Recorder) -> None:
    http = GuardedHttp()
    with LocalServer(lambda request: send(request, b"secret")) as server:
        for url in (server.url, f"https://127.0.0.1:{server.port}/", "https://127.0.0.1/"):
            assert await code_of(http, url) == "address_not_allowed"

    assert server.paths == []


async def test_a_redirect_is_an_answer_and_not_followed(local: GuardedHttp) -> None:
    def elsewhere(request: BaseHTTPRequestHandler) -> None:
        send(request, status=302, headers={"Location": "http://169.254.169.254/latest/"})

    with LocalServer(elsewhere) as server:
        fetched = await local.get(server.url)

    assert fetched.status == 302
    assert server.paths == ["/"]


async def test_a_huge_body_is_cut_while_it_comes(local: GuardedHttp) -> None:
    def huge(request: BaseHTTPRequestHandler) -> None:
        send(request, b"x" * 30_000_000)

    with LocalServer(huge) as server:
        fetched = await local.get(server.url, max_bytes=64 * 1024)

    assert len(fetched.body) == 64 * 1024
    assert not fetched.complete


async def test_a_packed_body_is_not_unpacked(local: GuardedHttp) -> None:
    bomb = gzip.compress(b"0" * 20_000_000)

    def packed(request: BaseHTTPRequestHandler) -> None:
        send(request, bomb, headers={"Content-Encoding": "gzip"})

    with LocalServer(packed) as server:
        fetched = await local.get(server.url)

    assert fetched.body == bomb


async def test_a_body_that_drips_ends_at_the_total_time(local: GuardedHttp) -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        for _ in range(20):
            request.wfile.write(b".")
            time.sleep(0.05)

    with LocalServer(drip) as server:
        begun = time.perf_counter()
        code = await code_of(local, server.url, seconds=0.3)
        took = time.perf_counter() - begun

    assert code == "timeout"
    assert took < 0.8


@pytest.mark.parametrize("seconds", [0, -5])
async def test_no_time_left_is_a_timeout_and_not_for_ever(
    local: GuardedHttp, seconds: float
) -> None:
    with LocalServer(lambda request: time.sleep(0.3)) as server:
        assert await code_of(local, server.url, seconds=seconds) == "timeout"


async def test_a_connection_that_breaks_is_unreachable(local: GuardedHttp) -> None:
    with LocalServer(reset) as server:
        assert await code_of(local, server.url) == "unreachable"
    assert await code_of(local, server.url) == "unreachable"


async def test_a_failure_says_whether_the_other_side_may_have_had_the_request(
    local: GuardedHttp, network: Recorder
) -> None:
    async def sent(http: GuardedHttp, url: str, **more: Any) -> object:
        with pytest.raises(OutsideFailure) as caught:
            await http.post(url, content=b"hello", **more)
        return caught.value.details["connected"]

    with LocalServer(reset) as server:
        url = server.url
        assert await sent(local, url) is True
    assert await sent(local, url) is False
    with LocalServer(lambda request: time.sleep(0.4)) as server:
        assert await sent(local, server.url, seconds=0.2) is True
    nowhere = GuardedHttp(resolver=resolves_to([]), connect=network)
    assert await sent(nowhere, "https://shop.example/") is False


async def test_a_proxy_of_the_environment_is_not_used(
    local: GuardedHttp, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalServer(lambda request: send(request, b"proxy")) as proxy:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        fresh = GuardedHttp(allow_private_hosts="127.0.0.1")
        with LocalServer(lambda request: send(request, b"direct")) as server:
            fetched = await fresh.get(server.url)
        await fresh.close()

    assert fetched.body == b"direct"
    assert proxy.paths == []


async def test_a_post_carries_its_body_and_headers(local: GuardedHttp) -> None:
    def echo(request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        send(request, body + request.headers["webhook-id"].encode())

    with LocalServer(echo) as server:
        fetched = await local.post(server.url, content=b"hello ", headers={"webhook-id": "m1"})

    assert fetched.body == b"hello m1"


async def test_nothing_is_remembered_from_one_call_to_the_next(local: GuardedHttp) -> None:
    seen: list[str | None] = []

    def cookie(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.headers["Cookie"])
        send(request, headers={"Set-Cookie": "who=me"})

    with LocalServer(cookie) as server:
        await local.get(server.url)
        await local.get(server.url)

    assert seen == [None, None]


async def test_an_address_is_told_in_no_error_and_no_log(
    local: GuardedHttp, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    with LocalServer(lambda request: send(request, b"ok")) as server:
        await local.get(server.url, params={"q": "비밀질문"})
    with pytest.raises(Refused) as caught:
        await local.get("http://10.0.0.1/", params={"q": "secretquestion"})

    assert "127.0.0.1" not in caplog.text
    assert "secretquestion" not in str(caught.value) + caught.value.hint


async def test_a_cancelled_call_lets_go(local: GuardedHttp) -> None:
    with LocalServer(lambda request: time.sleep(0.5)) as server:
        calling = asyncio.create_task(local.get(server.url))
        await asyncio.sleep(0.1)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
