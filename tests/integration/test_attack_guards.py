"""The public attack cases played with their guard gone: each of them fails then, and says where.

The gates of a dream are taken away one by one in tests/unit/test_attack_gates.py, what guards words
and texts in tests/unit/test_attack_words.py, what lies below in test_attack_guards_below.py.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from uuid import UUID

import pytest
from jinja2 import Environment

from nightcrew.app.menu import App
from nightcrew.app.world import World
from nightcrew.domain.crew import Tool
from nightcrew.domain.needs import PriceNeed
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import SearchRequest, SearchResult, Source, ToolResult
from nightcrew.ports import Answered, Model, Piece, Question, Role
from nightcrew.store.database import Database
from nightcrew.usecases.answer_turn.parts import Acted, Stage
from nightcrew.usecases.answer_turn.pricing import Pricing
from tests.case_talk import Guards
from tests.integration.attack_case_table import CASES, PLAYED

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Between:
    """Stands between the product and its model; change: what becomes of each prompt."""

    inner: Model
    change: Callable[[str], str]

    def name(self, role: Role) -> str:
        return self.inner.name(role)

    async def ask(self, question: Question, *, answer: type[T]) -> Answered[T]:
        return await self.inner.ask(self._changed(question), answer=answer)

    async def stream(self, question: Question) -> AsyncIterator[Piece]:
        async for piece in self.inner.stream(self._changed(question)):
            yield piece

    async def warm(self) -> None:
        await self.inner.warm()

    def _changed(self, question: Question) -> Question:
        return replace(question, text=self.change(question.text))


def prompts(change: Callable[[str], str]) -> Guards:
    """The product whose prompts are changed on their way."""
    return Guards(world=lambda world: replace(world, model=Between(world.model, change)))


def without_frames(prompt: str) -> str:
    """What tools brought, without the marks of data around it."""
    return re.sub(r"</?data\b[^>]*>", "", prompt)


def as_a_template(prompt: str) -> str:
    """The prompt with the user's words run as if they were ours."""
    run = re.compile(r"\{\{.*?\}\}")
    return run.sub(lambda found: Environment().from_string(found[0]).render(), prompt)  # noqa: S701


def told_to_the_log(prompt: str) -> str:
    """The prompt, which somebody writes down."""
    logging.getLogger("nightcrew.model").debug("asking %s", prompt)
    return prompt


@dataclass(frozen=True, slots=True)
class RawSearch:
    """A search that hands on a page as it was written."""

    page: str

    async def look_up(self, request: SearchRequest) -> SearchResult:
        source = Source(title=request.query, url="https://page.test/", snippet=self.page)
        return SearchResult(status=ToolStatus.OK, sources=(source,))


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkativePricing(Pricing):
    """A price tool whose lines are what a seller wrote."""

    written: str

    async def __call__(self, stage: Stage, need: PriceNeed) -> Acted:
        acted = await Pricing(search=self.search)(stage, need)
        result = ToolResult(status=acted.result.status, lines=(*acted.result.lines, self.written))
        return Acted(tool=Tool.PRICE, result=result, extra=acted.extra)


def talkative(case: Mapping[str, Any]) -> Guards:
    """The product with such a price tool."""

    def put(app: App) -> App:
        tools = app.answer_turn.tools
        pricing = TalkativePricing(search=tools.pricing.search, written=case["input"])
        told = replace(app.answer_turn, tools=replace(tools, pricing=pricing))
        return replace(app, answer_turn=told)

    return Guards(app=put)


def _unworried(world: World) -> World:
    return replace(world, crisis=replace(world.crisis, rules=()))


# guard: (the case it guards, the product without it, where the case notices)
GUARDS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], Guards], str]] = {
    "pages stand in a data frame": (
        "mp-recommendation", lambda _: prompts(without_frames), '"<data"',
    ),
    "signs that nobody sees are taken out": (
        "pi-hidden-unicode-tags",
        lambda case: Guards(world=lambda world: replace(world, search=RawSearch(case["input"]))),
        "안녕 하세요",
    ),
    "a price is a number": ("pi-price-field", talkative, "시스템:"),
    "words of users are values": (
        "pf-user-text-as-template", lambda _: prompts(as_a_template), 'case["input"] in',
    ),
    "no words reach the log": (
        "pf-log-injection", lambda _: prompts(told_to_the_log), "hunter2",
    ),
    "a dream waits for quiet": (
        "dos-dream-cost", lambda _: Guards(settings={"quiet_before_dream": 0}), "dreams <=",
    ),
    "the crisis rules come first": (
        "sf-hotline-suppression", lambda _: Guards(world=_unworried), '"crisis"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("guard", GUARDS)
async def test_a_case_fails_where_its_guard_is_gone(
    guard: str, shared_database: Database, own_tenant: UUID, caplog: pytest.LogCaptureFixture
) -> None:
    name, taken, noticed = GUARDS[guard]
    given = {"db": shared_database, "tenant": own_tenant, "case": CASES[name], "logged": caplog,
             "guards": taken(CASES[name])}  # fmt: skip
    wanted = given.keys() & inspect.signature(PLAYED[name]).parameters

    with pytest.raises(AssertionError) as failed:
        await PLAYED[name](**{each: given[each] for each in wanted})

    assert noticed in str(failed.traceback[-1].statement)
