"""One user who waits for something, a search whose pages a test sets, and what is then said."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from nightcrew.app.flow_menu import FlowWish
from nightcrew.app.menu import App
from nightcrew.domain.follow_up_times import FollowUpView
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.schedule import FollowUpKind, FollowUpSpec, Purpose, WatchSpec
from nightcrew.domain.tool import SearchRequest, SearchResult, Source
from nightcrew.domain.tool_guide import Tool
from nightcrew.ports import Model, Question
from nightcrew.store.database import Database
from tests.fakes import NOON, FixedClock
from tests.fakes_model import Script, ScriptedModel
from tests.scripting import scripted
from tests.talk import Talk, app_of, talk_with

CHEAP = "제주 항공권 편도 89,000원부터, 김포 출발"
DEAR = "제주 항공권 편도 132,000원부터, 김포 출발"
TOLD = "제주 항공권이 89,000원까지 내려왔어요!"
FARE = WatchSpec(tool=Tool.SEARCH, query="제주 항공권", condition="10만원 밑", every_minutes=60)


def page(snippet: str, number: int = 1, **parts: Any) -> Source:
    """A page that a search found."""
    usual = {"title": "제주 항공권 특가", "url": f"https://air.example/{number}"}
    return Source(**{**usual, "snippet": snippet, **parts})


def _free_to_go() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(slots=True)
class Pages:
    """A search whose answer a test sets. go_on: cleared, it thinks until the test sets it."""

    sources: Sequence[Source] = ()
    status: ToolStatus = ToolStatus.OK
    seconds: float = 0.0
    asked: list[SearchRequest] = field(default_factory=list)
    looking: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=_free_to_go)

    async def look_up(self, request: SearchRequest) -> SearchResult:
        """What the test set, after a wait if it set one; an empty question goes nowhere."""
        if not request.query:
            return SearchResult(status=ToolStatus.REFUSED)
        self.asked.append(request)
        self.looking.set()
        await self.go_on.wait()
        if self.seconds:
            await asyncio.sleep(self.seconds)
        sources = tuple(self.sources) if self.status is ToolStatus.OK else ()
        return SearchResult(status=self.status, sources=sources, provider="pages")


def speaks_of_it(question: Question) -> dict[str, Any]:
    """A crew that says what was found, word for word."""
    found = question.inputs.found  # type: ignore[attr-defined]
    lines = [line for block in found for line in block.lines]
    return {"send": True, "text": lines[0] if lines else "끝내 못 찾았어요.", "why": "찾았다"}


@dataclass(frozen=True, kw_only=True, repr=False)
class Watching:
    """A talk with what it watches."""

    talk: Talk
    model: Model
    pages: Pages
    clock: FixedClock

    @property
    def app(self) -> App:
        return self.talk.app

    @property
    def script(self) -> ScriptedModel:
        assert isinstance(self.model, ScriptedModel)
        return self.model

    async def watch(
        self, watch: WatchSpec = FARE, *, intent: str = "제주 항공권 10만원 밑", **parts: Any
    ) -> FollowUpView:
        """Ask for a watch on the screen."""
        usual: dict[str, Any] = {"purpose": Purpose.INFO}
        spec = FollowUpSpec(
            kind=FollowUpKind.WATCH, intent=intent, watch=watch, **{**usual, **parts}
        )
        made = await self.app.keep_follow_ups.make(
            self.talk.pair.tenant, "u1", self.talk.pair.crew, spec, now=self.clock.at
        )
        return made.follow_up

    async def look(self, **later: float) -> Counter[str]:
        """Let time pass and the watches look; what came of it."""
        self.clock.at += timedelta(**later)
        return await self.run("check-watches")

    async def run(self, flow: str) -> Counter[str]:
        """Run a flow of this tenant."""
        wish = FlowWish(tenant=self.talk.pair.tenant)
        counts = (await self.app.flows.run(flow, wish)).counts
        return Counter({name: count for name, count in counts.items() if count})

    async def words(self) -> list[str]:
        """All that went out, in order."""
        return await self.talk.cells("text", "outbox", "position")

    async def state(self) -> tuple[str, str | None]:
        """How the one follow-up there is stands, and why."""
        [found] = await self.talk.cells(
            "state || ' ' || coalesce(reason, '')", "follow_ups", "created_at"
        )
        state, _, reason = found.partition(" ")
        return state, reason or None

    async def times(self) -> list[str]:
        """What became of every message there was to say."""
        return await self.talk.cells("state", "occurrences", "due_at")


async def watching(
    database: Database,
    tenant: UUID,
    *snippets: str,
    crew: str = "travel-mina",
    at: datetime = NOON,
    model: Model | None = None,
    **answers: Script,
) -> Watching:
    """A fresh user on a Monday at noon in Seoul, and a search that finds these pages."""
    clock = FixedClock(at)
    pages = Pages([page(snippet, number) for number, snippet in enumerate(snippets, 1)])
    asked = model or scripted(**{"compose_follow_up": speaks_of_it, **answers})
    app = app_of(database, asked, clock=clock, search=pages)
    talk = await talk_with(app, tenant, crew)
    return Watching(talk=talk, model=asked, pages=pages, clock=clock)
