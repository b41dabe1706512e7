"""*Knowledge*: shelves of what crews look up, how old it is, and what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from fastapi import Response

from nightcrew.domain.errors import NightcrewError
from nightcrew.store.knowledge_shelves import CollectionCounts
from nightcrew.usecases.search_knowledge import KnowledgeAnswer
from nightcrew.web.console.pages import console_router, go, page
from nightcrew.web.console.visits import AdminVisit, Visit
from nightcrew.web.names import Cursor, IdInPath, NameInPath
from nightcrew.web.problems import status_of

router = console_router()
MOST_FOUND = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """A collection in the list, and the crews that read it."""

    counts: CollectionCounts
    crews: tuple[str, ...]


@router.get("/knowledge")
async def shelves_page(visit: AdminVisit) -> Response:
    """Every collection in numbers, a place to search, and which crews have enough."""
    return await _shelves(visit)


@router.post("/knowledge/search")
async def search(visit: AdminVisit) -> Response:
    """What collections answer, as a talk would be told."""
    question, chosen = visit.form.text("q"), visit.form.text("collection")
    shelves = await visit.app.knowledge.shelves.collections(visit.tenant)
    collections = [chosen] if chosen else [each.collection for each in shelves]
    try:
        found = await visit.app.knowledge.search(
            visit.tenant, collections, question, limit=MOST_FOUND
        )
    except NightcrewError as error:
        return await _shelves(visit, refused=error.code, status=status_of(error))
    return await _shelves(visit, found=found)


async def _shelves(
    visit: Visit, *, found: KnowledgeAnswer | None = None, refused: str = "", status: int = 200
) -> Response:
    shelf = visit.app.crews.shelf()
    counts = await visit.app.knowledge.shelves.collections(visit.tenant)
    return page(
        visit,
        "knowledge.html",
        title=visit.words["knowledge"]["title"],
        status=status,
        shelves=[_shelf(visit, each) for each in counts],
        coverage=await visit.app.knowledge.search.coverage(visit.tenant, shelf),
        waiting=sum(each.waiting for each in counts),
        found=found,
        today=visit.at().date(),
        refused=refused,
        typed={name: visit.form.text(name) for name in ("q", "collection")},
    )


def _shelf(visit: Visit, counts: CollectionCounts) -> Shelf:
    crews = visit.app.crews.shelf().crews.values()
    names = (crew.id for crew in crews if counts.collection in crew.knowledge.collections)
    return Shelf(counts=counts, crews=tuple(names))


@router.get("/knowledge/reviews")
async def reviews_page(visit: AdminVisit, done: str = "") -> Response:
    """What waits, the longest waiting first."""
    return await _reviews(visit, done=done)


@router.post("/knowledge/reviews/{item}/accept")
async def accept(item: IdInPath, visit: AdminVisit) -> Response:
    """Let an item in; what is refused says why."""
    return await _decided(visit, item, "accepted")


@router.post("/knowledge/reviews/{item}/reject")
async def reject(item: IdInPath, visit: AdminVisit) -> Response:
    """Turn an item down."""
    return await _decided(visit, item, "rejected")


async def _decided(visit: Visit, item: UUID, done: str) -> Response:
    review = visit.app.knowledge.review
    act = review.accept if done == "accepted" else review.reject
    try:
        await act(visit.tenant, item, visit.form.text("by"), now=visit.now)
    except NightcrewError as error:
        return await _reviews(visit, refused=error.code, status=status_of(error))
    return go("/knowledge/reviews", done=done)


async def _reviews(
    visit: Visit, *, done: str = "", refused: str = "", status: int = 200
) -> Response:
    waiting = await visit.app.knowledge.review.waiting(visit.tenant, limit=50)
    return page(
        visit,
        "knowledge_reviews.html",
        title=visit.words["knowledge"]["reviews"],
        status=status,
        waiting=waiting,
        today=visit.at().date(),
        by=visit.form.text("by"),
        done=done,
        refused=refused,
    )


@router.get("/knowledge/{collection}")
async def collection_page(
    collection: NameInPath, visit: AdminVisit, cursor: Cursor = None
) -> Response:
    """A collection's items, document by document."""
    found = await visit.app.knowledge.shelves.items(visit.tenant, collection, cursor=cursor)
    crews: Sequence[str] = [
        crew.id
        for crew in visit.app.crews.shelf().crews.values()
        if collection in crew.knowledge.collections
    ]
    return page(
        visit,
        "knowledge_collection.html",
        title=collection,
        found=found,
        crews=crews,
        today=visit.at().date(),
    )
