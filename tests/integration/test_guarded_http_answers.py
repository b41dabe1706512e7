"""What comes back of an outgoing call: bodies, breaks, time limits, and what is told of them."""

from __future__ import annotations

import asyncio
import gzip
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.domain.errors import OutsideFailure, Refused
from tests.outgoing_calls import Recorder, code_of, resolves_to
from tests.stubs.local_server import LocalServer, reset, send


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
        for _ in range(400):
            request.wfile.write(b".")
            time.sleep(0.05)

    with LocalServer(drip) as server:
        begun = time.perf_counter()
        code = await code_of(local, server.url, seconds=0.3)
        took = time.perf_counter() - begun

    assert code == "timeout"
    assert took < 10  # of the twenty seconds that the body takes


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
    over = threading.Event()

    def silent(request: BaseHTTPRequestHandler) -> None:
        over.wait(60)

    with LocalServer(silent) as server:
        assert await sent(local, server.url, seconds=1) is True
        over.set()
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
