"""Search against a server that speaks SearXNG: what it found, what it did not, and why not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from nightcrew.adapters.guarded_http import GuardedHttp
from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.search_cache import SearchOfTheDay
from nightcrew.adapters.search_order import SearchInOrder
from nightcrew.adapters.web_search import ConfiguredNowhere, SearxngSearch, search_from
from nightcrew.adapters.web_sources import page_of, plain_text
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest
from tests.searching import Searxng, ask, result


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
        result(9, url="http://192.168.0.1/reboot"),
        result(10, url="http://[::1]/"),
        result(11, url="http://localhost:8080/"),
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


@pytest.mark.parametrize("base", ["", "/", "/search", "/search/"])
async def test_the_base_address_may_be_written_in_any_way(
    searxng: Searxng, http: GuardedHttp, base: str
) -> None:
    await ask(SearxngSearch(searxng.server.url + base, http))

    assert searxng.server.paths[-1].startswith("/search?")


@pytest.mark.parametrize(
    "url",
    [
        "https://a.example/제주?UTM_Source=x",
        "https://a.example/%EC%A0%9C%EC%A3%BC",
        "https://a.example/제주?srsltid=A1&gbraid=2",
        "https://a.example/제주?n_media=27758&n_query=%EC%A0%9C%EC%A3%BC&NaPm=ct%3D1",
        "https://a.example/제주?_gl=1&_ga=2&yclid=3&igsh=4",
    ],
)
def test_what_advertisers_hang_on_an_address_makes_no_other_page(url: str) -> None:
    assert page_of(url) == page_of("https://a.example/제주")


def test_a_page_keeps_what_tells_it_from_another() -> None:
    assert page_of("https://a.example/x?id=1") != page_of("https://a.example/x?id=2")
    assert page_of("https://a.example/X") != page_of("https://a.example/x")
    assert page_of("https://a.example:8443/x") != page_of("https://a.example/x")


def test_plain_text_keeps_a_comparison_and_drops_what_cannot_be_seen() -> None:
    assert plain_text("가격 < 100 그리고 > 50", 100) == "가격 < 100 그리고 > 50"
    assert plain_text("가\u200b나\u202e\x00다", 100) == "가나다"
    assert plain_text("가나다라마바사", 4) == "가나다…"
    assert plain_text(5, 100) == ""
