"""What was found today is not asked again today; kept in this process alone, under hashed names."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.ports import WebSearch

MOST_KEPT = 512
KEPT_SECONDS = 24 * 3_600.0


class SearchOfTheDay:
    """Gives the answer that the same question had on the same day; see docs/search.md.

    Only answers with results are kept, a tenant's for itself. The question is kept as a hash under
    a key that ends with the process, so that nothing has to be erased. seconds: the clock, for
    tests.
    """

    def __init__(self, search: WebSearch, *, seconds: Callable[[], float] = time.monotonic) -> None:
        self.search = search
        self._seconds = seconds
        self._key = secrets.token_bytes(32)
        self._kept: OrderedDict[bytes, tuple[float, SearchResult]] = OrderedDict()

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """The kept answer, or a new one. A request without a day, or anew, is always asked."""
        if request.on is None:
            return await self.search.look_up(request)
        name = self._name(request)
        kept = None if request.anew else self._known(name)
        return kept or await self._asked(name, request)

    def _known(self, name: bytes) -> SearchResult | None:
        kept_at, found = self._kept.get(name, (float("-inf"), None))
        return found if self._seconds() - kept_at < KEPT_SECONDS else None

    async def _asked(self, name: bytes, request: SearchRequest) -> SearchResult:
        found = await self.search.look_up(request)
        if found.status is ToolStatus.OK:
            self._kept[name] = (self._seconds(), found)
            self._kept.move_to_end(name)
            self._drop_old()
        return found

    def _drop_old(self) -> None:
        while self._kept:
            name, (kept_at, _) = next(iter(self._kept.items()))
            if len(self._kept) <= MOST_KEPT and self._seconds() - kept_at < KEPT_SECONDS:
                return
            del self._kept[name]

    def _name(self, request: SearchRequest) -> bytes:
        query = " ".join(request.query.casefold().split())
        parts = (
            request.whose, query, request.locale, request.on, request.max_results,
            request.freshness_days, request.allow, request.deny,
        )  # fmt: skip
        return hashlib.blake2b(repr(parts).encode(), key=self._key).digest()
