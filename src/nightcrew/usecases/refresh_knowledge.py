"""Due sources are read again: what changed waits for a person, what is gone is marked."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from time import monotonic
from typing import Literal
from uuid import UUID, uuid4

from nightcrew.domain.errors import BadInput, OutsideFailure, Refused
from nightcrew.domain.flow_report import FlowReport
from nightcrew.domain.knowledge import (
    ItemState,
    KnowledgeItem,
    Origin,
    Passage,
    Provenance,
    compare,
    item_of,
    next_recheck,
)
from nightcrew.domain.knowledge_splitting import split
from nightcrew.ports import Clock, DocumentReader
from nightcrew.store import knowledge
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.knowledge import DueSource
from nightcrew.store.knowledge_search import VECTORS_AT_ONCE, KnowledgeSearch
from nightcrew.store.sweeps import tenants_to_sweep

logger = logging.getLogger(__name__)

TRY_AGAIN = timedelta(days=1)  # a source that does not answer today
VECTORS_A_RUN = 20 * VECTORS_AT_ONCE  # for one tenant, about 20 s of embedding
VECTORS_A_STEP = 8  # while somebody waits for the answer: a step takes a second or two

SourceOutcome = Literal["unchanged", "changed", "gone", "unreachable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """A source as it stands now. passages: None when it is gone."""

    source: DueSource
    passages: tuple[Passage, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshKnowledge:
    """Looks at due sources again, and makes the vectors that are missing."""

    db: Database
    clock: Clock
    reader: DocumentReader
    search: KnowledgeSearch

    async def __call__(
        self,
        now: datetime | None = None,
        tenant: UUID | None = None,
        *,
        seconds: float | None = None,
    ) -> Sequence[FlowReport]:
        """One report a tenant: sources by outcome, items by what became of them.

        `due_by_hand` are items without a fetched address whose day has come. now: the day that
        counts. tenant: None for all. seconds: how long vectors are made in all, for somebody who
        waits; `without_vectors` tells what is left, which the next run or a question makes.
        """
        moment = now or self.clock.now()
        end = None if seconds is None else monotonic() + seconds
        return [
            await self._tenant(each, moment, end)
            for each in await tenants_to_sweep(self.db, tenant)
        ]

    async def _tenant(self, tenant: UUID, now: datetime, end: float | None) -> FlowReport:
        async with self.db.begin(tenant) as connection:
            sources = await knowledge.due(connection, tenant, now.date())
            by_hand = await knowledge.count_due_by_hand(connection, tenant, now.date())
        counts: Counter[str] = Counter()
        ids: list[UUID] = []
        for source in sources:
            outcome, waiting = await self._source(tenant, source, now)
            counts[outcome] += 1
            ids += waiting
        counts["waiting"] = len(ids)
        counts["due_by_hand"] = by_hand
        counts["vectors"] = await self._fill(tenant, end)
        counts["without_vectors"] = await self.search.waiting(tenant)
        return FlowReport(
            user="", crew="", outcome="refreshed", counts=dict(counts), ids=tuple(ids)
        )

    async def _source(
        self, tenant: UUID, source: DueSource, now: datetime
    ) -> tuple[SourceOutcome, list[UUID]]:
        try:
            look = await self._look(source)
        except (OutsideFailure, Refused, BadInput) as failed:
            logger.warning(
                "a source of knowledge was not read: collection=%s code=%s",
                source.collection,
                failed.code,
            )
            async with self.db.begin(tenant) as connection:
                await knowledge.put_off(connection, tenant, source, now.date() + TRY_AGAIN)
            return "unreachable", []
        async with self.db.begin(tenant) as connection:
            return await _Comparing(connection, tenant, now).settle(look)

    async def _look(self, source: DueSource) -> _Look:
        raw = await self.reader.fetch(source.url)
        if raw is None:
            return _Look(source=source, passages=None)
        document = await self.reader.read(raw)
        return _Look(source=source, passages=split(document.blocks))

    async def _fill(self, tenant: UUID, end: float | None) -> int:
        made, step = 0, VECTORS_AT_ONCE if end is None else VECTORS_A_STEP
        try:
            while made < VECTORS_A_RUN and (end is None or monotonic() < end):
                done = await self.search.fill(tenant, None, most=step)
                made += done
                if not done:
                    break
        except OutsideFailure as away:
            logger.warning("vectors of knowledge wait: code=%s", away.code)
        return made


class _Comparing:
    """What a look at one source changes, in one transaction."""

    def __init__(self, connection: Connection, tenant: UUID, now: datetime) -> None:
        self._connection, self._tenant = connection, tenant
        self._now, self._today = now, now.date()

    async def settle(self, look: _Look) -> tuple[SourceOutcome, list[UUID]]:
        source = look.source
        items = await knowledge.of_source(
            self._connection, self._tenant, source.collection, source.url
        )
        if not items:
            return "unchanged", []
        if not look.passages:
            await self._gone(items)
            return "gone", []
        found = compare(items, look.passages)
        for item in found.confirmed:
            await self._confirm(item)
        await self._gone(found.gone)
        replaced = {former for _, _, former in found.changed if former is not None}
        for item in items:
            if item.id in replaced:
                await self._keep_old(item)
        made = [
            self._waiting(source, items, position, passage, former)
            for position, passage, former in found.changed
        ]
        new = await self._add(source, made)
        changed = bool(found.changed or found.gone)
        return ("changed" if changed else "unchanged"), new

    async def _add(self, source: DueSource, made: Sequence[KnowledgeItem]) -> list[UUID]:
        """Those that nobody has seen yet: what was turned down stays so."""
        digests = [item.digest for item in made]
        there = await knowledge.held(self._connection, self._tenant, source.collection, digests)
        new = [item for item in made if item.digest not in there]
        await knowledge.add(self._connection, self._tenant, new)
        back = [
            replace(item, id=there[item.digest].id)
            for item in made
            if item.digest in there and there[item.digest].state is ItemState.REPLACED
        ]
        for item in back:
            await knowledge.keep(self._connection, self._tenant, item)
        return [item.id for item in (*new, *back)]

    async def _confirm(self, item: KnowledgeItem) -> None:
        kept = replace(
            item,
            as_of=self._today,
            fetched_at=self._now,
            recheck_on=next_recheck(item.as_of, item.recheck_on, self._today),
            state=ItemState.LIVE,
        )
        await knowledge.keep(self._connection, self._tenant, kept)

    async def _keep_old(self, item: KnowledgeItem) -> None:
        """It keeps its date, and answers until a person lets the new one in."""
        recheck_on = next_recheck(item.as_of, item.recheck_on, self._today)
        await knowledge.keep(self._connection, self._tenant, replace(item, recheck_on=recheck_on))

    async def _gone(self, items: Sequence[KnowledgeItem]) -> None:
        for item in items:
            recheck_on = next_recheck(item.as_of, item.recheck_on, self._today)
            stale = replace(item, state=ItemState.STALE, recheck_on=recheck_on)
            await knowledge.keep(self._connection, self._tenant, stale)

    def _waiting(
        self,
        source: DueSource,
        items: Sequence[KnowledgeItem],
        position: int,
        passage: Passage,
        former: UUID | None,
    ) -> KnowledgeItem:
        given = Provenance(
            title=source.title,
            url=source.url,
            origin=Origin.WEB,
            as_of=self._today,
            recheck_on=_longest(items, self._today),
            reviewed_by=None,
            reviewed_at=None,
            fetched_at=self._now,
            state=ItemState.WAITING,
        )
        made = item_of(passage, source.collection, position, given, uuid4())
        return replace(made, replaces=former)


def _longest(items: Sequence[KnowledgeItem], today: date) -> date:
    """As long as its neighbours on the page wait for the next look."""
    return max(next_recheck(item.as_of, item.recheck_on, today) for item in items)
