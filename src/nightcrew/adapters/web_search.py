"""Looks things up in the outside world, and says honestly when it could not."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Any

from nightcrew.adapters.guarded_http import Fetched, GuardedHttp
from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.model_failures import retry_after_seconds
from nightcrew.adapters.web_sources import plain_text, sources_of
from nightcrew.domain.errors import OutsideFailure, Refused
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.ports import WebSearch

MAX_QUERY = 400
MAX_RESULTS = 10
MAX_PAUSE_SECONDS = 3_600.0
SEARCH_BODY_BYTES = 1024 * 1024

_LANGUAGE = re.compile(r"[a-z]{2,3}\b")


def search_from(setting: str, http: GuardedHttp) -> WebSearch:
    """Choose by NIGHTCREW_SEARCH: nothing, a SearXNG base URL, or a provider litellm knows."""
    named = setting.strip()
    if not named:
        return ConfiguredNowhere()
    if named.lower().startswith(("http://", "https://")):
        return SearxngSearch(named, http)
    return LitellmSearch(named)


class ConfiguredNowhere:
    """No search is set up, and every question is told so."""

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Always `misconfigured`."""
        return SearchResult(status=ToolStatus.MISCONFIGURED, note="NIGHTCREW_SEARCH is empty")


class SearxngSearch:
    """Asks a SearXNG server for JSON.

    base_url: where its front page is. A server on a private host must be listed in
    NIGHTCREW_ALLOW_PRIVATE_HOSTS. When it asks us to wait we do not call it before that.
    """

    provider = "searxng"

    def __init__(self, base_url: str, http: GuardedHttp) -> None:
        self._url = base_url.rstrip("/").removesuffix("/search") + "/search"
        self._http = http
        self._silent_until = 0.0

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Answer with a status; never raises for a failing provider."""
        query = plain_text(request.query, MAX_QUERY)
        if not query:
            return self._said(ToolStatus.REFUSED, "the question is empty")
        wait = self._silent_until - asyncio.get_running_loop().time()
        if wait > 0:
            return self._said(ToolStatus.RATE_LIMITED, f"it asked us to wait {wait:.0f} s more")
        try:
            fetched = await self._http.get(
                self._url,
                params=_asked(query, request.locale),
                headers={"Accept": "application/json"},
                seconds=request.deadline_seconds,
                max_bytes=SEARCH_BODY_BYTES,
            )
        except Refused as refused:
            return self._said(ToolStatus.MISCONFIGURED, f"{refused.message}; {refused.hint}")
        except OutsideFailure as failure:
            return self._said(ToolStatus.UNAVAILABLE, failure.message)
        return self._judged(fetched, request)

    def _judged(self, fetched: Fetched, request: SearchRequest) -> SearchResult:
        if fetched.status == 429:
            return self._limited(fetched.headers.get("retry-after", ""))
        if fetched.status == 403:
            # SearXNG answers so while its JSON output is off, which is its default
            return self._said(
                ToolStatus.MISCONFIGURED, "status 403: add json to search.formats in its settings"
            )
        if fetched.status >= 500:
            return self._said(ToolStatus.UNAVAILABLE, f"status {fetched.status}")
        if fetched.status != 200:
            return self._said(ToolStatus.MISCONFIGURED, f"status {fetched.status}")
        if not fetched.complete:
            return self._said(ToolStatus.UNAVAILABLE, "the answer is too large")
        return self._read(fetched, request)

    def _read(self, fetched: Fetched, request: SearchRequest) -> SearchResult:
        try:
            answer = json.loads(fetched.body)
        except (ValueError, RecursionError):
            return self._said(
                ToolStatus.MISCONFIGURED, "it answered no JSON; is this a SearXNG address?"
            )
        found = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            return self._said(ToolStatus.UNAVAILABLE, "its answer has no list of results")
        limit = max(1, min(request.max_results, MAX_RESULTS))
        sources = sources_of((_plain(one) for one in found if isinstance(one, dict)), limit=limit)
        away = len(_list(answer.get("unresponsive_engines")))
        note = f"{away} engines did not answer" if away else ""
        if sources:
            return SearchResult(
                status=ToolStatus.OK, sources=sources, provider=self.provider, note=note
            )
        if away or found:
            return self._said(ToolStatus.UNAVAILABLE, note or "no result could be used")
        return self._said(ToolStatus.EMPTY, "")

    def _limited(self, retry_after: str) -> SearchResult:
        wait = min(retry_after_seconds(retry_after) or 0.0, MAX_PAUSE_SECONDS)
        self._silent_until = asyncio.get_running_loop().time() + wait
        return self._said(
            ToolStatus.RATE_LIMITED, f"it asked us to wait {wait:.0f} s" if wait else "status 429"
        )

    def _said(self, status: ToolStatus, note: str) -> SearchResult:
        return SearchResult(status=status, provider=self.provider, note=note)


def _asked(query: str, locale: str) -> dict[str, str]:
    language = _LANGUAGE.match(locale.lower())
    return {
        "q": query,
        "format": "json",
        "language": language.group() if language else "all",
        "safesearch": "1",
    }


def _plain(result: Mapping[str, Any]) -> dict[str, object]:
    return {
        "title": result.get("title"),
        "url": result.get("url"),
        "snippet": result.get("content"),
        "published": result.get("publishedDate") or result.get("pubdate"),
    }


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
