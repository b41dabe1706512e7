"""Search providers of the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

import pytest

from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.search_places import asked_from
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest
from tests.stubs.local_server import LocalServer, send

FOUND = {"title": "제주 <b>맛집</b>", "url": "https://a.example/1", "content": "좋다"}


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, object]]]:
    answers: list[tuple[int, object]] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        status, body = answers[-1]
        send(request, json.dumps(body).encode(), status=status)

    with LocalServer(answer) as server:
        monkeypatch.setenv("SEARXNG_API_BASE", server.url)
        yield answers


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, {"results": [FOUND, FOUND]}, ToolStatus.OK),
        (200, {"results": []}, ToolStatus.EMPTY),
        (200, {"results": [FOUND | {"url": "javascript:alert(1)"}]}, ToolStatus.UNAVAILABLE),
        (401, {}, ToolStatus.MISCONFIGURED),
        (302, {}, ToolStatus.MISCONFIGURED),
        (429, {}, ToolStatus.RATE_LIMITED),
        (500, {}, ToolStatus.UNAVAILABLE),
    ],
)
async def test_a_search_provider_of_the_library_answers_with_a_closed_status(
    searching: list[tuple[int, object]], status: int, body: object, expected: ToolStatus
) -> None:
    searching.append((status, body))

    result = await LitellmSearch("searxng").look_up(SearchRequest(query="제주", locale="ko-KR"))

    assert result.status is expected
    assert [source.title for source in result.sources] == (
        ["제주 맛집"] if expected is ToolStatus.OK else []
    )


@pytest.mark.parametrize(
    ("provider", "note"), [("tavily", "TAVILY_API_KEY is not set"), ("nobody", "tavily")]
)
async def test_a_search_provider_without_key_or_unknown_is_misconfigured_and_says_why(
    monkeypatch: pytest.MonkeyPatch, provider: str, note: str
) -> None:
    monkeypatch.delenv("TAVILY_API_KEY", raising=False)

    result = await LitellmSearch(provider).look_up(SearchRequest(query="제주", locale="ko"))

    assert result.status is ToolStatus.MISCONFIGURED
    assert note in result.note


# how each provider is reached, and what it says when it found nothing
NOTHING = {
    "apiserpent": ("APISERPENT", {"results": {"organic": []}}),
    "brave": ("BRAVE", {"query": {"original": "제주"}, "type": "search"}),
    "dataforseo": (
        "DATAFORSEO",
        {"status_code": 20000, "tasks": [{"status_code": 20000, "result": [{"items": []}]}]},
    ),
    "deepseek": ("DEEPSEEK", {"results": []}),
    "duckduckgo": ("DUCKDUCKGO", {"RelatedTopics": []}),
    "exa_ai": ("EXA", {"results": []}),
    "fastcrw": ("CRW", {"success": True, "data": []}),
    "firecrawl": ("FIRECRAWL", {"success": True, "data": {"web": []}}),
    "google_pse": ("GOOGLE_PSE", {"searchInformation": {"totalResults": "0"}}),
    "linkup": ("LINKUP", {"results": []}),
    "parallel_ai": ("PARALLEL_AI", {"results": []}),
    "perplexity": ("PERPLEXITY", {"results": []}),
    "searchapi": ("SEARCHAPI", {"error": "Google hasn't returned any results for this query."}),
    "searxng": ("SEARXNG", {"results": []}),
    "serper": ("SERPER", {"organic": []}),
    "tavily": ("TAVILY", {"results": []}),
    "you_com": ("YOUCOM", {"results": {"web": []}}),
}
OTHER_KEYS = (
    "GOOGLE_PSE_ENGINE_ID", "DATAFORSEO_LOGIN", "DATAFORSEO_PASSWORD", "PERPLEXITYAI_API_KEY",
    "PARALLEL_API_KEY",
)  # fmt: skip
FAILED: tuple[object, ...] = (
    {"error": {"message": "quota", "code": 5}},
    {"success": False},
    {"status": "error"},
    {"message": "unknown account"},
    {},
)


@pytest.mark.parametrize("provider", sorted(NOTHING))
async def test_a_failed_body_of_any_provider_is_never_told_as_nothing_found(
    monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    name, nothing = NOTHING[provider]
    bodies = iter([nothing, *FAILED])

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(int(request.headers.get("Content-Length", "0")))
        send(request, json.dumps(next(bodies)).encode())

    with LocalServer(answer) as server:
        monkeypatch.setenv(f"{name}_API_BASE", server.url)
        for key in (f"{name}_API_KEY", *OTHER_KEYS):
            monkeypatch.setenv(key, "k")
        search = LitellmSearch(provider)
        told = [
            (await search.look_up(SearchRequest(query="제주", locale="ko"))).status
            for _ in (nothing, *FAILED)
        ]

    assert told == [ToolStatus.EMPTY, *[ToolStatus.UNAVAILABLE] * len(FAILED)]


async def test_a_task_of_an_answer_that_failed_is_a_failed_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = {"status_code": 20000, "tasks": [{"status_code": 40200, "result": None}]}
    monkeypatch.setenv("DATAFORSEO_LOGIN", "k")
    monkeypatch.setenv("DATAFORSEO_PASSWORD", "k")

    with LocalServer(lambda request: send(request, json.dumps(body).encode())) as server:
        monkeypatch.setenv("DATAFORSEO_API_BASE", server.url)
        found = await LitellmSearch("dataforseo").look_up(SearchRequest(query="제주", locale="ko"))

    assert found.status is ToolStatus.UNAVAILABLE


async def test_an_answer_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    huge = json.dumps({"results": [FOUND | {"content": "가" * 4_000_000}]}).encode()

    with LocalServer(lambda request: send(request, huge)) as server:
        monkeypatch.setenv("SEARXNG_API_BASE", server.url)
        found = await LitellmSearch("searxng").look_up(SearchRequest(query="제주", locale="ko"))

    assert found.status is ToolStatus.UNAVAILABLE


@pytest.mark.parametrize(
    ("provider", "variable"),
    [("xai", "XAI_API_KEY"), ("agentcore", "AGENTCORE_GATEWAY_URL")],
)
async def test_what_a_provider_is_missing_is_named_however_litellm_words_it(
    monkeypatch: pytest.MonkeyPatch, provider: str, variable: str
) -> None:
    monkeypatch.delenv(variable, raising=False)

    found = await LitellmSearch(provider).look_up(SearchRequest(query="제주", locale="ko"))

    assert found.status is ToolStatus.MISCONFIGURED
    assert variable in found.note


NO_PLACE: dict[str, str] = {}
# what a question of a Korean user carries, on its way to each provider
ASKED_FROM: dict[str, dict[str, str]] = {
    "apiserpent": {"country": "kr", "language": "ko"},
    "brave": {"search_lang": "ko"},
    "dataforseo": {"location_name": "South Korea"},
    "deepseek": NO_PLACE,
    "duckduckgo": NO_PLACE,
    "exa_ai": {"userLocation": "KR"},
    "fastcrw": NO_PLACE,
    "firecrawl": {"country": "KR"},
    "google_pse": {"gl": "KR", "hl": "ko"},
    "linkup": NO_PLACE,
    "parallel_ai": {"location": "KR"},
    "perplexity": {"country": "KR"},
    "searchapi": {"gl": "kr", "hl": "ko"},
    "searxng": {"language": "ko"},
    "serper": {"gl": "kr", "hl": "ko"},
    "tavily": {"country": "south korea"},
    "you_com": {"country": "kr"},
}
PLACE_WORDS = frozenset(word for words in ASKED_FROM.values() for word in words)


def places_in(asked: object) -> dict[str, str]:
    """Every word about a place or a language in a question, however deep."""
    if isinstance(asked, list):
        return {word: each for part in asked for word, each in places_in(part).items()}
    if not isinstance(asked, dict):
        return {}
    deeper = {word: each for part in asked.values() for word, each in places_in(part).items()}
    return deeper | {word: asked[word] for word in PLACE_WORDS & asked.keys()}


@pytest.mark.parametrize("provider", sorted(NOTHING))
async def test_a_question_says_where_it_is_asked_from_where_the_provider_knows_places(
    monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    name, nothing = NOTHING[provider]
    heard: list[dict[str, str]] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length", "0")))
        heard.append(
            dict(parse_qsl(urlsplit(request.path).query)) | places_in(json.loads(body or "{}"))
        )
        send(request, json.dumps(nothing).encode())

    with LocalServer(answer) as server:
        monkeypatch.setenv(f"{name}_API_BASE", server.url)
        for key in (f"{name}_API_KEY", *OTHER_KEYS):
            monkeypatch.setenv(key, "k")
        found = await LitellmSearch(provider).look_up(SearchRequest(query="제주", locale="ko-KR"))

    assert found.status is ToolStatus.EMPTY
    assert [places_in(each) for each in heard] == [ASKED_FROM[provider]]


@pytest.mark.parametrize(
    ("provider", "locale", "asked"),
    [
        ("serper", "ko", {"country": "KR", "hl": "ko"}),
        ("serper", "en", {"hl": "en"}),
        ("serper", "zh-Hant-TW", {}),
        ("serper", "ko_kr", {"country": "KR", "hl": "ko"}),
        ("serper", "ko-ZZ", {"hl": "ko"}),
        ("serper", "", {}),
        ("brave", "ja-JP", {"search_lang": "jp"}),
        ("dataforseo", "en", {"country": "United States"}),
        ("dataforseo", "en-GB", {"country": "United Kingdom"}),
        ("xai", "ko-KR", {}),
        ("agentcore", "ko-KR", {}),
        ("bing_grounding", "ko-KR", {"country": "KR"}),
    ],
)
def test_a_place_is_told_in_words_that_the_provider_knows_or_not_at_all(
    provider: str, locale: str, asked: dict[str, str]
) -> None:
    assert asked_from(provider, locale) == asked
