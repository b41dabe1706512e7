"""What crews know of their field: documents come in, and a person decides what waits."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import KnowledgeItem, KnowledgeKind, RawDocument
from nightcrew.domain.named_fields import recast
from nightcrew.usecases.load_knowledge import GivenDocument
from nightcrew.usecases.research_knowledge import Researched
from nightcrew.usecases.search_knowledge import KnowledgeAnswer
from nightcrew.web.access import AdminCall
from nightcrew.web.bodies import Body
from nightcrew.web.json_shape import answer
from nightcrew.web.names import Cursor, Day, IdInPath, Language, Limit, Name, NameInPath
from nightcrew.web.openapi_more_shapes import (
    KnowledgeFound,
    KnowledgeScored,
    KnowledgeTold,
    TopicResearched,
)

router = APIRouter(tags=["knowledge"], prefix="/v1/knowledge")
_WORDS: tuple[KnowledgeKind, ...] = ("text", "markdown", "html")


class DocumentBody(Body):
    """A document: one of text, markdown, html, pdf (base64), or a url alone to fetch it.

    With a text, url says where it is published. as_of: the day for which it holds, today when left
    out. reviewed_by: the team that read it. review: its items wait until somebody lets them in.
    replace: items of the same title that it does not hold any more go.
    """

    title: str = Field(default="", max_length=500)
    text: str | None = None
    markdown: str | None = None
    html: str | None = None
    pdf: str | None = None
    url: str = Field(default="", max_length=2_048)
    as_of: Day | None = None
    recheck_on: Day | None = None
    reviewed_by: Name | None = None
    review: bool = False
    replace: bool = False

    def given(self) -> GivenDocument:
        """The same as the use case takes it. Raises: BadInput."""
        return self.taken_as(GivenDocument, raw=self._raw(), called="")

    def _raw(self) -> RawDocument | None:
        contents = {name: getattr(self, name) for name in (*_WORDS, "pdf")}
        told = [name for name, content in contents.items() if content is not None]
        if len(told) > 1:
            raise BadInput(
                "several_contents",
                "the document has more than one content",
                hint="give one of text, markdown, html, pdf",
                field=told[1],
            )
        for kind in _WORDS:
            if contents[kind] is not None:
                return RawDocument(kind=kind, content=contents[kind].encode("utf-8", "replace"))
        return _pdf(self.pdf) if self.pdf is not None else None


class ResearchBody(Body):
    """A topic to look up; what is found waits for a review."""

    topic: str
    locale: Language = "ko-KR"


class ReviewBody(Body):
    """Who decides."""

    by: str


@router.post("/{collection}/documents")
async def load_document(collection: NameInPath, body: DocumentBody, call: AdminCall) -> Response:
    """Load a document; what is there already is not made again."""
    loaded = await call.app.knowledge.load(
        call.tenant, collection, body.given(), now=call.at(body.now)
    )
    return answer(loaded)


@router.post("/{collection}/research")
async def research(collection: NameInPath, body: ResearchBody, call: AdminCall) -> Response:
    """Look a topic up; its items wait for a review."""
    found = await call.app.knowledge.research(
        call.tenant, collection, body.topic, locale=body.locale, now=call.at(body.now)
    )
    return answer(topic_told(found))


@router.get("/{collection}/search")
async def search(
    collection: NameInPath, call: AdminCall, q: Annotated[str, Query(max_length=2_000)] = ""
) -> Response:
    """What the collection answers to a question, as a turn would be shown it."""
    return answer(found_told(q, await call.app.knowledge.search(call.tenant, [collection], q)))


@router.get("/coverage")
async def coverage(call: AdminCall) -> Response:
    """Which crews have enough reviewed items."""
    return answer(await call.app.knowledge.search.coverage(call.tenant, call.app.crews.shelf()))


@router.get("/reviews")
async def reviews(
    call: AdminCall,
    collection: Name | None = None,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Response:
    """What waits for a person, the oldest first."""
    found = await call.app.knowledge.review.waiting(
        call.tenant, collection, cursor=cursor, limit=limit
    )
    return answer(found.showing(map(item_told, found.items)))


@router.post("/reviews/{item}/accept")
async def accept(item: IdInPath, body: ReviewBody, call: AdminCall) -> Response:
    """Let an item in."""
    decided = await call.app.knowledge.review.accept(
        call.tenant, item, body.by, now=call.at(body.now)
    )
    return answer(item_told(decided))


@router.post("/reviews/{item}/reject")
async def reject(item: IdInPath, body: ReviewBody, call: AdminCall) -> Response:
    """Turn an item down."""
    decided = await call.app.knowledge.review.reject(
        call.tenant, item, body.by, now=call.at(body.now)
    )
    return answer(item_told(decided))


def item_told(item: KnowledgeItem) -> KnowledgeTold:
    """An item as it is told."""
    return recast(KnowledgeTold, item)


def found_told(query: str, found: KnowledgeAnswer) -> KnowledgeFound:
    """What a search answers, best first."""
    items = tuple(
        recast(KnowledgeScored, each.item, score=round(each.score, 3)) for each in found.items
    )
    return recast(
        KnowledgeFound, found, query=query, nothing_found=found.nothing_found, items=items
    )


def topic_told(found: Researched) -> TopicResearched:
    """What a topic brought, as it is told."""
    items = tuple(item_told(item) for item in found.waiting)
    return recast(TopicResearched, found, waiting=len(items), items=items)


def _pdf(encoded: str) -> RawDocument:
    try:
        content = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise BadInput(
            "not_base64", "the PDF is not in base64", hint="encode the file's bytes", field="pdf"
        ) from None
    return RawDocument(kind="pdf", content=content)
