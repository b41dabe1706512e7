"""Searches that fail, ask to wait, break off or are followed by the next server."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler
from socket import SHUT_RDWR

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.web_search import SearxngSearch, search_from
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest
from tests.searching import Searxng, ask, result
from tests.stubs.local_server import reset, send


def cut_off(request: BaseHTTPRequestHandler) -> None:
    """Promise more than is sent, and hang up."""
    request.send_response(200)
    request.send_header("Content-Length", "5000")
    request.end_headers()
    request.wfile.write(b'{"results": [')
    request.wfile.flush()
    request.connection.shutdown(SHUT_RDWR)


def dripping(request: BaseHTTPRequestHandler) -> None:
    """Send a byte now and then, so that no single read takes long."""
    request.send_response(200)
    request.send_header("Content-Length", "5000")
    request.end_headers()
    for _ in range(200):
        request.wfile.write(b" ")
        request.wfile.flush()
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (403, b"<html>Forbidden</html>", ToolStatus.MISCONFIGURED),
        (404, b"", ToolStatus.MISCONFIGURED),
        (401, b"", ToolStatus.MISCONFIGURED),
        (302, b"", ToolStatus.MISCONFIGURED),
        (500, b"", ToolStatus.UNAVAILABLE),
        (503, b"", ToolStatus.UNAVAILABLE),
        (429, b"", ToolStatus.RATE_LIMITED),
        (200, b"<html>hello</html>", ToolStatus.MISCONFIGURED),
        (200, b"", ToolStatus.MISCONFIGURED),
        (200, b"[" * 100_000, ToolStatus.MISCONFIGURED),
        (200, b"[]", ToolStatus.UNAVAILABLE),
        (200, b'{"results": 5}', ToolStatus.UNAVAILABLE),
        (200, b"\xff\xfe{}", ToolStatus.MISCONFIGURED),
        (200, b'{"results": ["' + b"x" * 2_000_000, ToolStatus.UNAVAILABLE),
    ],
)
async def test_a_failing_search_says_how_it_failed_and_never_that_nothing_exists(
    searxng: Searxng, search: SearxngSearch, status: int, body: bytes, expected: ToolStatus
) -> None:
    searxng.says(body, status=status)

    failed = await ask(search)

    assert failed.status is expected
    assert failed.note
    assert failed.sources == ()


async def test_json_that_is_switched_off_names_the_setting(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.says(b"<html>", status=403)

    assert "search.formats" in (await ask(search)).note


async def test_a_server_that_asks_to_wait_is_left_alone_until_then(
    searxng: Searxng, http: GuardedHttp
) -> None:
    searxng.says(status=429, Retry_After="30")
    search = search_from(searxng.server.url, http)

    first, second = [
        await search.look_up(SearchRequest(query=query, locale="ko")) for query in ("제주", "부산")
    ]

    assert first.status is second.status is ToolStatus.RATE_LIMITED
    assert "30 s" in first.note
    assert len(searxng.server.paths) == 1


async def test_after_the_wait_the_server_is_asked_again(
    searxng: Searxng, http: GuardedHttp
) -> None:
    searxng.says(status=429, Retry_After="0")
    search, asked = search_from(searxng.server.url, http), SearchRequest(query="제주", locale="ko")
    await search.look_up(asked)
    searxng.finds(result())

    assert (await search.look_up(asked)).status is ToolStatus.OK


async def test_a_search_ends_with_the_time_of_the_turn(
    searxng: Searxng, search: SearxngSearch
) -> None:
    over = threading.Event()

    def silent(request: BaseHTTPRequestHandler) -> None:
        over.wait(60)

    searxng.answer = silent
    begun = time.perf_counter()

    late = await ask(search, deadline_seconds=0.2)
    over.set()

    assert late.status is ToolStatus.UNAVAILABLE
    assert time.perf_counter() - begun < 10


async def test_a_server_that_breaks_off_or_is_gone_is_unavailable(
    searxng: Searxng, search: SearxngSearch, http: GuardedHttp
) -> None:
    searxng.answer = reset

    assert (await ask(search)).status is ToolStatus.UNAVAILABLE
    gone = SearxngSearch("http://127.0.0.1:9", http)
    assert (await ask(gone)).status is ToolStatus.UNAVAILABLE


async def test_a_private_server_must_be_listed(searxng: Searxng) -> None:
    unlisted = GuardedHttp()

    refused = await ask(SearxngSearch(searxng.server.url, unlisted))

    assert refused.status is ToolStatus.MISCONFIGURED
    assert "NIGHTCREW_ALLOW_PRIVATE_HOSTS" in refused.note
    assert searxng.server.paths == []


async def test_a_body_that_tells_of_an_error_is_not_an_empty_answer(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(error="engines crashed")

    assert (await ask(search)).status is ToolStatus.UNAVAILABLE


async def test_a_body_that_is_cut_off_or_drips_is_unavailable(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.answer = cut_off
    cut = await ask(search)
    searxng.answer = dripping
    begun = time.perf_counter()
    slow = await ask(search, deadline_seconds=0.3)

    assert cut.status is slow.status is ToolStatus.UNAVAILABLE
    assert time.perf_counter() - begun < 10  # of the twenty seconds that the body takes


async def test_a_redirect_is_not_followed(searxng: Searxng, search: SearxngSearch) -> None:
    searxng.says(status=302, Location="http://169.254.169.254/")

    moved = await ask(search)

    assert (moved.status, moved.note) == (ToolStatus.MISCONFIGURED, "status 302")
    assert len(searxng.server.paths) == 1


async def test_a_server_that_is_away_is_followed_by_the_next_one(
    searxng: Searxng, http: GuardedHttp
) -> None:
    searxng.finds(result())
    both = search_from(f"http://127.0.0.1:9,{searxng.server.url}", http)

    found = await both.look_up(SearchRequest(query="제주", locale="ko"))

    assert (found.status, found.note) == (ToolStatus.OK, "searxng: unavailable")


async def test_a_short_wait_is_kept_within_the_turn_and_a_long_one_is_not_waited_for(
    searxng: Searxng, http: GuardedHttp
) -> None:
    answers = iter([(429, b""), (200, json.dumps({"results": [result()]}).encode())])

    def limits_once(request: BaseHTTPRequestHandler) -> None:
        status, body = next(answers)
        send(request, body, status=status, headers={"Retry-After": "1"})

    searxng.answer = limits_once
    waited = await search_from(searxng.server.url, http).look_up(
        SearchRequest(query="제주", locale="ko", deadline_seconds=5)
    )
    searxng.says(status=429, Retry_After="30")
    asked = len(searxng.server.paths)
    told = await search_from(searxng.server.url, http).look_up(
        SearchRequest(query="제주", locale="ko", deadline_seconds=5)
    )

    assert waited.status is ToolStatus.OK
    assert (told.status, len(searxng.server.paths) - asked) == (ToolStatus.RATE_LIMITED, 1)
