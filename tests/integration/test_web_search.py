"""Search against a server that speaks SearXNG: what it found, what it did not, and why not."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import date
from http.server import BaseHTTPRequestHandler
from socket import SHUT_RDWR
from urllib.parse import parse_qs, urlsplit

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.search_cache import SearchOfTheDay
from nightcrew.adapters.search_order import SearchInOrder
from nightcrew.adapters.web_search import ConfiguredNowhere, SearxngSearch, search_from
from nightcrew.adapters.web_sources import page_of, plain_text
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from tests.stubs.local_server import LocalServer, reset, send

Answerer = Callable[[BaseHTTPRequestHandler], None]


class Searxng:
    """A server whose next answer a test sets."""

    def __init__(self) -> None:
        self.answer: Answerer = lambda request: send(request, b'{"results": []}')
        self.server = LocalServer(self._answer_now)

    def finds(self, *results: object, **more: object) -> None:
        """Answer with these results."""
        self.says(json.dumps({"results": results} | more).encode())

    def says(self, body: bytes = b"{}", *, status: int = 200, **headers: str) -> None:
        """Answer with this body."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answer = lambda request: send(request, body, status=status, headers=named)

    def _answer_now(self, request: BaseHTTPRequestHandler) -> None:
        self.answer(request)

    def asked(self) -> dict[str, list[str]]:
        """What the last request asked for."""
        return parse_qs(urlsplit(self.server.paths[-1]).query)


@pytest.fixture
def searxng() -> Iterator[Searxng]:
    stand_in = Searxng()
    with stand_in.server:
        yield stand_in


@pytest.fixture
async def http() -> AsyncIterator[GuardedHttp]:
    guarded = GuardedHttp(allow_private_hosts=["127.0.0.1"])
    yield guarded
    await guarded.close()


@pytest.fixture
def search(searxng: Searxng, http: GuardedHttp) -> SearxngSearch:
    return SearxngSearch(searxng.server.url + "/", http)


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
    for _ in range(8):
        request.wfile.write(b" ")
        request.wfile.flush()
        time.sleep(0.1)


def result(number: int = 1, **more: object) -> dict[str, object]:
    known = {"title": f"제목 {number}", "url": f"https://a.example/{number}", "content": "내용"}
    return known | more


async def ask(search: SearxngSearch, query: str = "제주 맛집", **more: float) -> SearchResult:
    return await search.look_up(SearchRequest(query=query, locale="ko-KR", **more))  # type: ignore[arg-type]


async def test_what_was_found_comes_as_sources(searxng: Searxng, search: SearxngSearch) -> None:
    searxng.finds(result(1, publishedDate="2026-08-31T09:00:00"), result(2))

    found = await ask(search)

    assert found.status is ToolStatus.OK
    assert [source.url for source in found.sources] == [
        "https://a.example/1",
        "https://a.example/2",
    ]
    assert found.sources[0].published_on == date(2026, 8, 31)
    assert found.sources[1].published_on is None
    assert searxng.asked() == {
        "q": ["제주 맛집"],
        "format": ["json"],
        "language": ["ko"],
        "safesearch": ["1"],
    }


