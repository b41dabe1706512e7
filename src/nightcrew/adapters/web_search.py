"""Looks things up in the outside world, and says honestly when it could not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from nightcrew.adapters.guarded_http import Fetched, GuardedHttp
from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.model_failures import retry_after_seconds
from nightcrew.adapters.search_cache import SearchOfTheDay
from nightcrew.adapters.search_order import EVERY_SITE, LONGEST_WAIT, SearchInOrder, Sites
from nightcrew.adapters.web_sources import answered, plain_text
from nightcrew.domain.errors import OutsideFailure, Refused
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.ports import WebSearch

MAX_QUERY = 400
SEARCH_BODY_BYTES = 1024 * 1024

_SPANS: Mapping[str, int] = {"day": 1, "month": 31, "year": 366}
_LANGUAGE = re.compile(r"[a-z]{2,3}\b")


def search_from(setting: str, http: GuardedHttp, sites: Sites = EVERY_SITE) -> WebSearch:
    """Choose by NIGHTCREW_SEARCH: nothing, or SearXNG base URLs and names of providers, in order.

    setting: a comma list; the next one is asked when one is away, limits us or is not set up.
    """
    providers = list(_providers(setting, http))
    if not providers:
        return ConfiguredNowhere()
    return SearchOfTheDay(SearchInOrder(providers, sites=sites))


def sites_from(allow: str, deny: str) -> Sites:
    """The domains of two comma lists; an empty first one allows every domain."""
    allowed, denied = (
        tuple(filter(None, (each.strip() for each in listed.split(","))))
        for listed in (allow, deny)
    )
    return Sites(allow=allowed or None, deny=denied)


def _providers(setting: str, http: GuardedHttp) -> Iterator[WebSearch]:
    for named in filter(None, (each.strip() for each in setting.split(","))):
        if named.lower().startswith(("http://", "https://")):
            yield SearxngSearch(named, http)
        else:
            yield LitellmSearch(named)


class ConfiguredNowhere:
    """No search is set up, and every question is told so."""

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Always `misconfigured`."""
        return SearchResult(status=ToolStatus.MISCONFIGURED, note="NIGHTCREW_SEARCH is empty")


class SearxngSearch:
    """Asks a SearXNG server for JSON.

    base_url: where its front page is. A server on a private host must be listed in
    NIGHTCREW_ALLOW_PRIVATE_HOSTS.
    """

    provider = "searxng"

    def __init__(self, base_url: str, http: GuardedHttp) -> None:
        self._url = base_url.rstrip("/").removesuffix("/search") + "/search"
        self._http = http

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Answer with a status; never raises for a failing provider."""
        query = plain_text(request.query, MAX_QUERY)
        if not query:
            return self._said(ToolStatus.REFUSED, "the question is empty")
        try:
            fetched = await self._http.get(
                self._url,
                params=_asked(query, request),
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
            return self._limited(_asked_wait(fetched))
        if fetched.status == 403:
            # SearXNG answers so while its JSON output is off, which is its default
            return self._said(
                ToolStatus.MISCONFIGURED, "status 403: add json to search.formats in its settings"
            )
        if fetched.status >= 500:
            away = self._said(ToolStatus.UNAVAILABLE, f"status {fetched.status}")
            return replace(away, retry_after_seconds=_asked_wait(fetched))
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
        if not found and answer.get("error"):
            return self._said(ToolStatus.UNAVAILABLE, "it answered with an error and no results")
        away = len(_list(answer.get("unresponsive_engines")))
        note = f"{away} engines did not answer" if away else ""
        told = answered([_plain(one) for one in found], request, self.provider, note)
        if away and told.status is ToolStatus.EMPTY and not told.dropped:
            # Engines that stay away have found nothing either, which is not the same.
            return self._said(ToolStatus.UNAVAILABLE, note)
        return told

    def _limited(self, wait: float | None) -> SearchResult:
        note = f"it asked us to wait {wait:.0f} s" if wait else "status 429"
        return replace(self._said(ToolStatus.RATE_LIMITED, note), retry_after_seconds=wait)

    def _said(self, status: ToolStatus, note: str) -> SearchResult:
        return SearchResult(status=status, provider=self.provider, note=note)


def _asked_wait(fetched: Fetched) -> float | None:
    wait = retry_after_seconds(fetched.headers.get("retry-after", ""))
    return None if wait is None else min(wait, LONGEST_WAIT)


def _asked(query: str, request: SearchRequest) -> dict[str, str]:
    language = _LANGUAGE.match(request.locale.lower())
    asked = {
        "q": query,
        "format": "json",
        "language": language.group() if language else "all",
        "safesearch": "1",
    }
    return asked | _newer_than(request.freshness_days)


def _newer_than(days: int | None) -> dict[str, str]:
    """The narrowest of SearXNG's spans that holds so many days; its engines go by it loosely."""
    if days is None:
        return {}
    span = next((name for name, most in _SPANS.items() if days <= most), None)
    return {"time_range": span} if span else {}


def _plain(result: object) -> dict[str, object]:
    if not isinstance(result, dict):
        return {}
    return {
        "title": result.get("title"),
        "url": result.get("url"),
        "snippet": result.get("content"),
        "published": result.get("publishedDate") or result.get("pubdate"),
    }


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
