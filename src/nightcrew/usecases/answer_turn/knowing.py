"""The knowledge tool in a turn: passages with their source and date, or an honest nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nightcrew.domain.crew import Tool
from nightcrew.domain.day import today
from nightcrew.domain.errors import OutsideFailure
from nightcrew.domain.knowledge import KnowledgeItem, told_line
from nightcrew.domain.lines import is_korean
from nightcrew.domain.needs import KnowledgeNeed
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.tool import NOT_USED, Source, ToolResult
from nightcrew.store.knowledge_search import KnowledgeFound, KnowledgeSearch
from nightcrew.usecases.answer_turn.parts import Acted, Stage

LONGEST_SNIPPET = 240  # characters, as a source is told beside a reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowing:
    """Carries out what the judge saw of a need for the crew's field."""

    search: KnowledgeSearch

    async def __call__(self, stage: Stage, need: KnowledgeNeed) -> Acted:
        """The items as a result of the turn; a failing look is a status.

        A crew that has none on purpose says why, whatever the judge wished.
        """
        if not need.use:
            return Acted(tool=Tool.KNOWLEDGE, result=NOT_USED)
        wanted = stage.crew.knowledge
        if not wanted.collections:
            return _none(wanted.none)
        question = need.query.strip() or stage.text
        try:
            found = await self.search(stage.pair.tenant, wanted.collections, question)
        except OutsideFailure as away:
            result = ToolResult(status=ToolStatus.UNAVAILABLE, note=away.code)
            return Acted(tool=Tool.KNOWLEDGE, result=result)
        return _told(stage, found)


def _none(why: str) -> Acted:
    if not why:
        result = ToolResult(status=ToolStatus.EMPTY, note="nothing_loaded")
        return Acted(tool=Tool.KNOWLEDGE, result=result)
    result = ToolResult(status=ToolStatus.REFUSED, note="none_on_purpose")
    return Acted(tool=Tool.KNOWLEDGE, result=result, extra={"why": why})


def _told(stage: Stage, found: KnowledgeFound) -> Acted:
    items = [each.item for each in found.items]
    day = today(stage.now, stage.moment.timezone)
    korean = is_korean(stage.locale)
    result = ToolResult(
        status=_status(found),
        lines=tuple(told_line(item, day, korean=korean) for item in items),
        sources=tuple(_source(item) for item in items),
        note=_note(found),
    )
    return Acted(tool=Tool.KNOWLEDGE, result=result, extra=_extra(items))


def _status(found: KnowledgeFound) -> ToolStatus:
    if not found.total:
        return ToolStatus.EMPTY
    return ToolStatus.OK if found.items else ToolStatus.NOTHING_FOUND


def _note(found: KnowledgeFound) -> str:
    if not found.total:
        return "nothing_loaded"
    return "by_words_alone" if found.by_words_alone else ""


def _source(item: KnowledgeItem) -> Source:
    text = item.text
    snippet = text if len(text) <= LONGEST_SNIPPET else text[: LONGEST_SNIPPET - 1] + "…"
    return Source(title=item.title, url=item.url, snippet=snippet, published_on=item.as_of)


def _extra(items: Sequence[KnowledgeItem]) -> dict[str, Any]:
    """Which items, and the oldest day for which they hold."""
    if not items:
        return {}
    return {"items": [str(item.id) for item in items], "as_of": min(item.as_of for item in items)}
