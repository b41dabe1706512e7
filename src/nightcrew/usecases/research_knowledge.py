"""A topic is looked up and cut into items; none of them answers before a person let it in."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.errors import BadInput, ModelFailure, OutsideFailure, Refused
from nightcrew.domain.knowledge import (
    RECHECK_DAYS,
    ItemState,
    KnowledgeItem,
    Origin,
    Passage,
    Provenance,
    check_collection,
    item_of,
)
from nightcrew.domain.knowledge_research import Excerpt, excerpt_of, fault_of, passage_of
from nightcrew.domain.knowledge_splitting import split
from nightcrew.domain.questions import ItemiseInputs, Moment
from nightcrew.domain.reason import ToolStatus
from nightcrew.domain.short_answers import ProposedItem, ProposedItems
from nightcrew.domain.tool import SearchRequest, SearchResult, Source
from nightcrew.domain.usage import Paid, Work
from nightcrew.ports import Answered, Clock, DocumentReader, Model, Question, Usage, WebSearch
from nightcrew.prompts import render
from nightcrew.store import knowledge, model_costs
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database

logger = logging.getLogger(__name__)

SOURCES = 5  # pages read for a topic at the most
LONGEST_TOPIC = 200  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class Researched:
    """What a topic brought. waiting: items for a person to review; refused: why others are none."""

    collection: str
    topic: str
    status: ToolStatus
    sources: int = 0
    waiting: tuple[KnowledgeItem, ...] = ()
    already_there: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchKnowledge:
    """Looks a topic up by the search tool, reads the pages found and has them itemised."""

    db: Database
    clock: Clock
    search: WebSearch
    reader: DocumentReader
    model: Model

    async def __call__(
        self,
        tenant: UUID,
        collection: str,
        topic: str,
        *,
        locale: str = "ko-KR",
        now: datetime | None = None,
    ) -> Researched:
        """Research one topic. locale: of the search and of the items.

        Raises: BadInput, Refused `search_misconfigured`, OutsideFailure when nothing could be
        looked up, ModelFailure.
        """
        check_collection(collection)
        wanted = _topic(topic)
        moment = now or self.clock.now()
        request = SearchRequest(
            query=wanted, locale=locale, max_results=SOURCES, on=moment.date(), whose=tenant
        )
        excerpts = await self._excerpts(wanted, _checked(await self.search.look_up(request)))
        if not excerpts:
            return Researched(collection=collection, topic=wanted, status=ToolStatus.EMPTY)
        asked = _asked(wanted, locale, moment, excerpts)
        answered = await self._ask(tenant, render("itemise_knowledge", asked))
        sifted = _Sifted(excerpts, moment)
        items = sifted.items(collection, answered.value.items)
        new = await self._keep(tenant, collection, items, answered.usage)
        return Researched(
            collection=collection,
            topic=wanted,
            status=ToolStatus.OK if items else ToolStatus.NOTHING_FOUND,
            sources=len(excerpts),
            waiting=tuple(new),
            already_there=len(items) - len(new),
            refused=dict(sifted.refused),
            usage=answered.usage,
        )

    async def _ask(self, tenant: UUID, question: Question) -> Answered[ProposedItems]:
        try:
            return await self.model.ask(question, answer=ProposedItems)
        except ModelFailure as away:
            async with self.db.begin(tenant) as connection:
                await _pay(connection, tenant, away.spent)
            raise

    async def _excerpts(self, topic: str, sources: Sequence[Source]) -> tuple[Excerpt, ...]:
        texts = await asyncio.gather(*(self._text(topic, source) for source in sources))
        told = [(source, text) for source, text in zip(sources, texts, strict=True) if text]
        return tuple(
            Excerpt(handle=f"s{number}", title=source.title, url=source.url, text=text)
            for number, (source, text) in enumerate(told, 1)
        )

    async def _text(self, topic: str, source: Source) -> str:
        """What the page says of the topic; the search's own snippet where it cannot be read."""
        try:
            raw = await self.reader.fetch(source.url)
            document = await self.reader.read(raw) if raw is not None else None
        except (OutsideFailure, Refused, BadInput) as failed:
            logger.info("a page was not read: code=%s", failed.code)
            document = None
        page = excerpt_of(topic, split(document.blocks)) if document is not None else ""
        return page or source.snippet

    async def _keep(
        self, tenant: UUID, collection: str, items: Sequence[KnowledgeItem], usage: Usage
    ) -> list[KnowledgeItem]:
        digests = [item.digest for item in items]
        async with self.db.begin(tenant) as connection:
            await _pay(connection, tenant, usage)
            there = await knowledge.held(connection, tenant, collection, digests)
            new = [item for item in items if item.digest not in there]
            await knowledge.add(connection, tenant, new)
        return new


async def _pay(connection: Connection, tenant: UUID, usage: Usage) -> None:
    await model_costs.note(connection, tenant, Paid(work=Work.RESEARCH, usage=usage))


class _Sifted:
    """The model's items against the excerpts they name."""

    def __init__(self, excerpts: Sequence[Excerpt], now: datetime) -> None:
        self._excerpts = {excerpt.handle: excerpt for excerpt in excerpts}
        self._now = now
        self.refused: Counter[str] = Counter()

    def items(self, collection: str, proposed: Sequence[ProposedItem]) -> tuple[KnowledgeItem, ...]:
        """Those that stand in their excerpt, each once."""
        good: dict[str, tuple[Passage, Excerpt]] = {}
        for each in proposed:
            fault = fault_of(each, self._excerpts)
            if fault is not None:
                self.refused[fault] += 1
                continue
            passage = passage_of(each)
            good.setdefault(passage.digest, (passage, self._excerpts[each.source.strip("[] ")]))
        return tuple(
            item_of(passage, collection, position, self._source(excerpt), uuid4())
            for position, (passage, excerpt) in enumerate(good.values())
        )

    def _source(self, excerpt: Excerpt) -> Provenance:
        return Provenance(
            title=excerpt.title,
            url=excerpt.url,
            origin=Origin.RESEARCH,
            as_of=self._now.date(),
            recheck_on=self._now.date() + timedelta(days=RECHECK_DAYS),
            reviewed_by=None,
            reviewed_at=None,
            fetched_at=self._now,
            state=ItemState.WAITING,
        )


def _topic(topic: str) -> str:
    wanted = " ".join(topic.split())
    if not 0 < len(wanted) <= LONGEST_TOPIC:
        raise BadInput(
            "bad_topic",
            f"a topic has 1 to {LONGEST_TOPIC} characters",
            hint="name the matter in a few words",
            field="topic",
        )
    return wanted


def _checked(found: SearchResult) -> Sequence[Source]:
    if found.status is ToolStatus.MISCONFIGURED:
        raise Refused(
            "search_misconfigured",
            "there is no search to look the topic up with",
            hint="set NIGHTCREW_SEARCH, or load documents with `nightcrew knowledge load`",
        )
    if found.status not in (ToolStatus.OK, ToolStatus.EMPTY):
        raise OutsideFailure(
            "search_unavailable",
            f"the topic could not be looked up: {found.status}",
            hint="try again later",
        )
    return found.sources


def _asked(topic: str, locale: str, now: datetime, excerpts: Sequence[Excerpt]) -> ItemiseInputs:
    return ItemiseInputs(
        moment=Moment(now=now, timezone="UTC", locale=locale, local=f"{now:%Y-%m-%d %H:%M}"),
        topic=topic,
        language=locale,
        sources=tuple(excerpt.line for excerpt in excerpts),
    )
