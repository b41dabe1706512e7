"""Any search provider litellm knows, by its name; keys come from the provider's own variables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from nightcrew.adapters.litellm_library import litellm_library
from nightcrew.adapters.litellm_listening import listening, read_body, tells_of_failure
from nightcrew.adapters.model_failures import causes, failed_call
from nightcrew.adapters.search_places import asked_from
from nightcrew.adapters.web_sources import answered, plain_text, wanted_results
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult

MAX_QUERY = 400
Listen = Callable[[], AbstractContextManager[list[bytes]]]

# "X_KEY is not set", "Set X_KEY or pass api_key", "no credential available. … set X_TOKEN to"
_NOT_SET = re.compile(
    r"\b([A-Z0-9]+(?:_[A-Z0-9]+)+) is not set|\b[Ss]et ([A-Z0-9]+(?:_[A-Z0-9]+)+)\b"
)


class LitellmSearch:
    """Asks one provider through litellm.

    provider: such as `tavily`, `brave` or `exa_ai`. The addresses called are the providers' own,
    written in litellm, so they do not pass the guarded door. library, listen: in litellm's place,
    for tests.
    """

    def __init__(self, provider: str, library: Any = None, listen: Listen = listening) -> None:
        self.provider = provider.strip().lower()
        self._library = library
        self._listen = listen

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Answer with a status; never raises for a failing provider."""
        query = plain_text(request.query, MAX_QUERY)
        if not query:
            return self._said(ToolStatus.REFUSED, "the question is empty")
        if request.deadline_seconds <= 0:
            return self._said(ToolStatus.UNAVAILABLE, "no time is left to search")
        if self._library is None:
            self._library = await litellm_library()
        known = sorted(provider.value for provider in self._library.types.utils.SearchProviders)
        if self.provider not in known:
            return self._said(
                ToolStatus.MISCONFIGURED,
                f"NIGHTCREW_SEARCH knows an address or: {', '.join(known)}",
            )
        return await self._asked(query, request)

    async def _asked(self, query: str, request: SearchRequest) -> SearchResult:
        wanted = {"search_domain_filter": list(request.allow)} if request.allow else {}
        try:
            async with asyncio.timeout(request.deadline_seconds):
                with self._listen() as heard:
                    answer = await self._library.asearch(
                        query=query,
                        search_provider=self.provider,
                        max_results=wanted_results(request),
                        timeout=request.deadline_seconds,
                        **asked_from(self.provider, request.locale),
                        **wanted,
                    )
        except Exception as error:
            return self._failed(error)
        found = getattr(answer, "results", None)
        if not isinstance(found, list):
            return self._said(ToolStatus.UNAVAILABLE, "its answer has no list of results")
        if not found and tells_of_failure(read_body(heard)):
            return self._said(ToolStatus.UNAVAILABLE, "it answered with an error and no results")
        return answered([_plain(one) for one in found], request, self.provider)

    def _failed(self, error: Exception) -> SearchResult:
        failed = failed_call(error)
        status = _status(error)
        if missing := _missing_variable(error):
            return self._said(ToolStatus.MISCONFIGURED, f"{missing} is not set")
        if status == 429:
            limited = self._said(ToolStatus.RATE_LIMITED, failed.failure.message)
            return replace(limited, retry_after_seconds=failed.wait_seconds)
        if isinstance(status, int) and 300 <= status < 500 and status != 408:
            note = f"status {status}; check the provider's key"
            return self._said(ToolStatus.MISCONFIGURED, note)
        late = failed.failure.kind == "provider_timeout"
        note = "it did not answer in time" if late else "it could not be reached"
        away = self._said(ToolStatus.UNAVAILABLE, note)
        return replace(away, retry_after_seconds=failed.wait_seconds)

    def _said(self, status: ToolStatus, note: str) -> SearchResult:
        return SearchResult(status=status, provider=self.provider, note=note)


def _missing_variable(error: Exception) -> str:
    """The variable a provider needs: litellm tells it only in words, below its own error."""
    for cause in causes(error):
        # no subclass: those may quote what a provider wrote
        if type(cause) is ValueError and (told := _NOT_SET.search(str(cause))):
            return told.group(1) or told.group(2)
    return ""


def _status(error: Exception) -> int | None:
    """The status of the answer; litellm calls a redirect 500, and its own error below it 302."""
    told = [getattr(cause, "status_code", None) for cause in causes(error)]
    moved = (status for status in told if isinstance(status, int) and 300 <= status < 400)
    return next(moved, told[0])


def _plain(result: Any) -> dict[str, object]:
    return {
        "title": result.title,
        "url": result.url,
        "snippet": result.snippet,
        "published": result.date or result.last_updated,
    }