async def test_no_more_than_the_wanted_results_come_back(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(*[result(number) for number in range(30)])

    assert len((await ask(search)).sources) == 5
    assert len((await ask(search, max_results=2)).sources) == 2
    assert len((await ask(search, max_results=500)).sources) == 10


async def test_one_page_under_two_addresses_is_one_source(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(
        result(1, url="https://www.a.example/list/?b=2&a=1&utm_source=x#top"),
        result(2, url="http://A.example/list?a=1&b=2&fbclid=1"),
        result(3, url="https://a.example/list?a=2"),
    )

    assert [source.title for source in (await ask(search)).sources] == ["제목 1", "제목 3"]


async def test_a_result_nobody_could_open_is_left_out(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(
        "not a result",
        result(1, url="javascript:alert(1)"),
        result(2, url="https://user:word@a.example/"),
        result(3, url="https://a.example/" + "x" * 600),
        result(4, url=None),
        result(5, title=""),
        result(6, url="https://[broken/"),
        result(7, url="https://a.example:99999/"),
        result(8),
    )

    assert [source.title for source in (await ask(search)).sources] == ["제목 8"]


async def test_text_from_outside_is_one_short_plain_line(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(
        result(1, title="<b>가격</b> &amp; 후기\n[m1] x", content="낱말 " * 400),
    )

    source = (await ask(search)).sources[0]

    assert source.title == "가격 & 후기 [m1] x"
    assert len(source.snippet) <= 300
    assert source.snippet.endswith("낱말…")


async def test_empty_is_said_only_when_the_server_itself_says_so(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds()
    assert (await ask(search)).status is ToolStatus.EMPTY

    searxng.finds(unresponsive_engines=[["duckduckgo", "timeout"], ["brave", "denied"]])
    away = await ask(search)
    assert (away.status, away.note) == (ToolStatus.UNAVAILABLE, "2 engines did not answer")

    searxng.finds(result(1, url=""))
    assert (await ask(search)).status is ToolStatus.UNAVAILABLE


async def test_some_engines_away_still_find_something_and_it_is_noted(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(result(), unresponsive_engines=[["brave", "timeout"]])

    found = await ask(search)

    assert (found.status, found.note) == (ToolStatus.OK, "1 engines did not answer")


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
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.says(status=429, Retry_After="30")

    first, second = await ask(search), await ask(search)

    assert first.status is second.status is ToolStatus.RATE_LIMITED
    assert "30 s" in first.note
    assert len(searxng.server.paths) == 1


async def test_after_the_wait_the_server_is_asked_again(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.says(status=429, Retry_After="0")
    await ask(search)
    searxng.finds(result())

    assert (await ask(search)).status is ToolStatus.OK


async def test_a_search_ends_with_the_time_of_the_turn(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.answer = lambda request: time.sleep(1)
    begun = time.perf_counter()

    late = await ask(search, deadline_seconds=0.2)

    assert late.status is ToolStatus.UNAVAILABLE
    assert time.perf_counter() - begun < 0.95


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


async def test_an_empty_question_is_not_sent(searxng: Searxng, search: SearxngSearch) -> None:
    assert (await ask(search, query=" \n\t ")).status is ToolStatus.REFUSED
    assert searxng.server.paths == []


async def test_a_long_question_is_cut(searxng: Searxng, search: SearxngSearch) -> None:
    await ask(search, query="낱말 " * 1000)

    assert len(searxng.asked()["q"][0]) <= 400


async def test_without_a_setting_search_says_so(http: GuardedHttp) -> None:
    search = search_from("  ", http)

    told = await search.look_up(SearchRequest(query="제주", locale="ko"))

    assert told.status is ToolStatus.MISCONFIGURED
    assert "NIGHTCREW_SEARCH" in told.note


@pytest.mark.parametrize(
    ("setting", "kinds"),
    [
        ("https://search.example", [SearxngSearch]),
        ("tavily", [LitellmSearch]),
        (" https://search.example , tavily,,brave", [SearxngSearch, LitellmSearch, LitellmSearch]),
    ],
)
def test_the_setting_lists_addresses_and_names_of_providers_in_order(
    http: GuardedHttp, setting: str, kinds: list[type]
) -> None:
    search = search_from(setting, http)

    assert isinstance(search, SearchOfTheDay)
    assert isinstance(search.search, SearchInOrder)
    assert [type(each) for each in search.search.providers] == kinds


def test_a_setting_that_names_nothing_is_no_search(http: GuardedHttp) -> None:
    assert isinstance(search_from(" , ", http), ConfiguredNowhere)


async def test_what_is_too_old_or_from_an_unwanted_domain_is_left_out(
    searxng: Searxng, search: SearxngSearch
) -> None:
    searxng.finds(
        result(1, publishedDate="2026-01-02T00:00:00"),
        result(2, url="https://spam.example/2"),
        result(3, url="https://www.news.example/3", publishedDate="2 days ago"),
        result(4),
    )
    asked = SearchRequest(
        query="제주", locale="ko", on=date(2026, 10, 5), freshness_days=30, deny=("spam.example",)
    )

    found = await search.look_up(asked)
    only = await search.look_up(replace(asked, allow=("news.example",)))
    none = await search.look_up(replace(asked, allow=("other.example",)))

    assert [source.title for source in found.sources] == ["제목 3", "제목 4"]
    assert (found.dropped, found.sources[0].published_on) == (2, date(2026, 10, 3))
    assert searxng.asked()["time_range"] == ["month"]
    assert [source.title for source in only.sources] == ["제목 3"]
    assert (none.status, none.dropped) == (ToolStatus.EMPTY, 4)


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
    assert time.perf_counter() - begun < 1.5


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


@pytest.mark.parametrize("base", ["", "/", "/search", "/search/"])
async def test_the_base_address_may_be_written_in_any_way(
    searxng: Searxng, http: GuardedHttp, base: str
) -> None:
    await ask(SearxngSearch(searxng.server.url + base, http))

    assert searxng.server.paths[-1].startswith("/search?")


def test_a_page_keeps_what_tells_it_from_another() -> None:
    assert page_of("https://a.example/x?id=1") != page_of("https://a.example/x?id=2")
    assert page_of("https://a.example/X") != page_of("https://a.example/x")
    assert page_of("https://a.example:8443/x") != page_of("https://a.example/x")


def test_plain_text_keeps_a_comparison_and_drops_what_cannot_be_seen() -> None:
    assert plain_text("가격 < 100 그리고 > 50", 100) == "가격 < 100 그리고 > 50"
    assert plain_text("가\u200b나\u202e\x00다", 100) == "가나다"
    assert plain_text("가나다라마바사", 4) == "가나다…"
    assert plain_text(5, 100) == ""
