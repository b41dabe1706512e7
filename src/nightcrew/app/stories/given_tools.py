"""Price and knowledge as a story gives them; what it does not give is looked up as always."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.needs import KnowledgeNeed, PriceItem
from nightcrew.domain.price.estimate import PriceAnswer
from nightcrew.domain.price.ladder import Rung
from nightcrew.domain.price.listing import Basis
from nightcrew.domain.price.question import Ask, AskBack, car_asked
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.story import Given, GivenKnowledge, GivenPrice
from nightcrew.domain.tool import ToolResult
from nightcrew.domain.tool_guide import Tool
from nightcrew.store.listing_search import ListingSearch, PriceFound
from nightcrew.usecases.answer_turn import AnswerTurn
from nightcrew.usecases.answer_turn.knowing import Knowing
from nightcrew.usecases.answer_turn.parts import Acted, Stage


@dataclass(slots=True)
class OnStage:
    """What the story that plays now gives."""

    given: Given


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPrices(ListingSearch):
    """Listings that say what the story says; a car that was not named is still asked back."""

    stage: OnStage

    async def __call__(self, tenant: UUID, item: PriceItem, today: date) -> PriceFound:
        """The given range, or what a car that is not clear enough makes the tool ask."""
        given = self.stage.given.price
        if given is None:
            return await ListingSearch.__call__(self, tenant, item, today)
        if given.status is ToolStatus.UNAVAILABLE:
            raise OutsideFailure(
                "given_unavailable",
                "the story says that the listings are away",
                hint="give the story another status of price",
            )
        asked = car_asked(item, today)
        if isinstance(asked, AskBack):
            return PriceFound(asked=None, answer=PriceAnswer(ask=asked))
        return PriceFound(asked=asked, answer=_answer(given, today))


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenKnowing(Knowing):
    """Collections that say what the story says; a crew without any still has none."""

    stage: OnStage

    async def __call__(self, stage: Stage, need: KnowledgeNeed) -> Acted:
        """The given items as a result of the turn."""
        given = self.stage.given.knowledge
        if given is None or not need.use or not stage.crew.knowledge.collections:
            return await Knowing.__call__(self, stage, need)
        return Acted(tool=Tool.KNOWLEDGE, result=_result(given))


def with_given(turn: AnswerTurn, stage: OnStage) -> AnswerTurn:
    """The same turns, with these tools in place of the real ones."""
    tools = turn.tools
    prices = GivenPrices(db=tools.pricing.search.db, stage=stage)
    knowing = GivenKnowing(search=tools.knowing.search, stage=stage)
    pricing = replace(tools.pricing, search=prices)
    return replace(turn, tools=replace(tools, pricing=pricing, knowing=knowing))


def _answer(given: GivenPrice, today: date) -> PriceAnswer:
    if given.status is not ToolStatus.OK:
        return PriceAnswer(ask=AskBack(what=Ask.OTHER_CAR), n=given.n)
    as_of = given.as_of or today
    return PriceAnswer(
        low=given.low,
        mid=given.mid,
        high=given.high,
        currency=given.currency,
        n=given.n,
        rung=Rung.SAME_YEAR,
        basis=Basis.ASKING,
        as_of=as_of,
        as_of_from=as_of,
    )


def _result(given: GivenKnowledge) -> ToolResult:
    lines = (f"{each.snippet} ({_where(each.title, each.url, each.published_on)})"
             for each in given.items)  # fmt: skip
    return ToolResult(status=given.status, lines=tuple(lines), sources=given.items)


def _where(title: str, url: str, as_of: date | None) -> str:
    return ", ".join(part for part in (f"{title} <{url}>", str(as_of or "")) if part)
