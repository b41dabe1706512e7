"""Several providers as one, and what is kept of a day: who is asked, when, and what is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import date
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from nightcrew.adapters.litellm_search import LitellmSearch
from nightcrew.adapters.search_cache import SearchOfTheDay
from nightcrew.adapters.search_order import SearchInOrder
from nightcrew.adapters.web_search import sites_from
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.search_results import published_on
from nightcrew.domain.tool import SearchRequest, SearchResult, Source

MONDAY = date(2026, 10, 5)
ASKED = SearchRequest(query="제주 날씨", locale="ko-KR", on=MONDAY, whose=UUID(int=1))
FOUND = SearchResult(
    status=ToolStatus.OK, sources=(Source(title="제주", url="https://a.example/1"),), provider="b"
)


@dataclass(slots=True)
class Answers:
    """A provider with a list of answers; the last one stays. seconds: what each call takes."""

    answers: Sequence[SearchResult]
    seconds: float = 0.0
    clock: list[float] = field(default_factory=lambda: [0.0])
    asked: list[SearchRequest] = field(default_factory=list)

    async def look_up(self, request: SearchRequest) -> SearchResult:
        self.clock[0] += self.seconds
        self.asked.append(request)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


def says(status: ToolStatus, wait: float | None = None, name: str = "a") -> SearchResult:
    return SearchResult(status=status, provider=name, retry_after_seconds=wait)


def look(*providers: Answers, clock: list[float] | None = None) -> SearchResult:
    time = clock if clock is not None else [0.0]

    async def sleep(seconds: float) -> None:
        time[0] += seconds

    order = SearchInOrder(providers, sleep=sleep, seconds=lambda: time[0])
    return asyncio.run(order.look_up(ASKED))


@pytest.mark.parametrize(
    "status", [ToolStatus.UNAVAILABLE, ToolStatus.RATE_LIMITED, ToolStatus.MISCONFIGURED]
)
def test_when_one_cannot_look_the_next_is_asked_and_it_is_noted(status: ToolStatus) -> None:
    found = look(Answers([says(status)]), Answers([FOUND]))

    assert (found.status, found.sources, found.note) == (
        ToolStatus.OK, FOUND.sources, f"a: {status}",
    )  # fmt: skip


@pytest.mark.parametrize("status", [ToolStatus.OK, ToolStatus.EMPTY, ToolStatus.REFUSED])
def test_an_answer_is_an_answer_also_when_it_is_empty(status: ToolStatus) -> None:
    second = Answers([FOUND])

    assert look(Answers([says(status)]), second).status is status
    assert second.asked == []


def test_when_nobody_can_look_it_is_said_with_every_reason() -> None:
    limited, broken = says(ToolStatus.RATE_LIMITED, 900), says(ToolStatus.MISCONFIGURED, name="b")

    told = look(Answers([broken]), Answers([limited]))

    assert (told.status, told.sources) == (ToolStatus.RATE_LIMITED, ())
    assert told.note == "b: misconfigured; a: rate_limited"
    assert told.retry_after_seconds == 900


def test_a_slow_provider_leaves_time_for_the_next() -> None:
    clock = [0.0]
    slow = Answers([says(ToolStatus.UNAVAILABLE)], seconds=4.8, clock=clock)
    next_one = Answers([FOUND], clock=clock)

    look(slow, next_one, clock=clock)

    assert slow.asked[0].deadline_seconds == pytest.approx(4.8)
    assert next_one.asked[0].deadline_seconds == pytest.approx(3.2)


def test_when_the_time_of_the_turn_is_over_nobody_more_is_asked() -> None:
    clock = [0.0]
    slow = Answers([says(ToolStatus.UNAVAILABLE)], seconds=7.8, clock=clock)
    next_one = Answers([FOUND], clock=clock)

    assert look(slow, next_one, clock=clock).status is ToolStatus.UNAVAILABLE
    assert next_one.asked == []


def test_a_wait_that_fits_is_waited_for_once_when_nobody_else_knew() -> None:
    limits = Answers([says(ToolStatus.RATE_LIMITED, 2), FOUND])

    assert look(limits, Answers([says(ToolStatus.UNAVAILABLE)])).status is ToolStatus.OK
    assert limits.asked[1].deadline_seconds == pytest.approx(6)


async def test_who_asks_for_a_long_wait_is_left_alone_by_every_question_until_then() -> None:
    clock = [0.0]
    limits = Answers([says(ToolStatus.RATE_LIMITED, 30), FOUND])
    behind = Answers([says(ToolStatus.UNAVAILABLE, name="b")])
    order = SearchInOrder([limits, behind], seconds=lambda: clock[0])
    await order.look_up(ASKED)

    clock[0] = 20
    waits = await order.look_up(replace(ASKED, query="다른 물음"))
    clock[0] = 31
    found = await order.look_up(ASKED)

    assert (waits.status, found.status) == (ToolStatus.UNAVAILABLE, ToolStatus.OK)
    assert "it asked us to wait 10 s more" in waits.note
    assert (len(limits.asked), len(behind.asked)) == (2, 2)


def test_a_wait_that_does_not_fit_is_not_waited_for() -> None:
    limits = Answers([says(ToolStatus.RATE_LIMITED, 7.9)])

    assert look(limits).status is ToolStatus.RATE_LIMITED
    assert len(limits.asked) == 1


def test_one_look_calls_four_times_at_most() -> None:
    many = [Answers([says(ToolStatus.RATE_LIMITED, 0)]) for _ in range(9)]

    look(*many)

    assert sum(len(each.asked) for each in many) == 4


async def test_the_same_question_is_asked_once_a_day() -> None:
    provider = Answers([FOUND])
    search = SearchOfTheDay(provider)

    first = await search.look_up(ASKED)
    again = await search.look_up(replace(ASKED, query="  제주   날씨 "))

    assert first is again
    assert len(provider.asked) == 1


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, on=date(2026, 10, 6)),
        replace(ASKED, whose=UUID(int=2)),
        replace(ASKED, locale="en"),
        replace(ASKED, query="제주 날씨 내일"),
        replace(ASKED, anew=True),
        replace(ASKED, on=None),
    ],
)
async def test_another_day_tenant_or_question_is_asked_anew(other: SearchRequest) -> None:
    provider = Answers([FOUND])
    search = SearchOfTheDay(provider)

    await search.look_up(ASKED)
    await search.look_up(other)

    assert len(provider.asked) == 2


async def test_what_was_not_found_or_failed_is_asked_again() -> None:
    provider = Answers([says(ToolStatus.EMPTY), says(ToolStatus.UNAVAILABLE), FOUND])
    search = SearchOfTheDay(provider)

    statuses = [(await search.look_up(ASKED)).status for _ in range(3)]

    assert statuses == [ToolStatus.EMPTY, ToolStatus.UNAVAILABLE, ToolStatus.OK]


async def test_no_words_of_a_question_are_kept_and_nothing_beyond_a_day_or_512_answers() -> None:
    seconds = [0.0]
    search = SearchOfTheDay(Answers([FOUND]), seconds=lambda: seconds[0])

    for number in range(600):
        await search.look_up(replace(ASKED, query=f"비밀 {number}"))
    kept = len(search._kept)
    seconds[0] = 24 * 3600.0
    await search.look_up(ASKED)

    assert (kept, len(search._kept)) == (512, 1)
    assert all(isinstance(name, bytes) and len(name) == 64 for name in search._kept)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-08-31T09:00:00+09:00", date(2026, 8, 31)),
        ("2026. 8. 31.", date(2026, 8, 31)),
        ("2026년 8월 31일", date(2026, 8, 31)),
        ("Aug 31, 2026", date(2026, 8, 31)),
        ("31 August 2026", date(2026, 8, 31)),
        ("Mon, 31 Aug 2026 09:00:00 GMT", date(2026, 8, 31)),
        ("3 days ago", date(2026, 10, 2)),
        ("2주 전", date(2026, 9, 21)),
        ("5시간 전", MONDAY),
        ("어제", date(2026, 10, 4)),
        ("2026-13-41", None),
        ("soon", None),
        ("", None),
        (20260831, None),
        ("2026-10-06", date(2026, 10, 6)),
        ("2026-10-07", None),
        ("2031-01-01", None),
    ],
)
def test_a_day_is_read_in_the_forms_that_providers_write(written: object, day: date | None) -> None:
    assert published_on(written, MONDAY) == day


class Library:
    """litellm as far as a search needs it: one function, no network."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        providers = [SimpleNamespace(value="tavily"), SimpleNamespace(value="serper")]
        self.types = SimpleNamespace(utils=SimpleNamespace(SearchProviders=providers))

    async def asearch(self, **asked: Any) -> object:
        self.asked.append(asked)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Limited(Exception):
    """A provider that limits us."""

    status_code = 429
    response = SimpleNamespace(headers={"retry-after": "3"})


