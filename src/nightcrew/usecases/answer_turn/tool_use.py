"""The five tools of a turn: each needed one is used once, all at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

from nightcrew.domain.crew import Tool
from nightcrew.domain.day import today
from nightcrew.domain.errors import ModelFailure
from nightcrew.domain.needs import Needs
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.search_freshness import freshness_days
from nightcrew.domain.search_results import line_of
from nightcrew.domain.tool import NOT_USED, SearchRequest, SearchResult, ToolResult
from nightcrew.domain.turn_words import done
from nightcrew.ports import Model, Usage, WebSearch
from nightcrew.usecases.answer_turn import follow_up_acts, memory_acts
from nightcrew.usecases.answer_turn.knowing import Knowing
from nightcrew.usecases.answer_turn.looking_back import LookBack
from nightcrew.usecases.answer_turn.parts import Acted, Stage
from nightcrew.usecases.answer_turn.pricing import Pricing


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What the tools brought and what asking models for it cost."""

    acted: dict[Tool, Acted]
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """Carries out what the judge saw a need for."""

    model: Model
    search: WebSearch
    look_back: LookBack
    pricing: Pricing
    knowing: Knowing

    async def __call__(self, stage: Stage, needs: Needs) -> Used:
        """Use each needed tool; a failing one is a status, never an error of the turn."""
        if not any(getattr(needs, tool).use for tool in Tool):
            # As in nearly every turn: five tasks for nothing take a twentieth of its work.
            return Used(acted={tool: Acted(tool=tool, result=NOT_USED) for tool in Tool})
        searched, priced, known, remembered, (promised, usage) = await asyncio.gather(
            self._search(stage, needs),
            self.pricing(stage, needs.price),
            self.knowing(stage, needs.knowledge),
            self._memory(stage, needs),
            self._follow_up(stage, needs),
        )
        acted = {
            Tool.SEARCH: searched,
            Tool.PRICE: priced,
            Tool.MEMORY: remembered,
            Tool.KNOWLEDGE: known,
            Tool.FOLLOW_UP: promised,
        }
        return Used(acted=acted, usage=usage)

    async def _search(self, stage: Stage, needs: Needs) -> Acted:
        if not needs.search.use:
            return Acted(tool=Tool.SEARCH, result=NOT_USED)
        query = needs.search.query or stage.text
        request = SearchRequest(
            query=query,
            locale=stage.locale,
            freshness_days=freshness_days(f"{query} {stage.text}"),
            on=today(stage.now, stage.moment.timezone),
            whose=stage.pair.tenant,
        )
        found = await self.search.look_up(request)
        return Acted(tool=Tool.SEARCH, result=_search_result(found))

    async def _memory(self, stage: Stage, needs: Needs) -> Acted:
        need = needs.memory
        if not need.use:
            return memory_acts.not_used()
        match need.act:
            case "remember":
                return memory_acts.remember(stage, need)
            case "forget":
                return memory_acts.forget(stage, need)
            case "list":
                return memory_acts.list_all(stage)
            case "recall":
                return await self._recall(stage, need.query or stage.text)

    async def _recall(self, stage: Stage, query: str) -> Acted:
        looked = await self.look_back(stage, query)
        status = ToolStatus.NOTHING_FOUND if looked.nothing_found else ToolStatus.OK
        note = "by_words_alone" if looked.by_words_alone else ""
        result = ToolResult(status=status, note=note)
        return Acted(tool=Tool.MEMORY, result=result, evidence=looked.lines)

    async def _follow_up(self, stage: Stage, needs: Needs) -> tuple[Acted, Usage]:
        need = needs.follow_up
        if not need.use:
            return Acted(tool=Tool.FOLLOW_UP, result=NOT_USED), Usage()
        match need.act:
            case "cancel":
                return follow_up_acts.call_off(stage, need), Usage()
            case "list":
                return follow_up_acts.list_open(stage), Usage()
            case "create" | "snooze":
                return await self._promise(stage, needs)

    async def _promise(self, stage: Stage, needs: Needs) -> tuple[Acted, Usage]:
        puts_off = needs.follow_up.act == "snooze"
        act = follow_up_acts.put_off if puts_off else follow_up_acts.promise
        if not puts_off and not needs.follow_up.request.strip():
            # Seen by the guide, not asked for: the quiet talk is planned for later, by its flow.
            later = ToolResult(status=ToolStatus.OK, note="planned_when_quiet")
            return Acted(tool=Tool.FOLLOW_UP, result=later), Usage()
        try:
            promised = await act(stage, needs.follow_up, self.model)
        except ModelFailure as away:
            result = ToolResult(status=ToolStatus.UNAVAILABLE, note=away.kind)
            return Acted(tool=Tool.FOLLOW_UP, result=result), away.spent
        return await self._told_if_blind(stage, promised.acted), promised.usage

    async def _told_if_blind(self, stage: Stage, acted: Acted) -> Acted:
        """Say with a new watch that nothing can be looked up while no search is set up."""
        watches = [each.spec().watch for each in acted.writes.promised]
        if not any(watch is not None and watch.tool is Tool.SEARCH for watch in watches):
            return acted
        # An empty question goes nowhere; only who has nobody to ask calls it misconfigured.
        looked = await self.search.look_up(SearchRequest(query="", locale=stage.locale))
        if looked.status is not ToolStatus.MISCONFIGURED:
            return acted
        return replace(acted, done=(*acted.done, done("cannot_look", stage.locale)))


def _search_result(found: SearchResult) -> ToolResult:
    return ToolResult(
        status=found.status,
        lines=tuple(line_of(source) for source in found.sources),
        sources=found.sources,
        note=found.note,
    )
