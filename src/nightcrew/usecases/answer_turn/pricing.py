"""The price tool in a turn: a range the reply may name, or the one thing it should ask back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nightcrew.domain.crew import Tool
from nightcrew.domain.day import today
from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.needs import PriceNeed
from nightcrew.domain.price.estimate import PriceAnswer
from nightcrew.domain.price.telling import ask_of, lines_of
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import NOT_USED, ToolResult
from nightcrew.store.listing_search import ListingSearch
from nightcrew.usecases.answer_turn.parts import Acted, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Pricing:
    """Carries out what the judge saw of a price."""

    search: ListingSearch

    async def __call__(self, stage: Stage, need: PriceNeed) -> Acted:
        """The listings' answer as a result of the turn; a failing look is a status."""
        if not need.use:
            return Acted(tool=Tool.PRICE, result=NOT_USED)
        day = today(stage.now, stage.moment.timezone)
        try:
            found = await self.search(stage.pair.tenant, need.item, day)
        except OutsideFailure as away:
            result = ToolResult(status=ToolStatus.UNAVAILABLE, note=away.code)
            return Acted(tool=Tool.PRICE, result=result)
        answer = found.answer
        result = ToolResult(
            status=ToolStatus.OK if answer.enough else ToolStatus.INSUFFICIENT,
            lines=lines_of(answer, found.asked, stage.locale),
            note=answer.ask.what if answer.ask else "",
        )
        return Acted(tool=Tool.PRICE, result=result, extra=_told(answer, stage.locale))


def _told(answer: PriceAnswer, locale: str) -> dict[str, Any]:
    """The decision's own fields; sums are whole units of the currency."""
    told = {name: getattr(answer, name) for name in ("low", "mid", "high", "currency", "n", "rung")}
    told["as_of"] = answer.as_of
    if answer.enough:
        told |= {
            "as_of_from": answer.as_of_from,
            "basis": answer.basis,
            "other_mid": answer.other_mid,
            "caveats": answer.caveats,
        }
    ask = ask_of(answer, locale)
    return told | ({"ask": ask} if ask else {})
