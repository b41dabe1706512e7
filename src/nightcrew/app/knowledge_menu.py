"""What can be done with knowledge, wired once over one search."""

from __future__ import annotations

from dataclasses import dataclass

from nightcrew.app.world import World
from nightcrew.store.knowledge_search import KnowledgeSearch
from nightcrew.usecases.answer_turn.knowing import Knowing
from nightcrew.usecases.list_knowledge import ListKnowledge
from nightcrew.usecases.load_knowledge import LoadKnowledge
from nightcrew.usecases.refresh_knowledge import RefreshKnowledge
from nightcrew.usecases.research_knowledge import ResearchKnowledge
from nightcrew.usecases.review_knowledge import ReviewKnowledge
from nightcrew.usecases.search_knowledge import SearchKnowledge
from nightcrew.usecases.ship_knowledge import ShipKnowledge


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeMenu:
    """One field a use case; knowing: how a turn looks."""

    ship: ShipKnowledge
    load: LoadKnowledge
    shelves: ListKnowledge
    search: SearchKnowledge
    research: ResearchKnowledge
    review: ReviewKnowledge
    refresh: RefreshKnowledge
    knowing: Knowing


def wire_knowledge(world: World) -> KnowledgeMenu:
    """Put them together."""
    db, clock, reader = world.db, world.clock, world.documents
    search = KnowledgeSearch(db=db, embedder=world.knowledge_embedder or world.embedder)
    return KnowledgeMenu(
        ship=ShipKnowledge(db=db, files=world.shipped_knowledge),
        load=LoadKnowledge(db=db, clock=clock, reader=reader, search=search),
        shelves=ListKnowledge(db=db, clock=clock),
        search=SearchKnowledge(db=db, search=search),
        research=ResearchKnowledge(
            db=db, clock=clock, search=world.search, reader=reader, model=world.model
        ),
        review=ReviewKnowledge(db=db, clock=clock),
        refresh=RefreshKnowledge(db=db, clock=clock, reader=reader, search=search),
        knowing=Knowing(search=search),
    )
