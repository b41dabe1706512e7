"""Search providers of the library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from nightcrew.adapters.litellm_search import LitellmSearch
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
