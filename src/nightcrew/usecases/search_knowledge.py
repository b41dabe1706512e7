"""What collections answer to a question, asked without a talk; and which crews have enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from nightcrew.domain.crew import CrewShelf
from nightcrew.domain.errors import BadInput
from nightcrew.domain.knowledge import ENOUGH_ITEMS, check_collection
from nightcrew.domain.knowledge_recall import FoundItem
from nightcrew.domain.reason import ToolStatus
from nightcrew.store import knowledge
from nightcrew.store.database import Database
from nightcrew.store.knowledge_search import KnowledgeSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeAnswer:
    """The items that answer, best first. total: items in the collections that could answer."""

    status: ToolStatus
    items: tuple[FoundItem, ...]
    total: int
    by_words_alone: bool

    @property
    def nothing_found(self) -> bool:
        """Whether no item answers."""
        return not self.items


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCovered:
    """One crew. items: reviewed live ones with a public source. none: why it wants none."""

    crew: str
    collections: tuple[str, ...]
    items: int
    none: str
    covered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Every crew, and how many of them have enough or want none on purpose."""

    crews: tuple[CrewCovered, ...]
    covered: int
    total: int
    enough: int = ENOUGH_ITEMS


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchKnowledge:
    """Looks into collections as a turn does."""

    db: Database
    search: KnowledgeSearch

    async def __call__(
        self, tenant: UUID, collections: Sequence[str], question: str, *, limit: int = 3
    ) -> KnowledgeAnswer:
        """The items, or `empty` and `nothing_found`. Raises: BadInput."""
        if not question.strip():
            raise BadInput(
                "question_empty", "there is no question", hint="ask something", field="q"
            )
        chosen = [check_collection(name) for name in collections]
        found = await self.search(tenant, chosen, question, limit=limit)
        status = ToolStatus.OK if found.items else ToolStatus.NOTHING_FOUND
        return KnowledgeAnswer(
            status=status if found.total else ToolStatus.EMPTY,
            items=found.items,
            total=found.total,
            by_words_alone=found.by_words_alone,
        )

    async def coverage(self, tenant: UUID, shelf: CrewShelf) -> Coverage:
        """How many reviewed items every crew of the shelf can be answered from."""
        async with self.db.begin(tenant) as connection:
            reviewed = await knowledge.reviewed(connection, tenant)
        crews = []
        for crew in shelf.crews.values():
            wanted = crew.knowledge
            items = sum(reviewed.get(name, 0) for name in set(wanted.collections))
            covered = items >= ENOUGH_ITEMS or bool(wanted.none and not wanted.collections)
            crews.append(
                CrewCovered(
                    crew=crew.id,
                    collections=wanted.collections,
                    items=items,
                    none=wanted.none,
                    covered=covered,
                )
            )
        return Coverage(
            crews=tuple(crews), covered=sum(crew.covered for crew in crews), total=len(crews)
        )
