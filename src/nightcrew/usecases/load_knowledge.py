"""A document becomes items of a collection; what is there already is not made again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4

from nightcrew.domain.errors import BadInput, NotFound, OutsideFailure
from nightcrew.domain.knowledge import (
    ANSWERING,
    LONGEST_TITLE,
    RECHECK_DAYS,
    ItemState,
    KnowledgeItem,
    Origin,
    Passage,
    Provenance,
    RawDocument,
    ReadDocument,
    check_collection,
    check_days,
    check_reviewer,
    check_source,
    item_of,
)
from nightcrew.domain.knowledge_splitting import plain, split
from nightcrew.ports import Clock, DocumentReader
from nightcrew.store import knowledge
from nightcrew.store.connection import Connection
from nightcrew.store.database import Database
from nightcrew.store.knowledge_search import VECTORS_AT_ONCE, KnowledgeSearch

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenDocument:
    """A document as somebody hands it over.

    raw: its content; None to fetch it from `url`. title: empty for the one it gives itself,
    or else what it is `called`.
    as_of: the day for which it holds, today when nobody says. review: its items wait for a
    person. replace: items of the same title that it does not hold go.
    """

    raw: RawDocument | None = None
    url: str = ""
    title: str = ""
    called: str = ""
    as_of: date | None = None
    recheck_on: date | None = None
    reviewed_by: str | None = None
    review: bool = False
    replace: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What became of a document's items. waiting: how many of them wait for a person.

    unasked: for how many of them nobody wrote how people ask.
    """

    collection: str
    title: str
    url: str
    items: int
    created: int
    already_there: int
    waiting: int
    replaced: int
    unasked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadKnowledge:
    """Loads documents into a tenant's collections, the same one as often as one likes."""

    db: Database
    clock: Clock
    reader: DocumentReader
    search: KnowledgeSearch

    async def __call__(
        self,
        tenant: UUID,
        collection: str,
        given: GivenDocument,
        *,
        now: datetime | None = None,
        whole: bool = False,
        told: Callable[[int], None] | None = None,
    ) -> Loaded:
        """Load one. whole: make all its vectors now; else the first, and flows make the rest.

        told: hears how many vectors are made. Raises: BadInput, NotFound `document_gone`, Refused,
        OutsideFailure.
        """
        check_collection(collection)
        moment = now or self.clock.now()
        check_days(given.as_of or moment.date(), given.recheck_on)
        check_source(given.url)
        raw = given.raw or await self._fetch(given.url)
        document = await self.reader.read(raw)
        passages = split(document.blocks)
        if not passages:
            raise _no_text(raw, document)
        source = _provenance(given, document.title or given.called or given.url, moment)
        async with self.db.begin(tenant) as connection:
            writing = _Writing(connection, tenant, collection, source)
            loaded = await writing.write(passages, replace_title=given.replace)
        await self._fill(tenant, collection, whole=whole, told=told)
        return loaded

    async def _fetch(self, url: str) -> RawDocument:
        if not url:
            raise BadInput(
                "no_document",
                "there is neither a text nor an address",
                hint="give one of text, markdown, html, pdf, or a url",
            )
        raw = await self.reader.fetch(url)
        if raw is None:
            raise NotFound(
                "document_gone",
                "there is no document at this address any more",
                hint="open the address in a browser, or load the text itself",
            )
        return raw

    async def _fill(
        self, tenant: UUID, collection: str, *, whole: bool, told: Callable[[int], None] | None
    ) -> None:
        made = 0
        try:
            while done := await self.search.fill(tenant, [collection]):
                made += done
                if told is not None:
                    told(made)
                if done < VECTORS_AT_ONCE or not whole:
                    return
        except OutsideFailure as away:
            # Words are found without vectors, and a flow makes them when the embedder is back.
            logger.warning("vectors of knowledge wait: code=%s", away.code)


def _no_text(raw: RawDocument, document: ReadDocument) -> BadInput:
    if not raw.content.strip():
        said, hint = "the document is empty", "write its text into it, save it and load it again"
    elif document.blocks:
        said, hint = "there are headings and no text below them", "write the text below a heading"
    else:
        said, hint = "there is no text in the document", "save what it shows as text and load that"
    return BadInput("document_empty", said, hint=hint)