def one(**changed: Any) -> SimpleNamespace:
    usual = {"title": "제주", "url": "https://a.example/1", "snippet": "맑음", "date": "2026-10-01"}
    return SimpleNamespace(**{**usual, "last_updated": None, **changed})


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (SimpleNamespace(results=[one()]), ToolStatus.OK),
        (SimpleNamespace(results=[], heard={"results": []}), ToolStatus.EMPTY),
        (SimpleNamespace(results=[one(url="ftp://x")]), ToolStatus.UNAVAILABLE),
        (SimpleNamespace(results=None), ToolStatus.UNAVAILABLE),
        (SimpleNamespace(results=[], heard={"detail": {"error": "quota"}}), ToolStatus.UNAVAILABLE),
        (SimpleNamespace(results=[], heard={"error": "quota"}), ToolStatus.UNAVAILABLE),
        (TimeoutError(), ToolStatus.UNAVAILABLE),
        (Limited(), ToolStatus.RATE_LIMITED),
    ],
)
async def test_a_provider_of_litellm_answers_by_the_same_statuses(
    answer: object, status: ToolStatus
) -> None:
    library = Library(answer)
    heard = [json.dumps(getattr(answer, "heard", {})).encode()]
    search = LitellmSearch("tavily", library, lambda: nullcontext(heard))

    found = await search.look_up(replace(ASKED, allow=("a.example",)))

    assert found.status is status
    assert library.asked[0]["search_domain_filter"] == ["a.example"]
    assert found.retry_after_seconds == (3 if status is ToolStatus.RATE_LIMITED else None)


def test_an_operators_domains_hold_for_every_question_and_a_question_only_narrows_them() -> None:
    provider = Answers([FOUND])
    order = SearchInOrder([provider], sites=sites_from("go.kr, example.com", "bad.go.kr"))
    wanted = ("visit.go.kr", "elsewhere.com")

    asyncio.run(order.look_up(ASKED))
    asyncio.run(order.look_up(replace(ASKED, allow=wanted, deny=("slow.go.kr",))))

    assert [each.allow for each in provider.asked] == [("go.kr", "example.com"), ("visit.go.kr",)]
    assert provider.asked[1].deny == ("bad.go.kr", "slow.go.kr")
