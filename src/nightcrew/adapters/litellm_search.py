"""Any search provider litellm knows, by its name; keys come from the provider's own variables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from nightcrew.adapters.litellm_library import litellm_library
from nightcrew.adapters.model_failures import failed_call
from nightcrew.adapters.web_sources import answered, plain_text, wanted_results
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult

MAX_QUERY = 400

_NOT_SET = re.compile(r"([A-Z][A-Z_]+) is not set")
_ERROR_KEYS = ("error", "errors", "detail", "error_message", "message")


class LitellmSearch:
    """Asks one provider through litellm.

    provider: such as `tavily`, `brave` or `exa_ai`. The addresses called are the providers' own,
    written in litellm, so they do not pass the guarded door. library: in litellm's place, for
    tests.
    """

    def __init__(self, provider: str, library: Any = None) -> None:
        self.provider = provider.strip().lower()
        self._library = library

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
                answer = await self._library.asearch(
                    query=query,
                    search_provider=self.provider,
                    max_results=wanted_results(request),
                    timeout=request.deadline_seconds,
                    **wanted,
                )
        except Exception as error:
            return self._failed(error)
        found = getattr(answer, "results", None)
        if not isinstance(found, list):
            return self._said(ToolStatus.UNAVAILABLE, "its answer has no list of results")
        if not found and _tells_of_failure(answer):
            return self._said(ToolStatus.UNAVAILABLE, "it answered with an error and no results")
        return answered([_plain(one) for one in found], request, self.provider)

    def _failed(self, error: Exception) -> SearchResult:
        failed = failed_call(error)
        status = getattr(error, "status_code", None)
        if missing := _missing_variable(error):
            return self._said(ToolStatus.MISCONFIGURED, f"{missing} is not set")
        if status == 429:
            limited = self._said(ToolStatus.RATE_LIMITED, failed.failure.message)
            return replace(limited, retry_after_seconds=failed.wait_seconds)
        if isinstance(status, int) and 400 <= status < 500 and status != 408:
            note = f"status {status}; check the provider's key"
            return self._said(ToolStatus.MISCONFIGURED, note)
        late = failed.failure.kind == "provider_timeout"
        return self._said(
            ToolStatus.UNAVAILABLE,
            "it did not answer in time" if late else "it could not be reached",
        )

    def _said(self, status: ToolStatus, note: str) -> SearchResult:
        return SearchResult(status=status, provider=self.provider, note=note)


def _missing_variable(error: BaseException | None) -> str:
    """The variable a provider needs: litellm tells it only in words, below its own error."""
    while error is not None:
        if isinstance(error, ValueError) and (told := _NOT_SET.match(str(error))):
            return told.group(1)
        error = error.__cause__ or error.__context__
    return ""


def _tells_of_failure(answer: Any) -> bool:
    """Whether an empty answer is a failed one: litellm keeps the rest of such a body beside it."""
    beside = getattr(answer, "provider_metadata", None)
    told = beside if isinstance(beside, Mapping) else {}
    return any(told.get(name) or getattr(answer, name, None) for name in _ERROR_KEYS)


def _plain(result: Any) -> dict[str, object]:
    return {
        "title": result.title,
        "url": result.url,
        "snippet": result.snippet,
        "published": result.date or result.last_updated,
    }