def _provenance(given: GivenDocument, own_title: str, now: datetime) -> Provenance:
    title = plain(given.title)[:LONGEST_TITLE] or " ".join(own_title.split())[:LONGEST_TITLE]
    fetched = given.raw is None
    if not title:
        raise BadInput("no_title", "the document has no title", hint="give one", field="title")
    recheck_on = given.recheck_on
    if recheck_on is None and fetched:
        recheck_on = now.date() + timedelta(days=RECHECK_DAYS)
    waits = given.review
    reviewer = check_reviewer(given.reviewed_by) if given.reviewed_by and not waits else None
    return Provenance(
        title=title,
        url=given.url,
        origin=Origin.WEB if fetched else Origin.TEXT,
        as_of=given.as_of or now.date(),
        recheck_on=recheck_on,
        reviewed_by=reviewer,
        reviewed_at=now if reviewer else None,
        fetched_at=now if fetched else None,
        state=ItemState.WAITING if waits else ItemState.LIVE,
    )


class _Writing:
    """The writing of one document, in one transaction."""

    def __init__(
        self, connection: Connection, tenant: UUID, collection: str, source: Provenance
    ) -> None:
        self._connection, self._tenant = connection, tenant
        self._collection, self._source = collection, source

    async def write(self, passages: Sequence[Passage], *, replace_title: bool) -> Loaded:
        digests = [passage.digest for passage in passages]
        there = await knowledge.held(self._connection, self._tenant, self._collection, digests)
        items = [
            item_of(passage, self._collection, position, self._source, uuid4())
            for position, passage in enumerate(passages)
        ]
        created = await knowledge.add(
            self._connection, self._tenant, [item for item in items if item.digest not in there]
        )
        known = [item for item in items if item.digest in there]
        created += sum([await self._renew(there[item.digest], item) for item in known])
        waits = self._source.state is ItemState.WAITING
        replaced = 0 if waits else await self._drop_former(digests, by_title=replace_title)
        return Loaded(
            collection=self._collection,
            title=self._source.title,
            url=self._source.url,
            items=len(items),
            created=created,
            already_there=len(items) - created,
            waiting=self._waiting(items, there),
            replaced=replaced,
            unasked=sum(not (item.asked or _asked_before(there, item)) for item in items),
        )

    async def _renew(self, former: KnowledgeItem, item: KnowledgeItem) -> bool:
        """Take the newer day and a review over; say whether it answers again only since now."""
        if item.state is ItemState.WAITING or item.as_of < former.as_of:
            return False
        reviewer = item.reviewed_by or former.reviewed_by
        kept = replace(
            item,
            id=former.id,
            reviewed_by=reviewer,
            reviewed_at=item.reviewed_at or former.reviewed_at,
            recheck_on=item.recheck_on or former.recheck_on,
        )
        await knowledge.keep(self._connection, self._tenant, kept)
        if item.asked and item.asked != former.asked:
            await knowledge.ask_otherwise(self._connection, self._tenant, kept)
        return former.state not in ANSWERING

    async def _drop_former(self, digests: Sequence[str], *, by_title: bool) -> int:
        """What the same address, or the same title where that is wished, no longer holds."""
        source, where = self._source, (self._connection, self._tenant, self._collection)
        former: Sequence[KnowledgeItem] = ()
        if source.origin is Origin.WEB:
            former = await knowledge.of_source(*where, source.url)
        elif by_title:
            former = await knowledge.of_title(*where, source.title)
        gone = [item.id for item in former if item.digest not in set(digests)]
        if not gone:
            return 0
        return await knowledge.settle(self._connection, self._tenant, gone, ItemState.REPLACED)

    def _waiting(self, items: Sequence[KnowledgeItem], there: Mapping[str, KnowledgeItem]) -> int:
        if self._source.state is not ItemState.WAITING:
            return 0
        states = [there[item.digest].state if item.digest in there else item.state
                  for item in items]  # fmt: skip
        return states.count(ItemState.WAITING)


def _asked_before(there: Mapping[str, KnowledgeItem], item: KnowledgeItem) -> tuple[str, ...]:
    return there[item.digest].asked if item.digest in there else ()
