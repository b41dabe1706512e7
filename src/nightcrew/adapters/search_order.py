"""Several search providers as one: the next is asked when one cannot, then it is said honestly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.search_results import lies_in
from nightcrew.domain.tool import SearchRequest, SearchResult
from nightcrew.ports import WebSearch

SHARE_OF_THE_TIME = 0.6  # for one provider, while others still stand behind it
LEAST_SECONDS = 0.5  # less is not worth a second call after a wait
LONGEST_WAIT = 3_600.0  # seconds a provider is left alone that asks for more
MOST_CALLS = 4  # of one look, a second call after a wait included

# Another provider may know what one could not look for; an empty answer is an answer.
_ASK_THE_NEXT = (ToolStatus.UNAVAILABLE, ToolStatus.RATE_LIMITED, ToolStatus.MISCONFIGURED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sites:
    """The domains an operator lets results come from. allow: None for every domain."""

    allow: tuple[str, ...] | None = None
    deny: tuple[str, ...] = ()

    def of(self, request: SearchRequest) -> SearchRequest:
        """The question with these rules beside its own; a question may narrow, never widen."""
        allow = request.allow if self.allow is None else self.allow
        if request.allow is not None and self.allow is not None:
            allow = tuple(each for each in request.allow if lies_in(each, self.allow))
        return replace(request, allow=allow, deny=(*self.deny, *request.deny))


EVERY_SITE = Sites()


class SearchInOrder:
    """Asks providers in order, within the time of the turn.

    A provider that asks to be left alone is left alone by every question until then. It is asked
    once more in the same look if its wait fits into that time and nobody else knew. sites: for
    every question, beside its own. sleep, seconds: the wait and the clock, for tests.
    """

    def __init__(
        self,
        providers: Sequence[WebSearch],
        *,
        sites: Sites = EVERY_SITE,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.providers = tuple(providers[: MOST_CALLS - 1])
        self._sites = sites
        self._sleep = sleep
        self._seconds = seconds
        self._rests: dict[int, tuple[float, SearchResult]] = {}

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """Answer with a status; never raises for failing providers."""
        ends_at = self._seconds() + request.deadline_seconds
        request = self._sites.of(request)
        failed: list[SearchResult] = []
        for place in range(len(self.providers)):
            left = ends_at - self._seconds()
            if place and left < LEAST_SECONDS:
                break
            is_last = place == len(self.providers) - 1
            seconds = left if is_last else left * SHARE_OF_THE_TIME
            found = self._resting(place) or await self._asked(place, request, seconds)
            if found.status not in _ASK_THE_NEXT:
                return _told_of(found, failed)
            failed.append(found)
        again = await self._after_the_wait(request, failed, ends_at)
        return again or _could_not_look(failed)

    def _resting(self, place: int) -> SearchResult | None:
        """What a provider said that asked us to wait, while we do; None when it may be asked."""
        free_at, said = self._rests.get(place, (0.0, None))
        wait = free_at - self._seconds()
        if said is None or wait <= 0:
            return None
        note = f"it asked us to wait {wait:.0f} s more"
        return replace(said, note=note, retry_after_seconds=wait)

    async def _asked(self, place: int, request: SearchRequest, seconds: float) -> SearchResult:
        found = await self.providers[place].look_up(replace(request, deadline_seconds=seconds))
        self._rests.pop(place, None)
        if found.status in _ASK_THE_NEXT and found.retry_after_seconds:
            wait = min(found.retry_after_seconds, LONGEST_WAIT)
            self._rests[place] = (self._seconds() + wait, found)
        return found

    async def _after_the_wait(
        self, request: SearchRequest, failed: Sequence[SearchResult], ends_at: float
    ) -> SearchResult | None:
        """The answer of whoever asked for the shortest wait; None when none fits into the time."""
        waits = [
            (one.retry_after_seconds, place)
            for place, one in enumerate(failed)
            if one.retry_after_seconds is not None
        ]
        wait, place = min(waits, default=(float("inf"), 0))
        if wait + LEAST_SECONDS > ends_at - self._seconds():
            return None
        await self._sleep(wait)
        left = ends_at - self._seconds()
        found = await self._asked(place, request, left)
        others = [one for other, one in enumerate(failed) if other != place]
        if found.status in _ASK_THE_NEXT:
            return _could_not_look([*others, found])
        return _told_of(found, others)


def _told_of(found: SearchResult, failed: Sequence[SearchResult]) -> SearchResult:
    """The answer, with what the others before it came to, for whoever runs this."""
    notes = [f"{one.provider}: {one.status}" for one in failed]
    return replace(found, note="; ".join(filter(None, [found.note, *notes])))


def _could_not_look(failed: Sequence[SearchResult]) -> SearchResult:
    """One honest answer for all: the status that a later try is most likely to change."""
    if len(failed) == 1:
        return failed[0]
    status = next(each for each in _ASK_THE_NEXT if any(one.status is each for one in failed))
    waits = [one.retry_after_seconds for one in failed if one.retry_after_seconds is not None]
    return SearchResult(
        status=status,
        provider=", ".join(one.provider for one in failed),
        note="; ".join(f"{one.provider}: {one.note or one.status}" for one in failed),
        retry_after_seconds=min(waits, default=None),
    )
