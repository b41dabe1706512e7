"""A SearXNG that answers by script."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from nightcrew.adapters.web_search import SearxngSearch
from nightcrew.domain.tool import SearchRequest, SearchResult
from tests.stubs.local_server import LocalServer, send

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


def result(number: int = 1, **more: object) -> dict[str, object]:
    known = {"title": f"제목 {number}", "url": f"https://a.example/{number}", "content": "내용"}
    return known | more


async def ask(search: SearxngSearch, query: str = "제주 맛집", **more: float) -> SearchResult:
    return await search.look_up(SearchRequest(query=query, locale="ko-KR", **more))  # type: ignore[arg-type]
